import { Result } from "effect"
import { IdempotencyConflict } from "../errors/refusals.ts"
import type { SigningKey } from "../wallets/sealed-key.ts"
import type { Change } from "./change.ts"
import { type Posting, type PostRefusal, post } from "./post.ts"

/** What became of a posting: the transaction's id, and whether it was there already under the same key. */
export interface PostingAnswer {
  readonly transactionId: string
  readonly replayed: boolean
}

/** A posting that happens once, however often it is asked for under its key. */
export interface KeyedPosting {
  readonly posting: Posting
  /** Scope and key in one text. */
  readonly outcomeKey: string
  /** The key as the caller sent it, for the error. */
  readonly idempotencyKey: string
  readonly digest: string
}

/** The change that makes a posting: replays what the key did before, refuses the key for something else, posts otherwise. */
export const postingChange = (
  { posting, outcomeKey, idempotencyKey, digest }: KeyedPosting,
  key: SigningKey,
  network: string,
): Change<PostingAnswer, IdempotencyConflict | PostRefusal> => ({
  needs: { keys: [outcomeKey], wallets: [posting.from, posting.to] },
  judge: (view, now) => {
    const before = view.keys.get(outcomeKey)
    if (before !== undefined) {
      if (before.digest !== digest) return { ok: false, refusal: new IdempotencyConflict({ key: idempotencyKey }) }
      const none = { transactions: [], outcomes: [], events: [], wallets: [], ledger: view.ledger }
      return { ok: true, writes: none, answer: { transactionId: before.transactionId, replayed: true } }
    }
    const posted = post(view, posting, { key, network, now })
    if (Result.isFailure(posted)) return { ok: false, refusal: posted.failure }
    const { transaction, wallets, ledger } = posted.success
    return {
      ok: true,
      writes: {
        transactions: [transaction],
        outcomes: [{ key: outcomeKey, digest, transactionId: posting.id, createdAt: now }],
        events: [],
        wallets,
        ledger,
      },
      answer: { transactionId: posting.id, replayed: false },
    }
  },
})
