import { sign } from "node:crypto"
import { Result } from "effect"
import { BadRequest, InsufficientBalance, NotFound } from "../errors/refusals.ts"
import { publicKeyPem } from "../wallets/public-key.ts"
import type { SigningKey } from "../wallets/sealed-key.ts"
import type { Wallet } from "../wallets/wallet.ts"
import { bodyText, isBody, metaHash, sealedBody } from "./body.ts"
import { balanceFault, enter, linksOf, senderOf } from "./chain.ts"
import type { LedgerHead, View } from "./change.ts"
import { sha256 } from "./digest.ts"
import { KeyChanged } from "./key-changed.ts"
import { appended } from "./merkle.ts"
import type { Transaction, TransactionBody, TransactionMeta, TransactionType } from "./transaction.ts"

/** What shall be posted. The place on both chains and in the log is found when it is. */
export interface Posting {
  /** CUID2; the caller's, so that a commit whose answer was lost is found again. */
  readonly id: string
  readonly effect: "posted"
  readonly transactionType: TransactionType
  /** Addresses. */
  readonly from: string
  readonly to: string
  /** Points, an integer from 0 to 2^53-1. */
  readonly amount: number
  /** At most {@link referenceIdMax}; `""` for none. */
  readonly referenceId: string
  readonly originalTransactionId: string
  /** Undefined when nobody wrote anything: then there is nothing to commit to. */
  readonly meta: TransactionMeta | undefined
  /** Hex SHA-256 of `encryptedData`, or `""`. */
  readonly dataHash: string
  readonly encryptedData: string
}

/** With what a posting is signed and stamped. */
export interface Signing {
  /** The sender's. */
  readonly key: SigningKey
  readonly network: string
  readonly now: Date
}

/** A posted transaction and what it changed: the sender, then the receiver. */
export interface Posted {
  readonly transaction: Transaction
  readonly wallets: readonly [Wallet, Wallet]
  readonly ledger: LedgerHead
}

export type PostRefusal = BadRequest | NotFound | InsufficientBalance | KeyChanged

/**
 * Posts one entry on a view: finds its place on both chains, writes the canonical body, hashes and signs it, and appends it to the
 * log. Pure: nothing has happened until the answer is written. It costs a signature and little more, so a judge may call it often.
 *
 * Refuses with `BadRequest` (field `to`, `accounts_must_be_different`; field `amount`, `out_of_range`), `NotFound` (a wallet that is
 * not in the view), `KeyChanged`, or `InsufficientBalance`.
 *
 * @throws {Error} when the caller breaks the ledger's own rules (a mint from a member, a malformed id, data that is not its hash):
 * what our verifier would refuse is never signed.
 */
export const post = (view: Pick<View, "wallets" | "ledger">, posting: Posting, signing: Signing): Result.Result<Posted, PostRefusal> => {
  const { amount, transactionType } = posting
  if (posting.from === posting.to) return Result.fail(new BadRequest({ field: "to", reason: "accounts_must_be_different" }))
  if (!Number.isSafeInteger(amount) || amount < 0) return Result.fail(new BadRequest({ field: "amount", reason: "out_of_range" }))
  const from = view.wallets.get(posting.from)
  const to = view.wallets.get(posting.to)
  if (from === undefined || to === undefined) return Result.fail(new NotFound({ what: "wallet" }))
  if (from.keyVersion !== signing.key.version) {
    return Result.fail(new KeyChanged({ address: from.address, keyVersion: from.keyVersion }))
  }
  const fault = balanceFault(transactionType, from, to, amount)
  if (fault === "overdraft") return Result.fail(new InsufficientBalance({ available: from.balance }))
  if (fault === "not_conserved") return Result.fail(new BadRequest({ field: "amount", reason: "out_of_range" }))

  const body = bodyOf(posting, signing, from, to)
  mustHold(posting, signing, from, body)
  const text = bodyText(body)
  const { input, transactionHash, leafHash } = sealedBody(text)
  const signature = sign(null, input, signing.key.privateKey).toString("base64url")
  const wallets = enter(from, to, { amount, transactionHash })
  assert(from.balance - wallets[0].balance === wallets[1].balance - to.balance, "points were made or lost")
  return Result.succeed({
    transaction: {
      body,
      text,
      transactionHash,
      signature,
      leafHash,
      logIndex: view.ledger.size,
      status: "confirmed",
      meta: posting.meta,
      encryptedData: posting.encryptedData,
      failureReason: "",
      reversalReason: "",
      createdAt: signing.now,
      failedAt: undefined,
      confirmedAt: signing.now,
    },
    wallets,
    ledger: appended(view.ledger, leafHash),
  })
}

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
  meta_hash: posting.meta === undefined ? "" : metaHash(posting.meta),
  reference_id: posting.referenceId,
  original_transaction_id: posting.originalTransactionId,
  created_at: signing.now.toISOString(),
  public_key: signing.key.publicKeyPem,
})

/** What a caller cannot get wrong without a mistake in the program. */
const mustHold = (posting: Posting, signing: Signing, from: Wallet, body: TransactionBody): void => {
  const sender = senderOf(posting.transactionType)
  const kind = from.kind === "issuance" ? "issuance" : "holder"
  assert(sender === "either" || sender === kind, `a wallet of kind ${from.kind} does not send a ${posting.transactionType}`)
  assert(signing.key.publicKeyPem === publicKeyPem(Buffer.from(from.publicKey, "base64url")), "the key is not the sender's")
  assert(posting.encryptedData === "" || posting.dataHash === sha256(posting.encryptedData), "the data is not what its hash says")
  assert(isBody(body), "the body is malformed")
}

function assert(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(`The ledger refuses to sign: ${message}.`)
}
