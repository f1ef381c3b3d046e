import {
  type LedgerHead,
  noWrites,
  type Outcome,
  type Transaction,
  type TransactionBody,
  type Wallet,
  type Writes,
} from "@symbolon/core/storage"
import { at, hash } from "./samples.ts"

/** What a transfer is made of; `logIndex` also numbers its id and hashes. */
export interface Transfer {
  readonly from: Wallet
  readonly to: Wallet
  readonly amount: number
  readonly logIndex: number
  readonly createdAt?: Date
}

/**
 * The transaction that moves points from one wallet to another, next on both chains. Its seals are
 * invented.
 */
export const transaction = (transfer: Transfer, change: Partial<Transaction> = {}): Transaction => {
  const { from, to, amount, logIndex, createdAt = at(logIndex) } = transfer
  const body: TransactionBody = {
    v: 1,
    network: "test",
    id: transactionId(logIndex),
    effect: "posted",
    transaction_type: "transfer",
    from_address: from.address,
    from_sequence: from.sequence + 1,
    previous_hash: from.head,
    to_address: to.address,
    to_sequence: to.sequence + 1,
    to_previous_hash: to.head,
    amount,
    data_hash: "",
    meta_hash: "",
    reference_id: "",
    original_transaction_id: "",
    created_at: createdAt.toISOString(),
    public_key: from.publicKey,
  }
  return {
    body,
    text: canonical(body),
    transactionHash: hash(1_000_000 + logIndex),
    signature: logIndex.toString(36).padStart(86, "A"),
    leafHash: hash(2_000_000 + logIndex),
    logIndex,
    status: "confirmed",
    meta: undefined,
    encryptedData: "",
    publicData: "",
    movedAmount: amount,
    refundedAmount: 0,
    expiresAt: undefined,
    failureReason: "",
    reversalReason: "",
    createdAt,
    failedAt: undefined,
    confirmedAt: createdAt,
    ...change,
  }
}

/** The same transaction with other members in its body. */
export const retold = (one: Transaction, change: Partial<TransactionBody>): Transaction => {
  const body = { ...one.body, ...change }
  return { ...one, body, text: canonical(body) }
}

/** 24 characters, as a CUID2 has them. */
export const transactionId = (n: number): string => `t${n.toString(36).padStart(23, "0")}`

/** Both wallets after the transfer. */
export const moved = ({ from, to, amount, logIndex }: Transfer): readonly [Wallet, Wallet] => {
  const head = hash(1_000_000 + logIndex)
  return [
    { ...from, balance: from.balance - amount, sequence: from.sequence + 1, head },
    { ...to, balance: to.balance + amount, sequence: to.sequence + 1, head },
  ]
}

/** A head of the log; the frontier is invented, one hash. */
export const head = (size: number): LedgerHead => ({
  size,
  frontier: size === 0 ? [] : [hash(3_000_000 + size)],
})

export const outcome = (key: string, transactionNumber: number): Outcome => ({
  key,
  digest: hash(4_000_000 + transactionNumber),
  transactionId: transactionId(transactionNumber),
  refusal: undefined,
  createdAt: at(transactionNumber),
})

/** A batch of one transfer. */
export const batch = (transfer: Transfer, change: Partial<Writes> = {}): Writes => ({
  ...noWrites,
  transactions: [transaction(transfer)],
  wallets: moved(transfer),
  ledger: head(transfer.logIndex + 1),
  ...change,
})

const canonical = (body: TransactionBody): string =>
  JSON.stringify(Object.fromEntries(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))))
