import type { Transaction, TransactionBody } from "@symbolon/core/storage"
import type { Read, Stored } from "../schema/columns.ts"
import type { StoredTransaction } from "../schema/ledger.ts"

/** A transaction as it was written: its body is what was signed. */
export const transactionOf = (row: Read<Stored<StoredTransaction>>): Transaction => {
  const {
    id: _id,
    fromAddress: _from,
    fromSequence: _sent,
    toAddress: _to,
    toSequence: _received,
    transactionType: _type,
    originalTransactionId: _original,
    ...transaction
  } = row
  const body: TransactionBody = JSON.parse(row.text)
  return { body, ...transaction }
}
