import type { TransactionBody } from "./body.ts"
import {
  type BalanceFault,
  type Chain,
  emptyChain,
  type LinkFault,
  type Movement,
  movementOf,
  received,
  receiveFault,
  sendFault,
  type Sends,
  sendsAfter,
  sent,
  sideLinkFault,
} from "./chain.ts"
import { portableHost, type ProofHost } from "./host.ts"

/**
 * What a holder keeps of a wallet between two looks at it: a few hundred bytes, JSON as it stands,
 * to be continued from.
 */
export interface HistoryState extends Chain {
  /** Holds that are not settled yet, on either side: their amount, by {@link holdKey}. */
  readonly holds: Readonly<Record<string, number>>
  /** What the wallet is by what it sent. */
  readonly sends: Sends
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
  | LinkFault
  | "bad_issuer"
  | "bad_original"
  | "reversal_exceeds"
  | BalanceFault

/**
 * The state of a wallet without entries. Its head is bound to the address, so that no chain can be
 * passed off as another's.
 */
export const emptyHistory = (address: string, host: ProofHost = portableHost): HistoryState => ({
  ...emptyChain(address, host),
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
  const linkFault = isOut
    ? sideLinkFault(state, body.from_sequence, body.previous_hash)
    : sideLinkFault(state, body.to_sequence, body.to_previous_hash)
  if (linkFault !== undefined) return linkFault
  const sends = isOut ? sendsAfter(state.sends, body.transaction_type) : state.sends
  if (sends === undefined) return "bad_issuer"
  const effect = effectOf(state, body, isOut)
  if (typeof effect === "string") return effect
  const { movement, holds } = effect
  const fault = isOut
    ? sendFault(state, movement, sends === "issuance")
    : receiveFault(state, movement)
  if (fault !== undefined) return fault
  const next = { ...state, holds, sends }
  return isOut ? sent(next, movement, transactionHash) : received(next, movement, transactionHash)
}

/**
 * The name of a hold in {@link HistoryState.holds}: it is settled in the direction in which it was
 * made.
 */
const holdKey = (isOut: boolean, id: string): string => `${isOut ? "out" : "in"}:${id}`

interface EffectOfEntry {
  readonly movement: Movement
  readonly holds: HistoryState["holds"]
}

/**
 * What an entry does by its effect (docs/ledger-format.md#effects). The hold that it settles must
 * be known and unsettled.
 */
const effectOf = (
  { holds }: HistoryState,
  { effect, amount, id, original_transaction_id: original }: TransactionBody,
  isOut: boolean,
): EffectOfEntry | "bad_original" | "reversal_exceeds" => {
  if (effect === "posted") return { movement: movementOf(effect, amount, 0), holds }
  if (effect === "pending")
    return {
      movement: movementOf(effect, amount, 0),
      holds: { ...holds, [holdKey(isOut, id)]: amount },
    }
  const { [holdKey(isOut, original)]: hold, ...others } = holds
  if (hold === undefined) return "bad_original"
  if (amount > (effect === "void" ? 0 : hold)) return "reversal_exceeds"
  return { movement: movementOf(effect, amount, hold), holds: others }
}
