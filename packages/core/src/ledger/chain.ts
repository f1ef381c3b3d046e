import { sha256 } from "./digest.ts"
import type { TransactionBody, TransactionType } from "./transaction.ts"

const domain = "symbolon/chain-genesis/v1\0"

/** Where a wallet's chain stands: a {@link Wallet} is one, and so is what a verifier keeps of it. */
export interface Chain {
  /** Points; the fold of the chain. */
  readonly balance: number
  /** How many entries stand on the chain. */
  readonly sequence: number
  /** Hash of the newest entry; the genesis head while there is none. */
  readonly head: string
}

/** The head of a chain without entries, bound to its wallet, lower-case hex (reference 03, section 1.2). */
export const genesisHead = (address: string): string => sha256(domain + address)

/** The chain of a wallet in which nothing happened yet. */
export const emptyChain = (address: string): Chain => ({ balance: 0, sequence: 0, head: genesisHead(address) })

/** What an entry of the ledger does to the two chains it stands on. */
export interface Entry {
  readonly amount: number
  readonly transactionHash: string
}

/** Both chains with the entry on them: one longer, headed by its hash, `amount` moved from one to the other. */
export const enter = <C extends Chain>(from: C, to: C, entry: Entry): readonly [C, C] => [
  { ...from, balance: from.balance - entry.amount, sequence: from.sequence + 1, head: entry.transactionHash },
  { ...to, balance: to.balance + entry.amount, sequence: to.sequence + 1, head: entry.transactionHash },
]

/** The members of a body that tie it to both chains. */
export type Links = Pick<TransactionBody, "from_sequence" | "previous_hash" | "to_sequence" | "to_previous_hash">

/** What the next entry on both chains must say of them. */
export const linksOf = (from: Chain, to: Chain): Links => ({
  from_sequence: from.sequence + 1,
  previous_hash: from.head,
  to_sequence: to.sequence + 1,
  to_previous_hash: to.head,
})

/** Whether an entry is not the next one on both chains, and how. */
export const linkFault = (links: Links, from: Chain, to: Chain): "sequence_gap" | "bad_previous_hash" | undefined => {
  const next = linksOf(from, to)
  if (links.from_sequence !== next.from_sequence || links.to_sequence !== next.to_sequence) return "sequence_gap"
  return links.previous_hash === next.previous_hash && links.to_previous_hash === next.to_previous_hash ? undefined : "bad_previous_hash"
}

/**
 * Whether moving `amount` breaks the rule of balances. Only a `mint` takes a balance below 0; a wallet that is there already has
 * minted, and may go further. A balance past 2^53-1 either way would round, and the sum of all would no longer be 0.
 */
export const balanceFault = (type: TransactionType, from: Chain, to: Chain, amount: number): "overdraft" | "not_conserved" | undefined => {
  const left = from.balance - amount
  if (left < 0 && from.balance >= 0 && type !== "mint") return "overdraft"
  return Number.isSafeInteger(left) && Number.isSafeInteger(to.balance + amount) ? undefined : "not_conserved"
}

/** Who may send an entry of this type: issuance wallets send mints, everyone else moves points; some types undo what either did. */
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
