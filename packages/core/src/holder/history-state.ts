import { encodeUtf8 } from "../door/utf8.ts"
import type { TransactionBody } from "../ledger/entries/transaction.ts"
import { hashText } from "./hex.ts"
import { sha256 } from "./sha256.ts"

const domain = "symbolon/chain-genesis/v1\0"

/**
 * What a holder keeps of a wallet between two looks at it: a few hundred bytes, JSON as it stands,
 * to be continued from.
 */
export interface HistoryState {
  /** How many entries were checked; the sequence of the newest. */
  readonly sequence: number
  /**
   * Hash of the newest entry, lower-case hex; of a wallet without any, the genesis head of its
   * address.
   */
  readonly head: string
  /** Points. Those that are held are still among them. */
  readonly balance: number
  /** Points that are held for somebody: they cannot be spent, and have not left. */
  readonly held: number
  /** Holds of which nothing became yet, on either side: their amount, by {@link holdKey}. */
  readonly holds: Readonly<Record<string, number>>
  /** What the wallet is by what it sent. */
  readonly sends: "issuance" | "holder" | "either" | "none"
  /**
   * The PEM that signs for the wallet since its newest key rotation; null while it is the key that
   * the address binds.
   */
  readonly publicKey: string | null
  /** The log index of the newest entry that was proved to be in the log, -1 while none was. */
  readonly logIndex: number
  /**
   * The newest checkpoint that was shown: every later one must continue its log. Null while there
   * was none.
   */
  readonly checkpoint: LogState | null
  /** Up to which sequence every entry was proved to stand in that log. */
  readonly provedTo: number
}

/** A log as a checkpoint shows it. */
export interface LogState {
  readonly size: number
  /** Lower-case hex. */
  readonly root: string
}

/** What is wrong with a body as the next on one wallet's chain. */
export type ChainFault =
  | "not_own"
  | "sequence_gap"
  | "bad_previous_hash"
  | "bad_issuer"
  | "bad_original"
  | "reversal_exceeds"
  | "overdraft"
  | "not_conserved"

/**
 * Where every wallet begins. Its head is bound to the address, so that no chain can be passed off
 * as another's.
 */
export const emptyHistory = (address: string): HistoryState => ({
  sequence: 0,
  head: hashText(sha256(encodeUtf8(domain + address))),
  balance: 0,
  held: 0,
  holds: {},
  sends: "none",
  publicKey: null,
  logIndex: -1,
  checkpoint: null,
  provedTo: 0,
})

/** The chain with one entry more, seen from the wallet's own side, or why it does not follow. */
export const entered = (
  state: HistoryState,
  address: string,
  body: TransactionBody,
  transactionHash: string,
): HistoryState | ChainFault => {
  const isOut = body.from_address === address
  if (!isOut && body.to_address !== address) return "not_own"
  if ((isOut ? body.from_sequence : body.to_sequence) !== state.sequence + 1) return "sequence_gap"
  if ((isOut ? body.previous_hash : body.to_previous_hash) !== state.head)
    return "bad_previous_hash"
  const sends = isOut ? sentAs(state.sends, body) : state.sends
  if (sends === undefined) return "bad_issuer"
  const effect = effectOf(state, body, isOut)
  if (typeof effect === "string") return effect
  const balance = isOut ? state.balance - effect.moved : state.balance + effect.moved
  const held = isOut ? state.held + effect.held : state.held
  // Only a mint takes a wallet below 0; one that is there already has minted, and may go further.
  const isOverdrawn = isOut && balance - held < 0 && state.balance - state.held >= 0
  if (isOverdrawn && body.transaction_type !== "mint") return "overdraft"
  if (!Number.isSafeInteger(balance)) return "not_conserved"
  return {
    ...state,
    sequence: state.sequence + 1,
    head: transactionHash,
    balance,
    held,
    holds: effect.holds,
    sends,
  }
}

/**
 * Under what a hold stands in {@link HistoryState.holds}: it is settled in the direction in which
 * it was made.
 */
const holdKey = (isOut: boolean, id: string): string => `${isOut ? "out" : "in"}:${id}`

interface EffectOfEntry {
  readonly moved: number
  /** By how much more is held. */
  readonly held: number
  readonly holds: HistoryState["holds"]
}

/**
 * What an entry does by its effect (docs/ledger-format.md#effects). Of one that settles, the hold
 * must be known and unsettled.
 */
const effectOf = (
  { holds }: HistoryState,
  body: TransactionBody,
  isOut: boolean,
): EffectOfEntry | "bad_original" | "reversal_exceeds" => {
  if (body.effect === "posted") return { moved: body.amount, held: 0, holds }
  if (body.effect === "pending")
    return {
      moved: 0,
      held: body.amount,
      holds: { ...holds, [holdKey(isOut, body.id)]: body.amount },
    }
  const { [holdKey(isOut, body.original_transaction_id)]: hold, ...others } = holds
  if (hold === undefined) return "bad_original"
  if (body.effect === "void") return { moved: 0, held: -hold, holds: others }
  return body.amount > hold
    ? "reversal_exceeds"
    : { moved: body.amount, held: -hold, holds: others }
}

/** A wallet issues points or holds them; entries that undo may come from either. */
const sentAs = (
  before: HistoryState["sends"],
  { transaction_type: type }: TransactionBody,
): HistoryState["sends"] | undefined => {
  const sender = type === "mint" ? "issuance" : undoing.includes(type) ? "either" : "holder"
  if (before === "none" || before === "either" || before === sender) return sender
  return sender === "either" ? before : undefined
}

const undoing: readonly TransactionBody["transaction_type"][] = [
  "adjustment",
  "reversal",
  "refund",
  "key_rotation",
]
