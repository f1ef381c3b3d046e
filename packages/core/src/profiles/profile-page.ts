import type { JsonObject } from "../foundation/kernel/json.ts"

/** A link that a profile shows. */
export interface ProfileLink {
  readonly label: string
  /** Begins with `https:`, `http:`, `mailto:` or `tel:`. */
  readonly url: string
}

/** The one thing that a profile asks its visitors to do. */
export interface CallToAction extends ProfileLink {
  /** A word of the app that shows it, such as `book`. */
  readonly type: string
}

/** What the person does now. */
export interface CurrentRole {
  readonly title: string
  readonly company: string
}

/** Values of CSS properties. They are data: no page of the service applies them. */
export interface CustomBackground {
  readonly background?: string
  readonly backgroundColor?: string
  readonly backgroundImage?: string
  readonly backgroundPosition?: string
  readonly backgroundSize?: string
  readonly backgroundRepeat?: string
  readonly backgroundAttachment?: string
}

/** What a person says of themself on a page. */
export interface ProfileContent {
  /** The name on the page; undefined follows the account. */
  readonly name: string | undefined
  /** Undefined follows the account. */
  readonly firstName: string | undefined
  /** Undefined follows the account. */
  readonly lastName: string | undefined
  readonly shortDescription: string
  readonly longDescription: string
  readonly callToAction: CallToAction | undefined
  readonly currentRole: CurrentRole | undefined
  readonly customBackground: CustomBackground | undefined
  /** The address of an image that apps draw around the avatar. */
  readonly avatarFrame: string | undefined
  readonly socialLinks: readonly ProfileLink[]
  readonly links: readonly ProfileLink[]
  /** The long description in the blocks of an editor; its form is the app's own. */
  readonly longDescriptionContent: readonly JsonObject[]
  /** Their form is the app's own. */
  readonly stickers: readonly JsonObject[]
}

/**
 * A page about a person. People make their own. An organization issues others to those who hold its
 * cards; such a page is locked while the person has no active membership there.
 */
export interface ProfilePage extends ProfileContent {
  readonly uuid: string
  /** Whose page it is. */
  readonly userUuid: string
  /** Its image, a file of the person; undefined follows the account. */
  readonly imageFileUuid: string | undefined
  /** Whether the page names the person's primary card. */
  readonly showsPrimaryCard: boolean
  /** Since when it is the person's primary page; undefined for every other page. */
  readonly primarySince: Date | undefined
  /** The organization that issued it; undefined for a page that the person made. */
  readonly organizationUuid: string | undefined
  /** The card with which it was issued. */
  readonly cardUuid: string | undefined
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
}
