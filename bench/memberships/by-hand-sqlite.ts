import Database from "better-sqlite3"
import type { ByHand, RawStore } from "./benches.ts"
import { learnWrites, type Row, type Writes } from "./same-writes.ts"

/** better-sqlite3 by hand, on the file of a store of ours, with the same settings. */
export const openByHand = (file: string): RawStore => {
  const database = new Database(file, { fileMustExist: true })
  database.pragma("synchronous = FULL")
  database.pragma("foreign_keys = ON")
  const tables = () =>
    database
      .prepare<[], string>(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
      )
      .pluck()
      .all()
  return {
    learn: (first, act) =>
      learnWrites(
        {
          tables: async () => tables(),
          all: async (table) => database.prepare<[], Row>(`select * from "${table}"`).all(),
        },
        first,
        act,
      ),
    byHand: (writes) => byHand(database, writes),
    close: () => database.close(),
  }
}

const byHand = (database: Database.Database, writes: Writes): ByHand => {
  const open = database.prepare<[string, string], { readonly tier_uuid: string }>(
    "select * from memberships where organization_uuid = ? and user_uuid = ? and ended_at is null",
  )
  const count = database.prepare<[], number>("select count(*) from memberships").pluck()
  const inserts = new Map<string, Database.Statement<[Row]>>()
  const insert = (table: string, row: Row): void => {
    const names = Object.keys(row)
    const prepared =
      inserts.get(table) ??
      database.prepare<[Row]>(
        `insert into "${table}" (${names.map((name) => `"${name}"`).join(", ")}) values (${names.map((name) => `:${name}`).join(", ")})`,
      )
    inserts.set(table, prepared)
    prepared.run(row)
  }
  const join = database.transaction((of: Parameters<ByHand["join"]>[0]) => {
    for (const joiner of of) for (const [table, row] of writes.again(joiner)) insert(table, row)
  }).immediate
  return {
    name: "better-sqlite3",
    findOpen: async (organizationUuid, userUuid) => {
      const row = open.get(organizationUuid, userUuid)
      return row && { tierUuid: row.tier_uuid }
    },
    join: async (of) => join(of),
    count: async () => count.get() ?? 0,
  }
}
