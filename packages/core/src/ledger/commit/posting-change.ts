import { Result } from "effect"
import {
  BadRequest,
  Conflict,
  IdempotencyConflict,
  IdentifierUnresolved,
  InsufficientBalance,
} from "../../foundation/errors/refusals.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { referenceIdMax } from "../../ledger-proof/body.ts"
import {
  type Change,
  type Needs,
  noWrites,
  type Outcome,
  type StoredRefusal,
  type View,
  type Writes,
} from "../entries/change.ts"
import { type Posted, type Posting, type PostRefusal, post, type Signing } from "../entries/post.ts"
import type { Transaction } from "../entries/transaction.ts"

/** What a caller submits to the ledger, as far as it can be wrong by itself. */
export interface SubmittedPosting {
  readonly amount: number
  readonly referenceId?: string | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
}

/**
 * Refuses what no ledger entry can hold: an amount that is no whole number from `least` (default 1)
 * to 2^53-1, a reference that is too long, texts with lone surrogates, which have no UTF-8. Runs
 * before anything else, so that the refusal uses up no idempotency key.
 */
export const validatePosting = (
  { amount, referenceId = "", description = "", tags = [] }: SubmittedPosting,
  least: 0 | 1 = 1,
): Result.Result<void, BadRequest> => {
  const isWhole = Number.isSafeInteger(amount) && amount >= least
  if (!isWhole)
    return Result.fail(
      new BadRequest({
        field: "amount",
        reason: `A whole number from ${least} to ${limits.amountMax}.`,
      }),
    )
  if (referenceId.length > referenceIdMax || !referenceId.isWellFormed())
    return Result.fail(
      new BadRequest({
        field: "reference_id",
        reason: `At most ${referenceIdMax} characters, and no lone surrogates.`,
      }),
    )
  if (!description.isWellFormed())
    return Result.fail(new BadRequest({ field: "description", reason: "No lone surrogates." }))
  if (!tags.every((tag) => tag.isWellFormed()))
    return Result.fail(new BadRequest({ field: "tags", reason: "No lone surrogates." }))
  return Result.succeed(undefined)
}

/**
 * The answer to a posting: the transaction, or the id of the one that was made under the same
 * idempotency key before.
 */
export type PostingAnswer =
  | { readonly transaction: Transaction; readonly alongside: Alongside }
  | { readonly transactionId: string }

/** What a posting reads, and how it is judged. */
export type PostingJudgement<Refused extends IdentifierUnresolved | PostRefusal> = Pick<
  KeyedPosting<Refused>,
  "id" | "needs" | "decide"
>

/** What makes a request happen once, however often it is submitted. */
export interface RequestKey {
  /** Scope and key in one text. */
  readonly outcomeKey: string
  /** The key as the caller sent it, for the error. */
  readonly idempotencyKey: string
  /** Of the request: another one under the same key is a conflict. */
  readonly digest: string
}

/**
 * A posting that may depend on what it finds; its id is known before. `Refused` is what it may be
 * refused with.
 */
export interface KeyedPosting<Refused extends IdentifierUnresolved | PostRefusal = PostRefusal>
  extends RequestKey {
  readonly id: string
  readonly needs: Omit<Needs, "keys">
  /** Addresses of wallets of cards whose histories it judges. */
  readonly cards?: readonly string[] | undefined
  readonly decide: (view: View, signing: Signing) => Result.Result<Posted, Refused>
  /** What becomes true with the posting. */
  readonly alongside?: (view: View, posted: Posted) => Alongside
  /** What may happen once alone, under whatever idempotency key. */
  readonly once?: Once | undefined
}

/** What is written beside a transaction, and its wallets, in the same commit. */
export type Alongside = Partial<
  Pick<Writes, "tickets" | "movedTickets" | "issuances" | "supplies" | "reservations" | "events">
>

/** A thing that happens once. */
export interface Once {
  /** Among the keys of {@link Outcome}s. */
  readonly key: string
  /** What a second one is refused with. */
  readonly refusal: Conflict
}

/**
 * The change that makes a posting: answers what the key led to before, refusals too, refuses the
 * key for something else, and posts otherwise.
 */
export const postingChange = <Refused extends IdentifierUnresolved | PostRefusal = PostRefusal>(
  keyed: KeyedPosting<Refused>,
  signing: Omit<Signing, "now">,
): Change<PostingAnswer, IdempotencyConflict | InsufficientBalance | Conflict | Refused> => ({
  needs: { ...keyed.needs, keys: keysOf(keyed) },
  cards: keyed.cards,
  judge: (view, now) => {
    const { outcomeKey: key, digest, id } = keyed
    const before = view.keys.get(key)
    if (before !== undefined) {
      const again = replayed(before, keyed)
      if (Result.isFailure(again)) return { ok: false, refusal: again.failure }
      return { ok: true, writes: { ...noWrites, ledger: view.ledger }, answer: again.success }
    }
    const posted: Result.Result<Posted, Conflict | Refused> = hasHappened(view, keyed)
      ? Result.fail(keyed.once.refusal)
      : keyed.decide(view, { ...signing, now })
    if (Result.isFailure(posted)) {
      const refusal = refusalToStore(posted.failure)
      const outcome = refusal && { key, digest, transactionId: undefined, refusal, createdAt: now }
      return { ok: false, refusal: posted.failure, outcome }
    }
    const { transaction, settled, status, wallets, ledger, newKey } = posted.success
    const alongside = keyed.alongside?.(view, posted.success) ?? {}
    return {
      ok: true,
      writes: {
        ...noWrites,
        transactions: [transaction],
        settled: settled === undefined ? [] : [settled],
        statuses: status === undefined ? [] : [status],
        outcomes: keysOf(keyed).map((each) => ({
          key: each,
          digest,
          transactionId: id,
          refusal: undefined,
          createdAt: now,
        })),
        wallets,
        walletKeys: newKey === undefined ? [] : [newKey],
        ...alongside,
        ledger,
      },
      answer: { transaction, alongside },
    }
  },
})

const keysOf = ({ outcomeKey: key, once }: Pick<KeyedPosting, "outcomeKey" | "once">) =>
  once === undefined ? [key] : [key, once.key]

const hasHappened = <Keyed extends { readonly once?: Once | undefined }>(
  { keys }: Pick<View, "keys">,
  keyed: Keyed,
): keyed is Keyed & { readonly once: Once } => keyed.once !== undefined && keys.has(keyed.once.key)

/**
 * What a request answers that was made under its key before; another request under that key is
 * refused.
 */
export const replayed = (
  { digest, refusal, transactionId = "" }: Outcome,
  request: Pick<RequestKey, "idempotencyKey" | "digest">,
): Result.Result<
  { readonly transactionId: string },
  IdempotencyConflict | InsufficientBalance | Conflict
> => {
  if (digest !== request.digest)
    return Result.fail(new IdempotencyConflict({ key: request.idempotencyKey }))
  return refusal === undefined ? Result.succeed({ transactionId }) : Result.fail(refusalOf(refusal))
}

/**
 * The judgement of a posting to a receiver that an identifier named. It refuses with
 * `IdentifierUnresolved` once the receiver's account is deleted, also if that happened after the
 * receiver was found.
 */
export const arrivingJudgementOf = (
  posting: Posting,
): PostingJudgement<IdentifierUnresolved | PostRefusal> => {
  const plain = judgementOf(posting)
  return {
    ...plain,
    decide: (view, signing) =>
      isClosed(view, posting.to) ? Result.fail(receiverGone) : plain.decide(view, signing),
  }
}

/**
 * Whether a wallet's user has deleted their account: nothing is sent there. What undoes an earlier
 * entry still arrives.
 */
export const isClosed = ({ wallets }: Pick<View, "wallets">, address: string): boolean =>
  wallets.get(address)?.closedAt !== undefined

/** The refusal of what is sent to a deleted account. */
export const receiverGone = new IdentifierUnresolved({ field: "to" })

/** The judgement of a posting that depends on nothing but the ledger. */
export const judgementOf = (posting: Posting): PostingJudgement<PostRefusal> => ({
  id: posting.id,
  needs: {
    wallets: [posting.from, posting.to],
    transactions: posting.originalTransactionId === "" ? [] : [posting.originalTransactionId],
  },
  decide: (view, signing) => post(view, posting, signing),
})

/**
 * The refusal to store under the idempotency key: what the ledger itself refused. Undefined for bad
 * input, a missing right, a full queue and a rotated key, which use up no idempotency key: the same
 * call may succeed later.
 */
export const refusalToStore = (refusal: unknown): StoredRefusal | undefined => {
  if (refusal instanceof InsufficientBalance)
    return { kind: "insufficient_balance", available: refusal.available }
  if (refusal instanceof Conflict)
    return {
      kind: "conflict",
      reason: refusal.reason,
      message: refusal.message,
      details: refusal.details ?? {},
    }
  return undefined
}

/** The refusal that was stored. */
export const refusalOf = (stored: StoredRefusal): InsufficientBalance | Conflict => {
  switch (stored.kind) {
    case "insufficient_balance":
      return new InsufficientBalance({ available: stored.available })
    case "conflict":
      return new Conflict({
        reason: stored.reason,
        message: stored.message,
        details: stored.details,
      })
  }
}
