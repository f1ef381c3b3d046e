import type { TransactionProof } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"

/** Encodes the proof that a transaction is in the log. */
export const encodeTransactionProof = ({
  transaction,
  checkpoint,
  size,
  inclusion,
  consistency,
}: TransactionProof): z.output<typeof resources.TransactionProof> => ({
  transaction_id: transaction.body.id,
  log_index: transaction.logIndex,
  leaf_hash: transaction.leafHash,
  size,
  checkpoint,
  inclusion: [...inclusion],
  consistency: consistency === undefined ? null : [...consistency],
})
