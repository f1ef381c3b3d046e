import { createPublicKey, type KeyObject, verify } from "node:crypto"
import { Result } from "effect"
import { isAcceptablePublicKey, isAcceptableSignature } from "../door/ed25519.ts"
import { addressOf } from "../wallets/address.ts"
import { publicKeyPem, rawPublicKey } from "../wallets/public-key.ts"
import { type BodyFault, parseBody, type Sealed, sealedBody } from "./body.ts"
import { balanceFault, type Chain, emptyChain, enter, linkFault, movementOf, senderOf } from "./chain.ts"
import type { LedgerHead } from "./change.ts"
import { exactBytes, sha256 } from "./digest.ts"
import type { ExportedLeaf, LedgerKey } from "./export.ts"
import { appended, emptyLedger } from "./merkle.ts"
import { newKeyOf } from "./rotation.ts"
import { leansOn, type Settlement, settle, type Standing, type StandingFault, standingOf } from "./standing.ts"
import { isTransition, parseStatus, sealedStatus, type StatusBody } from "./status-event.ts"
import type { TransactionBody, TransactionStatus } from "./transaction.ts"

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

/** A wallet as the log shows it, and nobody's word but the log's. */
export interface SeenWallet extends Chain {
  /** What it is by what it sent: it issues points, or holds them; `either` while all it sent was undoing, `none` while it sent nothing. */
  readonly sends: "issuance" | "holder" | "either" | "none"
  /** The key that it signs with, as it stands in bodies: its address binds the first, its rotations every other. Undefined while it sent nothing. */
  readonly publicKey: string | undefined
}

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

type ReadTransaction = Extract<ReadLeaf, { readonly kind: "transaction" }>
type ReadStatus = Extract<ReadLeaf, { readonly kind: "status" }>

/** The ledger as far as it was found sound. */
export interface LedgerCheck {
  /** Looks at a leaf by itself. The signature is verified on the thread pool, so many leaves may be read at once. */
  readonly read: (leaf: ExportedLeaf) => Promise<ReadLeaf>
  /** Takes the next leaf, if it continues the ledger; otherwise says why not, and nothing has changed. */
  readonly take: (read: ReadLeaf) => LeafFault | undefined
  /** What is missing where the log ends: the status leaf of its last entry, if that owes one. */
  readonly end: () => LeafFault | undefined
  readonly head: () => LedgerHead
  readonly wallets: ReadonlyMap<string, SeenWallet>
}

const keysMost = 10_000

/** A status leaf that the entry before it owes. */
interface Owed {
  readonly standing: Standing
  readonly from: TransactionStatus
}

/**
 * Begins to check a ledger from its first leaf (reference 03, section 1.13: checks 1 to 11 and 13, in that order for each leaf). Keeps what
 * became of each transaction, some 200 bytes, since any of them may be undone later.
 */
export const beginCheck = (network: string, ledgerKeys: readonly LedgerKey[]): LedgerCheck => {
  let head = emptyLedger
  let owed: Owed | undefined
  const wallets = new Map<string, SeenWallet>()
  const standings = new Map<string, Standing>()
  const keys = new Map<string, KeyObject>()
  const statusKeys = ledgerKeys.filter(({ purpose }) => purpose === "ledger_status").map(statusKeyOf)

  /** A wallet that sent under this key before needs no second look at it. */
  const keyOf = (pem: string, raw: Uint8Array, address: string): KeyObject | undefined => {
    const known = keys.get(pem)
    if (known !== undefined) return known
    if (wallets.get(address)?.publicKey !== pem && !isAcceptablePublicKey(raw)) return undefined
    const key = createPublicKey(pem)
    if (keys.size >= keysMost) keys.clear()
    keys.set(pem, key)
    return key
  }

  const read = async (leaf: ExportedLeaf): Promise<ReadLeaf> => (leaf.kind === "status" ? readStatus(leaf) : readTransaction(leaf))

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
    return { fault: undefined, kind: "transaction", leaf, body, sealed, isFirstKey: addressOf(raw, network) === body.from_address }
  }

  const readStatus = async (leaf: ExportedLeaf): Promise<ReadLeaf> => {
    const parsed = parseStatus(leaf.text)
    if (Result.isFailure(parsed)) return { fault: parsed.failure }
    const body = parsed.success
    if (body.network !== network || leaf.data !== undefined || leaf.encryptedData !== undefined) return { fault: "schema" }
    const { input, leafHash } = sealedStatus(leaf.text)
    const valid = statusKeys.filter(({ from, until }) => body.at >= from && (until === null || body.at < until)).map(({ key }) => key)
    if (!(await isSigned(input, valid, leaf.signature))) return { fault: "bad_signature" }
    return leaf.leafHash === leafHash ? { fault: undefined, kind: "status", leaf, body, leafHash } : { fault: "bad_leaf_hash" }
  }

  const take = (leaf: ReadLeaf): LeafFault | undefined => {
    if (leaf.fault !== undefined) return leaf.fault
    if (leaf.leaf.logIndex !== head.size) return "sequence_gap"
    return leaf.kind === "status" ? takeStatus(leaf) : takeTransaction(leaf)
  }

  const takeStatus = ({ body, leafHash }: ReadStatus): LeafFault | undefined => {
    if (owed === undefined) return "bad_status"
    const { standing, from } = owed
    const isFailing = standing.status === "cancelled" && body.to_status === "failed"
    const isOwed =
      body.transaction_id === standing.body.id &&
      body.transaction_hash === standing.transactionHash &&
      body.from_status === from &&
      (body.to_status === standing.status || isFailing) &&
      isTransition(from, body.to_status)
    if (!isOwed) return "bad_status"
    standings.set(standing.body.id, { ...standing, status: body.to_status })
    owed = undefined
    head = appended(head, leafHash)
    return undefined
  }

  const takeTransaction = ({ leaf, body, sealed, isFirstKey }: ReadTransaction): LeafFault | undefined => {
    if (owed !== undefined) return "bad_status"
    const from = wallets.get(body.from_address) ?? unseen(body.from_address)
    const to = wallets.get(body.to_address) ?? unseen(body.to_address)
    if (from.publicKey === undefined ? !isFirstKey : from.publicKey !== body.public_key) return "bad_address"
    const fault = linkFault(body, from, to)
    if (fault !== undefined) return fault
    if (standings.has(body.id)) return "duplicate_id"
    const sends = sentAs(from.sends, body)
    if (sends === undefined) return "bad_issuer"
    const settlement = leaned(body)
    if (typeof settlement === "string") return settlement
    const movement = movementOf(body.effect, body.amount, settlement?.standing.body.amount ?? 0)
    const unbalanced = balanceFault(from, to, movement, sends === "issuance")
    if (unbalanced !== undefined) return unbalanced
    const publicKey = leaf.data === undefined ? body.public_key : newKeyOf(body, leaf.data)
    if (publicKey === undefined) return "bad_public_key"
    const [sender, receiver] = enter({ ...from, sends, publicKey }, to, movement, sealed.transactionHash)
    wallets.set(body.from_address, sender).set(body.to_address, receiver)
    standings.set(body.id, standingOf(body, sealed.transactionHash))
    if (settlement?.from !== undefined) owed = { standing: settlement.standing, from: settlement.from }
    if (settlement !== undefined) standings.set(settlement.standing.body.id, settlement.standing)
    head = appended(head, sealed.leafHash)
    return undefined
  }

  const leaned = (body: TransactionBody): Settlement | StandingFault | undefined => {
    if (leansOn(body)) return settle(body, standings.get(body.original_transaction_id))
    const isFree = body.original_transaction_id === "" || body.transaction_type === "ticket_transfer"
    return isFree ? undefined : "bad_original"
  }

  return { read, take, end: () => (owed === undefined ? undefined : "bad_status"), head: () => head, wallets }
}

const unseen = (address: string): SeenWallet => ({ ...emptyChain(address), sends: "none", publicKey: undefined })

const statusKeyOf = ({ public_key: key, not_before: from, not_after: until }: LedgerKey) => ({
  key: createPublicKey(publicKeyPem(Buffer.from(key, "base64url"))),
  from,
  until,
})

const dataHash = (data: string): string => (data === "" ? "" : sha256(data))

/** What a wallet is after it sent this; `undefined` when it was the other kind before. The log names no kinds: they show. */
const sentAs = (before: SeenWallet["sends"], body: TransactionBody): SeenWallet["sends"] | undefined => {
  const sender = senderOf(body.transaction_type)
  if (before === "none" || before === "either" || before === sender) return sender
  return sender === "either" ? before : undefined
}

const isSigned = async (input: Uint8Array, keys: readonly KeyObject[], text: string): Promise<boolean> => {
  const signature = exactBytes(text, "base64url", 64)
  if (signature === undefined || !isAcceptableSignature(signature)) return false
  for (const key of keys) if (await holds(input, key, signature)) return true
  return false
}

const holds = (input: Uint8Array, key: KeyObject, signature: Uint8Array): Promise<boolean> =>
  new Promise((resolve, reject) =>
    verify(null, input, key, signature, (error, isGood) => (error === null ? resolve(isGood) : reject(error))),
  )
