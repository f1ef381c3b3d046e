import type { Page, PageRequest } from "../kernel/page.ts"
import type { Membership, Standing } from "./membership.ts"

/** A person on a roster. */
export interface RosterHolder {
  readonly walletAddress: string
  readonly userUuid: string
}

/** Memberships as the core needs them read and written. At most one row per user and organization has no `endedAt`. */
export interface MembershipRepository {
  /** `false` when the user has a row there that has not ended; nothing is written then. */
  readonly add: (membership: Membership) => Promise<boolean>
  /** The row without `endedAt`, whatever its dates; locked until the transaction ends when the mode is "write". */
  readonly findOpen: (organizationUuid: string, userUuid: string) => Promise<Membership | undefined>
  /**
   * Writes the row (its `revision` already raised by one) if nobody wrote since; `false` means somebody else did, or that
   * there is no such row. Rejects if it would leave the user two rows there that have not ended.
   */
  readonly replace: (membership: Membership) => Promise<boolean>
  /** By what `statusOf` says at `at`: `active` with or without notice, `lapsed`, `ended` for `retired`. */
  readonly list: (
    of: { readonly organizationUuid: string; readonly standing: Standing; readonly at: Date },
    page: PageRequest<"created_at" | "joined_at" | "valid_until">,
  ) => Promise<Page<Membership>>
  /**
   * Who is active at `at` on one of `tierUuids` (any tier without them), with their wallet in that organization,
   * in ascending order of wallet address, after `after`, at most `limit`. Each person once;
   * those without a wallet there are left out.
   */
  readonly holders: (of: {
    readonly organizationUuid: string
    readonly tierUuids: readonly string[] | undefined
    readonly at: Date
    readonly after: string | undefined
    readonly limit: number
  }) => Promise<readonly RosterHolder[]>
}
