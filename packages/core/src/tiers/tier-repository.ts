import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Tier, TierMembers, Visibility } from "./tier.ts"

/**
 * The tiers of organizations. Deleted tiers stay in storage and are found by uuid alone.
 *
 * A transaction that puts a user on a tier *holds* it: many may at once. One that changes or
 * deletes it *locks* it: they wait for those who hold it, and the other way round, and see what
 * those wrote. So a tier is never deleted under a user who is just joining. A transaction locks
 * what it is going to change from the start: one that holds a tier and then locks it may meet
 * another that does the same.
 */
export interface TierRepository {
  /**
   * `false` when the organization has a tier of that slug already, deleted or not; nothing is
   * written then.
   */
  readonly add: (tier: Tier) => Promise<boolean>
  /** By slug, not deleted; held until the transaction ends when the mode is "write". */
  readonly findBySlug: (organizationUuid: string, slug: string) => Promise<Tier | undefined>
  readonly find: (uuid: string) => Promise<Tier | undefined>
  /** Finds a tier and holds it until the transaction ends. In a read it holds nothing. */
  readonly hold: (uuid: string) => Promise<Tier | undefined>
  /** Finds a tier and locks it until the transaction ends. In a read it locks nothing. */
  readonly lock: (uuid: string) => Promise<Tier | undefined>
  /**
   * Writes all fields of the tier of that uuid; `false` when there is none. Its slug must not
   * become one that the organization has.
   */
  readonly change: (tier: Tier) => Promise<boolean>
  /**
   * How many live memberships are on the tier at `at` (`statusOf`), told by an index: the rows are
   * not read.
   */
  readonly members: (uuid: string, at: Date) => Promise<TierMembers>
  /** Many at once, deleted ones too, in no order. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly Tier[]>
  /** All of an organization's that are not deleted: an organization has few. */
  readonly all: (organizationUuid: string) => Promise<readonly Tier[]>
  /**
   * Those that are not deleted, of one visibility if asked for; with `privateAmong`, of the private
   * ones no others than these.
   */
  readonly list: (
    of: {
      readonly organizationUuid: string
      readonly visibility?: Visibility
      readonly privateAmong?: readonly string[]
    },
    page: PageRequest<TierOrder>,
  ) => Promise<Page<Tier>>
}

/** What a list of tiers is sorted by. */
export type TierOrder = "created_at" | "name" | "price_cents" | "position"
