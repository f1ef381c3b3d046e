import type { Page, PageRequest } from "../../foundation/kernel/page.ts"
import type { ProfileTemplate } from "./profile-template.ts"

/** What a list of profile templates is sorted by. */
export type ProfileTemplateOrder = "created_at" | "name"

/**
 * The profile templates of organizations and of the platform. A transaction that gives a card model
 * a template *holds* the template; one that changes or removes it *locks* it.
 */
export interface ProfileTemplateRepository {
  readonly add: (template: ProfileTemplate) => Promise<void>
  readonly find: (uuid: string) => Promise<ProfileTemplate | undefined>
  /** Finds a template and holds it until the transaction ends. In a read it holds nothing. */
  readonly hold: (uuid: string) => Promise<ProfileTemplate | undefined>
  /** Finds a template and locks it until the transaction ends. In a read it locks nothing. */
  readonly lock: (uuid: string) => Promise<ProfileTemplate | undefined>
  /**
   * The templates that an organization can use: its own and those of the platform. Without an
   * organization those of the platform alone.
   */
  readonly list: (
    organizationUuid: string | undefined,
    page: PageRequest<ProfileTemplateOrder>,
  ) => Promise<Page<ProfileTemplate>>
  /** Writes all fields of the template of that uuid; `false` when there is none. */
  readonly change: (template: ProfileTemplate) => Promise<boolean>
  /** Removes a template that no card model has; `false` when there is none. */
  readonly remove: (uuid: string) => Promise<boolean>
}
