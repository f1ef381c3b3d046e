import type { HistoryEntry } from "./history.ts"
import type { Membership } from "./membership.ts"
import type { MembershipTerm } from "./terms/membership-term.ts"

/** One of the stretches of a membership's time, as it is kept. */
export interface StoredTerm extends MembershipTerm {
  readonly membershipUuid: string
  /** From 0, in the order of time. */
  readonly ordinal: number
}

/** The priced stretches of time that memberships consist of. */
export interface MembershipTermRepository {
  /** Rejects when the membership has one of that ordinal. */
  readonly add: (terms: readonly StoredTerm[]) => Promise<void>
  /** Those of many memberships at once, each one's in order of `ordinal`. */
  readonly of: (membershipUuids: readonly string[]) => Promise<readonly StoredTerm[]>
  /** Forgets all of these memberships'; who changes a membership writes its terms anew. */
  readonly removeOf: (membershipUuids: readonly string[]) => Promise<void>
}

/** An entry with what it is kept under. */
export interface KeptEntry extends HistoryEntry {
  readonly uuid: string
  readonly membershipUuid: string
}

/**
 * What happened to memberships; nothing is ever taken out of it. Entries of a membership are
 * ordered by `after.revision`, those of one revision by `at`, and those of one instant by uuid.
 */
export interface MembershipHistoryRepository {
  /**
   * Rejects when the membership has an entry of that payment already which is a reversal, or is
   * none, as this one is.
   */
  readonly append: (entries: readonly KeptEntry[]) => Promise<void>
  /** All of one membership's, the oldest first. */
  readonly all: (membershipUuid: string) => Promise<readonly KeptEntry[]>
  /** The newest first, at most `limit`. */
  readonly newest: (membershipUuid: string, limit: number) => Promise<readonly KeptEntry[]>
  /**
   * The row of a user in an organization as it was at `at`: what the last entry at or before it
   * left, of all rows of the user there (ties: of the row that was made last). Undefined when there
   * is no such entry.
   */
  readonly rowAsOf: (
    organizationUuid: string,
    userUuid: string,
    at: Date,
  ) => Promise<Membership | undefined>
  /** The entry of a payment that was applied; never its reversal. */
  readonly ofPayment: (paymentRef: string) => Promise<KeptEntry | undefined>
}
