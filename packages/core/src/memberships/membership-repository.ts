import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { Tier } from "../tiers/tier.ts"
import type { MemberFilter, Membership, MembershipDates } from "./membership.ts"

/** Of a membership, what decides whether and until when its holder is on a roster. */
export type HeldMembership = MembershipDates & Pick<Membership, "tierUuid">

/** A person on a roster, with their membership. */
export interface RosterHolder extends HeldMembership {
  readonly walletAddress: string
  /** When that wallet was closed, with the person's account. */
  readonly walletClosedAt: Date | undefined
  /** When the person's account was disabled. */
  readonly userDisabledAt: Date | undefined
  readonly userUuid: string
}

/** Which members are asked for; what is not said is not asked. */
export interface MembersOf {
  readonly organizationUuid: string
  /**
   * By what `statusOf` says at `at`: `active` with or without notice, `lapsed`, `ended` for
   * `ended`.
   */
  readonly filter: MemberFilter
  readonly at: Date
  readonly tierUuid?: string
  /** Those whose `validUntil` lies before it; what never ends does not. */
  readonly endsBefore?: Date
  /**
   * Beginnings of words as `searchWords` makes them: each begins one of the words of the member's
   * username and names.
   */
  readonly search?: readonly string[]
}

/** Which of a user's memberships are asked for. */
export interface MembershipsOf {
  readonly userUuid: string
  /** That one alone. */
  readonly organizationUuid?: string
  readonly filter: MemberFilter
  readonly at: Date
}

export type MemberOrder = "created_at" | "joined_at" | "valid_until"

/**
 * Memberships as the core needs them read and written. At most one row per user and organization
 * has no `endedAt`.
 */
/** A membership with the tier it stands on. */
export interface MembershipOnTier {
  readonly membership: Membership
  readonly tier: Tier
}

export interface MembershipRepository {
  /** `false` when the user has a row there that has not ended; nothing is written then. */
  readonly add: (membership: Membership) => Promise<boolean>
  /**
   * The row without `endedAt`, whatever its dates; locked until the transaction ends when the mode
   * is "write".
   */
  readonly findOpen: (organizationUuid: string, userUuid: string) => Promise<Membership | undefined>
  /** As {@link findOpen}, with the tier it stands on, in one question; locks nothing. */
  readonly findOpenWithTier: (
    organizationUuid: string,
    userUuid: string,
  ) => Promise<MembershipOnTier | undefined>
  /** As {@link findOpenWithTier}, for many, once each, in no order; who has none is left out. */
  readonly openWithTiersOf: (
    organizationUuid: string,
    userUuids: readonly string[],
  ) => Promise<readonly MembershipOnTier[]>
  /**
   * Writes the row (its `revision` already raised by one) if no other transaction wrote it since;
   * `false` means that one did, or that there is no such row. Rejects if it would leave the user
   * two rows there that have not ended.
   */
  readonly replace: (membership: Membership) => Promise<boolean>
  /**
   * Replaces many rows that this transaction has locked. Rejects unless every one of them is
   * written.
   */
  readonly replaceAll: (memberships: readonly Membership[]) => Promise<void>
  readonly find: (uuid: string) => Promise<Membership | undefined>
  /** The row that was made last, ended or not. */
  readonly newest: (organizationUuid: string, userUuid: string) => Promise<Membership | undefined>
  /** As {@link newest}, for many, in no order; who never was a member is left out. */
  readonly newestOf: (
    organizationUuid: string,
    userUuids: readonly string[],
  ) => Promise<readonly Membership[]>
  /** As {@link newestOf}, each with the tier it stands on, in one question. */
  readonly newestWithTiersOf: (
    organizationUuid: string,
    userUuids: readonly string[],
  ) => Promise<readonly MembershipOnTier[]>
  /**
   * The rows of a tier without `endedAt`, whatever their dates, in ascending order of uuid, after
   * `after`, at most `limit`; locked until the transaction ends when the mode is "write".
   */
  readonly onTier: (of: {
    readonly tierUuid: string
    readonly after: string | undefined
    readonly limit: number
  }) => Promise<readonly Membership[]>
  /**
   * Those of a tier's rows without `endedAt` that have a custom price or interval, in ascending
   * order of uuid, at most `limit`.
   */
  readonly customOnTier: (of: {
    readonly tierUuid: string
    readonly limit: number
  }) => Promise<readonly Membership[]>
  /**
   * All rows of a user without `endedAt`, in ascending order of uuid; locked until the transaction
   * ends when the mode is "write".
   */
  readonly openOf: (userUuid: string) => Promise<readonly Membership[]>
  /**
   * The rows of these users in an organization that are live at `at`, active or lapsed, in no
   * order.
   */
  readonly liveOf: (
    organizationUuid: string,
    userUuids: readonly string[],
    at: Date,
  ) => Promise<readonly Membership[]>
  /**
   * An organization's members. Of a thousand and more `totalItems` may be what it was up to ten
   * seconds before `at`.
   */
  readonly list: (of: MembersOf, page: PageRequest<MemberOrder>) => Promise<Page<Membership>>
  /** A user's own memberships, but for those in organizations that were deleted. */
  readonly listOf: (of: MembershipsOf, page: PageRequest<MemberOrder>) => Promise<Page<Membership>>
  /** The memberships of a user, those that ended and those in deleted organizations too, by uuid: those behind `after`, or the first, at most `limit`. Finds them by an index. */
  readonly walkOf: (
    userUuid: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly Membership[]>
  /**
   * Who is active at `at` on one of `tierUuids` (any tier without them), with their wallet in that
   * organization, in ascending order of wallet address, after `after`, at most `limit`. Each person
   * once, who has several such rows with that of the greatest uuid; those without a wallet there are
   * left out.
   */
  readonly holders: (of: {
    readonly organizationUuid: string
    readonly tierUuids: readonly string[] | undefined
    readonly at: Date
    readonly after: string | undefined
    readonly limit: number
  }) => Promise<readonly RosterHolder[]>
}
