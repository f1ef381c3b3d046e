import { createPublicKey, type KeyObject, verify } from "node:crypto"
import { Result } from "effect"
import { isAcceptablePublicKey, isAcceptableSignature } from "../door/ed25519.ts"
import { addressOf } from "../wallets/address.ts"
import { rawPublicKey } from "../wallets/public-key.ts"
import { type BodyFault, parseBody, type Sealed, sealedBody } from "./body.ts"
import { balanceFault, type Chain, emptyChain, enter, linkFault, senderOf } from "./chain.ts"
import type { LedgerHead } from "./change.ts"
import { exactBytes, sha256 } from "./digest.ts"
import type { ExportedLeaf } from "./export.ts"
import { appended, emptyLedger } from "./merkle.ts"
import type { TransactionBody } from "./transaction.ts"

/** What can be wrong with a leaf, in the order in which it is looked for. */
export type LeafFault =
  | BodyFault
  | "bad_signature"
  | "bad_leaf_hash"
  | "bad_data_hash"
  | "sequence_gap"
  | "bad_previous_hash"
  | "bad_issuer"
  | "overdraft"
  | "not_conserved"

/** A wallet as the log shows it, and nobody's word but the log's. */
export interface SeenWallet extends Chain {
  /** What it is by what it sent: it issues points, or holds them; `either` while all it sent was undoing, `none` while it sent nothing. */
  readonly sends: "issuance" | "holder" | "either" | "none"
}

/** A leaf of which everything was looked at that needs no other leaf. */
export type ReadLeaf =
  | { readonly fault: LeafFault }
  | { readonly fault: undefined; readonly leaf: ExportedLeaf; readonly body: TransactionBody; readonly sealed: Sealed }

/** The ledger as far as it was found sound. */
export interface LedgerCheck {
  /** Looks at a leaf by itself. The signature is verified on the thread pool, so many leaves may be read at once. */
  readonly read: (leaf: ExportedLeaf) => Promise<ReadLeaf>
  /** Takes the next leaf, if it continues the ledger; otherwise says why not, and nothing has changed. */
  readonly take: (read: ReadLeaf) => LeafFault | undefined
  readonly head: () => LedgerHead
  readonly wallets: ReadonlyMap<string, SeenWallet>
}

const keysMost = 10_000

/** Begins to check a ledger from its first leaf (reference 03, section 1.13: checks 1 to 9 and 13, in that order for each leaf). */
export const beginCheck = (network: string): LedgerCheck => {
  let head = emptyLedger
  const wallets = new Map<string, SeenWallet>()
  const keys = new Map<string, KeyObject>()

  /** The address binds the key, so a wallet that sent before needs no second look at its key. */
  const keyOf = (pem: string, raw: Uint8Array, address: string): KeyObject | undefined => {
    const known = keys.get(pem)
    if (known !== undefined) return known
    const sentBefore = (wallets.get(address)?.sends ?? "none") !== "none"
    if (!sentBefore && !isAcceptablePublicKey(raw)) return undefined
    const key = createPublicKey(pem)
    if (keys.size >= keysMost) keys.clear()
    keys.set(pem, key)
    return key
  }

  const read = async (leaf: ExportedLeaf): Promise<ReadLeaf> => {
    // Nothing writes status leaves yet; what cannot be checked is not passed over.
    if (leaf.kind !== "transaction") return { fault: "schema" }
    const parsed = parseBody(leaf.text)
    if (Result.isFailure(parsed)) return { fault: parsed.failure }
    const body = parsed.success
    if (body.network !== network || body.effect !== "posted") return { fault: "schema" }
    const raw = rawPublicKey(body.public_key)
    if (raw === undefined) return { fault: "bad_public_key" }
    if (addressOf(raw, network) !== body.from_address) return { fault: "bad_address" }
    const key = keyOf(body.public_key, raw, body.from_address)
    if (key === undefined) return { fault: "bad_public_key" }
    const sealed = sealedBody(leaf.text)
    const signature = exactBytes(leaf.signature, "base64url", 64)
    if (signature === undefined || !isAcceptableSignature(signature)) return { fault: "bad_signature" }
    if (!(await isSigned(sealed.input, key, signature))) return { fault: "bad_signature" }
    if (leaf.leafHash !== sealed.leafHash) return { fault: "bad_leaf_hash" }
    if (leaf.encryptedData !== undefined && body.data_hash !== dataHash(leaf.encryptedData)) return { fault: "bad_data_hash" }
    return { fault: undefined, leaf, body, sealed }
  }

  const take = (leaf: ReadLeaf): LeafFault | undefined => {
    if (leaf.fault !== undefined) return leaf.fault
    const { body, sealed } = leaf
    if (leaf.leaf.logIndex !== head.size) return "sequence_gap"
    const from = wallets.get(body.from_address) ?? unseen(body.from_address)
    const to = wallets.get(body.to_address) ?? unseen(body.to_address)
    const fault = linkFault(body, from, to)
    if (fault !== undefined) return fault
    const sends = sentAs(from.sends, body)
    if (sends === undefined) return "bad_issuer"
    const unbalanced = balanceFault(body.transaction_type, from, to, body.amount)
    if (unbalanced !== undefined) return unbalanced
    const [sender, receiver] = enter({ ...from, sends }, to, { amount: body.amount, transactionHash: sealed.transactionHash })
    wallets.set(body.from_address, sender).set(body.to_address, receiver)
    head = appended(head, sealed.leafHash)
    return undefined
  }

  return { read, take, head: () => head, wallets }
}

const unseen = (address: string): SeenWallet => ({ ...emptyChain(address), sends: "none" })

const dataHash = (data: string): string => (data === "" ? "" : sha256(data))

/** What a wallet is after it sent this; `undefined` when it was the other kind before. The log names no kinds: they show. */
const sentAs = (before: SeenWallet["sends"], body: TransactionBody): SeenWallet["sends"] | undefined => {
  const sender = senderOf(body.transaction_type)
  if (before === "none" || before === "either" || before === sender) return sender
  return sender === "either" ? before : undefined
}

const isSigned = (input: Uint8Array, key: KeyObject, signature: Uint8Array): Promise<boolean> =>
  new Promise((resolve, reject) => verify(null, input, key, signature, (error, holds) => (error === null ? resolve(holds) : reject(error))))
