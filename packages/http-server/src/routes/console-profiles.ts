import { consoleProfiles as endpoints } from "@symbolon/core/contract"
import { mapAnswer, profilePages } from "@symbolon/core/effect"
import type { CustomBackground, JsonObject } from "@symbolon/core"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeProfilePage } from "../encode/profile.ts"
import { route, type Route } from "../route.ts"

/** People's own profile pages. */
export const consoleProfileRoutes: readonly Route[] = [
  route(endpoints.listProfilePages, (input, caller, imageUrl) =>
    mapAnswer(profilePages.list(caller, { page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeProfilePage(imageUrl)),
    ),
  ),
  route(endpoints.createProfilePage, (input, caller, imageUrl) =>
    mapAnswer(profilePages.create(caller, fieldsOf(input)), encodeProfilePage(imageUrl)),
  ),
  route(endpoints.getProfilePage, (input, caller, imageUrl) =>
    mapAnswer(profilePages.get(caller, named(input)), encodeProfilePage(imageUrl)),
  ),
  route(endpoints.updateProfilePage, (input, caller, imageUrl) =>
    mapAnswer(
      profilePages.update(caller, { ...named(input), ...fieldsOf(input) }),
      encodeProfilePage(imageUrl),
    ),
  ),
  route(endpoints.deleteProfilePage, (input, caller) =>
    mapAnswer(profilePages.delete(caller, named(input)), () => ({
      message: "The profile page is deleted.",
    })),
  ),
  route(endpoints.makePrimary, (input, caller, imageUrl) =>
    mapAnswer(profilePages.makePrimary(caller, named(input)), encodeProfilePage(imageUrl)),
  ),
]

const named = (input: { readonly profile_page_uuid: string }) => ({
  profilePageUuid: input.profile_page_uuid,
})

type Sent = NonNullable<(typeof endpoints.createProfilePage)["~types"]>["input"]

const fieldsOf = (input: Sent) => ({
  name: input.name,
  firstName: input.first_name,
  lastName: input.last_name,
  ...pageStartOf(input),
  imageFileUuid: input.image_file_uuid,
  showsPrimaryCard: input.shows_primary_card,
})

/** The fields of a body that stand on a page but for names. */
export const pageStartOf = (
  input: Omit<Sent, "name" | "first_name" | "last_name" | "image_file_uuid" | "shows_primary_card">,
) => ({
  shortDescription: input.short_description,
  longDescription: input.long_description,
  callToAction: input.call_to_action,
  currentRole: input.current_role,
  customBackground: backgroundOf(input.custom_background),
  avatarFrame: input.avatar_frame,
  socialLinks: input.social_links,
  links: input.links,
  longDescriptionContent: input.long_description_content as readonly JsonObject[] | undefined,
  stickers: input.stickers as readonly JsonObject[] | undefined,
})

const backgroundOf = (sent: Sent["custom_background"]): CustomBackground | null | undefined => {
  if (sent === null || sent === undefined) return sent
  const background: { readonly [Name in keyof CustomBackground]: string | undefined } = {
    background: sent.background,
    backgroundColor: sent.background_color,
    backgroundImage: sent.background_image,
    backgroundPosition: sent.background_position,
    backgroundSize: sent.background_size,
    backgroundRepeat: sent.background_repeat,
    backgroundAttachment: sent.background_attachment,
  }
  return Object.fromEntries(Object.entries(background).filter(([, value]) => value !== undefined))
}
