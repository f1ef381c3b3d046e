import type { LedgerHead } from "../ledger/change.ts"
import type { LedgerRepository, TransactionRepository } from "../ledger/ledger-repository.ts"
import type { OutboxRepository } from "../outbox/outbox-repository.ts"
import { pageOf, rowsOf, sliceOf } from "./page-of.ts"
import { addNew, type Tables, theLedger } from "./tables.ts"

const emptyHead: LedgerHead = { size: 0, frontier: [] }

export const ledger = (tables: Tables): LedgerRepository => ({
  load: async ({ keys, wallets }) => ({
    keys: new Map(rowsOf(tables.outcomes.get, keys).map((outcome) => [outcome.key, outcome])),
    wallets: new Map(rowsOf(tables.wallets.get, wallets).map((wallet) => [wallet.address, wallet])),
    ledger: tables.ledger.get(theLedger) ?? emptyHead,
  }),
  write: async (writes) => {
    for (const transaction of writes.transactions)
      addNew(tables.transactions, transaction, "transaction, or its place in a chain or the log,")
    for (const outcome of writes.outcomes) addNew(tables.outcomes, outcome, "outcome")
    for (const event of writes.events) addNew(tables.outbox, event, "event")
    for (const wallet of writes.wallets) {
      if (wallet.balance < 0 && wallet.kind !== "issuance") throw new Error(`The balance of ${wallet.address} would be below zero.`)
      if (tables.wallets.get(wallet.address) === undefined) throw new Error(`There is no wallet ${wallet.address}.`)
      tables.wallets.put(wallet)
    }
    tables.ledger.put(writes.ledger)
  },
})

export const transactions = (tables: Tables): TransactionRepository => ({
  find: async (id) => tables.transactions.get(id),
  listOf: async (address, page) => {
    const rows = tables.transactions.rows().filter(({ body }) => body.from_address === address || body.to_address === address)
    return pageOf(
      rows,
      page,
      ({ createdAt }) => createdAt,
      ({ logIndex }) => logIndex,
    )
  },
  leaves: async (from, limit) =>
    tables.transactions
      .rows()
      .filter(({ logIndex }) => logIndex >= from)
      .toSorted((a, b) => a.logIndex - b.logIndex)
      .slice(0, limit)
      .map(({ logIndex, text, signature, leafHash }) => ({ logIndex, kind: "transaction", text, signature, leafHash })),
  head: async () => tables.ledger.get(theLedger) ?? emptyHead,
})

export const outbox = (tables: Tables): OutboxRepository => ({
  append: async (events) => {
    for (const event of events) addNew(tables.outbox, event, "event")
  },
  list: async (after, limit) => sliceOf(tables.outbox.rows(), ({ uuid }) => uuid, after, limit),
})
