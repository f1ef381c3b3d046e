import type { MigratedStorage } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "./engine.ts"
import type { Executor, Row } from "./executor.ts"
import { migrationsOf, NewerSchema, type TransactBare } from "./migrate.ts"
import { migrations as known } from "./migrations/all.ts"
import { kindOf, type ColumnKind, type Kind } from "./schema/columns.ts"
import { tables } from "./schema/database.ts"
import { executeOnce, insertEach, updateEach } from "./statement.ts"

/**
 * A value as it travels between engines: instants are milliseconds since 1970, JSON is JSON, null
 * is nothing.
 */
export type PortableValue = unknown

/**
 * Some rows of one table. Tables come one after the other, each after those it refers to, every one
 * at least once.
 */
export interface RowBatch {
  /** In camel case, as are the columns. */
  readonly table: string
  readonly columns: readonly (readonly [name: string, kind: Kind])[]
  readonly rows: readonly (readonly PortableValue[])[]
}

/**
 * Everything in a store, in a form that every engine reads and writes: what a backup is made of.
 */
export interface AllRows {
  /**
   * Hands all rows to `visit`, batch by batch, as they were at one moment. Others write meanwhile.
   * Needs the schema of this version.
   */
  readonly read: (visit: (batch: RowBatch) => Promise<void>) => Promise<void>
  /**
   * Fills an empty store in one transaction. `steps` are the steps of the schema that the rows were
   * read under: those are taken first. Rejects with {@link StoreNotEmpty} when there are rows
   * already, and with {@link NewerSchema} when a step is unknown here.
   */
  readonly write: (steps: readonly string[], batches: AsyncIterable<RowBatch>) => Promise<void>
}

/** A store whose rows can be read and written as a whole, whatever the engine. */
export interface PortableStorage extends MigratedStorage {
  readonly allRows: AllRows
}

/** Rows were to be written into a store that holds some. */
export class StoreNotEmpty extends Error {
  override readonly name = "StoreNotEmpty"
  constructor(table: string) {
    super(`The database is not empty: there are rows in ${table}.`)
  }
}

/** Tables that every new store creates itself. */
const bookkeeping: ReadonlySet<string> = new Set(["schemaMigrations", "migrationLock"])
const madeByMigrations: ReadonlySet<string> = new Set(["ledger"])

/**
 * Columns by which a row refers to another of its table, with the key: filled in when all rows are
 * there.
 */
export const selfReferences: Readonly<
  Record<string, { readonly key: string; readonly column: string }>
> = {
  sessions: { key: "uuid", column: "requiredPriorSessionUuid" },
}

const firstPageRows = 16
const pageRowsMax = 2_000
const pageChars = 1_000_000

/** {@link AllRows} of a store. */
export const allRowsOf = (
  engine: Engine,
  transact: TransactBare,
  { clock }: { readonly clock: { readonly now: () => Date } },
): AllRows => ({
  read: (visit) =>
    transact("read", async (tx) => {
      for (const [table, columns] of Object.entries(tables))
        if (!bookkeeping.has(table)) await readTable(engine, tx, table, columns, visit)
    }),
  write: async (steps, batches) => {
    const unknown = steps.filter((name) => !known.some((step) => step.name === name))
    if (unknown.length > 0) throw new NewerSchema(unknown)
    await migrationsOf(engine, transact, {
      clock,
      steps: known.filter(({ name }) => steps.includes(name)),
    }).up()
    let begun = false
    await transact("write", async (tx) => {
      // The batches can be read once only.
      if (begun)
        throw new Error(
          "The database rolled back the transaction. Start again with an empty database.",
        )
      begun = true
      await expectEmpty(engine, tx, steps)
      await writeBatches(engine, tx, batches)
    })
  },
})

const readTable = async (
  engine: Engine,
  tx: Executor,
  table: string,
  columns: Readonly<Record<string, ColumnKind>>,
  visit: (batch: RowBatch) => Promise<void>,
): Promise<void> => {
  const kinds = Object.entries(columns).map(([name, column]) => [name, kindOf(column)] as const)
  const names = kinds.map(([name]) => name)
  const next = await engine.flavor.openPages(engine.anyTables, tx, table, names)
  let count = firstPageRows
  for (let isFirst = true; ; isFirst = false) {
    const found = await next(count)
    if (found.length === 0 && !isFirst) return
    const rows = found.map((row) => names.map((name) => portable(row[name])))
    await visit({ table, columns: kinds, rows })
    if (found.length < count) return
    // Rows differ in size from table to table; a page has about as much text in each.
    const charsEach = JSON.stringify(rows).length / rows.length
    count = Math.min(Math.max(Math.floor(pageChars / charsEach), 1), pageRowsMax)
  }
}

const portable = (value: unknown): PortableValue =>
  value === undefined ? null : value instanceof Date ? value.getTime() : value

const expectEmpty = async (
  { anyTables }: Engine,
  tx: Executor,
  steps: readonly string[],
): Promise<void> => {
  for (const table of Object.keys(tables)) {
    // An older schema may lack the newer tables.
    if (bookkeeping.has(table) || madeByMigrations.has(table) || steps.length < known.length)
      continue
    const found = await executeOnce(
      tx,
      anyTables.selectFrom(table).select(sql<number>`1`.as("one")).limit(1),
    )
    if (found.rows.length > 0) throw new StoreNotEmpty(table)
  }
}

const writeBatches = async (
  engine: Engine,
  tx: Executor,
  batches: AsyncIterable<RowBatch>,
): Promise<void> => {
  let current: Inserter | undefined
  for await (const batch of batches) {
    if (current?.table !== batch.table) {
      await current?.end()
      if (madeByMigrations.has(batch.table))
        await executeOnce(tx, engine.anyTables.deleteFrom(batch.table))
      current = inserterOf(engine, tx, batch)
    }
    await current.insert(batch.rows)
  }
  await current?.end()
}

interface Inserter {
  readonly table: string
  readonly insert: (rows: RowBatch["rows"]) => Promise<void>
  /** Fills in what rows of the table say of one another. */
  readonly end: () => Promise<void>
}

const inserterOf = (engine: Engine, tx: Executor, { table, columns }: RowBatch): Inserter => {
  const kinds = Object.fromEntries(columns)
  const add = insertEach<Row>(table, kinds as never)(engine)
  const self = Object.hasOwn(selfReferences, table) ? selfReferences[table] : undefined
  const later: Row[] = []
  const rowOf = (values: readonly PortableValue[]): Row => {
    const row = Object.fromEntries(
      columns.map(([name, kind], i) => [name, stored(kind, values[i])]),
    )
    if (self === undefined || row[self.column] === undefined) return row
    later.push({ [self.key]: row[self.key], [self.column]: row[self.column] })
    return { ...row, [self.column]: undefined }
  }
  return {
    table,
    insert: async (rows) => void (await add(tx, rows.map(rowOf))),
    end: async () => {
      if (self === undefined || later.length === 0) return
      const link = updateEach<Row>(
        table,
        { [self.key]: "text", [self.column]: "text" } as never,
        self.key,
      )(engine)
      await link(tx, later)
    },
  }
}

const stored = (kind: Kind, value: PortableValue): unknown =>
  value === null || value === undefined
    ? undefined
    : kind === "instant"
      ? new Date(Number(value))
      : value
