import type { WalletIdentity } from "../../wallets/wallet.ts"

/** The two ways to undo a transaction. */
export type Undoing = "reversal" | "refund"

/** The wallets at the ends of a transaction that is to be undone. */
interface Ends {
  readonly sender: WalletIdentity
  readonly receiver: WalletIdentity
}

/**
 * The organization that may undo a transaction: the one whose own wallet sent it may reverse it,
 * the one whose own wallet received it may refund it. Undefined when that wallet is a person's, a
 * card's or the ledger's: the organization in which a member's wallet lies has no right to it.
 */
export const organizationThatUndoes = (
  undoing: Undoing,
  { sender, receiver }: Ends,
): string | undefined => {
  const own = undoing === "reversal" ? sender : receiver
  return isOrganizations(own) ? own.organizationUuid : undefined
}

/** Whether a wallet is an organization's own: its treasury, or what it issues from. */
export const isOrganizations = ({ kind }: Pick<WalletIdentity, "kind">): boolean =>
  kind === "treasury" || kind === "issuance"
