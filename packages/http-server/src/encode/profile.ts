import type { ProfileData, ProfilePageView, ProfileTemplate } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import type { ImageUrl } from "./image-url.ts"
import { instant, instantOrNull } from "./instant.ts"

/** Encodes a profile as the public reads it. */
export const encodeProfile =
  (imageUrl: ImageUrl) =>
  (profile: ProfileData): z.output<typeof resources.Profile> => ({
    imageUrl: imageUrl(profile.imageFileUuid) ?? "",
    name: profile.name,
    first_name: profile.firstName,
    last_name: profile.lastName,
    shortDescription: profile.shortDescription,
    longDescription: profile.longDescription,
    callToAction: profile.callToAction ?? null,
    currentRole: profile.currentRole ?? null,
    customBackground: profile.customBackground ?? null,
    avatarFrame: profile.avatarFrame ?? null,
    socialLinks: [...profile.socialLinks],
    links: [...profile.links],
    longDescriptionContent: [...profile.longDescriptionContent],
    stickers: [...profile.stickers],
    profile_page_uuid: profile.profilePageUuid ?? null,
    is_locked: profile.isLocked,
    primary_card_uid: profile.primaryCardUid ?? null,
    updated_at: instantOrNull(profile.updatedAt),
  })

/** Encodes a profile page for its owner. */
export const encodeProfilePage =
  (imageUrl: ImageUrl) =>
  (page: ProfilePageView): z.output<typeof resources.ProfilePage> => ({
    uuid: page.uuid,
    name: page.name ?? null,
    first_name: page.firstName ?? null,
    last_name: page.lastName ?? null,
    ...encodePageStart(imageUrl, page),
    shows_primary_card: page.showsPrimaryCard,
    is_primary: page.primarySince !== undefined,
    is_locked: page.isLocked,
    organization_uuid: page.organizationUuid ?? null,
    card_uuid: page.cardUuid ?? null,
  })

/** Encodes a profile template for the team that uses it. */
export const encodeProfileTemplate =
  (imageUrl: ImageUrl) =>
  (template: ProfileTemplate): z.output<typeof resources.ProfileTemplate> => ({
    uuid: template.uuid,
    organization_uuid: template.organizationUuid ?? null,
    name: template.name,
    description: template.description ?? null,
    ...encodePageStart(imageUrl, template),
  })

const encodePageStart = (
  imageUrl: ImageUrl,
  page: Omit<ProfileTemplate, "uuid" | "organizationUuid" | "name" | "description">,
) => ({
  short_description: page.shortDescription,
  long_description: page.longDescription,
  call_to_action: page.callToAction ?? null,
  current_role: page.currentRole ?? null,
  custom_background: backgroundOf(page),
  avatar_frame: page.avatarFrame ?? null,
  social_links: [...page.socialLinks],
  links: [...page.links],
  long_description_content: [...page.longDescriptionContent],
  stickers: [...page.stickers],
  image_file_uuid: page.imageFileUuid ?? null,
  image_url: imageUrl(page.imageFileUuid),
  created_at: instant(page.createdAt),
  updated_at: instantOrNull(page.updatedAt),
})

const backgroundOf = ({
  customBackground: css,
}: Pick<ProfileTemplate, "customBackground">): z.output<
  typeof resources.ProfilePage
>["custom_background"] =>
  css === undefined
    ? null
    : Object.fromEntries(
        Object.entries({
          background: css.background,
          background_color: css.backgroundColor,
          background_image: css.backgroundImage,
          background_position: css.backgroundPosition,
          background_size: css.backgroundSize,
          background_repeat: css.backgroundRepeat,
          background_attachment: css.backgroundAttachment,
        }).filter(([, value]) => value !== undefined),
      )
