import { Result } from "effect"
import { Conflict } from "../../foundation/errors/refusals.ts"
import type { WalletIdentity } from "../../wallets/wallet.ts"
import type { DoorTerms } from "./door-terms.ts"
import type { TicketTerms } from "./ticket-terms.ts"

/**
 * Who holds a ticket. The ledger says it too, in a line of transactions: the one that issued it,
 * and each that moved it names the one before. This is where that line ends, so that a door need
 * not walk it; it is written in the commit that moves the ticket.
 */
export interface TicketHolding extends DoorTerms {
  /** Id of the transaction that issued the ticket; it stays when the ticket moves. */
  readonly uid: string
  readonly organizationUuid: string
  readonly rewardTemplateUuid: string
  /** What it is a ticket to, if it is to one activity alone. */
  readonly activityUuid: string | undefined
  readonly walletAddress: string
  /** Whose wallet that is; undefined for the wallet of a card, whose holder may change. */
  readonly userUuid: string | undefined
  /** The last confirmed transaction of its line: who moves the ticket names it. */
  readonly transactionId: string
  /** `void` once its issue was taken back, for good. */
  readonly state: "valid" | "void"
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
  /** Undefined for a ticket that was issued by a name alone: it is handed on freely. */
  readonly terms: TicketTerms | undefined
  /** How often it was handed on to another person. */
  readonly transfers: number
}

/** The wallet that a ticket goes into. */
export type Receiver = Pick<WalletIdentity, "address" | "userUuid">

/** What a ticket needs to know of a transaction in its line; a ledger's `Transaction` has it. */
export interface TicketTransaction {
  readonly body: { readonly id: string; readonly original_transaction_id: string }
  readonly createdAt: Date
}

/**
 * The ticket whose line ends with a transaction; undefined when it was moved on, or when there
 * never was one.
 */
export const ticketOn = (
  tickets: ReadonlyMap<string, TicketHolding>,
  transactionId: string,
): TicketHolding | undefined =>
  [...tickets.values()].find((ticket) => ticket.transactionId === transactionId)

/** The ticket once `transaction` has moved it into a wallet; of another person it counts. */
export const ticketMoved = (
  ticket: TicketHolding,
  { body, createdAt }: TicketTransaction,
  to: Receiver,
  isHandedOn: boolean,
): TicketHolding => ({
  ...ticket,
  walletAddress: to.address,
  userUuid: to.userUuid,
  transactionId: body.id,
  updatedAt: createdAt,
  transfers: isHandedOn ? ticket.transfers + 1 : ticket.transfers,
})

/**
 * The transaction that moved a ticket on from where another brought it; undefined while it is there.
 * `line` are the transactions that brought the ticket where it is, without those that were taken
 * back.
 */
export const supersededBy = (
  transactionId: string,
  line: readonly Pick<TicketTransaction, "body">[],
): string | undefined =>
  line.find(({ body }) => body.original_transaction_id === transactionId)?.body.id

/**
 * Refuses to hand a ticket on to another person against its terms, with `Conflict`:
 * `ticket_not_transferable`, `ticket_transfer_limit`, or `ticket_transfer_ended`, from the moment
 * of `transferUntil` on.
 */
export const permitTransfer = (
  { terms, transfers }: Pick<TicketHolding, "terms" | "transfers">,
  now: Date,
): Result.Result<void, Conflict> => {
  if (terms === undefined) return Result.void
  const { isTransferable, transferLimit, transferUntil } = terms
  if (!isTransferable) return Result.fail(notTransferable)
  if (transferLimit !== null && transfers >= transferLimit) return Result.fail(limitReached)
  return transferUntil !== null && now.getTime() >= Date.parse(transferUntil)
    ? Result.fail(transfersEnded)
    : Result.void
}

const notTransferable = new Conflict({
  reason: "ticket_not_transferable",
  message: "This ticket cannot be handed on.",
})
const limitReached = new Conflict({
  reason: "ticket_transfer_limit",
  message: "The ticket was handed on as often as it may be.",
})
const transfersEnded = new Conflict({
  reason: "ticket_transfer_ended",
  message: "The time in which the ticket could be handed on has ended.",
})

/**
 * What becomes of tickets when a transaction is taken back. Its issue: the ticket is void, wherever
 * it has gone. Its last move: it is where it was before, in the wallet `sender`. An earlier move:
 * nothing, since who has it now had it from who held it rightly.
 */
export const ticketsWithout = (
  tickets: ReadonlyMap<string, TicketHolding>,
  { body }: Pick<TicketTransaction, "body">,
  sender: Receiver,
  at: Date,
): readonly TicketHolding[] => {
  const issued = tickets.get(body.id)
  if (issued !== undefined) return [{ ...issued, state: "void", updatedAt: at }]
  const moved = ticketOn(tickets, body.id)
  if (moved === undefined) return []
  const { address: walletAddress, userUuid } = sender
  return [
    {
      ...moved,
      walletAddress,
      userUuid,
      transactionId: body.original_transaction_id,
      updatedAt: at,
    },
  ]
}
