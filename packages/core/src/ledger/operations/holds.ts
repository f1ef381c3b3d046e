import { Effect, Result } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import {
  BadRequest,
  type IdentifierUnresolved,
  NotFound,
} from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Ports, RequestId, read, transact } from "../../foundation/unit-of-work.ts"
import { walletAt, walletNamed } from "../../wallets/steps.ts"
import { receivingWallet } from "../../identifiers/steps.ts"
import {
  validatePosting,
  arrivingJudgementOf,
  type KeyedPosting,
  judgementOf,
} from "../commit/posting-change.ts"
import {
  requestDigest,
  metaOf,
  outcomeKey,
  postedEntry,
  submitPosting,
  reasonOf,
} from "../commit/submit-posting.ts"
import { expiredHoldsJob } from "../commit/expired-holds.ts"
import type { PostRefusal } from "../entries/post.ts"
import type { CreateHoldInput, ReleaseHoldInput, SettleHoldInput } from "../inputs.ts"
import type { NoInput } from "../../foundation/kernel/inputs.ts"

/**
 * Holds points for a receiver: the sender cannot spend them, and they have not moved yet.
 * `holds.settle` moves them, or part of them. `holds.release` or the end of the hold frees them.
 * For the host alone.
 */
export const create = step(function* (caller: Caller, input: CreateHoldInput) {
  yield* Effect.fromResult(permitHost(caller))
  yield* Effect.fromResult(validatePosting(input))
  const { ids } = yield* Ports
  const { amount, description = "", referenceId = "", tags = [], expiresAt, idempotencyKey } = input
  if (Number.isNaN(expiresAt.getTime()))
    return yield* new BadRequest({ field: "expires_at", reason: "No instant." })
  const { from, to } = yield* read(function* () {
    const from = yield* walletNamed(input.wallet)
    return { from, to: yield* receivingWallet(input.to, from) }
  })
  const meta = yield* metaOf(description, tags)
  const ends = { effect: "pending", referenceId, meta, expiresAt } as const
  const posting = postedEntry({
    id: ids.cuid(),
    transactionType: "transfer",
    from: from.address,
    to: to.address,
    amount,
    ...ends,
  })
  const digest = requestDigest("hold", {
    from: from.address,
    to: to.address,
    amount,
    description,
    reference_id: referenceId,
    tags: [...tags],
    expires_at: expiresAt.toISOString(),
  })
  const key = { outcomeKey: outcomeKey("hold", from, idempotencyKey), idempotencyKey, digest }
  const arriving = arrivingJudgementOf(posting)
  // Judged where it is posted: the same request again is answered the same, also when its end has
  // come meanwhile.
  const decide: KeyedPosting<IdentifierUnresolved | PostRefusal>["decide"] = (view, signing) =>
    expiresAt <= signing.now
      ? Result.fail(
          new BadRequest({
            field: "expires_at",
            reason: "The end of a hold must be in the future.",
          }),
        )
      : arriving.decide(view, signing)
  const done = yield* submitPosting({
    from,
    keyed: { ...key, ...arriving, decide },
    isCounted: true,
  })
  // Should this be lost, the daily look at what has ended finds it.
  yield* transact(function* (tx, now) {
    const job = expiredHoldsJob(ids.uuid(), now, expiresAt, done.transaction.body.id)
    yield* tx.jobs.schedule({ ...job, requestId: yield* RequestId })
  })
  return done
})

/** Moves the held points to the receiver, once, before the hold ends. For the host alone. */
export const settle = step(function* (caller: Caller, input: SettleHoldInput) {
  const { held, from, ids } = yield* heldTransaction(caller, input.transaction)
  const amount = input.amount ?? held.body.amount
  yield* Effect.fromResult(validatePosting({ amount }, 0))
  const posting = postedEntry({
    id: ids.cuid(),
    effect: "post",
    transactionType: held.body.transaction_type,
    from: held.body.from_address,
    to: held.body.to_address,
    amount,
    originalTransactionId: held.body.id,
  })
  const { idempotencyKey } = input
  const digest = requestDigest("settle_hold", { transaction: held.body.id, amount })
  const key = {
    outcomeKey: outcomeKey("settle_hold", from, idempotencyKey),
    idempotencyKey,
    digest,
  }
  return yield* submitPosting({
    from,
    keyed: { ...key, ...arrivingJudgementOf(posting) },
    isCounted: false,
  })
})

/** Frees the held points. For the host alone. */
export const release = step(function* (caller: Caller, input: ReleaseHoldInput) {
  const { held, from, ids } = yield* heldTransaction(caller, input.transaction)
  const { endsAs = "cancelled", reason = "", idempotencyKey } = input
  const posting = postedEntry({
    id: ids.cuid(),
    effect: "void",
    transactionType: held.body.transaction_type,
    from: held.body.from_address,
    to: held.body.to_address,
    amount: 0,
    originalTransactionId: held.body.id,
    endsAs,
    reason: yield* reasonOf(reason),
  })
  const digest = requestDigest("release_hold", {
    transaction: held.body.id,
    ends_as: endsAs,
    reason,
  })
  const key = {
    outcomeKey: outcomeKey("release_hold", from, idempotencyKey),
    idempotencyKey,
    digest,
  }
  return yield* submitPosting({
    from,
    keyed: { ...key, ...judgementOf(posting) },
    isCounted: false,
  })
})

const expiredMax = 100

/**
 * Frees the points of up to a hundred holds that have ended; returns how many. For the host alone:
 * a job repeats it until none is left.
 */
export const releaseExpired = step(function* (caller: Caller, _input: NoInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { clock } = yield* Ports
  const expired = yield* read(function* (tx) {
    return yield* tx.transactions.expiredHolds(clock.now(), expiredMax)
  })
  let released = 0
  for (const { body } of expired) {
    const ends = {
      endsAs: "failed",
      reason: "hold_expired",
      idempotencyKey: `expired:${body.id}`,
    } as const
    // Not what another caller released meanwhile: a store that lost it would have us ask for ever.
    if (!(yield* release(caller, { transaction: body.id, ...ends })).replayed) released += 1
  }
  return released
})

const heldTransaction = step(function* (caller: Caller, id: string) {
  yield* Effect.fromResult(permitHost(caller))
  const { ids } = yield* Ports
  return yield* read(function* (tx) {
    const held = yield* tx.transactions.find(id)
    if (held === undefined || held.body.effect !== "pending")
      return yield* new NotFound({ what: "transaction" })
    return { held, from: yield* walletAt(held.body.from_address), ids }
  })
})
