import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { describe, expect, it } from "vitest"
import { migrationsSuite, type Place } from "../../storage-sql/test/migrations.suite.ts"
import { ended, startModule } from "../../storage-sql/test/processes.ts"
import { openPostgres } from "../src/index.ts"
import { openDatabases } from "./database.ts"
import { verbCalls } from "../../storage-sql/test/verb-calls.ts"

const databases = await openDatabases()
const child = join(import.meta.dirname, "child.ts")

const ask = async (
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Readonly<Record<string, string>>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, [...values])).rows
  } finally {
    await client.end()
  }
}

const place = async (): Promise<Place> => {
  const url = await databases.create()
  return {
    open: (clock) => openPostgres({ connectionString: url, ...(clock && { clock }) }),
    exec: async (sql) => void (await ask(url, sql)),
    literal: (at) => `'${at.toISOString()}'`,
    upElsewhere: async () => {
      const { code, output, errors } = await ended(startModule(child, ["migrate", url]))
      expect({ code, errors }).toEqual({ code: 0, errors: "" })
      return JSON.parse(output)
    },
    killedElsewhere: async (afterMs) => {
      const migrating = startModule(child, ["migrate", url])
      const end = ended(migrating)
      await pause(afterMs)
      migrating.kill("SIGKILL")
      await end
    },
    columns: async (table) => {
      const columns = await ask(
        url,
        "select attname as name, format_type(atttypid, atttypmod) as type, attnotnull::text as held from pg_attribute where attrelid = $1::regclass and attnum > 0 order by attnum",
        [table],
      )
      return new Map(
        columns.map(({ name = "", type = "", held }) => [
          name,
          { isOptional: held === "false", type },
        ]),
      )
    },
  }
}

describe("migrations", () => {
  migrationsSuite(place, {
    text: "text",
    integer: "bigint",
    boolean: "boolean",
    instant: "timestamp(3) with time zone",
    json: "json",
  })

  it("keep to the schema they are given", async () => {
    const url = await databases.create()
    const [one, other] = ["club_1", "club_2"].map((schema) =>
      openPostgres({ connectionString: url, schema }),
    )
    if (one === undefined || other === undefined) throw new Error("two stores")
    await Promise.all([one.migrations.up(), other.migrations.up()])
    const claim = { kind: "user", uuid: "u" } as const
    expect(await one.transact("write", (tx) => tx.names.claim("a", claim))).toBe(true)
    expect(await other.transact("write", (tx) => tx.names.claim("a", claim))).toBe(true)
    expect(
      await ask(
        url,
        "select table_schema, count(*)::text from information_schema.tables where table_name = 'names' group by 1 order by 1",
      ),
    ).toEqual([
      { table_schema: "club_1", count: "1" },
      { table_schema: "club_2", count: "1" },
    ])
    // What a verb says against the rules of the tables does not matter here: it must find them.
    const lost: string[] = []
    for (const { name, call } of verbCalls)
      await one
        .transact("write", async (tx) => void (await call(tx)))
        .catch((reason: unknown) => {
          if (/relation .* does not exist/.test(String(reason)))
            lost.push(`${name}: ${String(reason)}`)
        })
    expect(lost).toEqual([])
    await Promise.all([one.close(), other.close()])
    expect(() => openPostgres({ connectionString: url, schema: 'x"; drop' })).toThrow(RangeError)
  })

  it("take neither an advisory lock nor a sequence", async () => {
    const url = await databases.create()
    const storage = openPostgres({ connectionString: url })
    await storage.migrations.up()
    await storage.close()
    expect(await ask(url, "select relname from pg_class where relkind = 'S'")).toEqual([])
    expect(
      await ask(
        url,
        "select column_name from information_schema.columns where table_schema = 'public' and column_default like '%nextval%'",
      ),
    ).toEqual([])
  })
})
