import { Effect, Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import * as console from "../../contract/endpoints/console-ledger.ts"
import { accessOf } from "../../contract/endpoint.ts"
import {
  ForbiddenNotAuthorized,
  InsufficientBalance,
  NotFound,
} from "../../foundation/errors/refusals.ts"
import { hasRole } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, Tx } from "../../foundation/unit-of-work.ts"
import { returned } from "../supplies/supply.ts"
import { ticketsWithout } from "../tickets/ticket-holding.ts"
import { holdsWallet, mustNotBeFrozen, walletAt } from "../../wallets/steps.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import { availableOf } from "../../ledger-proof/chain.ts"
import { validatePosting, type KeyedPosting } from "../commit/posting-change.ts"
import {
  requestDigest,
  outcomeKey,
  postedEntry,
  submitPosting,
  reasonOf,
} from "../commit/submit-posting.ts"
import { postWithinAllowance, mintsFreely } from "../commit/points-allowance.ts"
import type { Transaction } from "../entries/transaction.ts"
import { isOrganizations, organizationThatUndoes, type Undoing } from "../entries/undoing-right.ts"
import type { RefundTransactionInput, ReverseTransactionInput } from "../inputs.ts"

/**
 * Reverses a transaction, once: the points that no refund has returned go back, and its status
 * becomes `reversed`. For the organization whose treasury sent it. The receiver's wallet signs,
 * because it gives the points; this does not count against its holder's limit. `NotFound` for a
 * caller who may not see the transaction.
 */
export const reverse = step(function* (caller: Caller, input: ReverseTransactionInput) {
  const { ids } = yield* Ports
  const { reason = "", onInsufficient = "refuse", idempotencyKey } = input
  const found = yield* undoable(caller, "reversal", input.transaction)
  const { original, sender, giver, allowance, issuance, wasOfAnother } = found
  const id = ids.cuid()
  const why = yield* reasonOf(reason)
  const decide: KeyedPosting["decide"] = (view, signing) => {
    const now = view.transactions.get(original.body.id) ?? original
    const left = now.movedAmount - now.refundedAmount
    const from = view.wallets.get(giver.address)
    const available = wasOfAnother
      ? 0
      : from === undefined || from.kind === "issuance"
        ? left
        : Math.max(0, availableOf(from))
    const amount = onInsufficient === "partial" ? Math.min(left, available) : left
    if (wasOfAnother && amount > 0) return Result.fail(new InsufficientBalance({ available }))
    return postWithinAllowance(
      view,
      postedEntry({ ...back(original, id, "reversal"), amount, reason: why }),
      signing,
      allowance,
    )
  }
  const digest = requestDigest("reversal", {
    transaction: original.body.id,
    reason,
    on_insufficient: onInsufficient,
  })
  const key = { outcomeKey: outcomeKey("reversal", sender, idempotencyKey), idempotencyKey, digest }
  const alongside: KeyedPosting["alongside"] = (view, { transaction, wallets: [, to] }) => ({
    movedTickets: ticketsWithout(view.tickets, original, to, transaction.createdAt),
    supplies: [...view.supplies.values()]
      .filter(({ uuid }) => uuid === issuance?.rewardTemplateUuid)
      .map(returned),
  })
  const needs = {
    ...needsOf(original),
    tickets: isOfTickets(original) ? [original.body.id] : [],
    supplies: issuance === undefined ? [] : [issuance.rewardTemplateUuid],
  }
  return yield* submitPosting({
    from: giver,
    keyed: { ...key, id, needs, decide, alongside },
    isCounted: false,
  })
})

/**
 * Returns all or part of a transaction's points; its status stays. For the user who received it, or
 * the organization whose treasury did. `NotFound` for a caller who may not see the transaction.
 */
export const refund = step(function* (caller: Caller, input: RefundTransactionInput) {
  const { ids } = yield* Ports
  const { amount, reason = "", idempotencyKey } = input
  yield* Effect.fromResult(validatePosting({ amount, description: reason }))
  const { original, giver, isHolder, allowance } = yield* undoable(
    caller,
    "refund",
    input.transaction,
  )
  const id = ids.cuid()
  const meta =
    reason === ""
      ? undefined
      : { description: reason, tags: [], salt: (yield* reasonOf(reason))?.salt ?? "" }
  const decide: KeyedPosting["decide"] = (view, signing) =>
    postWithinAllowance(
      view,
      postedEntry({ ...back(original, id, "refund"), amount, meta }),
      signing,
      allowance,
    )
  const digest = requestDigest("refund", { transaction: original.body.id, amount, reason })
  const key = { outcomeKey: outcomeKey("refund", giver, idempotencyKey), idempotencyKey, digest }
  const known = isHolder ? yield* spendable(giver, key.outcomeKey) : undefined
  return yield* submitPosting({
    from: giver,
    keyed: { ...key, id, needs: needsOf(original), decide },
    isCounted: isHolder,
    known,
  })
})

/**
 * What the key led to before. A new refund out of the wallet of a frozen card is refused, as
 * anything that is sent from it.
 */
const spendable = step(function* (wallet: Wallet, key: string) {
  return yield* read(function* (tx) {
    const before = yield* tx.ledger.outcome(key)
    if (before === undefined) yield* mustNotBeFrozen(wallet)
    return { before }
  })
})

const isOfTickets = ({ body }: Transaction): boolean =>
  body.transaction_type === "reward" || body.transaction_type === "ticket_transfer"

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

/**
 * A transaction for a caller who may undo it: the organization whose treasury sent it (reversal) or
 * received it (refund), the person who received it (refund), or the service itself. To a caller who
 * may not even see it, it is absent.
 */
const undoable = step(function* (caller: Caller, undoing: Undoing, id: string) {
  const access = accessOf(undoing === "reversal" ? console.reverse : console.refund)
  yield* Effect.fromResult(permitToken(access, caller))
  return yield* read(function* (tx) {
    const original = yield* tx.transactions.find(id)
    if (original === undefined) return yield* new NotFound({ what: "transaction" })
    const sender = yield* walletAt(original.body.from_address)
    const giver = yield* walletAt(original.body.to_address)
    const issuance = yield* tx.issuances.find(id)
    const wasOfAnother = yield* hasNewHolder(giver, original)
    const ends = {
      original,
      sender,
      giver,
      issuance,
      wasOfAnother,
      isHolder: false,
      allowance: undefined,
    }
    if (caller.kind === "host") return ends
    if (undoing === "refund" && (yield* holdsWallet(caller, giver)))
      return { ...ends, isHolder: true }
    const organizationUuid = organizationThatUndoes(undoing, { sender, receiver: giver })
    const organization =
      organizationUuid === undefined ? undefined : yield* tx.organizations.find(organizationUuid)
    if (
      organization !== undefined &&
      (yield* hasRole(caller, organization, access.role ?? "owner"))
    )
      // Undoing a burn issues the points again.
      return { ...ends, allowance: mintsFreely(caller) ? undefined : organization.pointsAllowance }
    if (!(yield* seesEither(caller, [sender, giver])))
      return yield* new NotFound({ what: "transaction" })
    return yield* new ForbiddenNotAuthorized({ reason: rights[undoing] })
  })
})

/**
 * Whether a transaction went to a card that somebody else had then. What it brought is not in the
 * card's wallet any more, and what is there is the next holder's.
 */
const hasNewHolder = step(function* (wallet: Wallet, { logIndex }: Transaction) {
  if (wallet.kind !== "card") return false
  const tx = yield* Tx
  const { historyFrom } = (yield* tx.cards.ofWallet(wallet.address)) ?? {}
  return historyFrom !== undefined && logIndex < historyFrom
})

const rights: Readonly<Record<Undoing, string>> = {
  reversal:
    "Only a manager of the organization whose treasury sent the transaction may reverse it.",
  refund:
    "Only the user who received the transaction, or a manager of the organization whose treasury received it, may refund it.",
}

/**
 * Whether one of the wallets is the caller's own, or belongs to an organization on whose team the
 * caller reads.
 */
const seesEither = step(function* (caller: Caller, wallets: readonly Wallet[]) {
  const tx = yield* Tx
  for (const wallet of wallets) {
    if (yield* holdsWallet(caller, wallet)) return true
    const organization = isOrganizations(wallet)
      ? yield* tx.organizations.find(wallet.organizationUuid ?? "")
      : undefined
    if (organization !== undefined && (yield* hasRole(caller, organization, "staff"))) return true
  }
  return false
})
