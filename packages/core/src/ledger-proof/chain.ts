import type { Effect, TransactionBody, TransactionType } from "./body.ts"
import type { ProofHost } from "./host.ts"

const domain = "symbolon/chain-genesis/v1\0"

/** The state of a wallet's chain: a stored wallet has it, and a verifier computes it. */
export interface Chain {
  /** Points; the sum of the chain. Points that are held are still among them. */
  readonly balance: number
  /** Points in holds: they cannot be spent, and have not left. */
  readonly held: number
  /** How many entries stand on the chain. */
  readonly sequence: number
  /** Hash of the newest entry, lower-case hex; the genesis head while there is none. */
  readonly head: string
}

/**
 * The head of a chain without entries, bound to its wallet, lower-case hex
 * (docs/ledger-format.md#chains).
 */
export const genesisHead = (address: string, host: ProofHost): string =>
  host.sha256(host.utf8(domain + address))

/** The chain of a wallet without entries. */
export const emptyChain = (address: string, host: ProofHost): Chain => ({
  balance: 0,
  held: 0,
  sequence: 0,
  head: genesisHead(address, host),
})

/** What an entry does to the two chains it stands on. */
export interface Movement {
  /** Points that go from the sender to the receiver. */
  readonly moved: number
  /** By how much more of the sender's points are held; less when below 0. */
  readonly held: number
}

/**
 * What an entry does by its effect (docs/ledger-format.md#effects); `hold` is the amount of the
 * hold that a `post` or `void` settles.
 */
export const movementOf = (effect: Effect, amount: number, hold: number): Movement => {
  switch (effect) {
    case "posted":
      return { moved: amount, held: 0 }
    case "pending":
      return { moved: 0, held: amount }
    case "post":
      return { moved: amount, held: -hold }
    case "void":
      return { moved: 0, held: -hold }
  }
}

/** The sender's chain with the entry on it: one longer, headed by its hash, its points moved. */
export const sent = <C extends Chain>(from: C, { moved, held }: Movement, head: string): C => ({
  ...from,
  balance: from.balance - moved,
  held: from.held + held,
  sequence: from.sequence + 1,
  head,
})

/** The receiver's chain with the entry on it. */
export const received = <C extends Chain>(to: C, { moved }: Movement, head: string): C => ({
  ...to,
  balance: to.balance + moved,
  sequence: to.sequence + 1,
  head,
})

/** Both chains with the entry on them. */
export const enter = <C extends Chain>(
  from: C,
  to: C,
  movement: Movement,
  head: string,
): readonly [C, C] => [sent(from, movement, head), received(to, movement, head)]

/** Points that can be spent: the balance without what is held. */
export const availableOf = ({ balance, held }: Pick<Chain, "balance" | "held">): number =>
  balance - held

/** The members of a body that tie it to both chains. */
export type Links = Pick<
  TransactionBody,
  "from_sequence" | "previous_hash" | "to_sequence" | "to_previous_hash"
>

/** What the next entry on both chains must say of them. */
export const linksOf = (from: Chain, to: Chain): Links => ({
  from_sequence: from.sequence + 1,
  previous_hash: from.head,
  to_sequence: to.sequence + 1,
  to_previous_hash: to.head,
})

/** How an entry fails to be the next one on a chain. */
export type LinkFault = "sequence_gap" | "bad_previous_hash"

/** Why an entry with this sequence and previous hash is not the next on the chain, if it is not. */
export const sideLinkFault = (
  chain: Pick<Chain, "sequence" | "head">,
  sequence: number,
  previousHash: string,
): LinkFault | undefined => {
  if (sequence !== chain.sequence + 1) return "sequence_gap"
  return previousHash === chain.head ? undefined : "bad_previous_hash"
}

/** Why an entry is not the next one on both chains, if it is not: a gap first, then a hash. */
export const linkFault = (links: Links, from: Chain, to: Chain): LinkFault | undefined => {
  const sender = sideLinkFault(from, links.from_sequence, links.previous_hash)
  const receiver = sideLinkFault(to, links.to_sequence, links.to_previous_hash)
  return receiver === "sequence_gap" ? receiver : (sender ?? receiver)
}

/** How an entry breaks the rule of balances. */
export type BalanceFault = "overdraft" | "not_conserved"

/**
 * Whether the sender breaks the rule of balances: a wallet spends or holds no more than is
 * available, unless it issues. A balance past 2^53-1 would round, and the sum of all would no
 * longer be 0.
 */
export const sendFault = (
  from: Chain,
  { moved, held }: Movement,
  isIssuer: boolean,
): BalanceFault | undefined => {
  const left = from.balance - moved
  if (!isIssuer && (left < 0 || left - (from.held + held) < 0)) return "overdraft"
  return Number.isSafeInteger(left) ? undefined : "not_conserved"
}

/** Whether the receiver's balance would leave the exact integers. */
export const receiveFault = (to: Chain, { moved }: Movement): "not_conserved" | undefined =>
  Number.isSafeInteger(to.balance + moved) ? undefined : "not_conserved"

/** Whether an entry breaks the rule of balances on either side: the sender's fault first. */
export const balanceFault = (
  from: Chain,
  to: Chain,
  movement: Movement,
  isIssuer: boolean,
): BalanceFault | undefined => sendFault(from, movement, isIssuer) ?? receiveFault(to, movement)

/**
 * What a wallet is by what it sent: it issues points, or holds them; `either` while all it sent was
 * undoing, `none` while it sent nothing. The log names no kinds: they show.
 */
export type Sends = "issuance" | "holder" | "either" | "none"

/** What a wallet is after it sent this; `undefined` when it was the other kind before. */
export const sendsAfter = (before: Sends, type: TransactionType): Sends | undefined => {
  const sender = senderOf(type)
  if (before === "none" || before === "either" || before === sender) return sender
  return sender === "either" ? before : undefined
}

/**
 * Which wallets may send an entry of this type: issuance wallets send mints, all others move
 * points; some types undo what either did.
 */
export const senderOf = (type: TransactionType): "issuance" | "holder" | "either" => {
  switch (type) {
    case "mint":
      return "issuance"
    case "burn":
    case "transfer":
    case "reward":
    case "ticket_transfer":
    case "spend":
    case "expiration":
      return "holder"
    case "adjustment":
    case "reversal":
    case "refund":
    case "key_rotation":
      return "either"
  }
}
