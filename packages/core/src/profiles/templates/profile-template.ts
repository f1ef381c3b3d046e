import type { ProfileContent } from "../profile-page.ts"

/** What a new page starts with. The names on a page are always its owner's. */
export type PageStart = Omit<ProfileContent, "name" | "firstName" | "lastName">

/**
 * What the pages start with that an organization issues with its cards. A page keeps what it
 * started with: a change of the template is for later pages.
 */
export interface ProfileTemplate extends PageStart {
  readonly uuid: string
  /** Whose it is; undefined for a template of the platform, which every organization can use. */
  readonly organizationUuid: string | undefined
  /** What the team calls it. */
  readonly name: string
  /** For the team alone. */
  readonly description: string | undefined
  /** A file of the organization; undefined leaves the image to the owner of the page. */
  readonly imageFileUuid: string | undefined
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
}
