import type { TicketDoor } from "../ledger/tickets/door-terms.ts"
import type { TicketHolding } from "../ledger/tickets/ticket-holding.ts"

/** Of what tickets are asked for. */
export type TicketsOf =
  | { readonly rewardTemplateUuid: string }
  | { readonly activityUuid: string }
  | { readonly walletAddress: string }

/** Which tickets: those of one of these uids, and those that one of these brought where they are. */
export interface TicketsAmong {
  readonly uids: readonly string[]
  readonly transactionIds: readonly string[]
}

/**
 * Who holds which ticket. Only the ledger writes them: see `Writes` of `ledger/entries/change.ts`.
 *
 * The holder of a ticket is a person: the user whose wallet it is in, or who claimed the card whose
 * wallet that is. While the card is unclaimed, the wallet itself is the holder.
 */
export interface TicketHoldingRepository {
  readonly find: (uid: string) => Promise<TicketHolding | undefined>
  /** Many at once, void ones too, each once, in no order. */
  readonly among: (of: TicketsAmong) => Promise<readonly TicketHolding[]>
  /**
   * How many valid ones are of the templates, or name the activity, by template: those without one
   * are left out. Each ticket counts once.
   */
  readonly countValid: (of: {
    readonly rewardTemplateUuids: readonly string[]
    readonly activityUuid?: string | undefined
  }) => Promise<readonly { readonly rewardTemplateUuid: string; readonly total: number }[]>
  /** The last by uid of the void ones of a template that a wallet held. */
  readonly lastVoid: (
    rewardTemplateUuid: string,
    walletAddress: string,
  ) => Promise<TicketHolding | undefined>
  /** The valid ones, by uid, from the one after `after` on, at most `limit`. */
  readonly listValid: (
    of: TicketsOf,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly TicketHolding[]>
  /**
   * Who holds a valid ticket of a template: addresses of wallets, each once, ascending, behind
   * `after`, at most `limit`.
   */
  readonly holders: (
    rewardTemplateUuid: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly string[]>
  /** The valid tickets of a template in these wallets, in no order; they may move meanwhile. */
  readonly amongWallets: (
    rewardTemplateUuid: string,
    walletAddresses: readonly string[],
  ) => Promise<readonly TicketHolding[]>
  /**
   * The valid tickets of a template in these wallets, in no order. In a "write" they stay there
   * until the transaction ends: the ledger waits before it moves one.
   */
  readonly heldIn: (
    rewardTemplateUuid: string,
    walletAddresses: readonly string[],
  ) => Promise<readonly TicketHolding[]>
  /**
   * How many people hold a valid ticket of a template that reserves a seat at a door, as
   * `reservesSeat` says: each holder once, however many tickets and wallets.
   */
  readonly countHolders: (rewardTemplateUuid: string, door: TicketDoor) => Promise<number>
}
