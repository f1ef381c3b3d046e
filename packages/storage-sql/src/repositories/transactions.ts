import type {
  HashRange,
  Leaf,
  Page,
  PageRequest,
  ReceivingWallet,
  Transaction,
  TransactionRepository,
  TransactionsOf,
} from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { first, rows, type Executor } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import { transactionColumns } from "../schema/ledger.ts"
import { compiled, execute, statement } from "../statement.ts"
import { present, singleton } from "./ledger.ts"
import { transactionOf } from "./transaction-row.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(transactionColumns)

interface ChainSlice {
  readonly address: string
  readonly after: number
  readonly limit: number
}

const statements = {
  find: statement<{ id: string }>()(({ db }, p) =>
    db.selectFrom("transactions").select(fields).where("id", "=", p.id),
  ),
  findAll: statement<{ ids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("transactions")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("id"), eb.val(p.ids))),
  ),
  // Each table by its own index as far as the slice reaches; then both are one.
  leaves: statement<{ from: number; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("transactions")
      .select(["logIndex", "text", "signature", "leafHash", "publicData"])
      .where("logIndex", ">=", p.from)
      .orderBy("logIndex")
      .limit(p.limit),
  ),
  statuses: statement<{ from: number; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("ledgerStatuses")
      .select(["logIndex", "text", "signature", "leafHash"])
      .where("logIndex", ">=", p.from)
      .orderBy("logIndex")
      .limit(p.limit),
  ),
  leafHashes: statement<{ from: number; until: number }>()(({ db }, p) =>
    db
      .selectFrom("transactions")
      .select(["logIndex", "leafHash"])
      .where("logIndex", ">=", p.from)
      .where("logIndex", "<", p.until),
  ),
  statusHashes: statement<{ from: number; until: number }>()(({ db }, p) =>
    db
      .selectFrom("ledgerStatuses")
      .select(["logIndex", "leafHash"])
      .where("logIndex", ">=", p.from)
      .where("logIndex", "<", p.until),
  ),
  tileHashes: statement<{ level: number; from: number; until: number }>()(({ db }, p) =>
    db
      .selectFrom("ledgerTileHashes")
      .select("tileHash")
      .where("tileLevel", "=", p.level)
      .where("tileIndex", ">=", p.from)
      .where("tileIndex", "<", p.until)
      .orderBy("tileIndex"),
  ),
  expiredHolds: statement<{ at: Date; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("transactions")
      .select(fields)
      // Written out for the partial index.
      .where("status", "=", sql.lit("pending"))
      .where("expiresAt", "<=", p.at)
      .orderBy("expiresAt")
      .orderBy("id")
      .limit(p.limit),
  ),
  // Each side by its own unique index as far as the slice reaches; then both are one.
  sent: statement<ChainSlice>()(({ db }, p) =>
    db
      .selectFrom("transactions")
      .select(fields)
      .where("fromAddress", "=", p.address)
      .where("fromSequence", ">", p.after)
      .orderBy("fromSequence")
      .limit(p.limit),
  ),
  received: statement<ChainSlice>()(({ db }, p) =>
    db
      .selectFrom("transactions")
      .select(fields)
      .where("toAddress", "=", p.address)
      .where("toSequence", ">", p.after)
      .orderBy("toSequence")
      .limit(p.limit),
  ),
  // A chain knows how many entries it has: counting a million of them would cost more than reading
  // a page.
  sequence: statement<{ address: string }>()(({ db }, p) =>
    db.selectFrom("wallets").select("sequence").where("address", "=", p.address),
  ),
  head: statement<object>()(({ db }) =>
    db.selectFrom("ledger").select(["size", "frontier"]).where("singleton", "=", singleton),
  ),
}

export const transactions: Opens<TransactionRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    find: async (id) => {
      const row = await first(run.find(tx, { id }))
      return row && transactionOf(row)
    },
    findAll: (ids) => findAll(run, tx, ids),
    listRewards: async (wallets, page) => {
      const { items, totalItems } = await rewardsOf(engine, tx, wallets, page)
      return { items: await inOrder(run, tx, items), totalItems }
    },
    listOf: (address, page) => listOf(run, tx, address, page),
    chainOf: (address, after, limit) => chainOf(run, tx, { address, after, limit }),
    listOfAll: async (of, page) => {
      const { items, totalItems } = await idsOfAll(engine, tx, of, page)
      return { items: await inOrder(run, tx, items), totalItems }
    },
    expiredHolds: async (at, limit) =>
      (await rows(run.expiredHolds(tx, { at, limit }))).map(transactionOf),
    leaves: (from, limit) => leaves(run, tx, from, limit),
    hashes: (ranges) => Promise.all(ranges.map((range) => hashes(run, tx, range))),
    head: async () => present(await first(run.head(tx, {}))),
  })
}

type Statements = ReturnType<typeof compiled<typeof statements>>

const findAll = async (
  run: Statements,
  tx: Executor,
  ids: readonly string[],
): Promise<readonly Transaction[]> =>
  ids.length === 0 ? [] : (await rows(run.findAll(tx, { ids }))).map(transactionOf)

/** The transactions of these ids, in their order. */
const inOrder = async (
  run: Statements,
  tx: Executor,
  ids: readonly string[],
): Promise<readonly Transaction[]> => {
  const found = await findAll(run, tx, ids)
  const byId = new Map(found.map((transaction) => [transaction.body.id, transaction]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const chainOf = async (
  run: Statements,
  tx: Executor,
  slice: ChainSlice,
): Promise<readonly Transaction[]> => {
  const [sent, received] = await Promise.all([
    rows(run.sent(tx, slice)),
    rows(run.received(tx, slice)),
  ])
  const placed = [
    ...sent.map((row) => ({ row, sequence: row.fromSequence })),
    ...received.map((row) => ({ row, sequence: row.toSequence })),
  ]
  return placed
    .toSorted((a, b) => a.sequence - b.sequence)
    .slice(0, slice.limit)
    .map(({ row }) => transactionOf(row))
}

const leaves = async (
  run: Statements,
  tx: Executor,
  from: number,
  limit: number,
): Promise<readonly Leaf[]> => {
  const [transactions, statuses] = await Promise.all([
    rows(run.leaves(tx, { from, limit })),
    rows(run.statuses(tx, { from, limit })),
  ])
  const all = [
    ...transactions.map(
      ({ publicData: data, ...row }): Leaf => ({
        kind: "transaction",
        ...row,
        ...(data === "" ? {} : { data }),
      }),
    ),
    ...statuses.map((row): Leaf => ({ kind: "status", ...row })),
  ]
  return all.toSorted((a, b) => a.logIndex - b.logIndex).slice(0, limit)
}

const hashes = async (
  run: Statements,
  tx: Executor,
  { level, from, count }: HashRange,
): Promise<readonly string[]> => {
  const until = from + count
  if (level > 0)
    return (await rows(run.tileHashes(tx, { level, from, until }))).map(({ tileHash }) => tileHash)
  const found = await Promise.all([
    rows(run.leafHashes(tx, { from, until })),
    rows(run.statusHashes(tx, { from, until })),
  ])
  return found
    .flat()
    .toSorted((a, b) => a.logIndex - b.logIndex)
    .map(({ leafHash }) => leafHash)
}

// The entries of a chain are numbered without gaps, in the order of the log, so that a page is a slice
// of it: one far behind costs what the first one costs.
const listOf = async (
  run: Statements,
  tx: Executor,
  address: string,
  { page, pageSize, sortOrder }: PageRequest<"created_at">,
): Promise<Page<Transaction>> => {
  const totalItems = (await first(run.sequence(tx, { address })))?.sequence ?? 0
  const skipped = (page - 1) * pageSize
  const limit = Math.min(pageSize, totalItems - skipped)
  if (limit <= 0) return { items: [], totalItems }
  if (sortOrder === "asc")
    return { items: await chainOf(run, tx, { address, after: skipped, limit }), totalItems }
  const slice = await chainOf(run, tx, { address, after: totalItems - skipped - limit, limit })
  return { items: slice.toReversed(), totalItems }
}

// With several wallets, and with filters, each side of each of them is walked as far as the page
// reaches, in narrow columns; the rows of the page are then read by their ids. What goes from one of
// them to another is found where it was sent.
const idsOfAll = async (
  engine: Engine,
  tx: Executor,
  { addresses, statuses, type, fromLogIndex }: TransactionsOf,
  { page, pageSize, sortOrder }: PageRequest<"created_at">,
): Promise<Page<string>> => {
  const { db, flavor } = engine
  const own = [...new Set(addresses)]
  const wanted = db
    .selectFrom("transactions")
    .where((eb) =>
      statuses === undefined
        ? sql<boolean>`1 = 1`
        : flavor.among(eb.ref("status"), eb.val(statuses)),
    )
    .$if(type !== undefined, (query) => query.where("transactionType", "=", type ?? "transfer"))
    .$if(fromLogIndex !== undefined, (query) =>
      query.where("logIndex", ">=", fromLogIndex ?? 0).where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("transactions as original")
              .select("original.id")
              .whereRef("original.id", "=", "transactions.originalTransactionId")
              .where("original.logIndex", "<", fromLogIndex ?? 0),
          ),
        ),
      ),
    )
  const sides = [
    ...own.map((address) => ({
      chain: "fromSequence" as const,
      side: wanted.where("fromAddress", "=", address),
    })),
    ...own.map((address) => ({
      chain: "toSequence" as const,
      side: wanted
        .where("toAddress", "=", address)
        .where((eb) => eb.not(flavor.among(eb.ref("fromAddress"), eb.val(own)))),
    })),
  ]
  const counted = await Promise.all(
    sides.map(({ side }) => execute(tx, side.select(sql<number>`count(*)`.as("total")))),
  )
  const totalItems = counted.reduce((sum, { rows: [row] }) => sum + (row?.total ?? 0), 0)
  if ((page - 1) * pageSize >= totalItems) return { items: [], totalItems }
  const found = await Promise.all(
    sides.map(({ chain, side }) =>
      execute(
        tx,
        side
          .select(["id", "logIndex"])
          .orderBy(chain, sortOrder)
          .limit(page * pageSize),
      ),
    ),
  )
  const sign = sortOrder === "asc" ? 1 : -1
  const items = found
    .flatMap(({ rows: some }) => some)
    .toSorted((a, b) => sign * (a.logIndex - b.logIndex))
    .slice((page - 1) * pageSize, page * pageSize)
    .map(({ id }) => id)
  return { items, totalItems }
}

// Each wallet by the partial index, as far as the page reaches, in its narrow columns; the rows of
// the page, which carry contents, are then read by their ids.
const rewardsOf = async (
  { db }: Engine,
  tx: Executor,
  wallets: readonly ReceivingWallet[],
  { page, pageSize, sortOrder }: PageRequest<"created_at">,
): Promise<Page<string>> => {
  const received = wallets.map(({ address, fromLogIndex }) =>
    db
      .selectFrom("transactions")
      .where("toAddress", "=", address)
      // Written out for the partial index.
      .where("transactionType", "in", [
        sql.lit("reward" as const),
        sql.lit("ticket_transfer" as const),
      ])
      .$if(fromLogIndex !== undefined, (query) => query.where("logIndex", ">=", fromLogIndex ?? 0)),
  )
  const [counted, found] = await Promise.all([
    Promise.all(
      received.map((rewards) => execute(tx, rewards.select(sql<number>`count(*)`.as("total")))),
    ),
    Promise.all(
      received.map((rewards) =>
        execute(
          tx,
          rewards
            .select(["id", "createdAt", "logIndex"])
            .orderBy("createdAt", sortOrder)
            .orderBy("logIndex", sortOrder)
            .limit(page * pageSize),
        ),
      ),
    ),
  ])
  const sign = sortOrder === "asc" ? 1 : -1
  const items = found
    .flatMap(({ rows: some }) => some)
    .toSorted(
      (a, b) => sign * (a.createdAt.getTime() - b.createdAt.getTime() || a.logIndex - b.logIndex),
    )
    .slice((page - 1) * pageSize, page * pageSize)
    .map(({ id }) => id)
  return { items, totalItems: counted.reduce((sum, { rows: [row] }) => sum + (row?.total ?? 0), 0) }
}
