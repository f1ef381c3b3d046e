import type { Transaction } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instantOrNull } from "./instant.ts"

/** Specification, "Transaction": what was signed, as it was signed, and what stands beside it. */
export const encodeTransaction = (transaction: Transaction): z.output<typeof resources.Transaction> => {
  const { body, meta } = transaction
  return {
    id: body.id,
    from_address: body.from_address,
    to_address: body.to_address,
    amount: body.amount,
    transaction_type: body.transaction_type,
    status: transaction.status,
    transaction_hash: transaction.transactionHash,
    previous_hash: body.previous_hash,
    to_previous_hash: body.to_previous_hash,
    from_sequence: body.from_sequence,
    to_sequence: body.to_sequence,
    log_index: transaction.logIndex,
    signature: transaction.signature,
    public_key: body.public_key,
    encrypted_data: transaction.encryptedData,
    data_hash: body.data_hash,
    description: meta?.description ?? "",
    reference_id: body.reference_id,
    original_transaction_id: body.original_transaction_id,
    failure_reason: transaction.failureReason,
    reversal_reason: transaction.reversalReason,
    failed_at: instantOrNull(transaction.failedAt),
    created_at: body.created_at,
    confirmed_at: instantOrNull(transaction.confirmedAt),
    tags: [...(meta?.tags ?? [])],
  }
}
