import type { LedgerHead } from "../ledger/change.ts"
import type { LedgerRepository, TransactionRepository } from "../ledger/ledger-repository.ts"
import type { OutboxRepository } from "../outbox/outbox-repository.ts"
import { pageOf } from "./page-of.ts"
import type { Tables } from "./tables.ts"

const emptyHead: LedgerHead = { size: 0, frontier: [] }
const headKey = "head"

const present = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value])

export const ledger = (tables: Tables, outbox: OutboxRepository): LedgerRepository => ({
  load: async (needs) => ({
    keys: new Map(needs.keys.flatMap((key) => present(tables.outcomes.get(key)).map((outcome) => [key, outcome] as const))),
    wallets: new Map(needs.wallets.flatMap((address) => present(tables.wallets.get(address)).map((wallet) => [address, wallet] as const))),
    ledger: tables.ledger.get(headKey) ?? emptyHead,
  }),
  write: async (writes) => {
    const taken = new Set(
      tables.transactions
        .rows()
        .flatMap(({ body }) => [`${body.from_address}>${body.from_sequence}`, `${body.to_address}<${body.to_sequence}`]),
    )
    for (const transaction of writes.transactions) {
      const { id, from_address, from_sequence, to_address, to_sequence } = transaction.body
      const places = [`${from_address}>${from_sequence}`, `${to_address}<${to_sequence}`]
      if (tables.transactions.has(id) || places.some((place) => taken.has(place)))
        throw new Error(`Transaction ${id} takes a place that is taken.`)
      for (const place of places) taken.add(place)
      tables.transactions.set(id, transaction)
    }
    for (const outcome of writes.outcomes) {
      if (tables.outcomes.has(outcome.key)) throw new Error(`The outcome ${outcome.key} is there already.`)
      tables.outcomes.set(outcome.key, outcome)
    }
    for (const wallet of writes.wallets) {
      if (wallet.balance < 0 && wallet.kind !== "issuance" && wallet.kind !== "system")
        throw new Error(`The balance of ${wallet.address} would be negative.`)
      const row = tables.wallets.get(wallet.address)
      if (row === undefined) throw new Error(`There is no wallet ${wallet.address}.`)
      tables.wallets.set(wallet.address, { ...row, balance: wallet.balance, sequence: wallet.sequence, head: wallet.head })
    }
    tables.ledger.set(headKey, writes.ledger)
    await outbox.append(writes.events)
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
  head: async () => tables.ledger.get(headKey) ?? emptyHead,
})

export const outbox = (tables: Tables): OutboxRepository => ({
  append: async (events) => {
    for (const event of events) tables.outbox.set(event.uuid, event)
  },
  list: async (after, limit) =>
    tables.outbox
      .rows()
      .filter(({ uuid }) => after === undefined || uuid > after)
      .toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
      .slice(0, limit),
})
