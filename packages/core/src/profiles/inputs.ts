import type { JsonObject } from "../foundation/kernel/json.ts"
import type { OnBehalfInput, PageInput } from "../foundation/kernel/inputs.ts"
import type { ProfilePageOrder } from "./profile-page-repository.ts"
import type { CallToAction, CurrentRole, CustomBackground, ProfileLink } from "./profile-page.ts"

/** Lists a user's own pages. */
export interface ListProfilePagesInput extends OnBehalfInput, PageInput<ProfilePageOrder> {}

/** Names one of a user's own pages. */
export interface ProfilePageInput extends OnBehalfInput {
  /** Uuid of the page. */
  readonly profilePageUuid: string
}

/** What a user says on a page; undefined leaves a field as it is, `null` clears it. */
export interface ProfileFieldsInput {
  /** At most 255 characters; `null` follows the account. */
  readonly name?: string | null | undefined
  /** At most 255 characters; `null` follows the account. */
  readonly firstName?: string | null | undefined
  /** At most 255 characters; `null` follows the account. */
  readonly lastName?: string | null | undefined
  /** At most 500 characters. */
  readonly shortDescription?: string | undefined
  /** At most 5,000 characters. */
  readonly longDescription?: string | undefined
  /** What visitors are asked to do. */
  readonly callToAction?: CallToAction | null | undefined
  /** What the person does now. */
  readonly currentRole?: CurrentRole | null | undefined
  /** Values of CSS properties; needs the entitlement `custom_backgrounds`. */
  readonly customBackground?: CustomBackground | null | undefined
  /** Web address of an image. */
  readonly avatarFrame?: string | null | undefined
  /** At most 50. */
  readonly socialLinks?: readonly ProfileLink[] | undefined
  /** At most 50. */
  readonly links?: readonly ProfileLink[] | undefined
  /** At most 100 objects in the form of the app that wrote them. */
  readonly longDescriptionContent?: readonly JsonObject[] | undefined
  /** At most 100 objects in the form of the app that wrote them. */
  readonly stickers?: readonly JsonObject[] | undefined
  /** An image that the user uploaded; `null` follows the account. */
  readonly imageFileUuid?: string | null | undefined
  /** Whether the public page names the user's primary card. Default false. */
  readonly showsPrimaryCard?: boolean | undefined
}

/** A new page. */
export interface CreateProfilePageInput extends ProfileFieldsInput, OnBehalfInput {}

/** A change of a page. */
export interface UpdateProfilePageInput extends ProfileFieldsInput, ProfilePageInput {}
