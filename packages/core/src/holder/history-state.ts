import { encodeUtf8 } from "../door/utf8.ts"
import type { TransactionBody } from "../ledger/transaction.ts"
import { hashText } from "./hex.ts"
import { sha256 } from "./sha256.ts"

const domain = "symbolon/chain-genesis/v1\0"

/** What a holder keeps of a wallet between two looks at it: a few hundred bytes, JSON as it stands, to be continued from. */
export interface HistoryState {
  /** How many entries were checked; the sequence of the newest. */
  readonly sequence: number
  /** Hash of the newest entry, lower-case hex; of a wallet without any, the genesis head of its address. */
  readonly head: string
  /** Points. */
  readonly balance: number
  /** What the wallet is by what it sent. */
  readonly sends: "issuance" | "holder" | "either" | "none"
  /** The PEM that signs for the wallet since its newest key rotation; null while it is the key that the address binds. */
  readonly publicKey: string | null
  /** The log index of the newest entry that was proved to be in the log, -1 while none was. */
  readonly logIndex: number
  /** The newest checkpoint that was shown: every later one must continue its log. Null while there was none. */
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
export type ChainFault = "not_own" | "sequence_gap" | "bad_previous_hash" | "bad_issuer" | "overdraft" | "not_conserved"

/** Where every wallet begins. Its head is bound to the address, so that no chain can be passed off as another's. */
export const emptyHistory = (address: string): HistoryState => ({
  sequence: 0,
  head: hashText(sha256(encodeUtf8(domain + address))),
  balance: 0,
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
  if ((isOut ? body.previous_hash : body.to_previous_hash) !== state.head) return "bad_previous_hash"
  const sends = isOut ? sentAs(state.sends, body) : state.sends
  if (sends === undefined) return "bad_issuer"
  const balance = isOut ? state.balance - body.amount : state.balance + body.amount
  // Only a mint takes a wallet below 0; one that is there already has minted, and may go further.
  if (isOut && balance < 0 && state.balance >= 0 && body.transaction_type !== "mint") return "overdraft"
  if (!Number.isSafeInteger(balance)) return "not_conserved"
  return { ...state, sequence: state.sequence + 1, head: transactionHash, balance, sends }
}

/** A wallet issues points or holds them; entries that undo may come from either. */
const sentAs = (before: HistoryState["sends"], { transaction_type: type }: TransactionBody): HistoryState["sends"] | undefined => {
  const sender = type === "mint" ? "issuance" : undoing.includes(type) ? "either" : "holder"
  if (before === "none" || before === "either" || before === sender) return sender
  return sender === "either" ? before : undefined
}

const undoing: readonly TransactionBody["transaction_type"][] = ["adjustment", "reversal", "refund", "key_rotation"]
