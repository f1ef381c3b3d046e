import {
  balanceFault,
  type Chain,
  emptyChain,
  enter,
  linkFault,
  movementOf,
  type Sends,
  sendsAfter,
} from "../../ledger-proof/chain.ts"
import { type LedgerHead, appended, emptyLedger } from "../log/merkle.ts"
import type { LedgerKey } from "./export.ts"
import { type LeafFault, leafReader, type LeafReader, type ReadLeaf } from "./read-leaf.ts"
import { nativeHost } from "../../foundation/kernel/native-host.ts"
import { newKeyOf } from "../../ledger-proof/key-rotation.ts"
import {
  referencesOriginal,
  type Settlement,
  settle,
  type EntryState,
  type OriginalFault,
  initialState,
} from "../entries/entry-state.ts"
import { isTransition, type TransactionStatus } from "../../ledger-proof/status.ts"
import type { TransactionBody } from "../../ledger-proof/body.ts"

/** A wallet as the log alone shows it. */
export interface SeenWallet extends Chain {
  /**
   * What it is by what it sent: it issues points, or holds them; `either` while all it sent was
   * undoing, `none` while it sent nothing.
   */
  readonly sends: Sends
  /**
   * The key that it signs with, as it stands in bodies: its address binds the first, its rotations
   * every other. Undefined while it sent nothing.
   */
  readonly publicKey: string | undefined
}

type ReadTransaction = Extract<ReadLeaf, { readonly kind: "transaction" }>
type ReadStatus = Extract<ReadLeaf, { readonly kind: "status" }>

/** The ledger as far as it was found sound. */
export interface LedgerCheck {
  readonly read: LeafReader
  /**
   * Takes the next leaf, if it continues the ledger; otherwise says why not, and nothing has
   * changed.
   */
  readonly take: (read: ReadLeaf) => LeafFault | undefined
  /** What is missing where the log ends: the status leaf of its last entry, if that owes one. */
  readonly end: () => LeafFault | undefined
  readonly head: () => LedgerHead
  readonly wallets: ReadonlyMap<string, SeenWallet>
}

/** A status leaf that the entry before it owes. */
interface Owed {
  readonly original: EntryState
  readonly from: TransactionStatus
}

/**
 * Begins to check a ledger from its first leaf (docs/ledger-format.md#verification). Keeps what
 * became of each transaction, some 200 bytes, since any of them may be undone later.
 */
export const beginCheck = (network: string, ledgerKeys: readonly LedgerKey[]): LedgerCheck => {
  let head = emptyLedger
  let owed: Owed | undefined
  const wallets = new Map<string, SeenWallet>()
  const states = new Map<string, EntryState>()
  const read = leafReader({
    network,
    keys: ledgerKeys,
    isKnown: (address, pem) => wallets.get(address)?.publicKey === pem,
  })

  const take = (leaf: ReadLeaf): LeafFault | undefined => {
    if (leaf.fault !== undefined) return leaf.fault
    if (leaf.leaf.logIndex !== head.size) return "sequence_gap"
    return leaf.kind === "status" ? takeStatus(leaf) : takeTransaction(leaf)
  }

  const takeStatus = ({ body, leafHash }: ReadStatus): LeafFault | undefined => {
    if (owed === undefined || !isOwed(body, owed)) return "bad_status"
    const { original } = owed
    states.set(original.body.id, { ...original, status: body.to_status })
    owed = undefined
    head = appended(head, leafHash)
    return undefined
  }

  const takeTransaction = ({
    leaf,
    body,
    sealed,
    isFirstKey,
  }: ReadTransaction): LeafFault | undefined => {
    if (owed !== undefined) return "bad_status"
    const from = wallets.get(body.from_address) ?? unseen(body.from_address)
    const to = wallets.get(body.to_address) ?? unseen(body.to_address)
    if (from.publicKey === undefined ? !isFirstKey : from.publicKey !== body.public_key)
      return "bad_address"
    const fault = linkFault(body, from, to)
    if (fault !== undefined) return fault
    if (states.has(body.id)) return "duplicate_id"
    const sends = sendsAfter(from.sends, body.transaction_type)
    if (sends === undefined) return "bad_issuer"
    const settlement = settlementOf(body, states)
    if (typeof settlement === "string") return settlement
    const movement = movementOf(body.effect, body.amount, settlement?.original.body.amount ?? 0)
    const unbalanced = balanceFault(from, to, movement, sends === "issuance")
    if (unbalanced !== undefined) return unbalanced
    const publicKey = leaf.data === undefined ? body.public_key : newKeyOf(body, leaf.data)
    if (publicKey === undefined) return "bad_public_key"
    const [sender, receiver] = enter(
      { ...from, sends, publicKey },
      to,
      movement,
      sealed.transactionHash,
    )
    wallets.set(body.from_address, sender).set(body.to_address, receiver)
    states.set(body.id, initialState(body, sealed.transactionHash))
    if (settlement?.from !== undefined)
      owed = { original: settlement.original, from: settlement.from }
    if (settlement !== undefined) states.set(settlement.original.body.id, settlement.original)
    head = appended(head, sealed.leafHash)
    return undefined
  }

  return {
    read,
    take,
    end: () => (owed === undefined ? undefined : "bad_status"),
    head: () => head,
    wallets,
  }
}

/** Whether a status leaf is the one that the entry before it owes. */
const isOwed = (body: ReadStatus["body"], { original, from }: Owed): boolean => {
  const isFailing = original.status === "cancelled" && body.to_status === "failed"
  return (
    body.transaction_id === original.body.id &&
    body.transaction_hash === original.transactionHash &&
    body.from_status === from &&
    (body.to_status === original.status || isFailing) &&
    isTransition(from, body.to_status)
  )
}

/** What an entry does to the one that it refers to; undefined if it refers to none. */
const settlementOf = (
  body: TransactionBody,
  states: ReadonlyMap<string, EntryState>,
): Settlement | OriginalFault | undefined => {
  if (referencesOriginal(body)) return settle(body, states.get(body.original_transaction_id))
  const isFree = body.original_transaction_id === "" || body.transaction_type === "ticket_transfer"
  return isFree ? undefined : "bad_original"
}

const unseen = (address: string): SeenWallet => ({
  ...emptyChain(address, nativeHost),
  sends: "none",
  publicKey: undefined,
})
