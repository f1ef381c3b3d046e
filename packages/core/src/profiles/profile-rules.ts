import { Result } from "effect"
import type { SubscriptionEntitlements } from "../accounts/subscription.ts"
import { Conflict, Forbidden } from "../foundation/errors/refusals.ts"
import { patched } from "../foundation/kernel/patched.ts"
import type { PageStartInput, ProfileFieldsInput } from "./inputs.ts"
import type { PageStart } from "./templates/profile-template.ts"
import type { ProfilePage } from "./profile-page.ts"

/** Refuses another page to a user who made as many as the subscription allows. */
export const permitAnother = (
  made: number,
  { maxProfiles }: Pick<SubscriptionEntitlements, "maxProfiles">,
): Result.Result<void, Conflict> =>
  made < maxProfiles
    ? Result.void
    : Result.fail(
        new Conflict({
          reason: "too_many_profiles",
          message:
            "The subscription allows no further profile page. Delete a page, or change the one that is there.",
          details: { max_profiles: maxProfiles },
        }),
      )

/** Refuses a background of one's own without the entitlement. Clearing one needs none. */
export const permitBackground = (
  { customBackground }: Pick<ProfileFieldsInput, "customBackground">,
  { customBackgrounds }: Pick<SubscriptionEntitlements, "customBackgrounds">,
): Result.Result<void, Forbidden> =>
  customBackground === undefined || customBackground === null || customBackgrounds
    ? Result.void
    : Result.fail(
        new Forbidden({
          reason:
            "The subscription does not include custom backgrounds. Leave custom_background out.",
          details: { entitlement: "custom_backgrounds" },
        }),
      )

/** Refuses to delete the primary page while there are others: their owner decides which is next. */
export const permitDeletion = (
  { primarySince }: Pick<ProfilePage, "primarySince">,
  pages: number,
): Result.Result<void, Conflict> =>
  primarySince === undefined || pages === 1
    ? Result.void
    : Result.fail(
        new Conflict({
          reason: "primary_page",
          message: "This is the primary page. Make another page the primary one first.",
        }),
      )

/** Refuses to make a page primary that nobody would see. */
export const permitPrimary = (isLocked: boolean): Result.Result<void, Conflict> =>
  isLocked
    ? Result.fail(
        new Conflict({
          reason: "page_locked",
          message:
            "The page is locked. It can become the primary one when the membership in its organization is active.",
        }),
      )
    : Result.void

/** A page with the fields that were sent. */
export const withFields = (page: ProfilePage, sent: ProfileFieldsInput): ProfilePage => ({
  ...page,
  ...startWith(page, sent),
  name: patched(page.name, sent.name),
  firstName: patched(page.firstName, sent.firstName),
  lastName: patched(page.lastName, sent.lastName),
  imageFileUuid: patched(page.imageFileUuid, sent.imageFileUuid),
  showsPrimaryCard: sent.showsPrimaryCard ?? page.showsPrimaryCard,
})

/** What stands on a page but for names, with the fields that were sent. */
export const startWith = (page: PageStart, sent: PageStartInput): PageStart => ({
  shortDescription: sent.shortDescription ?? page.shortDescription,
  longDescription: sent.longDescription ?? page.longDescription,
  callToAction: patched(page.callToAction, sent.callToAction),
  currentRole: patched(page.currentRole, sent.currentRole),
  customBackground: patched(page.customBackground, sent.customBackground),
  avatarFrame: patched(page.avatarFrame, sent.avatarFrame),
  socialLinks: sent.socialLinks ?? page.socialLinks,
  links: sent.links ?? page.links,
  longDescriptionContent: sent.longDescriptionContent ?? page.longDescriptionContent,
  stickers: sent.stickers ?? page.stickers,
})

/** Nothing but names. */
export const emptyStart: PageStart = {
  shortDescription: "",
  longDescription: "",
  callToAction: undefined,
  currentRole: undefined,
  customBackground: undefined,
  avatarFrame: undefined,
  socialLinks: [],
  links: [],
  longDescriptionContent: [],
  stickers: [],
}

/** A page of a user with nothing on it. */
export const emptyPage = (of: {
  readonly uuid: string
  readonly userUuid: string
  readonly now: Date
}): ProfilePage => ({
  uuid: of.uuid,
  userUuid: of.userUuid,
  name: undefined,
  firstName: undefined,
  lastName: undefined,
  ...emptyStart,
  imageFileUuid: undefined,
  showsPrimaryCard: false,
  primarySince: undefined,
  organizationUuid: undefined,
  cardUuid: undefined,
  createdAt: of.now,
  updatedAt: undefined,
})
