import { Effect } from "effect"
import { NotFound, RateLimited } from "../errors/refusals.ts"
import { Ports, read } from "../unit-of-work.ts"
import type { Wallet } from "../wallets/wallet.ts"
import { commitSigned } from "./commit.ts"
import type { Outcome } from "./change.ts"
import { type KeyedPosting, keyedChange, replayed } from "./keyed-change.ts"
import type { Posting } from "./post.ts"
import type { StatusReason } from "./status-event.ts"
import type { TransactionMeta } from "./transaction.ts"

/** How a posting is made. */
export interface PostOnce {
  readonly from: Wallet
  readonly keyed: KeyedPosting
  /** Whether the wallet's holder asks: then it counts among what the wallet signs in an hour. */
  readonly isCounted: boolean
  /** What the key had led to, where whoever asks has just looked; else it is looked up. */
  readonly known?: Known | undefined
}

/** What an idempotency key had led to; `before` is undefined when it was new. */
export interface Known {
  readonly before: Outcome | undefined
}

/**
 * Makes a posting, once for its idempotency key: the same request again answers the same transaction, or the same refusal, and costs a read.
 */
export const postOnce = Effect.fnUntraced(function* ({ from, keyed, isCounted, known }: PostOnce) {
  const { before } = known ?? (yield* lookUp(keyed.outcomeKey))
  if (before === undefined && isCounted) yield* countSigning(from)
  const answer =
    before === undefined
      ? yield* commitSigned(from.address, (signing) => keyedChange(keyed, signing))
      : yield* Effect.fromResult(replayed(before, keyed))
  if ("transaction" in answer) return { transaction: answer.transaction, replayed: false }
  return yield* read(function* (tx) {
    const transaction = yield* tx.transactions.find(answer.transactionId)
    if (transaction === undefined) return yield* new NotFound({ what: "transaction" })
    return { transaction, replayed: true }
  })
})

const lookUp = Effect.fnUntraced(function* (key: string) {
  return yield* read(function* (tx) {
    return { before: yield* tx.ledger.outcome(key) } satisfies Known
  })
})

/** Counts a signature of the wallet for its holder. Refused before anything has run: no idempotency key is burnt. */
const countSigning = Effect.fnUntraced(function* (wallet: Wallet) {
  const { signingLimit, clock } = yield* Ports
  const retryAfterSeconds = yield* Effect.promise(() => signingLimit.take(wallet, clock.now()))
  if (retryAfterSeconds > 0) return yield* new RateLimited({ retryAfterSeconds })
})

/** A key belongs to who holds the wallet: the same key of somebody else is another key. */
export const outcomeKey = (operation: string, { userUuid, organizationUuid, address }: Wallet, idempotencyKey: string): string =>
  `${operation}:${userUuid ?? organizationUuid ?? address}:${idempotencyKey}`

/** What a person wrote, with fresh salt; undefined when they wrote nothing. */
export const metaOf = Effect.fnUntraced(function* (description: string, tags: readonly string[]) {
  if (description === "" && tags.length === 0) return undefined
  return { description, tags, salt: yield* freshSalt() } satisfies TransactionMeta
})

/** The same for why a status changes. */
export const reasonOf = Effect.fnUntraced(function* (reason: string) {
  return reason === "" ? undefined : ({ reason, salt: yield* freshSalt() } satisfies StatusReason)
})

const freshSalt = Effect.fnUntraced(function* () {
  const { ids } = yield* Ports
  return Buffer.from(ids.bytes(16)).toString("base64url")
})

/** A posting that moves points at once and leans on nothing; what differs is said. */
export const plain = (posting: Pick<Posting, "id" | "transactionType" | "from" | "to" | "amount"> & Partial<Posting>): Posting => ({
  effect: "posted",
  referenceId: "",
  originalTransactionId: "",
  meta: undefined,
  dataHash: "",
  encryptedData: "",
  data: "",
  expiresAt: undefined,
  reason: undefined,
  ...posting,
})
