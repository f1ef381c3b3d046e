import { merging, type Each, type Flavor } from "@symbolon/storage-sql"
import { makeRateLimits } from "./rate-limits/table.ts"
import { PostgresAdapter, PostgresQueryCompiler, sql, type RawBuilder } from "kysely"

const arrays = {
  text: "text[]",
  integer: "int8[]",
  boolean: "boolean[]",
  instant: "timestamptz[]",
  json: "json[]",
} as const

/** All rows as one table `each`: an array for each column. */
const rowsOf = ({ kinds, places }: Each) => {
  const names = Object.keys(places)
  const columns = names.map(
    (name) => sql`${places[name]}::${sql.raw(arrays[kinds[name] ?? "text"])}`,
  )
  const alias: RawBuilder<unknown> = sql`each(${sql.join(names.map((name) => sql.ref(name)))})`
  return sql<Readonly<Record<string, unknown>>>`unnest(${sql.join(columns)})`.as<"each">(alias)
}

/**
 * PostgreSQL and what speaks its language: instants are `timestamptz(3)`, which people can read;
 * texts sort by code point, as everywhere in Symbolon; JSON is `json`, which keeps the text as it
 * was written. Sets are arrays, taken apart by `unnest`.
 */
export const postgresFlavor = (schema: string | undefined): Flavor =>
  schema === undefined ? flavorOfOwnSchema : flavorOf(schema)

const columnFinder =
  (schema: string | undefined): Flavor["findColumn"] =>
  (db, table, name) =>
    db
      .selectFrom("information_schema.columns")
      .select("column_name")
      .where("table_schema", "=", schema ?? sql`current_schema()`)
      .where("table_name", "=", table)
      .where("column_name", "=", name)

const insertEach: Flavor["insertEach"] = (db, each, met, lookedUp) => {
  const names = Object.keys(each.places).filter((name) => name !== lookedUp?.by)
  const insert = db
    .insertInto(each.table)
    .columns(lookedUp === undefined ? names : [...names, lookedUp.column])
    .expression((eb) => {
      const rows = eb.selectFrom(rowsOf(each)).select(names.map((name) => `each.${name}`))
      if (lookedUp === undefined) return rows
      const { column, table, by } = lookedUp
      return rows
        .innerJoin(table, `${table}.uuid`, `each.${by}`)
        .select(`${table}.${column}`)
        .where(`${table}.${column}`, "is not", null)
    })
  if (met === undefined) return insert
  const others = names.filter((name) => !met.key.includes(name))
  return insert.onConflict((oc) => {
    const onKey = oc.columns([...met.key])
    if (met.then === "skip") return onKey.doNothing()
    return onKey.doUpdateSet(
      met.then === "replace"
        ? Object.fromEntries(others.map((name) => [name, sql.ref(`excluded.${name}`)]))
        : merging(met.then),
    )
  })
}

const flavorOf = (schema: string | undefined): Flavor => ({
  grammar: {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  schema,
  prepareSchema: (db) =>
    schema === undefined ? [] : [db.schema.createSchema(schema).ifNotExists()],
  findTable: (db, name) =>
    db
      .selectFrom("information_schema.tables")
      .select("table_name")
      .where("table_schema", "=", schema ?? sql`current_schema()`)
      .where("table_name", "=", name),
  findColumn: columnFinder(schema),
  types: {
    text: sql`text collate "C"`,
    integer: sql`int8`,
    boolean: sql`boolean`,
    instant: sql`timestamptz(3)`,
    json: sql`json`,
  },
  closeTable: (table) => table,
  closeKeyedTable: undefined,
  addCheck: (db, { table, name, condition }) => [
    db.schema.alterTable(table).dropConstraint(name).ifExists(),
    db.schema.alterTable(table).addCheckConstraint(name, sql`${sql.raw(condition(""))}`),
  ],
  dropConstraint: (db, table, name) => [
    db.schema.alterTable(table).dropConstraint(name).ifExists(),
  ],
  makeRateLimits,
  locked: (query) => query.forNoKeyUpdate(),
  held: (query) => query.forShare(),
  lockedIfFree: (query) => query.forNoKeyUpdate().skipLocked(),
  among: (column, keys) => sql`${column} = any(${keys})`,
  lists: (column, text) =>
    sql`exists (select 1 from json_array_elements_text(${column}) as listed where listed = ${text})`,
  // As an array, so that it is neither asked twice nor taken for a large part of the table when its
  // limit is not known yet.
  amongFound: (column, query) => sql`${column} = any(array${query})`,
  aside: (column) => column,
  insertEach,
  updateEach: (db, each, key, raised) => {
    const changed = Object.keys(each.places).filter((name) => name !== key)
    const update = db
      .updateTable(each.table)
      .from(rowsOf(each))
      .set(Object.fromEntries(changed.map((name) => [name, sql.ref(`each.${name}`)])))
      .where(sql.ref(`${each.table}.${key}`), "=", sql.ref(`each.${key}`))
    if (raised === undefined) return update
    const [before, after] = [each.table, "each"].map((of) => sql.ref(`${of}.${raised.column}`))
    return update.where(
      raised.by === "one"
        ? sql<boolean>`${before} + 1 = ${after}`
        : sql<boolean>`${before} < ${after}`,
    )
  },
  openPages: async (db, tx, table, columns) => {
    const { sql: text } = db
      .selectFrom(table)
      .select([...columns])
      .compile()
    // A name of its own for each table: what columns a text answers is remembered by the text.
    const cursor = `all_${table}`
    const ask = (command: string) => tx.run({ text: command, writes: false, isKept: false }, [])
    await ask(`declare ${cursor} no scroll cursor for ${text}`)
    return async (most) => (await ask(`fetch ${most} from ${cursor}`)).rows
  },
})

/** One for all stores in the schema of their connection, so that they share compiled statements. */
const flavorOfOwnSchema = flavorOf(undefined)
