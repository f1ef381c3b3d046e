import type { ProfileData } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import type { ImageUrl } from "./image-url.ts"
import { instantOrNull } from "./instant.ts"

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
