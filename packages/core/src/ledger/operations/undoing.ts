import { Effect } from "effect"
import type { Caller } from "../../access/caller.ts"
import { permitToken } from "../../access/permit.ts"
import * as console from "../../contract/endpoints/console-ledger.ts"
import { NotFound } from "../../errors/refusals.ts"
import { authorise, organizationOf } from "../../organizations/steps.ts"
import { Ports, read } from "../../unit-of-work.ts"
import { ticketsWithout } from "../../rewards/ticket-holding.ts"
import { holdsWallet, walletAt } from "../../wallets/steps.ts"
import { availableOf } from "../chain.ts"
import { sayable } from "../asked.ts"
import { requestDigest } from "../commit.ts"
import type { KeyedPosting } from "../keyed-change.ts"
import { outcomeKey, plain, postOnce, reasonOf } from "../post-once.ts"
import { post } from "../post.ts"
import type { Transaction } from "../transaction.ts"

/** What is asked for. */
export interface Reversal {
  /** Id. */
  readonly transaction: string
  readonly reason?: string | undefined
  /** When the receiver has spent them: refuse, or take back what is there. */
  readonly onInsufficient?: "refuse" | "partial" | undefined
  readonly idempotencyKey: string
}

/**
 * Takes a transaction back, all that is left of it after refunds, exactly once: the points return, and its status is `reversed` from then
 * on. By the organization that issued it, or service staff. The receiver's wallet signs, since it gives the points; that does not count
 * against its holder.
 */
export const reverse = Effect.fnUntraced(function* (caller: Caller, input: Reversal) {
  const { ids } = yield* Ports
  const { reason = "", onInsufficient = "refuse", idempotencyKey } = input
  const { original, giver } = yield* undoable(caller, console.reverseTransaction.access, input.transaction, false)
  const id = ids.cuid()
  const why = yield* reasonOf(reason)
  const decide: KeyedPosting["decide"] = (view, signing) => {
    const now = view.transactions.get(original.body.id) ?? original
    const left = now.movedAmount - now.refundedAmount
    const from = view.wallets.get(giver.address)
    const available = from === undefined || from.kind === "issuance" ? left : Math.max(0, availableOf(from))
    const amount = onInsufficient === "partial" ? Math.min(left, available) : left
    return post(view, plain({ ...back(original, id, "reversal"), amount, reason: why }), signing)
  }
  const digest = requestDigest("reversal", { transaction: original.body.id, reason, on_insufficient: onInsufficient })
  const key = { outcomeKey: outcomeKey("reversal", giver, idempotencyKey), idempotencyKey, digest }
  const ticketsOf: KeyedPosting["ticketsOf"] = (view, { transaction }) => ({
    movedTickets: ticketsWithout(view.tickets, original, transaction.createdAt),
  })
  const needs = { ...needsOf(original), tickets: isOfTickets(original) ? [original.body.id] : [] }
  return yield* postOnce({ from: giver, keyed: { ...key, id, needs, decide, ticketsOf }, isCounted: false })
})

/** What is asked for. */
export interface Refund {
  /** Id. */
  readonly transaction: string
  /** Points, at least 1; all refunds of a transaction together are at most what it moved. */
  readonly amount: number
  readonly reason?: string | undefined
  readonly idempotencyKey: string
}

/** Gives part of a transaction back, or all of it, by whoever received it, or the organization that issued it. Its status stays. */
export const refund = Effect.fnUntraced(function* (caller: Caller, input: Refund) {
  const { ids } = yield* Ports
  const { amount, reason = "", idempotencyKey } = input
  yield* Effect.fromResult(sayable({ amount, description: reason }))
  const { original, giver, isReceiver } = yield* undoable(caller, console.refundTransaction.access, input.transaction, true)
  const id = ids.cuid()
  const meta = reason === "" ? undefined : { description: reason, tags: [], salt: (yield* reasonOf(reason))?.salt ?? "" }
  const decide: KeyedPosting["decide"] = (view, signing) => post(view, plain({ ...back(original, id, "refund"), amount, meta }), signing)
  const digest = requestDigest("refund", { transaction: original.body.id, amount, reason })
  const key = { outcomeKey: outcomeKey("refund", giver, idempotencyKey), idempotencyKey, digest }
  return yield* postOnce({ from: giver, keyed: { ...key, id, needs: needsOf(original), decide }, isCounted: isReceiver })
})

const isOfTickets = ({ body }: Transaction): boolean => body.transaction_type === "reward" || body.transaction_type === "ticket_transfer"

const back = ({ body }: Transaction, id: string, transactionType: "reversal" | "refund") => ({
  id,
  transactionType,
  from: body.to_address,
  to: body.from_address,
  originalTransactionId: body.id,
})

const needsOf = ({ body }: Transaction): KeyedPosting["needs"] => ({
  wallets: [body.from_address, body.to_address],
  transactions: [body.id],
})

/** A transaction for whoever may undo it: the organization at its sending end, else at its receiving end; or the receiver themself. */
const undoable = Effect.fnUntraced(function* (caller: Caller, access: Parameters<typeof authorise>[1], id: string, byReceiver: boolean) {
  if (access !== undefined) yield* Effect.fromResult(permitToken(access, caller))
  return yield* read(function* (tx) {
    const original = yield* tx.transactions.find(id)
    if (original === undefined) return yield* new NotFound({ what: "transaction" })
    const sender = yield* walletAt(original.body.from_address)
    const giver = yield* walletAt(original.body.to_address)
    if (byReceiver && (yield* holdsWallet(caller, giver))) return { original, giver, isReceiver: true }
    const organizationUuid = sender.organizationUuid ?? giver.organizationUuid
    if (caller.kind !== "host") {
      if (organizationUuid === undefined) return yield* new NotFound({ what: "transaction" })
      yield* authorise(caller, access, yield* organizationOf(organizationUuid))
    }
    return { original, giver, isReceiver: false }
  })
})
