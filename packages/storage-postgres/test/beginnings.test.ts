import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { openBeginnings } from "../src/plans.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const client = new pg.Client({ connectionString: await databases.create() })
await client.connect()
afterAll(() => client.end())

const settings = ["plan_cache_mode", "enable_seqscan", "enable_hashjoin", "enable_mergejoin"]

const shown = async (): Promise<readonly string[]> => {
  const values: string[] = []
  for (const name of settings) {
    const { rows } = await client.query({ text: `show ${name}`, rowMode: "array" })
    values.push(String(rows[0]))
  }
  return values
}

describe("what a transaction begins with", () => {
  it.each(["read", "write"] as const)("is its own in a %s", async (mode) => {
    await client.query(openBeginnings(() => 0)(mode))
    expect(await shown()).toEqual(["force_generic_plan", "off", "off", "off"])
    await client.query("commit")
    expect(await shown()).toEqual(["auto", "on", "on", "on"])
  })

  it("discards plans that are two seconds old", () => {
    let now = 0
    const beginning = openBeginnings(() => now)
    const discarding: number[] = []
    for (; now < 10_000; now += 300)
      if (beginning("read").endsWith("; discard plans")) discarding.push(now)
    expect(discarding).toEqual([2100, 4200, 6300, 8400])
  })

  it.each(["read", "write"] as const)("has plans made anew in a %s", async (mode) => {
    await client.query("drop table if exists notes")
    await client.query("create table notes (n int) with (autovacuum_enabled = off)")
    await client.query("deallocate all")
    await client.query("prepare find(int) as select n from notes where n = $1")
    let now = 0
    const beginning = openBeginnings(() => now)
    const planAt = async (at: number): Promise<unknown> => {
      now = at
      await client.query(beginning(mode))
      const { rows } = await client.query("explain execute find(1)")
      await client.query("commit")
      return rows
    }
    const first = await planAt(0)
    await client.query("insert into notes select n from generate_series(1, 50000) as n")
    expect(await planAt(1999)).toEqual(first)
    expect(await planAt(2000)).not.toEqual(first)
  })
})
