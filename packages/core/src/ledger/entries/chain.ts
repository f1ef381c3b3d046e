import { sha256 } from "./digest.ts"
import type { Effect, TransactionBody, TransactionType } from "./transaction.ts"

const domain = "symbolon/chain-genesis/v1\0"

/**
 * Where a wallet's chain stands: a {@link Wallet} is one, and so is what a verifier keeps of it.
 */
export interface Chain {
  /** Points; the fold of the chain. Those that are held are still among them. */
  readonly balance: number
  /** Points that are held for somebody: they cannot be spent, and have not left. */
  readonly held: number
  /** How many entries stand on the chain. */
  readonly sequence: number
  /** Hash of the newest entry; the genesis head while there is none. */
  readonly head: string
}

/**
 * The head of a chain without entries, bound to its wallet, lower-case hex
 * (docs/ledger-format.md#chains).
 */
export const genesisHead = (address: string): string => sha256(domain + address)

/** The chain of a wallet in which nothing happened yet. */
export const emptyChain = (address: string): Chain => ({
  balance: 0,
  held: 0,
  sequence: 0,
  head: genesisHead(address),
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

/** Both chains with the entry on them: one longer, headed by its hash, its points moved or held. */
export const enter = <C extends Chain>(
  from: C,
  to: C,
  { moved, held }: Movement,
  transactionHash: string,
): readonly [C, C] => [
  {
    ...from,
    balance: from.balance - moved,
    held: from.held + held,
    sequence: from.sequence + 1,
    head: transactionHash,
  },
  { ...to, balance: to.balance + moved, sequence: to.sequence + 1, head: transactionHash },
]

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

/** Whether an entry is not the next one on both chains, and how. */
export const linkFault = (
  links: Links,
  from: Chain,
  to: Chain,
): "sequence_gap" | "bad_previous_hash" | undefined => {
  const next = linksOf(from, to)
  if (links.from_sequence !== next.from_sequence || links.to_sequence !== next.to_sequence)
    return "sequence_gap"
  return links.previous_hash === next.previous_hash &&
    links.to_previous_hash === next.to_previous_hash
    ? undefined
    : "bad_previous_hash"
}

/**
 * Whether an entry breaks the rule of balances: nobody spends or holds more than is available, but
 * for a wallet that issues. A balance past 2^53-1 either way would round, and the sum of all would
 * no longer be 0.
 */
export const balanceFault = (
  from: Chain,
  to: Chain,
  { moved, held }: Movement,
  isIssuer: boolean,
): "overdraft" | "not_conserved" | undefined => {
  const left = from.balance - moved
  if (!isIssuer && (left < 0 || left - (from.held + held) < 0)) return "overdraft"
  return Number.isSafeInteger(left) && Number.isSafeInteger(to.balance + moved)
    ? undefined
    : "not_conserved"
}

/**
 * Who may send an entry of this type: issuance wallets send mints, everyone else moves points; some
 * types undo what either did.
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
