import { type KeyObject, sign } from "node:crypto"
import { Result } from "effect"
import {
  BadRequest,
  Conflict,
  InsufficientBalance,
  NotFound,
} from "../../foundation/errors/refusals.ts"
import { nativeHost } from "../../foundation/kernel/native-host.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { publicKeyPem } from "../../ledger-proof/public-key.ts"
import type { SigningKey } from "../../wallets/sealed-key.ts"
import type { SealedKey, Wallet, WalletDecryptionKey } from "../../wallets/wallet.ts"
import {
  bodyText,
  isBody,
  sealBody,
  type Effect,
  type TransactionBody,
  type TransactionType,
} from "../../ledger-proof/body.ts"
import {
  metaHash,
  reasonHash,
  type StatusReason,
  type TransactionMeta,
} from "../../ledger-proof/commitments.ts"
import {
  availableOf,
  balanceFault,
  enter,
  linksOf,
  movementOf,
  senderOf,
} from "../../ledger-proof/chain.ts"
import { type LedgerHead, appended } from "../log/merkle.ts"
import type { RotatedKey, View } from "./change.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { KeyChanged } from "./key-changed.ts"
import { referencesOriginal, type Settlement, settle, type OriginalFault } from "./entry-state.ts"
import { sealStatus, type StatusBody, statusText } from "../../ledger-proof/status.ts"
import type { StatusEvent } from "./status-event.ts"
import type { Transaction } from "./transaction.ts"

/**
 * A transaction to post. Its positions on both chains and in the log are assigned when it is
 * posted.
 */
export interface Posting {
  /** CUID2; the caller's, so that a commit whose answer was lost is found again. */
  readonly id: string
  readonly effect: Effect
  readonly transactionType: TransactionType
  /** Addresses. */
  readonly from: string
  readonly to: string
  /** Points, an integer from 0 to 2^53-1. */
  readonly amount: number
  /** At most {@link referenceIdMax}; `""` for none. */
  readonly referenceId: string
  /** What it settles, reverses or refunds; `""` for none. */
  readonly originalTransactionId: string
  /** Undefined when the sender attached nothing: then there is nothing to commit to. */
  readonly meta: TransactionMeta | undefined
  /** Hex SHA-256 of `encryptedData` or `data`, or `""`. */
  readonly dataHash: string
  readonly encryptedData: string
  /** Of a `key_rotation`: its new key, RFC 8785 `{"public_key": PEM}`. Else `""`. */
  readonly data: string
  /** Of a hold: when it ends by itself. */
  readonly expiresAt: Date | undefined
  /** Why the named transaction ends, for its status leaf. */
  readonly reason: StatusReason | undefined
  /** How a voided hold ends; `cancelled` unless said. */
  readonly endsAs?: "cancelled" | "failed" | undefined
  /** Of a `key_rotation`: the key that `data` names, raw base64url, and sealed. */
  readonly newKey?: NewWalletKey | undefined
}

/**
 * A wallet's new key for signing, and the one for opening contents that goes with it, if that
 * changes too.
 */
export interface NewWalletKey {
  /** Raw Ed25519 public key, base64url. */
  readonly publicKey: string
  readonly sealed: SealedKey
  readonly decryption?: Omit<WalletDecryptionKey, "createdAt"> | undefined
}

/** With what a posting is signed and stamped. */
export interface Signing {
  /** The sender's. */
  readonly key: SigningKey
  /** The ledger's own, for status leaves. */
  readonly statusKey: KeyObject
  /**
   * From when on that key is valid: a clock that was set back behind it must not make a leaf that
   * no verifier takes.
   */
  readonly statusSince?: Date | undefined
  readonly network: string
  readonly now: Date
}

/** A posted transaction and what it changed: the sender, then the receiver. */
export interface Posted {
  readonly transaction: Transaction
  /** The original that it settles or undoes, as it stands now. */
  readonly settled: Transaction | undefined
  /** The leaf behind it, where the other's status changed. */
  readonly status: StatusEvent | undefined
  readonly wallets: readonly [Wallet, Wallet]
  /** The sender's new keys at rest, when they were rotated. */
  readonly newKey: RotatedKey | undefined
  readonly ledger: LedgerHead
}

export type PostRefusal = BadRequest | NotFound | Conflict | InsufficientBalance | KeyChanged

/**
 * Posts one entry on a view: finds its place on both chains, writes the canonical body, hashes and
 * signs it, and appends it to the log; what it settles or undoes changes with it, and a status leaf
 * tells so. Pure: nothing has happened until the answer is written. It costs a signature and little
 * more, so a judge may call it often.
 *
 * Refuses with `BadRequest` (field `to` for a wallet that would pay itself; field `amount` for what
 * no balance can hold), `NotFound` (a wallet or transaction that is not in the view), `Conflict`
 * (`already_settled`, `hold_expired`, `not_reversible`, `exceeds_original`), `KeyChanged`, or
 * `InsufficientBalance`.
 *
 * @throws {Error} when the caller breaks the ledger's own rules (a mint from a member, a malformed
 * id, data that is not its hash): what our verifier would refuse is never signed.
 */
export const post = (
  view: Pick<View, "wallets" | "ledger" | "transactions">,
  posting: Posting,
  signing: Signing,
): Result.Result<Posted, PostRefusal> => {
  const { amount } = posting
  if (posting.from === posting.to) return Result.fail(sameWallet)
  if (!Number.isSafeInteger(amount) || amount < 0) return Result.fail(noAmount)
  const from = view.wallets.get(posting.from)
  const to = view.wallets.get(posting.to)
  if (from === undefined || to === undefined) return Result.fail(new NotFound({ what: "wallet" }))
  if (from.keyVersion !== signing.key.version)
    return Result.fail(new KeyChanged({ address: from.address, keyVersion: from.keyVersion }))
  const found = originalOf(view, posting, signing.now)
  if (Result.isFailure(found)) return Result.fail(found.failure)
  const original = found.success
  const movement = movementOf(posting.effect, amount, original?.before.body.amount ?? 0)
  const fault = balanceFault(from, to, movement, from.kind === "issuance")
  if (fault === "overdraft")
    return Result.fail(new InsufficientBalance({ available: availableOf(from) }))
  if (fault === "not_conserved") return Result.fail(tooMuch)

  const body = bodyOf(posting, signing, from, to)
  mustHold(posting, signing, from, to, body)
  const text = bodyText(body)
  const { input, transactionHash, leafHash } = sealBody(text, nativeHost)
  const signature = sign(null, input, signing.key.privateKey).toString("base64url")
  const entered = enter(from, to, movement, transactionHash)
  assert(
    from.balance - entered[0].balance === entered[1].balance - to.balance,
    "points were made or lost",
  )
  const ledger = appended(view.ledger, leafHash)
  const status = original && statusOf(original, posting, signing, ledger.size)
  return Result.succeed({
    transaction: {
      body,
      text,
      transactionHash,
      signature,
      leafHash,
      logIndex: view.ledger.size,
      status: posting.effect === "pending" ? "pending" : "confirmed",
      meta: posting.meta,
      encryptedData: posting.encryptedData,
      publicData: posting.data,
      movedAmount: movement.moved,
      refundedAmount: 0,
      expiresAt: posting.expiresAt,
      failureReason: "",
      reversalReason: "",
      createdAt: signing.now,
      failedAt: undefined,
      confirmedAt: posting.effect === "pending" ? undefined : signing.now,
    },
    settled: original && settledBy(original, posting, signing.now),
    status,
    wallets: [rotated(entered[0], posting), entered[1]],
    newKey: posting.newKey && rotatedKey(from.address, posting.newKey, signing.now),
    ledger: status === undefined ? ledger : appended(ledger, status.leafHash),
  })
}

const sameWallet = new BadRequest({
  field: "to",
  reason: "The points come from this wallet. Send them to another wallet.",
})
const noAmount = new BadRequest({
  field: "amount",
  reason: `A whole number from 0 to ${limits.amountMax}.`,
})
const tooMuch = new BadRequest({
  field: "amount",
  reason: `A wallet, or the count of all points issued, would hold more than ${limits.amountMax} points. Send fewer points.`,
})

/** The original that an entry references, and what the entry makes of it. */
interface Original {
  readonly before: Transaction
  readonly settlement: Settlement
}

const originalOf = (
  view: Pick<View, "transactions">,
  posting: Posting,
  now: Date,
): Result.Result<Original | undefined, NotFound | Conflict> => {
  const entry = {
    effect: posting.effect,
    transaction_type: posting.transactionType,
    from_address: posting.from,
    to_address: posting.to,
    amount: posting.amount,
  }
  if (!referencesOriginal(entry)) return Result.succeed(undefined)
  const before = view.transactions.get(posting.originalTransactionId)
  if (before === undefined) return Result.fail(new NotFound({ what: "transaction" }))
  const settlement = settle(entry, before)
  if (typeof settlement === "string") return Result.fail(refusals[settlement](before))
  const isExpired = before.expiresAt !== undefined && before.expiresAt <= now
  if (posting.effect === "post" && isExpired)
    return Result.fail(
      new Conflict({
        reason: "hold_expired",
        message: "The hold has expired, so it cannot be posted. Place another hold.",
      }),
    )
  return Result.succeed({ before, settlement })
}

const refusals: Readonly<Record<OriginalFault, (original: Transaction) => Conflict>> = {
  bad_original: ({ status }) =>
    new Conflict({
      reason: "not_reversible",
      message: "The transaction cannot be settled or undone this way; see details.status.",
      details: { status },
    }),
  double_resolution: ({ status }) =>
    new Conflict({
      reason: "already_settled",
      message: "The transaction was already settled or reversed; see details.status.",
      details: { status },
    }),
  reversal_exceeds: ({ movedAmount, refundedAmount, body }) =>
    new Conflict({
      reason: "exceeds_original",
      message: "The amount is more than what remains of the transaction; see details.left.",
      details: {
        left:
          body.effect === "pending" && movedAmount === 0
            ? body.amount
            : movedAmount - refundedAmount,
      },
    }),
}

const settledBy = ({ before, settlement }: Original, posting: Posting, now: Date): Transaction => {
  const { movedAmount, refundedAmount } = settlement.original
  const status = endOf(settlement, posting)
  const reason = posting.reason?.reason ?? ""
  return {
    ...before,
    status,
    movedAmount,
    refundedAmount,
    ...(settlement.from === "pending" && status === "confirmed" ? { confirmedAt: now } : {}),
    ...(status === "failed" || status === "cancelled"
      ? { failedAt: now, failureReason: reason === "" ? "cancelled" : reason }
      : {}),
    ...(status === "reversed" ? { reversalReason: reason } : {}),
  }
}

const endOf = ({ original }: Settlement, { endsAs }: Posting): Transaction["status"] =>
  original.status === "cancelled" ? (endsAs ?? "cancelled") : original.status

const statusOf = (
  { before, settlement }: Original,
  posting: Posting,
  signing: Signing,
  logIndex: number,
): StatusEvent | undefined => {
  if (settlement.from === undefined) return undefined
  const body: StatusBody = {
    v: 1,
    network: signing.network,
    transaction_id: before.body.id,
    transaction_hash: before.transactionHash,
    from_status: settlement.from,
    to_status: endOf(settlement, posting),
    at: laterOf(signing.now, signing.statusSince).toISOString(),
    reason_hash: posting.reason === undefined ? "" : reasonHash(posting.reason, nativeHost),
  }
  const text = statusText(body)
  const { input, leafHash } = sealStatus(text, nativeHost)
  const signature = sign(null, input, signing.statusKey).toString("base64url")
  return { body, text, signature, leafHash, logIndex, reason: posting.reason }
}

const laterOf = (now: Date, since: Date | undefined): Date =>
  since !== undefined && since > now ? since : now

const rotated = (wallet: Wallet, { newKey }: Posting): Wallet =>
  newKey === undefined
    ? wallet
    : {
        ...wallet,
        publicKey: newKey.publicKey,
        keyVersion: wallet.keyVersion + 1,
        decryptionKeyVersion: newKey.decryption?.version ?? wallet.decryptionKeyVersion,
      }

const rotatedKey = (
  address: string,
  { sealed, decryption }: NewWalletKey,
  createdAt: Date,
): RotatedKey => ({
  address,
  sealed,
  decryption: decryption && { ...decryption, createdAt },
})

const bodyOf = (posting: Posting, signing: Signing, from: Wallet, to: Wallet): TransactionBody => ({
  v: 1,
  network: signing.network,
  id: posting.id,
  effect: posting.effect,
  transaction_type: posting.transactionType,
  from_address: from.address,
  to_address: to.address,
  ...linksOf(from, to),
  amount: posting.amount,
  data_hash: posting.dataHash,
  meta_hash: posting.meta === undefined ? "" : metaHash(posting.meta, nativeHost),
  reference_id: posting.referenceId,
  original_transaction_id: posting.originalTransactionId,
  created_at: signing.now.toISOString(),
  public_key: signing.key.publicKeyPem,
})

/** What a caller cannot get wrong without a mistake in the program. */
const mustHold = (
  posting: Posting,
  signing: Signing,
  from: Wallet,
  to: Wallet,
  body: TransactionBody,
): void => {
  const sender = senderOf(posting.transactionType)
  const kind = from.kind === "issuance" ? "issuance" : "holder"
  assert(
    sender === "either" || sender === kind,
    `a wallet of kind ${from.kind} does not send a ${posting.transactionType}`,
  )
  assert(
    signing.key.publicKeyPem === publicKeyPem(Buffer.from(from.publicKey, "base64url")),
    "the key is not the sender's",
  )
  const data = posting.data === "" ? posting.encryptedData : posting.data
  assert(data === "" || posting.dataHash === sha256(data), "the data is not what its hash says")
  const isRotation = posting.transactionType === "key_rotation"
  assert(
    isRotation === (posting.newKey !== undefined) && isRotation === (posting.data !== ""),
    "a rotation names its key, and nothing else does",
  )
  assert(
    !isRotation || (to.kind === "system" && posting.amount === 0 && posting.effect === "posted"),
    "a rotation moves nothing, to the system",
  )
  assert(
    (posting.effect === "pending") === (posting.expiresAt !== undefined),
    "a hold has an end, and nothing else has",
  )
  const isNamed = posting.originalTransactionId !== ""
  assert(
    isNamed
      ? referencesOriginal(body) || posting.transactionType === "ticket_transfer"
      : !referencesOriginal(body),
    "what references an original names it, and nothing else does",
  )
  assert(isBody(body), "the body is malformed")
}

function assert(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(`The ledger refuses to sign: ${message}.`)
}
