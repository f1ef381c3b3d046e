import pg from "pg"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { openPostgres } from "../src/index.ts"
import { controlsOf, everyControl } from "../src/plans.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const client = new pg.Client({ connectionString: await databases.create() })
await client.connect()
afterAll(() => client.end())
afterEach(() => vi.restoreAllMocks())

/**
 * Makes the server one that does not know what these texts name: what says one of them says a name
 * that PostgreSQL does not know either.
 */
const forget = (...names: readonly string[]): readonly string[] => {
  const sent: string[] = []
  const query: (this: pg.Client, ...asked: readonly unknown[]) => unknown =
    pg.Client.prototype.query
  const forgotten = (text: string): string =>
    names.reduce((said, name) => said.replaceAll(name, `${name}_of_another_engine`), text)
  const asking = function (this: pg.Client, ...asked: readonly unknown[]): unknown {
    const [first, ...others] = asked
    if (typeof first !== "string") return query.apply(this, [...asked])
    sent.push(first)
    return query.apply(this, [forgotten(first), ...others])
  }
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(asking)
  return sent
}

describe("a server that does not know every control of plans", () => {
  it("is told those that it knows", async () => {
    expect(await controlsOf(client)).toEqual(everyControl)
    const settings = ["enable_elsewhere = off", "enable_seqscan = off", "plan_cache_mode = never"]
    expect(await controlsOf(client, { settings, discardsPlans: true })).toEqual({
      settings: ["enable_seqscan = off"],
      discardsPlans: true,
    })
    // Nothing of the questions is left on the connection.
    const { rows } = await client.query("show enable_seqscan")
    expect(rows).toEqual([{ enable_seqscan: "on" }])
  })

  it.each([
    ["settings", ["enable_hashjoin", "enable_mergejoin", "plan_cache_mode"]],
    ["discard plans", ["discard plans"]],
    ["all of it", ["enable_", "plan_cache_mode", "discard plans"]],
  ])("reads and writes without what it does not know: %s", async (_, names) => {
    const connectionString = await databases.create()
    const sent = forget(...names)
    let now = 0
    vi.spyOn(performance, "now").mockImplementation(() => now)
    const storage = openPostgres({ connectionString, max: 2 })
    try {
      await storage.migrations.up()
      const claimed = (name: string) =>
        storage.transact("write", (tx) => tx.names.claim(name, { kind: "user", uuid: name }))
      expect(await claimed("one")).toBe(true)
      now += 60_000
      expect(await claimed("one")).toBe(false)
      await storage.ping()
      const begun = sent.filter((text) => text.startsWith("begin isolation"))
      expect(begun.length).toBeGreaterThan(2)
      for (const name of names) expect(begun.join()).not.toContain(name)
      // Asked once, not for every connection and transaction.
      expect(sent.filter((text) => text === "discard plans")).toHaveLength(1)
    } finally {
      await storage.close()
    }
  })

  it("is asked again where it did not answer", async () => {
    const gone = Object.assign(new Error("shutting down"), { code: "57P01" })
    await expect(controlsOf({ query: () => Promise.reject(gone) })).rejects.toBe(gone)
  })
})
