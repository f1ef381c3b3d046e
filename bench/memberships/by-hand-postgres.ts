import pg from "pg"
import type { ByHand, RawStore } from "./benches.ts"
import { learnWrites, type Row, type Writes } from "./same-writes.ts"

/**
 * `pg` by hand, with named prepared statements, on the database of a store of ours. Values stay the
 * texts that the server sends.
 */
export const openByHand = (connectionString: string): RawStore => {
  const pool = new pg.Pool({
    connectionString,
    types: { getTypeParser: () => (value: string) => value },
  })
  // A connection on its way out may be cut off when its database is dropped.
  pool.on("error", () => undefined)
  const tables = async () =>
    (
      await pool.query<{ readonly name: string }>(
        "select tablename as name from pg_tables where schemaname = 'public'",
      )
    ).rows
  return {
    learn: (first, act) =>
      learnWrites(
        {
          tables: async () => (await tables()).map(({ name }) => name),
          all: async (table) => (await pool.query<Row>(`select * from "${table}"`)).rows,
        },
        first,
        act,
      ),
    byHand: (writes) => byHand(pool, writes),
    close: () => pool.end(),
  }
}

const byHand = (pool: pg.Pool, writes: Writes): ByHand => ({
  name: "pg",
  findOpen: async (organizationUuid, userUuid) => {
    const text =
      "select * from memberships where organization_uuid = $1 and user_uuid = $2 and ended_at is null"
    const { rows } = await pool.query<{ readonly tier_uuid: string }>({
      name: "find-open",
      text,
      values: [organizationUuid, userUuid],
    })
    return rows[0] && { tierUuid: rows[0].tier_uuid }
  },
  join: async (of) => {
    const client = await pool.connect()
    try {
      await client.query("begin")
      for (const joiner of of)
        for (const [table, row] of writes.again(joiner)) await client.query(insertOf(table, row))
      await client.query("commit")
    } finally {
      client.release()
    }
  },
  count: async () =>
    Number(
      (await pool.query<{ readonly count: string }>("select count(*) from memberships")).rows[0]
        ?.count,
    ),
})

const insertOf = (table: string, row: Row): pg.QueryConfig => {
  const names = Object.keys(row)
  return {
    name: `insert ${table}`,
    text: `insert into "${table}" (${names.map((name) => `"${name}"`).join(", ")}) values (${names.map((_, n) => `$${n + 1}`).join(", ")})`,
    values: Object.values(row),
  }
}
