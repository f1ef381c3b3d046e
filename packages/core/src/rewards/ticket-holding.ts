import type { Transaction } from "../ledger/transaction.ts"

/**
 * Who holds a ticket. The ledger says it too, in a line of transactions: the one that issued it, and each that moved it names the one
 * before. This is where that line ends, so that a door need not walk it; it is written in the commit that moves the ticket.
 */
export interface TicketHolding {
  /** Id of the transaction that issued the ticket; it stays, whoever holds it. */
  readonly uid: string
  readonly organizationUuid: string
  readonly rewardTemplateUuid: string
  /** What it is a ticket to, if it is to one activity alone. */
  readonly activityUuid: string | undefined
  readonly walletAddress: string
  /** The last confirmed transaction of its line: who moves the ticket names it. */
  readonly transactionId: string
  /** `void` once its issue was taken back, for good. */
  readonly state: "valid" | "void"
  readonly createdAt: Date
  readonly updatedAt: Date | undefined
}

/** The ticket whose line ends with a transaction; undefined when it was moved on, or when there never was one. */
export const ticketOn = (tickets: ReadonlyMap<string, TicketHolding>, transactionId: string): TicketHolding | undefined =>
  [...tickets.values()].find((ticket) => ticket.transactionId === transactionId)

/** The ticket once `transaction` has moved it. */
export const ticketMoved = (ticket: TicketHolding, { body, createdAt }: Transaction): TicketHolding => ({
  ...ticket,
  walletAddress: body.to_address,
  transactionId: body.id,
  updatedAt: createdAt,
})

/**
 * What becomes of tickets when a transaction is taken back. Its issue: the ticket is void, wherever it has gone. Its last move: it is where
 * it was before. An earlier move: nothing, since who has it now had it from who held it rightly.
 */
export const ticketsWithout = (tickets: ReadonlyMap<string, TicketHolding>, { body }: Transaction, at: Date): readonly TicketHolding[] => {
  const issued = tickets.get(body.id)
  if (issued !== undefined) return [{ ...issued, state: "void", updatedAt: at }]
  const moved = ticketOn(tickets, body.id)
  if (moved === undefined) return []
  return [{ ...moved, walletAddress: body.from_address, transactionId: body.original_transaction_id, updatedAt: at }]
}
