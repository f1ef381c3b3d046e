import canonicalize from "canonicalize"
import { Effect } from "effect"
import { isSymbolonError } from "../../foundation/errors/envelope.ts"
import {
  type IdentifierUnresolved,
  NotFound,
  type Refusal,
  StorageFailed,
  Unavailable,
} from "../../foundation/errors/refusals.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, RequestId, sharedRead } from "../../foundation/unit-of-work.ts"
import type { StatusReason, TransactionMeta } from "../../ledger-proof/commitments.ts"
import { isHeld, type WalletIdentity } from "../../wallets/wallet.ts"
import type { Change, Outcome } from "../entries/change.ts"
import { KeyChanged } from "../entries/key-changed.ts"
import type { Posting, PostRefusal, Signing } from "../entries/post.ts"
import type { PostedTransaction } from "../results.ts"
import { type Alongside, type KeyedPosting, postingChange, replayed } from "./posting-change.ts"

/** A posting to submit. */
export interface PostingSubmission<
  Refused extends IdentifierUnresolved | PostRefusal = PostRefusal,
> {
  readonly from: WalletIdentity
  readonly keyed: KeyedPosting<Refused>
  /** Whether the wallet's holder submits it: then it counts towards the wallet's hourly limit. */
  readonly isCounted: boolean
  /** The outcome of the key, if the caller has just read it. */
  readonly known?: EarlierOutcome | undefined
}

/** A posted transaction, and what was written beside it. */
interface Submitted extends PostedTransaction {
  readonly alongside: Alongside
}

/** The earlier outcome of an idempotency key; `before` is undefined when the key was new. */
export interface EarlierOutcome {
  readonly before: Outcome | undefined
}

/**
 * Posts once for an idempotency key: the same request again answers the same transaction, or the
 * same stored refusal.
 *
 * For a person the key is looked up first: a repetition costs a read, and is not counted. An
 * organization issues often and rarely repeats a request, so its requests are taken for new; the
 * committer finds those that are not.
 */
export const submitPosting = step(function* <Refused extends IdentifierUnresolved | PostRefusal>(
  submission: PostingSubmission<Refused>,
) {
  const { transaction, replayed: isReplay } = yield* submitted(submission)
  const posted: PostedTransaction = { transaction, replayed: isReplay }
  return posted
})

/** As {@link submitPosting}, and what became true beside the transaction: nothing for a repetition. */
export const submitted = step(function* <Refused extends IdentifierUnresolved | PostRefusal>({
  from,
  keyed,
  isCounted,
  known,
}: PostingSubmission<Refused>) {
  const looked = known ?? (isHeld(from) ? yield* lookUp(keyed.outcomeKey) : undefined)
  const refusal = looked?.before === undefined && isCounted ? yield* countSigning(from) : undefined
  // Only what is new is refused for being too much.
  const { before } = looked ?? (refusal === undefined ? unseen : yield* lookUp(keyed.outcomeKey))
  if (before === undefined && refusal !== undefined) return yield* refusal
  const answer =
    before === undefined
      ? yield* commitSigned(from.address, (signing) => postingChange(keyed, signing))
      : yield* Effect.fromResult(replayed(before, keyed))
  if ("transaction" in answer) {
    const { transaction, alongside } = answer
    const posted: Submitted = { transaction, alongside, replayed: false }
    return posted
  }
  return yield* read(function* (tx) {
    const transaction = yield* tx.transactions.find(answer.transactionId)
    if (transaction === undefined) return yield* new NotFound({ what: "transaction" })
    const posted: Submitted = { transaction, alongside: {}, replayed: true }
    return posted
  })
})

const lookUp = step(function* (key: string) {
  return yield* sharedRead(function* (tx) {
    return { before: yield* tx.ledger.outcome(key) } satisfies EarlierOutcome
  })
})

const unseen: EarlierOutcome = { before: undefined }

/**
 * Counts a signature of the wallet, before anything has run; answers the refusal when there is no
 * room for it.
 */
const countSigning = step(function* (wallet: WalletIdentity) {
  const { signingLimit, clock } = yield* Ports
  return yield* Effect.promise(() => signingLimit.take(wallet, clock.now()))
})

/** A key belongs to the holder of the wallet: the same key of another holder is another key. */
export const outcomeKey = (
  operation: string,
  { userUuid, organizationUuid, address }: WalletIdentity,
  idempotencyKey: string,
): string => `${operation}:${userUuid ?? organizationUuid ?? address}:${idempotencyKey}`

/** What a person wrote, with fresh salt; undefined when they wrote nothing. */
export const metaOf = step(function* (description: string, tags: readonly string[]) {
  if (description === "" && tags.length === 0) return undefined
  return { description, tags, salt: yield* freshSalt() } satisfies TransactionMeta
})

/** Why a status changes, with fresh salt; undefined when no reason was given. */
export const reasonOf = step(function* (reason: string) {
  return reason === "" ? undefined : ({ reason, salt: yield* freshSalt() } satisfies StatusReason)
})

const freshSalt = step(function* () {
  const { ids } = yield* Ports
  return Buffer.from(ids.bytes(16)).toString("base64url")
})

/** A posting that moves points at once and references no original, unless `posting` says more. */
export const postedEntry = (
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

/** A rotation between preparing and judging is rare; so often in a row somebody rotates on and on. */
const triesMax = 5
const keyKeepsChanging = new Unavailable({
  reason: "The wallet's key is changed again and again.",
  retryAfterSeconds: 1,
})

/** What committing may end in: the change's own refusals, a full queue, or a store that failed. */
type CommitRefusal<Refused> = Exclude<Refused, KeyChanged> | Unavailable | StorageFailed

/**
 * Prepares a change with the sender's key and hands it to the committer; when the key was rotated
 * meanwhile, prepares it again. The key is opened here, outside of any transaction, since the vault
 * may be slow.
 */
export const commitSigned = step(function* <Answer, Refused extends Refusal | KeyChanged>(
  from: string,
  changeWith: (signing: Omit<Signing, "now">) => Change<Answer, Refused>,
) {
  const { committer, walletKeys, serviceKeys, settings } = yield* Ports
  const requestId = yield* RequestId
  return yield* Effect.tryPromise({
    try: async () => {
      for (let tries = 1; ; tries += 1) {
        const key = await walletKeys.open(from)
        if (key === undefined) throw new Error(`The wallet ${from} has no key.`)
        const { keyId, privateKey: statusKey } = serviceKeys.signer("ledger_status")
        const statusSince = serviceKeys
          .all("ledger_status")
          .find((known) => known.keyId === keyId)?.notBefore
        try {
          return await committer.commit(
            changeWith({ key, statusKey, statusSince, network: settings.network }),
            requestId,
          )
        } catch (reason) {
          if (!(reason instanceof KeyChanged)) throw reason
          if (tries === triesMax) throw keyKeepsChanging
          walletKeys.forget(from)
        }
      }
    },
    // The committer rejects with what the change's own judge refused, so its refusals are those of
    // the change's type.
    catch: (reason) =>
      (isSymbolonError(reason)
        ? reason
        : new StorageFailed({ cause: reason })) as CommitRefusal<Refused>,
  })
})

/**
 * SHA-256 of a request, lower-case hex: equal requests under one idempotency key are one request.
 */
export const requestDigest = (
  operation: string,
  request: Readonly<Record<string, unknown>>,
): string => sha256(canonicalize({ operation, request }) ?? "")
