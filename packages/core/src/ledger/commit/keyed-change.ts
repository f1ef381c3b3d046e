import { Result } from "effect"
import {
  type Conflict,
  IdempotencyConflict,
  IdentifierUnresolved,
  type InsufficientBalance,
} from "../../foundation/errors/refusals.ts"
import {
  type Change,
  type Needs,
  noWrites,
  type Outcome,
  type View,
  type Writes,
} from "../entries/change.ts"
import { type Posted, type Posting, type PostRefusal, post, type Signing } from "../entries/post.ts"
import { refusalOf, storedRefusal } from "./sticky.ts"
import type { Transaction } from "../entries/transaction.ts"

/**
 * What became of a posting: the transaction, or the id of the one that was made under the same key
 * before.
 */
export type PostingAnswer =
  | { readonly transaction: Transaction }
  | { readonly transactionId: string }

/** What a posting reads, and how it is judged. */
export type PostingJudgement<Refused extends IdentifierUnresolved | PostRefusal> = Pick<
  KeyedPosting<Refused>,
  "id" | "needs" | "decide"
>

/** Under what a request happens once, however often it is asked for. */
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
  readonly decide: (view: View, signing: Signing) => Result.Result<Posted, Refused>
  /** What becomes of tickets with it. */
  readonly ticketsOf?: (
    view: View,
    posted: Posted,
  ) => Partial<Pick<Writes, "tickets" | "movedTickets">>
}

/**
 * The change that makes a posting: answers what the key led to before, refusals too, refuses the
 * key for something else, and posts otherwise.
 */
export const keyedChange = <Refused extends IdentifierUnresolved | PostRefusal = PostRefusal>(
  { outcomeKey: key, idempotencyKey, digest, id, needs, decide, ticketsOf }: KeyedPosting<Refused>,
  signing: Omit<Signing, "now">,
): Change<PostingAnswer, IdempotencyConflict | InsufficientBalance | Conflict | Refused> => ({
  needs: { ...needs, keys: [key] },
  judge: (view, now) => {
    const before = view.keys.get(key)
    if (before !== undefined) {
      const again = replayed(before, { idempotencyKey, digest })
      if (Result.isFailure(again)) return { ok: false, refusal: again.failure }
      return { ok: true, writes: { ...noWrites, ledger: view.ledger }, answer: again.success }
    }
    const posted = decide(view, { ...signing, now })
    if (Result.isFailure(posted)) {
      const refusal = storedRefusal(posted.failure)
      const outcome = refusal && { key, digest, transactionId: undefined, refusal, createdAt: now }
      return { ok: false, refusal: posted.failure, outcome }
    }
    const { transaction, settled, status, wallets, ledger, newKey } = posted.success
    return {
      ok: true,
      writes: {
        ...noWrites,
        transactions: [transaction],
        settled: settled === undefined ? [] : [settled],
        statuses: status === undefined ? [] : [status],
        outcomes: [{ key, digest, transactionId: id, refusal: undefined, createdAt: now }],
        wallets,
        walletKeys: newKey === undefined ? [] : [newKey],
        ...ticketsOf?.(view, posted.success),
        ledger,
      },
      answer: { transaction },
    }
  },
})

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
 * The same for a posting to a receiver that an identifier named: refused with
 * `IdentifierUnresolved` once the receiver's account is deleted, also where that happened after the
 * receiver was found.
 */
export const arrivingPosting = (
  posting: Posting,
): PostingJudgement<IdentifierUnresolved | PostRefusal> => {
  const plain = plainPosting(posting)
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

/** A posting of which everything is known before. */
export const plainPosting = (posting: Posting): PostingJudgement<PostRefusal> => ({
  id: posting.id,
  needs: {
    wallets: [posting.from, posting.to],
    transactions: posting.originalTransactionId === "" ? [] : [posting.originalTransactionId],
  },
  decide: (view, signing) => post(view, posting, signing),
})
