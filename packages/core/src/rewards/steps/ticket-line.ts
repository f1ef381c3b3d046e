import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { Transaction } from "../../ledger/entries/transaction.ts"
import { supersededBy } from "../../ledger/tickets/ticket-holding.ts"

/** The ticket in whose line a transaction stands, void or not; undefined for every other. */
export const ticketInLine = step(function* (transaction: Transaction) {
  const tx = yield* Tx
  const issue = (yield* lineFrom(transaction)).at(-1) ?? transaction
  return yield* tx.tickets.find(issue.body.id)
})

/**
 * The transaction that moved the ticket on which another brought; undefined for one that brought
 * none, or whose ticket is still where it came.
 */
export const ticketMovedOnBy = step(function* (transaction: Transaction) {
  const tx = yield* Tx
  const ticket = yield* ticketInLine(transaction)
  if (ticket === undefined || ticket.transactionId === transaction.body.id) return undefined
  const last = yield* tx.transactions.find(ticket.transactionId)
  return supersededBy(transaction.body.id, last === undefined ? [] : yield* lineFrom(last))
})

/** A transaction and those before it in the line of its ticket, back to the one that issued it. */
const lineFrom = step(function* (transaction: Transaction) {
  const tx = yield* Tx
  const line: Transaction[] = []
  let one: Transaction | undefined = transaction
  while (one !== undefined) {
    line.push(one)
    const before = movedFrom(one)
    one = before === undefined ? undefined : yield* tx.transactions.find(before)
  }
  const whole: readonly Transaction[] = line
  return whole
})

/** The transaction that had brought the ticket to where this one took it from. */
const movedFrom = ({ body }: Transaction): string | undefined =>
  body.transaction_type === "ticket_transfer" ? body.original_transaction_id : undefined
