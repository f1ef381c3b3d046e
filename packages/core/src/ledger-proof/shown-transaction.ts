import { bodyText, type TransactionBody } from "./body.ts"

/** The members of a transaction on the wire that were signed, and the signature. */
export interface ShownTransaction
  extends Omit<TransactionBody, "v" | "network" | "effect" | "transaction_type"> {
  readonly effect: string
  readonly transaction_type: string
  readonly signature: string
}

/**
 * The text that was signed, written again from what a service shows, so that a holder who verifies
 * it has verified what they see. The network is not shown with each transaction, since all entries
 * of a ledger have the same. The text is untrusted: the verifier refuses what is no body.
 */
export const bodyTextOf = (transaction: ShownTransaction, network: string): string =>
  bodyText({ ...transaction, v: 1, network } as TransactionBody)
