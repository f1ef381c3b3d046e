import type { JsonObject } from "../foundation/kernel/json.ts"
import type { OnBehalfInput, OrganizationInput, PageInput } from "../foundation/kernel/inputs.ts"
import type { ProfilePageOrder } from "./profile-page-repository.ts"
import type { ProfileTemplateOrder } from "./templates/profile-template-repository.ts"
import type { CallToAction, CurrentRole, CustomBackground, ProfileLink } from "./profile-page.ts"

/** Lists a user's own pages. */
export interface ListProfilePagesInput extends OnBehalfInput, PageInput<ProfilePageOrder> {}

/** Names one of a user's own pages. */
export interface ProfilePageInput extends OnBehalfInput {
  /** Uuid of the page. */
  readonly profilePageUuid: string
}

/** What stands on a page but for names; undefined leaves a field as it is, `null` clears it. */
export interface PageStartInput {
  /** At most 500 characters. */
  readonly shortDescription?: string | undefined
  /** At most 5,000 characters. */
  readonly longDescription?: string | undefined
  /** What visitors are asked to do. */
  readonly callToAction?: CallToAction | null | undefined
  /** What the person does now. */
  readonly currentRole?: CurrentRole | null | undefined
  /** Values of CSS properties. On a user's own page it needs the entitlement `custom_backgrounds`. */
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
}

/** What a user says on a page; undefined leaves a field as it is, `null` clears it. */
export interface ProfileFieldsInput extends PageStartInput {
  /** At most 255 characters; `null` follows the account. */
  readonly name?: string | null | undefined
  /** At most 255 characters; `null` follows the account. */
  readonly firstName?: string | null | undefined
  /** At most 255 characters; `null` follows the account. */
  readonly lastName?: string | null | undefined
  /** An image that the user uploaded; `null` follows the account. */
  readonly imageFileUuid?: string | null | undefined
  /** Whether the public page names the user's primary card. Default false. */
  readonly showsPrimaryCard?: boolean | undefined
}

/** A new page. */
export interface CreateProfilePageInput extends ProfileFieldsInput, OnBehalfInput {}

/** A change of a page. */
export interface UpdateProfilePageInput extends ProfileFieldsInput, ProfilePageInput {}

/** Which profile templates an organization can use. */
export interface ListProfileTemplatesInput
  extends OrganizationInput,
    PageInput<ProfileTemplateOrder> {}

/** Lists the profile templates of the platform. */
export interface ListPlatformProfileTemplatesInput extends PageInput<ProfileTemplateOrder> {}

/** Names a profile template of the platform. */
export interface PlatformProfileTemplateInput {
  /** Uuid of the template. */
  readonly profileTemplateUuid: string
}

/** Names a profile template that an organization can use. */
export interface ProfileTemplateInput extends OrganizationInput, PlatformProfileTemplateInput {}

/** What a template can be given; undefined leaves a field as it is, `null` clears it. */
export interface ProfileTemplateFieldsInput extends PageStartInput {
  /** For the team alone. At most 2,000 characters. */
  readonly description?: string | null | undefined
  /** Uuid of an image that is a file of the organization. */
  readonly imageFileUuid?: string | null | undefined
}

/** A new template of the platform. */
export interface CreatePlatformProfileTemplateInput extends ProfileTemplateFieldsInput {
  /** 1 to 255 characters. */
  readonly name: string
  /** The platform has no files. */
  readonly imageFileUuid?: null | undefined
}

/** A new template of an organization. */
export interface CreateProfileTemplateInput extends OrganizationInput, ProfileTemplateFieldsInput {
  /** 1 to 255 characters. */
  readonly name: string
}

/** A change of a template of the platform. */
export interface UpdatePlatformProfileTemplateInput
  extends PlatformProfileTemplateInput,
    ProfileTemplateFieldsInput {
  /** 1 to 255 characters. */
  readonly name?: string | undefined
  /** The platform has no files. */
  readonly imageFileUuid?: null | undefined
}

/** A change of a template of an organization. */
export interface UpdateProfileTemplateInput
  extends ProfileTemplateInput,
    ProfileTemplateFieldsInput {
  /** 1 to 255 characters. */
  readonly name?: string | undefined
}
