import { execute, merging, type Flavor } from "@symbolon/storage-sql"
import { sql, SqliteAdapter, SqliteQueryCompiler } from "kysely"

/**
 * Where a bare `?` is compared, SQLite looks at its value when it plans, to guess how many rows
 * have it, and therefore plans anew with every value: a lookup by another index than the primary
 * key's, and every join, took ten times as long. With the sign, which changes nothing of a value, a
 * statement is planned once.
 */
const placeholder = "+?"

/**
 * SQLite: strict tables; instants are integers of milliseconds, booleans 0 and 1, JSON is text. One
 * writer at a time has the whole database, so there is nothing to lock. Sets run the same prepared
 * statement again for each row.
 */
export const sqliteFlavor: Flavor = {
  grammar: {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () =>
      Object.assign(new SqliteQueryCompiler(), {
        getCurrentParameterPlaceholder: () => placeholder,
      }),
  },
  schema: undefined,
  prepareSchema: () => [],
  findTable: (db, name) =>
    db
      .selectFrom("sqlite_schema")
      .select("name")
      .where("type", "=", "table")
      .where("name", "=", name),
  findColumn: (db, table, name) =>
    db
      .selectFrom(sql<{ name: string }>`pragma_table_info(${sql.lit(table)})`.as("columns"))
      .select("name")
      .where("name", "=", name),
  types: {
    text: sql`text`,
    integer: sql`integer`,
    boolean: sql`integer`,
    instant: sql`integer`,
    json: sql`text`,
  },
  closeTable: (table) => table.modifyEnd(sql`strict`),
  closeKeyedTable: (table) => table.modifyEnd(sql`strict, without rowid`),
  // A table that is there gets no constraint: triggers stand in for it.
  addCheck: (db, { table, name, condition }) =>
    (["insert", "update"] as const).map((verb) => {
      const text = `create trigger if not exists ${name}_${verb} before ${verb} on ${table} when not (${condition("new.")}) begin select raise(abort, '${name}'); end`
      return { compile: () => sql.raw(text).compile(db) }
    }),
  dropConstraint: () => [],
  makeRateLimits: () => [],
  locked: (query) => query,
  held: (query) => query,
  lockedIfFree: (query) => query,
  among: (column, keys) => sql`${column} in (select value from json_each(${keys}))`,
  lists: (column, text) => sql`exists (select 1 from json_each(${column}) where value = ${text})`,
  amongFound: (column, query) => sql`${column} in ${query}`,
  aside: (column) => sql`+${column}`,
  insertEach: (db, { table, places }, met, lookedUp) => {
    const own = Object.entries(places).filter(([name]) => name !== lookedUp?.by)
    const insert =
      lookedUp === undefined
        ? db.insertInto(table).values(places)
        : db
            .insertInto(table)
            .columns([...own.map(([name]) => name), lookedUp.column])
            .expression((eb) =>
              eb
                .selectFrom(lookedUp.table)
                .select(own.map(([name, place]) => sql`${place}`.as(name)))
                .select(lookedUp.column)
                .where("uuid", "=", places[lookedUp.by])
                .where(lookedUp.column, "is not", null),
            )
    if (met === undefined) return insert
    const others = own.filter(([name]) => !met.key.includes(name))
    return insert.onConflict((oc) => {
      const onKey = oc.columns([...met.key])
      if (met.then === "skip") return onKey.doNothing()
      return onKey.doUpdateSet(
        met.then === "replace" ? Object.fromEntries(others) : merging(met.then),
      )
    })
  },
  updateEach: (db, { table, places }, key, raised) => {
    const { [key]: wanted, ...changed } = places
    const update = db.updateTable(table).set(changed).where(key, "=", wanted)
    if (raised === undefined) return update
    const [before, after] = [sql.ref(raised.column), places[raised.column]]
    return update.where(
      raised.by === "one"
        ? sql<boolean>`${before} + 1 = ${after}`
        : sql<boolean>`${before} < ${after}`,
    )
  },
  openPages: async (db, tx, table, columns) => {
    const place = keyedTables[table] ?? "rowid"
    let last: unknown
    return async (most) => {
      const page = db
        .selectFrom(table)
        .select([...columns, sql`${sql.ref(place)}`.as("place")])
        .$if(last !== undefined, (query) => query.where(sql.ref(place), ">", last))
        .orderBy(sql.ref(place))
        .limit(most)
      const { rows } = await execute(tx, page)
      last = rows.at(-1)?.["place"] ?? last
      return rows
    }
  },
}

/** Tables whose rows have no number, but stand in the order of this key. */
export const keyedTables: Readonly<Record<string, string>> = { outcomes: "key" }
