import { BadRequest, Conflict, NotFound, StorageFailed } from "../../foundation/errors/refusals.ts"
import type {
  ContentBinding,
  OpenRefusal,
  RewardContent,
} from "../../foundation/ports/content-sealer.ts"
import { dataHash } from "../../foundation/sealing/reward-content.ts"
import { step } from "../../foundation/step.ts"
import { Ports, prepare, sharedRead, Tx } from "../../foundation/unit-of-work.ts"
import { decryptionKid } from "../../wallets/decryption-key.ts"
import type { WalletDecryptionKey } from "../../wallets/wallet.ts"
import type { Transaction } from "../entries/transaction.ts"

/** The newest decryption key of wallets, by address. */
export type ContentKeys = ReadonlyMap<string, WalletDecryptionKey>

/** Reads the keys that contents for these wallets are sealed to, of all at once. */
export const contentKeysOf = step(function* (addresses: readonly string[]) {
  const tx = yield* Tx
  const wallets = yield* tx.wallets.findAll(addresses)
  const kids = wallets.map(({ address, decryptionKeyVersion: version }) =>
    decryptionKid({ address, version }),
  )
  const keys = yield* tx.decryptionKeys.findAll(kids)
  const byAddress: ContentKeys = new Map(keys.map((key) => [key.address, key]))
  return byAddress
})

/** For whom a content is sealed. */
interface Sealing {
  readonly bound: Omit<ContentBinding, "network">
  readonly content: RewardContent
  /** Default: both ends. */
  readonly readers?: "both ends" | "the receiver"
  /** Keys that were read for many contents at once. Where they lack an end, its key is read. */
  readonly keys?: ContentKeys | undefined
}

/**
 * Seals a content for the wallets at both ends of a posting, or its receiver's alone, whose id is known before, each by its
 * newest decryption key. A key that is rotated before the posting is made does no harm: older
 * versions are kept. What it answers goes into the posting as it is.
 *
 * Refuses what is not plain JSON, or too long, with `BadRequest` (field `content`), and an unknown
 * end with `NotFound`.
 */
export const sealContent = step(function* ({
  bound,
  content,
  readers = "both ends",
  keys,
}: Sealing) {
  const { contentSealer, settings } = yield* Ports
  const ends = [bound.from, bound.to]
  const known =
    keys !== undefined && ends.every((end) => keys.has(end))
      ? keys
      : yield* sharedRead(function* () {
          return yield* contentKeysOf(ends)
        })
  const [from, to] = ends.map((end) => known.get(end))
  if (from === undefined || to === undefined) return yield* new NotFound({ what: "wallet" })
  const answer = contentSealer.seal({
    content,
    recipients: readers === "both ends" ? [from, to] : [to],
    bound: { ...bound, network: settings.network },
  })
  if ("sealed" in answer) return { encryptedData: answer.sealed, dataHash: dataHash(answer.sealed) }
  const { refused } = answer
  if (refused === "bad_content")
    return yield* new BadRequest({
      field: "content",
      reason: "Content must be plain JSON, nested at most 32 levels deep.",
    })
  if (refused === "too_large")
    return yield* new BadRequest({
      field: "content",
      reason: "Content must have at most 262,144 bytes.",
    })
  return yield* new StorageFailed({
    cause: new Error(`The content cannot be encrypted: ${refused}.`),
  })
})

/** What is opened, and for whom. */
export interface SealedFor {
  readonly transaction: Transaction
  /** The wallet's keys among those that the content was sealed to. */
  readonly keys: readonly WalletDecryptionKey[]
}

/**
 * Opens what a transaction carries. It is compared with the signed `data_hash` first: what was
 * changed at rest is a `Conflict` (`content_invalid`), before any key is touched. Where no key of
 * the wallet is there any more it is a `Conflict` (`key_unavailable`).
 */
export const openContent = step(function* (sealedFor: SealedFor) {
  const { opened, refusal } = yield* tryOpen(sealedFor)
  return opened ?? (yield* refusal)
})

/**
 * Opens what transactions carry, in their order; undefined for what {@link openContent} refuses, so
 * that one damaged content hides no other.
 */
export const openContents = step(function* (sealed: readonly SealedFor[]) {
  const contents: (RewardContent | undefined)[] = []
  for (const each of sealed) contents.push((yield* tryOpen(each)).opened)
  return contents as readonly (RewardContent | undefined)[]
})

type Tried =
  | { readonly opened: RewardContent; readonly refusal?: undefined }
  | { readonly opened?: undefined; readonly refusal: Conflict }

const tryOpen = step(function* ({ transaction, keys }: SealedFor) {
  const { contentSealer, decryptionKeys, settings } = yield* Ports
  const { body, encryptedData: sealed } = transaction
  const refused = (refusal: Conflict): Tried => ({ refusal })
  if (dataHash(sealed) !== body.data_hash) return refused(contentInvalid())
  const [key] = keys
  if (key === undefined) return refused(keyUnavailable())
  const recipient = yield* prepare(() => decryptionKeys.open(key))
  const bound = {
    network: settings.network,
    id: body.id,
    from: body.from_address,
    to: body.to_address,
  }
  const answer = contentSealer.open({ sealed, recipient, bound })
  const tried: Tried =
    "content" in answer ? { opened: answer.content } : refused(unopened[answer.refused]())
  return tried
})

const contentInvalid = () =>
  new Conflict({
    reason: "content_invalid",
    message: "The content does not match its signed hash, so it was not decrypted.",
  })
const keyUnavailable = () =>
  new Conflict({
    reason: "key_unavailable",
    message: "The key for this content no longer exists.",
  })

const unopened: Readonly<Record<OpenRefusal, () => Conflict>> = {
  malformed: contentInvalid,
  another_transaction: contentInvalid,
  not_authentic: contentInvalid,
  bad_content: contentInvalid,
  not_a_recipient: keyUnavailable,
}
