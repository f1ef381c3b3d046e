import {
  type LedgerHead,
  noNeeds,
  noWrites,
  type Outcome,
  type Repositories,
  type Storage,
  type Transaction,
  type TransactionBody,
  type Wallet,
  type Writes,
} from "@symbolon/core/storage"
import { same } from "./claims.ts"
import { club } from "./club.ts"
import type { List } from "./paging.ts"
import { at, hash } from "./samples.ts"
import { read, write } from "./storage-case.ts"

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

/** Ten points from the treasury to Ann, the first leaf of the log. */
export const firstTransfer = { from: club.treasury, to: club.annsPurse, amount: 10, logIndex: 0 }

/** Three transfers in one batch: treasury to Ann, treasury to Bob, Ann to Bob. */
export const threeTransfers = (): {
  readonly writes: Writes
  readonly transactions: readonly Transaction[]
  readonly wallets: readonly Wallet[]
} => {
  const [treasury1, ann1] = moved(firstTransfer)
  const second = { from: treasury1, to: club.bobsPurse, amount: 20, logIndex: 1 }
  const [treasury2, bob1] = moved(second)
  const third = { from: ann1, to: bob1, amount: 5, logIndex: 2 }
  const [ann2, bob2] = moved(third)
  const transactions = [firstTransfer, second, third].map((transfer) => transaction(transfer))
  const wallets = [treasury2, ann2, bob2]
  return { writes: { ...noWrites, transactions, wallets, ledger: head(3) }, transactions, wallets }
}

/** Writes a batch. */
export const post = (storage: Storage, writes: Writes): Promise<void> =>
  write(storage, (tx) => tx.ledger.write(writes))

/** What the ledger knows of outcomes and wallets, as a batch that needs them loads it. */
export const load = (
  storage: Storage,
  keys: readonly string[],
  wallets: readonly string[],
): ReturnType<Repositories["ledger"]["load"]> =>
  write(storage, (tx) => tx.ledger.load({ ...noNeeds, keys, wallets }))

/** The leaves of the log from a place on. */
export const leaves = (
  storage: Storage,
  from = 0,
  limit = 100,
): ReturnType<Repositories["transactions"]["leaves"]> =>
  read(storage, (tx) => tx.transactions.leaves(from, limit))

/** The transactions of one wallet as a list. */
export const ofWallet =
  (of: string): List<"created_at", Transaction> =>
  (tx, page) =>
    tx.transactions.listOf(of, page)

/** Claims that the log has `size` leaves, in its rows and in its head. */
export const mustHaveLeaves = async (storage: Storage, size: number): Promise<void> => {
  same((await leaves(storage)).length, size, "leaves")
  same((await read(storage, (tx) => tx.transactions.head())).size, size, "the head's size")
}

const canonical = (body: TransactionBody): string =>
  JSON.stringify(Object.fromEntries(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))))
