import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Organization, StaffMember } from "./organization.ts"

/**
 * Organization slugs and usernames share one name space; who claims a name first has it for good.
 */
export interface NameRepository {
  /** `false` when a user has the name already. Nothing is written then. */
  readonly claim: (
    name: string,
    holder: { readonly kind: "organization" | "user"; readonly uuid: string },
  ) => Promise<boolean>
}

/**
 * Organizations as the core needs them read and written. Deleted ones stay in storage, and no verb
 * answers them.
 *
 * A transaction that makes what must end with the organization *holds* it: many may at once. One
 * that deletes it *locks* it, waits for those, and sees what they wrote.
 */
export interface OrganizationRepository {
  /** Adds a new organization; its slug was claimed in the same transaction. */
  readonly add: (organization: Organization) => Promise<void>
  /** By slug or by uuid. */
  readonly find: (slugOrUuid: string) => Promise<Organization | undefined>
  /** Many at once by uuid, in no order. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly Organization[]>
  /** By uuid, held until the transaction ends. In a read it holds nothing. */
  readonly hold: (uuid: string) => Promise<Organization | undefined>
  /**
   * By uuid, locked until the transaction ends, so that of two who change it the second sees the
   * first. In a read it locks nothing.
   */
  readonly lock: (uuid: string) => Promise<Organization | undefined>
  /**
   * Writes all fields of the organization of that uuid; `false` when there is none. Its slug is the
   * one it claimed.
   */
  readonly change: (organization: Organization) => Promise<boolean>
  /**
   * Those where the user is on the team or holds a live membership (`isLive`) at `at`; all of them
   * without a user; only that one with `organizationUuid`; sorted by `createdAt` or `name`.
   */
  readonly list: (
    visible: { readonly userUuid?: string; readonly organizationUuid?: string; readonly at: Date },
    page: PageRequest<"created_at" | "name">,
  ) => Promise<Page<Organization>>
}

/** An organization's team. */
export interface StaffRepository {
  /** `false` when the user is on the team already. Rejects a second owner. */
  readonly add: (member: StaffMember) => Promise<boolean>
  readonly find: (organizationUuid: string, userUuid: string) => Promise<StaffMember | undefined>
  /** The one owner; undefined only while an organization is being made. */
  readonly owner: (organizationUuid: string) => Promise<StaffMember | undefined>
  /** All places of one user, whatever the organization: a person is on few teams. */
  readonly rolesOf: (userUuid: string) => Promise<readonly StaffMember[]>
  /** The owners of many organizations at once, for lists. */
  readonly owners: (organizationUuids: readonly string[]) => Promise<readonly StaffMember[]>
  /** The whole team, sorted by `joinedAt` (`created_at`, `joined_at`) or `updatedAt`. */
  readonly list: (
    organizationUuid: string,
    page: PageRequest<"created_at" | "joined_at" | "updated_at">,
  ) => Promise<Page<StaffMember>>
  /**
   * Holds a team until the transaction ends: who changes it asks for this first, and reads what it
   * decides on afterwards, so that changes of one team come one after the other. In a read it holds
   * nothing.
   */
  readonly lock: (organizationUuid: string) => Promise<void>
  /**
   * Writes a member over the one of the same organization and user; `false` when they are not on
   * the team. Rejects what would make a second owner: a team has one at most, after every single
   * verb.
   */
  readonly change: (member: StaffMember) => Promise<boolean>
  /** `false` when they are not on the team. */
  readonly remove: (organizationUuid: string, userUuid: string) => Promise<boolean>
}
