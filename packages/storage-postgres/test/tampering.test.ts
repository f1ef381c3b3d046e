import pg from "pg"
import { afterAll } from "vitest"
import { tamperingSuite } from "../../core/test/ledger/tampering.suite.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const behind: pg.Client[] = []
afterAll(() => Promise.all(behind.map((client) => client.end())))

tamperingSuite("PostgreSQL", async () => {
  const connectionString = await databases.createMigrated()
  const client = new pg.Client({ connectionString })
  await client.connect()
  behind.push(client)
  return {
    storage: openPostgres({ connectionString }),
    // Instants as milliseconds, everything else as it is written.
    read: async (table, column, where) => {
      const value =
        column === "created_at" ? "(extract(epoch from created_at) * 1000)::bigint" : column
      return (await client.query(`select ${value}::text as value from ${table} where ${where}`))
        .rows[0]?.value
    },
    write: async (table, column, where, value) => {
      const place = column === "created_at" ? "to_timestamp($1::numeric / 1000)" : "$1"
      await client.query(`update ${table} set ${column} = ${place} where ${where}`, [value])
    },
  }
})
