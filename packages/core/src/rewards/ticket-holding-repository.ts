import type { TicketHolding } from "./ticket-holding.ts"

/** Of what tickets are asked for. */
export type TicketsOf = { readonly rewardTemplateUuid: string } | { readonly activityUuid: string } | { readonly walletAddress: string }

/** Who holds which ticket. Only the ledger writes them: see `Writes` of `ledger/change.ts`. */
export interface TicketHoldingRepository {
  readonly find: (uid: string) => Promise<TicketHolding | undefined>
  /** The valid ones, by uid, from the one after `after` on, at most `limit`. */
  readonly listValid: (of: TicketsOf, after: string | undefined, limit: number) => Promise<readonly TicketHolding[]>
}
