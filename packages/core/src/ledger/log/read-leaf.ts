import { createPublicKey, type KeyObject, verify } from "node:crypto"
import { Result } from "effect"
import { isAcceptablePublicKey, isAcceptableSignature } from "../../door/ed25519.ts"
import { addressOf } from "../../wallets/address.ts"
import { publicKeyPem, rawPublicKey } from "../../wallets/public-key.ts"
import { type BodyFault, parseBody, type Sealed, sealedBody } from "../entries/body.ts"
import { exactBytes, sha256 } from "../entries/digest.ts"
import type { ExportedLeaf, LedgerKey } from "../verify/export.ts"
import type { StandingFault } from "../entries/standing.ts"
import { parseStatus, sealedStatus, type StatusBody } from "../entries/status-event.ts"
import type { TransactionBody } from "../entries/transaction.ts"

/** What can be wrong with a leaf, in the order in which it is looked for. */
export type LeafFault =
  | BodyFault
  | "bad_signature"
  | "bad_leaf_hash"
  | "bad_data_hash"
  | "sequence_gap"
  | "bad_status"
  | "duplicate_id"
  | "bad_previous_hash"
  | "bad_issuer"
  | StandingFault
  | "overdraft"
  | "not_conserved"

/** A leaf of which everything was looked at that needs no other leaf. */
export type ReadLeaf =
  | { readonly fault: LeafFault }
  | {
      readonly fault: undefined
      readonly kind: "transaction"
      readonly leaf: ExportedLeaf
      readonly body: TransactionBody
      readonly sealed: Sealed
      /** Whether its key is the one that its address was made from. */
      readonly isFirstKey: boolean
    }
  | {
      readonly fault: undefined
      readonly kind: "status"
      readonly leaf: ExportedLeaf
      readonly body: StatusBody
      readonly leafHash: string
    }

/**
 * Looks at leaves by themselves. Signatures are verified on the thread pool, so many may be read at
 * once.
 */
export type LeafReader = (leaf: ExportedLeaf) => Promise<ReadLeaf>

const keysMost = 10_000

/** What leaves of one ledger are looked at with. */
export interface LeafReading {
  readonly network: string
  readonly keys: readonly LedgerKey[]
  /**
   * Whether a wallet was found to sign with this key (PEM) before: then the key needs no second
   * look.
   */
  readonly isKnown: (address: string, pem: string) => boolean
}

/** Reads leaves of a ledger: text, network, key, signature, hash and data, in this order. */
export const leafReader = ({ network, keys: ledgerKeys, isKnown }: LeafReading): LeafReader => {
  const keys = new Map<string, KeyObject>()
  const statusKeys = ledgerKeys
    .filter(({ purpose }) => purpose === "ledger_status")
    .map(statusKeyOf)

  const keyOf = (pem: string, raw: Uint8Array, address: string): KeyObject | undefined => {
    const known = keys.get(pem)
    if (known !== undefined) return known
    if (!isKnown(address, pem) && !isAcceptablePublicKey(raw)) return undefined
    const key = createPublicKey(pem)
    if (keys.size >= keysMost) keys.clear()
    keys.set(pem, key)
    return key
  }

  const readTransaction = async (leaf: ExportedLeaf): Promise<ReadLeaf> => {
    const parsed = parseBody(leaf.text)
    if (Result.isFailure(parsed)) return { fault: parsed.failure }
    const body = parsed.success
    if (body.network !== network) return { fault: "schema" }
    const raw = rawPublicKey(body.public_key)
    if (raw === undefined) return { fault: "bad_public_key" }
    const key = keyOf(body.public_key, raw, body.from_address)
    if (key === undefined) return { fault: "bad_public_key" }
    const sealed = sealedBody(leaf.text)
    if (!(await isSigned(sealed.input, [key], leaf.signature))) return { fault: "bad_signature" }
    if (leaf.leafHash !== sealed.leafHash) return { fault: "bad_leaf_hash" }
    const isRotation = body.transaction_type === "key_rotation"
    if (isRotation !== (leaf.data !== undefined)) return { fault: "bad_data_hash" }
    const data = leaf.data ?? leaf.encryptedData
    if (data !== undefined && body.data_hash !== dataHash(data)) return { fault: "bad_data_hash" }
    return {
      fault: undefined,
      kind: "transaction",
      leaf,
      body,
      sealed,
      isFirstKey: addressOf(raw, network) === body.from_address,
    }
  }

  const readStatus = async (leaf: ExportedLeaf): Promise<ReadLeaf> => {
    const parsed = parseStatus(leaf.text)
    if (Result.isFailure(parsed)) return { fault: parsed.failure }
    const body = parsed.success
    if (body.network !== network || leaf.data !== undefined || leaf.encryptedData !== undefined)
      return { fault: "schema" }
    const { input, leafHash } = sealedStatus(leaf.text)
    const valid = statusKeys
      .filter(({ from, until }) => body.at >= from && (until === null || body.at < until))
      .map(({ key }) => key)
    if (!(await isSigned(input, valid, leaf.signature))) return { fault: "bad_signature" }
    return leaf.leafHash === leafHash
      ? { fault: undefined, kind: "status", leaf, body, leafHash }
      : { fault: "bad_leaf_hash" }
  }

  return (leaf) => (leaf.kind === "status" ? readStatus(leaf) : readTransaction(leaf))
}

const statusKeyOf = ({ public_key: key, not_before: from, not_after: until }: LedgerKey) => ({
  key: createPublicKey(publicKeyPem(Buffer.from(key, "base64url"))),
  from,
  until,
})

const dataHash = (data: string): string => (data === "" ? "" : sha256(data))

const isSigned = async (
  input: Uint8Array,
  keys: readonly KeyObject[],
  text: string,
): Promise<boolean> => {
  const signature = exactBytes(text, "base64url", 64)
  if (signature === undefined || !isAcceptableSignature(signature)) return false
  for (const key of keys) if (await holds(input, key, signature)) return true
  return false
}

const holds = (input: Uint8Array, key: KeyObject, signature: Uint8Array): Promise<boolean> =>
  new Promise((resolve, reject) =>
    verify(null, input, key, signature, (error, isGood) =>
      error === null ? resolve(isGood) : reject(error),
    ),
  )
