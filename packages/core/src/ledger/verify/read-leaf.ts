import { createPublicKey, type KeyObject, verify } from "node:crypto"
import { isAcceptablePublicKey, isAcceptableSignature } from "../../door/ed25519.ts"
import { addressOf } from "../../ledger-proof/address.ts"
import { publicKeyPem } from "../../ledger-proof/public-key.ts"
import {
  type BodyFault,
  readBody,
  type SealedBody,
  sealBody,
  type TransactionBody,
} from "../../ledger-proof/body.ts"
import { exactBytes } from "../../foundation/kernel/digest.ts"
import { nativeHost } from "../../foundation/kernel/native-host.ts"
import { dataHash } from "../../ledger-proof/commitments.ts"
import type { ExportedLeaf, LedgerKey } from "./export.ts"
import type { OriginalFault } from "../entries/entry-state.ts"
import { readStatus, sealStatus, type StatusBody } from "../../ledger-proof/status.ts"

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
  | OriginalFault
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
      readonly sealed: SealedBody
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

const keysMax = 10_000

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
    if (keys.size >= keysMax) keys.clear()
    keys.set(pem, key)
    return key
  }

  const readTransaction = async (leaf: ExportedLeaf): Promise<ReadLeaf> => {
    const read = readBody(leaf.text)
    if (typeof read === "string") return { fault: read }
    const { body, publicKey } = read
    if (body.network !== network) return { fault: "schema" }
    const key = keyOf(body.public_key, publicKey, body.from_address)
    if (key === undefined) return { fault: "bad_public_key" }
    const sealed = sealBody(leaf.text, nativeHost)
    if (!(await isSigned(sealed.input, [key], leaf.signature))) return { fault: "bad_signature" }
    if (leaf.leafHash !== sealed.leafHash) return { fault: "bad_leaf_hash" }
    const isRotation = body.transaction_type === "key_rotation"
    if (isRotation !== (leaf.data !== undefined)) return { fault: "bad_data_hash" }
    const data = leaf.data ?? leaf.encryptedData
    if (data !== undefined && body.data_hash !== dataHash(data, nativeHost))
      return { fault: "bad_data_hash" }
    return {
      fault: undefined,
      kind: "transaction",
      leaf,
      body,
      sealed,
      isFirstKey: addressOf(publicKey, network, nativeHost) === body.from_address,
    }
  }

  const readStatusLeaf = async (leaf: ExportedLeaf): Promise<ReadLeaf> => {
    const body = readStatus(leaf.text)
    if (typeof body === "string") return { fault: body }
    if (body.network !== network || leaf.data !== undefined || leaf.encryptedData !== undefined)
      return { fault: "schema" }
    const { input, leafHash } = sealStatus(leaf.text, nativeHost)
    const valid = statusKeys
      .filter(({ from, until }) => body.at >= from && (until === null || body.at < until))
      .map(({ key }) => key)
    if (!(await isSigned(input, valid, leaf.signature))) return { fault: "bad_signature" }
    return leaf.leafHash === leafHash
      ? { fault: undefined, kind: "status", leaf, body, leafHash }
      : { fault: "bad_leaf_hash" }
  }

  return (leaf) => (leaf.kind === "status" ? readStatusLeaf(leaf) : readTransaction(leaf))
}

const statusKeyOf = ({ public_key: key, not_before: from, not_after: until }: LedgerKey) => ({
  key: createPublicKey(publicKeyPem(Buffer.from(key, "base64url"))),
  from,
  until,
})

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
