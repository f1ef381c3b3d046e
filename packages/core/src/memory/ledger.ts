import type { Leaf, LedgerWrites, Needs, View } from "../ledger/entries/change.ts"
import type { LedgerHead } from "../ledger/log/merkle.ts"
import type { LedgerRepository, TransactionRepository } from "../ledger/ledger-repository.ts"
import type { PageRequest } from "../foundation/kernel/page.ts"
import type { Supply } from "../ledger/supplies/supply.ts"
import type { RewardTemplate } from "../rewards/reward-template.ts"
import type { StatusEvent } from "../ledger/entries/status-event.ts"
import type { TransactionType } from "../ledger-proof/body.ts"
import type { Transaction } from "../ledger/entries/transaction.ts"
import { compare, pageOf, rowsOf } from "./page-of.ts"
import { holdsPlace } from "../rewards/deliveries/reward-delivery.ts"
import { soundSupply } from "./rewards.ts"
import { place } from "./table.ts"
import { addNew, type Tables, theLedger } from "./tables.ts"

const emptyHead: LedgerHead = { size: 0, frontier: [] }

export const ledger = (tables: Tables): LedgerRepository => ({
  load: async (needs) => load(tables, needs),
  write: async (writes) => {
    for (const transaction of writes.transactions)
      addNew(tables.transactions, transaction, "transaction, or its place in a chain or the log,")
    for (const settled of writes.settled) {
      const before = tables.transactions.get(settled.body.id)
      if (before === undefined) throw new Error(`There is no transaction ${settled.body.id}.`)
      tables.transactions.put({ ...before, ...changing(settled) })
    }
    for (const status of writes.statuses) {
      if (tables.transactions.at(place("log", status.logIndex)) !== undefined)
        throw new Error("The place in the log is taken.")
      addNew(tables.statuses, status, "status leaf")
    }
    for (const outcome of writes.outcomes) addNew(tables.outcomes, outcome, "outcome")
    for (const wallet of writes.wallets) {
      const isOverdrawn =
        wallet.held < 0 || (wallet.balance < wallet.held && wallet.kind !== "issuance")
      if (isOverdrawn) throw new Error(`The balance of ${wallet.address} would be below zero.`)
      const before = tables.wallets.get(wallet.address)
      if (before === undefined) throw new Error(`There is no wallet ${wallet.address}.`)
      if (before.sequence >= wallet.sequence)
        throw new Error(`The wallet ${wallet.address} would not move on along its chain.`)
      tables.wallets.put(wallet)
    }
    for (const { address, sealed, decryption } of writes.walletKeys) {
      tables.walletKeys.put({ address, key: sealed })
      if (decryption !== undefined) addNew(tables.decryptionKeys, decryption, "decryption key")
    }
    writeRewards(tables, writes)
    for (const hash of writes.tileHashes) addNew(tables.tileHashes, hash, "tile hash")
    tables.ledger.put(writes.ledger)
  },
  erase: async (transactionId) => {
    const before = tables.transactions.get(transactionId)
    if (before === undefined) return false
    tables.transactions.put({ ...before, meta: undefined, encryptedData: "", reversalReason: "" })
    for (const status of tables.statuses
      .rows()
      .filter(({ body }) => body.transaction_id === transactionId))
      tables.statuses.put({ ...status, reason: undefined })
    return true
  },
  origin: async () => tables.ledgerOrigin.get(theLedger)?.origin,
  fixOrigin: async (origin) => {
    const known = tables.ledgerOrigin.get(theLedger)
    if (known === undefined) tables.ledgerOrigin.put({ origin })
    return known?.origin ?? origin
  },
  outcomes: async (keys) => rowsOf(tables.outcomes.get, keys),
  outcome: async (key) => tables.outcomes.get(key),
})

const load = (
  tables: Tables,
  { keys, transactions: ids, wallets, tickets = [], supplies = [], reservations = [] }: Needs,
): View => ({
  keys: new Map(rowsOf(tables.outcomes.get, keys).map((outcome) => [outcome.key, outcome])),
  transactions: new Map(
    rowsOf(tables.transactions.get, ids).map((transaction) => [transaction.body.id, transaction]),
  ),
  wallets: new Map(rowsOf(tables.wallets.get, wallets).map((wallet) => [wallet.address, wallet])),
  tickets: new Map(
    [...rowsOf(tables.tickets.get, tickets), ...rowsOf(tables.tickets.at, tickets)].map((one) => [
      one.uid,
      one,
    ]),
  ),
  supplies: new Map(
    rowsOf(tables.rewardTemplates.get, supplies).map((template) => [
      template.uuid,
      supplyOf(template),
    ]),
  ),
  reservations: new Map(
    rowsOf(tables.rewardDeliveries.get, reservations).map(({ uuid, status }) => [
      uuid,
      { uuid, isHeld: holdsPlace(status) },
    ]),
  ),
  ledger: tables.ledger.get(theLedger) ?? emptyHead,
})

/** Tickets, issued rewards and supplies of a batch. */
const writeRewards = (
  tables: Tables,
  {
    tickets,
    movedTickets,
    issuances,
    supplies,
    reservations,
  }: Pick<LedgerWrites, "tickets" | "movedTickets" | "issuances" | "supplies" | "reservations">,
): void => {
  for (const ticket of tickets) addNew(tables.tickets, ticket, "ticket")
  for (const ticket of movedTickets) {
    const before = tables.tickets.get(ticket.uid)
    if (before === undefined) throw new Error(`There is no ticket ${ticket.uid}.`)
    const { walletAddress, userUuid, transactionId, state, updatedAt, transfers } = ticket
    tables.tickets.put({
      ...before,
      walletAddress,
      userUuid,
      transactionId,
      state,
      updatedAt,
      transfers,
    })
  }
  for (const issuance of issuances) addNew(tables.issuances, issuance, "issuance")
  for (const { uuid, supplyRedeemed, supplyReserved } of supplies) {
    const before = tables.rewardTemplates.get(uuid)
    if (before === undefined) throw new Error(`There is no reward template ${uuid}.`)
    tables.rewardTemplates.put(soundSupply({ ...before, supplyRedeemed, supplyReserved }))
  }
  for (const { uuid, transactionId, consumedAt: completedAt } of reservations) {
    const before = tables.rewardDeliveries.get(uuid)
    if (before === undefined || !holdsPlace(before.status))
      throw new Error(`The reservation ${uuid} is not held.`)
    tables.rewardDeliveries.put({
      ...before,
      status: "completed",
      sealed: undefined,
      transactionId,
      completedAt,
    })
  }
}

/** What the ledger reads of a template. */
const supplyOf = ({
  uuid,
  status,
  supplyTotal,
  supplyRedeemed,
  supplyReserved,
}: RewardTemplate): Supply => ({ uuid, status, supplyTotal, supplyRedeemed, supplyReserved })

/** What a settlement may change of a transaction. */
const changing = ({
  status,
  movedAmount,
  refundedAmount,
  failureReason,
  reversalReason,
  failedAt,
  confirmedAt,
}: Transaction) => ({
  status,
  movedAmount,
  refundedAmount,
  failureReason,
  reversalReason,
  failedAt,
  confirmedAt,
})

/** Where a transaction stands on the chain of a wallet; 0 where it does not. */
const sequenceIn = ({ body }: Transaction, address: string): number => {
  if (body.from_address === address) return body.from_sequence
  return body.to_address === address ? body.to_sequence : 0
}

/** What brings rewards. */
const rewardTypes: readonly TransactionType[] = ["reward", "ticket_transfer"]

/** Whether a transaction, and what it undoes, stand at an index of the log or behind it. */
const isFrom = (tables: Tables, { logIndex, body }: Transaction, from: number): boolean => {
  const original = tables.transactions.get(body.original_transaction_id)
  return logIndex >= from && (original === undefined || original.logIndex >= from)
}

export const transactions = (tables: Tables): TransactionRepository => ({
  find: async (id) => tables.transactions.get(id),
  findAll: async (ids) => rowsOf(tables.transactions.get, ids),
  listRewards: async (wallets, page) =>
    newestFirst(
      tables.transactions
        .rows()
        .filter(({ body: { transaction_type: type } }) => rewardTypes.includes(type))
        .filter(({ body, logIndex }) =>
          wallets.some(
            ({ address, fromLogIndex = 0 }) =>
              address === body.to_address && logIndex >= fromLogIndex,
          ),
        ),
      page,
    ),
  expiredHolds: async (at, limit) =>
    tables.transactions
      .rows()
      .filter(
        ({ status, expiresAt }) =>
          status === "pending" && expiresAt !== undefined && expiresAt <= at,
      )
      .toSorted((a, b) => compare(a.expiresAt, b.expiresAt) || compare(a.body.id, b.body.id))
      .slice(0, limit),
  listOf: async (address, page) => {
    const rows = tables.transactions
      .rows()
      .filter(({ body }) => body.from_address === address || body.to_address === address)
    return { ...inLogOrder(rows, page), totalItems: tables.wallets.get(address)?.sequence ?? 0 }
  },
  chainOf: async (address, afterSequence, limit) =>
    tables.transactions
      .rows()
      .map((row) => ({ row, sequence: sequenceIn(row, address) }))
      .filter(({ sequence }) => sequence > afterSequence)
      .toSorted((a, b) => a.sequence - b.sequence)
      .slice(0, limit)
      .map(({ row }) => row),
  listOfAll: async ({ addresses, statuses, type, fromLogIndex = 0 }, page) => {
    const touched = tables.transactions
      .rows()
      .filter(
        ({ body }) => addresses.includes(body.from_address) || addresses.includes(body.to_address),
      )
    const rows = touched
      .filter(({ status }) => statuses === undefined || statuses.includes(status))
      .filter(({ body }) => type === undefined || body.transaction_type === type)
      .filter((row) => isFrom(tables, row, fromLogIndex))
    return inLogOrder(rows, page)
  },
  leaves: async (from, limit) =>
    [
      ...tables.transactions.rows().map(leafOfTransaction),
      ...tables.statuses.rows().map(leafOfStatus),
    ]
      .filter(({ logIndex }) => logIndex >= from)
      .toSorted((a, b) => a.logIndex - b.logIndex)
      .slice(0, limit),
  hashes: async (ranges) =>
    ranges.map(({ level, from, count }) => {
      const hashOf = (index: number) =>
        level === 0 ? leafHashAt(tables, index) : tables.tileHashes.get(place(level, index))?.hash
      return Array.from({ length: count }, (_, at) => hashOf(from + at)).filter(
        (hash) => hash !== undefined,
      )
    }),
  head: async () => tables.ledger.get(theLedger) ?? emptyHead,
})

/** Places in the log are unique, so a leaf is found by its own. */
const leafHashAt = (
  { transactions: entered, statuses }: Tables,
  logIndex: number,
): string | undefined =>
  (entered.at(place("log", logIndex)) ?? statuses.at(place("log", logIndex)))?.leafHash

const newestFirst = (rows: readonly Transaction[], page: PageRequest) =>
  pageOf(
    rows,
    page,
    ({ createdAt }) => createdAt,
    ({ logIndex }) => logIndex,
  )

const inLogOrder = (rows: readonly Transaction[], page: PageRequest) =>
  pageOf(
    rows,
    page,
    ({ logIndex }) => logIndex,
    ({ logIndex }) => logIndex,
  )

const leafOfTransaction = ({
  logIndex,
  text,
  signature,
  leafHash,
  publicData: data,
}: Transaction): Leaf => ({
  logIndex,
  kind: "transaction",
  text,
  signature,
  leafHash,
  ...(data === "" ? {} : { data }),
})

const leafOfStatus = ({ logIndex, text, signature, leafHash }: StatusEvent): Leaf => ({
  logIndex,
  kind: "status",
  text,
  signature,
  leafHash,
})
