import type { Sender, Transaction } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import type { ImageUrl } from "./image-url.ts"
import { instantOrNull } from "./instant.ts"

/** Encodes a transaction: the signed fields and the unsigned ones. */
export const encodeTransaction = (
  transaction: Transaction,
): z.output<typeof resources.Transaction> => {
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
    data: transaction.publicData,
    effect: body.effect,
    meta_hash: body.meta_hash,
    description: meta?.description ?? "",
    reference_id: body.reference_id,
    original_transaction_id: body.original_transaction_id,
    failure_reason: transaction.failureReason,
    reversal_reason: transaction.reversalReason,
    refunded_amount: transaction.refundedAmount,
    expires_at: instantOrNull(transaction.expiresAt),
    failed_at: instantOrNull(transaction.failedAt),
    created_at: body.created_at,
    confirmed_at: instantOrNull(transaction.confirmedAt),
    tags: [...(meta?.tags ?? [])],
  }
}

/** Encodes a transaction with its sender. */
export const encodeRecentTransaction =
  (imageUrl: ImageUrl) =>
  ({
    transaction,
    sender,
  }: {
    readonly transaction: Transaction
    readonly sender: Sender | undefined
  }): z.output<typeof resources.RecentTransaction> => ({
    ...encodeTransaction(transaction),
    sender:
      sender === undefined || (sender.user === undefined && sender.organization === undefined)
        ? null
        : {
            user_uuid: sender.user?.uuid ?? null,
            username: sender.user?.username ?? null,
            first_name: sender.user?.firstName ?? null,
            last_name: sender.user?.lastName ?? null,
            avatar_image_file_url: imageUrl(sender.user?.avatarImageFileUuid),
            organization:
              sender.organization === undefined
                ? null
                : {
                    uuid: sender.organization.uuid,
                    name: sender.organization.name,
                    slug: sender.organization.slug,
                  },
          },
  })
