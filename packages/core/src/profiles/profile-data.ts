import type { User } from "../accounts/user.ts"
import type { JsonObject } from "../foundation/kernel/json.ts"
import { fullName, nameOn } from "../foundation/kernel/search-words.ts"
import type {
  CallToAction,
  CurrentRole,
  CustomBackground,
  ProfileLink,
  ProfilePage,
} from "./profile-page.ts"

/** A profile as the public reads it. */
export interface ProfileData {
  /** The public image of the page, else of the account. */
  readonly imageFileUuid: string | undefined
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  readonly shortDescription: string
  readonly longDescription: string
  readonly callToAction: CallToAction | undefined
  readonly currentRole: CurrentRole | undefined
  readonly customBackground: CustomBackground | undefined
  readonly avatarFrame: string | undefined
  readonly socialLinks: readonly ProfileLink[]
  readonly links: readonly ProfileLink[]
  readonly longDescriptionContent: readonly JsonObject[]
  readonly stickers: readonly JsonObject[]
  /** Undefined when the profile was derived from the account. */
  readonly profilePageUuid: string | undefined
  /** Whether an organization issued the page and its owner has no active membership there. */
  readonly isLocked: boolean
  /** The uuid of the person's primary card, where the page names it. */
  readonly primaryCardUid: string | undefined
  readonly updatedAt: Date | undefined
}

type Person = Pick<User, "firstName" | "lastName" | "avatarImageFileUuid">

/** What the service knows about a page beside what stands on it. */
export interface PageFacts {
  readonly isLocked: boolean
  /** The uuid of the user's primary card, if there is one. */
  readonly primaryCardUuid: string | undefined
  /** The pictures of the assets that the page has. */
  readonly worn: WornPictures
}

/** Addresses of pictures that stand for what is written on the page. */
export interface WornPictures {
  readonly background?: string
  readonly avatarFrame?: string
}

/** A page as the public reads it. Names and image that the page leaves out are the account's. */
export const profileOf = (
  page: ProfilePage,
  person: Person,
  { isLocked, primaryCardUuid, worn }: PageFacts,
): ProfileData => {
  const firstName = page.firstName ?? person.firstName
  const lastName = page.lastName ?? person.lastName ?? ""
  return {
    imageFileUuid: page.imageFileUuid ?? person.avatarImageFileUuid,
    name: nameOn(page, person),
    firstName,
    lastName,
    shortDescription: page.shortDescription,
    longDescription: page.longDescription,
    callToAction: page.callToAction,
    currentRole: page.currentRole,
    customBackground:
      worn.background === undefined
        ? page.customBackground
        : {
            backgroundImage: `url(${JSON.stringify(new URL(worn.background).href)})`,
            backgroundSize: "cover",
          },
    avatarFrame: worn.avatarFrame ?? page.avatarFrame,
    socialLinks: page.socialLinks,
    links: page.links,
    longDescriptionContent: page.longDescriptionContent,
    stickers: page.stickers,
    profilePageUuid: page.uuid,
    isLocked,
    primaryCardUid: page.showsPrimaryCard ? primaryCardUuid : undefined,
    updatedAt: page.updatedAt ?? page.createdAt,
  }
}

/** The profile of a person without a page that can be shown: the names and image of the account. */
export const accountProfile = (person: Person): ProfileData => {
  const { firstName, lastName = "", avatarImageFileUuid: imageFileUuid } = person
  return {
    imageFileUuid,
    name: fullName(firstName, lastName),
    firstName,
    lastName,
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
    profilePageUuid: undefined,
    isLocked: false,
    primaryCardUid: undefined,
    updatedAt: undefined,
  }
}
