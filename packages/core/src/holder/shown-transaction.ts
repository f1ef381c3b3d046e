import { canonicalJson } from "../door/canonical.ts"
import type { TransactionBody } from "../ledger/entries/transaction.ts"

/** The members of a transaction on the wire that were signed, and the signature. */
export interface ShownTransaction
  extends Omit<TransactionBody, "v" | "network" | "effect" | "transaction_type"> {
  readonly effect: string
  readonly transaction_type: string
  readonly signature: string
}

/**
 * The text that was signed, written again out of what a service shows: so that whoever verifies it
 * has verified what they see. The network is not shown with each transaction, since all of a ledger
 * have the same. Empty, which is no body, where a text has no UTF-8.
 */
export const bodyTextOf = (shown: ShownTransaction, network: string): string => {
  const members: Readonly<Record<keyof TransactionBody, string | number>> = {
    v: 1,
    network,
    id: shown.id,
    effect: shown.effect,
    transaction_type: shown.transaction_type,
    from_address: shown.from_address,
    from_sequence: shown.from_sequence,
    previous_hash: shown.previous_hash,
    to_address: shown.to_address,
    to_sequence: shown.to_sequence,
    to_previous_hash: shown.to_previous_hash,
    amount: shown.amount,
    data_hash: shown.data_hash,
    meta_hash: shown.meta_hash,
    reference_id: shown.reference_id,
    original_transaction_id: shown.original_transaction_id,
    created_at: shown.created_at,
    public_key: shown.public_key,
  }
  try {
    return canonicalJson(members)
  } catch {
    return ""
  }
}
