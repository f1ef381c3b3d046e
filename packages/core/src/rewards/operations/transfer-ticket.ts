import { Effect, Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/wallets.ts"
import {
  BadRequest,
  Conflict,
  type IdentifierUnresolved,
  NotFound,
} from "../../foundation/errors/refusals.ts"
import { canonicalIdentifier, type IdentifierRef } from "../../identifiers/identifier.ts"
import {
  validatePosting,
  isClosed,
  type KeyedPosting,
  receiverGone,
} from "../../ledger/commit/posting-change.ts"
import {
  requestDigest,
  metaOf,
  outcomeKey,
  postedEntry,
  submitPosting,
} from "../../ledger/commit/submit-posting.ts"
import { post, type PostRefusal } from "../../ledger/entries/post.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { prepareKey } from "../../wallets/prepare.ts"
import { mustNotBeFrozen, walletFor } from "../../wallets/steps.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import { openTicketWallet, ticketWallet } from "../steps.ts"
import { ticketMoved, ticketOn } from "../../ledger/tickets/ticket-holding.ts"
import { isUsed } from "../../ledger/tickets/ticket-use.ts"
import type { TransferTicketInput } from "../inputs.ts"

/**
 * Transfers a ticket: a ledger entry of amount 0 that names the previous entry of the ticket.
 * `Conflict` for a ticket that has moved on or was taken back. The same request under the same key
 * moves it once.
 */
export const transfer = Effect.fnUntraced(function* (caller: Caller, input: TransferTicketInput) {
  yield* Effect.fromResult(validatePosting({ ...input, amount: 0 }, 0))
  const { ids } = yield* Ports
  const { description = "", referenceId = "", tags = [], idempotencyKey } = input
  const { from, organizationUuid, known, outcome } = yield* read(function* (tx) {
    const from = yield* walletFor(caller, accessOf(endpoints.transfer), input.wallet)
    const outcome = outcomeKey("transfer", from, idempotencyKey)
    if ((yield* tx.ledger.outcome(outcome)) === undefined) yield* mustNotBeFrozen(from)
    const organizationUuid = yield* issuerOf(input.transaction, from)
    return {
      from,
      organizationUuid,
      outcome,
      known: yield* ticketWallet(input.to, organizationUuid),
    }
  })
  const to = known ?? (yield* opened(input.to, organizationUuid))
  if (from.address === to.address)
    return yield* new BadRequest({ field: "to", reason: "A wallet cannot send to itself." })
  const posting = postedEntry({
    id: ids.cuid(),
    transactionType: "ticket_transfer",
    from: from.address,
    to: to.address,
    amount: 0,
    referenceId,
    originalTransactionId: input.transaction,
    meta: yield* metaOf(description, tags),
  })
  const decide: KeyedPosting<IdentifierUnresolved | PostRefusal>["decide"] = (view, signing) => {
    if (isClosed(view, to.address)) return Result.fail(receiverGone)
    const ticket = ticketOn(view.tickets, input.transaction)
    if (ticket === undefined) return Result.fail(handedOn)
    if (ticket.state !== "valid") return Result.fail(takenBack)
    const use = view.ticketUses?.get(ticket.uid)
    // Into another wallet of the same person's a ticket goes whatever it was used for.
    const isHandedOn = to.userUuid === undefined || to.userUuid !== use?.holderUuid
    return isHandedOn && use !== undefined && isUsed(use, view.tickets, signing.now)
      ? Result.fail(used)
      : post(view, posting, signing)
  }
  const alongside: KeyedPosting["alongside"] = (view, { transaction }) => {
    const ticket = ticketOn(view.tickets, input.transaction)
    return { movedTickets: ticket === undefined ? [] : [ticketMoved(ticket, transaction, to)] }
  }
  const request = {
    from: from.address,
    to: { ...canonicalIdentifier(input.to) },
    transaction_id: input.transaction,
    description,
    reference_id: referenceId,
  }
  const digest = requestDigest("ticket_transfer", { ...request, tags: [...tags] })
  const needs = {
    wallets: [from.address, to.address],
    transactions: [],
    tickets: [input.transaction],
  }
  const keyed = {
    outcomeKey: outcome,
    idempotencyKey,
    digest,
    id: posting.id,
    needs,
    decide,
    alongside,
  }
  return yield* submitPosting({ from, keyed, isCounted: true })
})

const handedOn = new Conflict({
  reason: "ticket_moved",
  message: "The transaction has no ticket, or the ticket was handed on.",
})
const used = new Conflict({
  reason: "ticket_used",
  message:
    "The holder was admitted with this ticket, so it cannot be handed on. After the session, it can be handed on if it is valid for another session.",
})
const takenBack = new Conflict({
  reason: "ticket_void",
  message: "The ticket was revoked and is no longer valid.",
})

const opened = Effect.fnUntraced(function* (to: IdentifierRef, organizationUuid: string) {
  const key = yield* prepareKey()
  return yield* transact(function* (_tx, now) {
    return yield* openTicketWallet(to, organizationUuid, key, now)
  })
})

/**
 * The organization of the ticket that a transaction brought into a wallet: that of the treasury at
 * the beginning of its line.
 */
const issuerOf = Effect.fnUntraced(function* (id: string, holder: Wallet) {
  const tx = yield* Tx
  let transaction = yield* tx.transactions.find(id)
  if (transaction?.body.to_address !== holder.address)
    return yield* new NotFound({ what: "transaction" })
  while (transaction?.body.transaction_type === "ticket_transfer")
    transaction = yield* tx.transactions.find(transaction.body.original_transaction_id)
  const ticket = transaction === undefined ? undefined : yield* tx.tickets.find(transaction.body.id)
  return ticket?.organizationUuid ?? (yield* new NotFound({ what: "transaction" }))
})
