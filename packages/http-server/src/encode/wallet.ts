import { publicKeyPem, type Transaction, type Wallet } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, orNull } from "./primitives.ts"

/** Specification, "Wallet". */
export const encodeWallet = (wallet: Wallet): z.output<typeof resources.Wallet> => ({
  address: wallet.address,
  uuid: wallet.uuid,
  user_uuid: orNull(wallet.userUuid),
  public_key_pem: publicKeyPem(Buffer.from(wallet.publicKey, "base64url")),
})

/** Specification, "Transaction": the signed members as they were signed, and what is not signed beside them. */
export const encodeTransaction = ({ body, ...transaction }: Transaction): z.output<typeof resources.Transaction> => ({
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
  description: transaction.meta?.description ?? "",
  reference_id: body.reference_id,
  original_transaction_id: body.original_transaction_id,
  failure_reason: transaction.failureReason,
  reversal_reason: transaction.reversalReason,
  failed_at: instant(transaction.failedAt),
  created_at: body.created_at,
  confirmed_at: instant(transaction.confirmedAt),
  tags: [...(transaction.meta?.tags ?? [])],
})
