import { Effect } from "effect"
import { type IdentifierUnresolved, NotFound } from "../../foundation/errors/refusals.ts"
import { Ports, read } from "../../foundation/unit-of-work.ts"
import { isHeld, type WalletIdentity } from "../../wallets/wallet.ts"
import { commitSigned } from "./commit.ts"
import type { Outcome } from "../entries/change.ts"
import { type KeyedPosting, keyedChange, replayed } from "./keyed-change.ts"
import type { Posting, PostRefusal } from "../entries/post.ts"
import type { StatusReason, TransactionMeta } from "../../ledger-proof/commitments.ts"
import type { PostedTransaction } from "../results.ts"

/** How a posting is made. */
export interface PostOnce<Refused extends IdentifierUnresolved | PostRefusal = PostRefusal> {
  readonly from: WalletIdentity
  readonly keyed: KeyedPosting<Refused>
  /** Whether the wallet's holder asks: then it counts among what the wallet signs in an hour. */
  readonly isCounted: boolean
  /** What the key had led to, where whoever asks has just looked. */
  readonly known?: Known | undefined
}

/** What an idempotency key had led to; `before` is undefined when it was new. */
export interface Known {
  readonly before: Outcome | undefined
}

/**
 * Makes a posting, once for its idempotency key: the same request again answers the same
 * transaction, or the same refusal.
 *
 * What a person asks for is looked up first: a repetition costs a read, and is not counted. An
 * organization issues all the time and hardly ever repeats itself, so its requests are taken for
 * new; the committer finds those that are not.
 */
export const postOnce = Effect.fnUntraced(function* <
  Refused extends IdentifierUnresolved | PostRefusal,
>({ from, keyed, isCounted, known }: PostOnce<Refused>) {
  const looked = known ?? (isHeld(from) ? yield* lookUp(keyed.outcomeKey) : undefined)
  const refusal = looked?.before === undefined && isCounted ? yield* countSigning(from) : undefined
  // Only what is new is refused for being too much.
  const { before } = looked ?? (refusal === undefined ? unseen : yield* lookUp(keyed.outcomeKey))
  if (before === undefined && refusal !== undefined) return yield* refusal
  const answer =
    before === undefined
      ? yield* commitSigned(from.address, (signing) => keyedChange(keyed, signing))
      : yield* Effect.fromResult(replayed(before, keyed))
  if ("transaction" in answer) {
    const posted: PostedTransaction = { transaction: answer.transaction, replayed: false }
    return posted
  }
  return yield* read(function* (tx) {
    const transaction = yield* tx.transactions.find(answer.transactionId)
    if (transaction === undefined) return yield* new NotFound({ what: "transaction" })
    const posted: PostedTransaction = { transaction, replayed: true }
    return posted
  })
})

const lookUp = Effect.fnUntraced(function* (key: string) {
  return yield* read(function* (tx) {
    return { before: yield* tx.ledger.outcome(key) } satisfies Known
  })
})

const unseen: Known = { before: undefined }

/**
 * Counts a signature of the wallet, before anything has run; answers the refusal when there is no
 * room for it.
 */
const countSigning = Effect.fnUntraced(function* (wallet: WalletIdentity) {
  const { signingLimit, clock } = yield* Ports
  return yield* Effect.promise(() => signingLimit.take(wallet, clock.now()))
})

/** A key belongs to who holds the wallet: the same key of somebody else is another key. */
export const outcomeKey = (
  operation: string,
  { userUuid, organizationUuid, address }: WalletIdentity,
  idempotencyKey: string,
): string => `${operation}:${userUuid ?? organizationUuid ?? address}:${idempotencyKey}`

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
export const plain = (
  posting: Pick<Posting, "id" | "transactionType" | "from" | "to" | "amount"> & Partial<Posting>,
): Posting => ({
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
