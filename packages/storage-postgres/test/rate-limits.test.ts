import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Check, RateLimitStore } from "@symbolon/core/storage"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { rateLimitSuite } from "../../core/test/rate-limits.suite.ts"
import { startModule } from "../../storage-sql/test/processes.ts"
import { openPostgres, type Retry } from "../src/index.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const connectionString = await databases.createMigrated()
const retries: Retry[] = []
const openStore = () =>
  openPostgres({
    connectionString,
    rateLimitConnections: 4,
    onRetry: (retry) => retries.push(retry),
  })
const storages = [openStore(), openStore()] as const
const client = new pg.Client({ connectionString })
await client.connect()
afterAll(async () => {
  for (const storage of storages) await storage.close()
  await client.end()
})

const storeOf = ({ rateLimitStore }: (typeof storages)[number]): RateLimitStore => {
  if (rateLimitStore === undefined) throw new Error("no store of limits")
  return rateLimitStore
}

/** Two processes in which nothing was counted yet: keys of their own. */
const openTwice = (): Promise<readonly [RateLimitStore, RateLimitStore]> => {
  const prefix = randomUUID()
  const apart = (store: RateLimitStore): RateLimitStore => ({
    take: (checks, now) =>
      store.take(
        checks.map((check) => ({ ...check, key: `${prefix}${check.key}` })),
        now,
      ),
  })
  return Promise.resolve([apart(storeOf(storages[0])), apart(storeOf(storages[1]))])
}

const at = (ms: number) => new Date(1_800_000_000_000 + ms)
const checkOf = (key: string, limit: number, cost = 1, windowMs = 60_000): Check => ({
  key,
  cost,
  limit,
  windowMs,
  isOpenEnded: true,
})
const rows = async () =>
  (await client.query<{ units: number }>("select cardinality(hits) as units from rate_limits")).rows
const ascending = (one: number, other: number): number => one - other
const clear = () => client.query("delete from rate_limits")

describe("limits in PostgreSQL", () => {
  rateLimitSuite(openTwice, 60)
})

describe("limits in PostgreSQL, with many callers at once", () => {
  it("give exactly the limit to two processes with sixteen callers each, in every window", {
    timeout: 120_000,
  }, async () => {
    const children = [1, 2].map(() =>
      startModule(join(import.meta.dirname, "limits-child.ts"), [connectionString, 16]),
    )
    const lines = children.map((child) =>
      createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    )
    const numbers = async () => {
      const said = await Promise.all(lines.map((line) => line.next()))
      return said.map(({ value }) => Number(value))
    }
    const together = async (checks: readonly Check[], now: number) => {
      for (const child of children) child.stdin.write(`${JSON.stringify({ checks, now })}\n`)
      const [one = 0, other = 0] = await numbers()
      return one + other
    }
    const windowMs = 60_000
    let now = 1_800_000_000_000
    for (let window = 0; window < 10; window += 1) {
      const key = `hot ${window % 2}`
      // 32 callers, room for 20: half of the window later 20 more callers find nothing.
      expect(await together([checkOf(key, 20)], now)).toBe(20)
      expect(await together([checkOf(key, 20)], now + windowMs / 2)).toBe(0)
      expect(await together([checkOf(key, 20)], now + windowMs - 1)).toBe(0)
      now += windowMs
    }
    // Refills as it was spent: 32, then 18 of 50, then 32 again as they come back.
    const wide = [checkOf("wide", 50)]
    expect([
      await together(wide, now),
      await together(wide, now + 1),
      await together(wide, now + 2),
      await together(wide, now + windowMs),
      await together(wide, now + windowMs + 1),
    ]).toEqual([32, 18, 0, 32, 18])
    // Two new keys at once, and a cost of several units.
    for (let turn = 0; turn < 10; turn += 1)
      expect(await together([checkOf(`x ${turn}`, 100, 3), checkOf(`y ${turn}`, 31, 2)], now)).toBe(
        15,
      )
    for (const child of children) child.stdin.end()
    expect(await numbers()).toEqual([0, 0])
  })

  it("spend all checks of a request or none, whatever the order they are asked in, without a deadlock", {
    timeout: 120_000,
  }, async () => {
    retries.length = 0
    const keys = ["a", "b", "c", "d", "e", "f"]
    for (let turn = 0; turn < 20; turn += 1) {
      const stores = await openTwice()
      await clear()
      const spent = new Map<string, number>()
      const caller = async (who: number) => {
        for (let n = 0; n < 6; n += 1) {
          const checks = keys
            .map((key, index) => ({ key, rank: (index * 7 + who * 3 + n * 5) % 11 }))
            .toSorted((one, other) => one.rank - other.rank)
            .slice(0, 1 + ((who + n) % 4))
            .map(({ key }) => checkOf(key, 25))
          const store = stores[who % 2 === 0 ? 0 : 1]
          const { allowed } = await store.take(checks, at(turn))
          for (const { key } of allowed ? checks : []) spent.set(key, (spent.get(key) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: 16 }, (_, who) => caller(who)))
      const counted = (await rows()).map(({ units }) => units).toSorted(ascending)
      expect(counted).toEqual([...spent.values()].toSorted(ascending))
      expect(Math.max(...counted)).toBe(25)
    }
    expect(retries).toEqual([])
  })

  it("do not wait for transactions, which may hold all connections of theirs", async () => {
    const storage = openPostgres({ connectionString, max: 2 })
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const holders = [1, 2, 3, 4].map(() => storage.transact("read", () => held))
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => storeOf(storage).take([checkOf("beside", 100)], at(0))),
    )
    expect(taken.every(({ allowed }) => allowed)).toBe(true)
    release()
    await Promise.all(holders)
    await storage.close()
  })

  it("give a new key to all who ask at the same moment", async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      const [store, other] = await openTwice()
      const taken = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          (n % 2 === 0 ? store : other).take([checkOf("new", 9)], at(turn)),
        ),
      )
      expect(taken.filter(({ allowed }) => allowed)).toHaveLength(9)
    }
  })
})

describe("the table of limits", () => {
  it("keeps neither what came back, nor refused requests, nor the text of keys", async () => {
    await clear()
    const store = storeOf(storages[0])
    const check = checkOf("sign-in:ada@example.org:ip:192.0.2.7", 3, 1, 1000)
    for (let n = 0; n < 6; n += 1) await store.take([check], at(n))
    expect((await rows()).map(({ units }) => units)).toEqual([3])
    await store.take([check], at(5000))
    expect((await rows()).map(({ units }) => units)).toEqual([1])
    const { rows: found } = await client.query("select key from rate_limits")
    expect(JSON.stringify(found)).not.toMatch(/ada|192/)
  })

  it("does not reach the database with requests that are refused until a unit comes back", async () => {
    const store = storeOf(storages[0])
    const check = checkOf(randomUUID(), 2)
    await store.take([check], at(0))
    await store.take([check], at(1))
    await clear()
    for (let n = 0; n < 5; n += 1) expect((await store.take([check], at(2))).allowed).toBe(false)
    expect((await store.take([check], at(60_000))).allowed).toBe(true)
  })

  it("is swept: not what may count for a clock that is behind, and not while it is in use", async () => {
    await clear()
    const store = storeOf(storages[0])
    const sweep = (ms: number, limit = 1000) => store.sweep?.(at(ms), limit)
    for (const key of ["a", "b", "c"]) await store.take([checkOf(key, 5)], at(0))
    await store.take([checkOf("hour", 5, 1, 3_600_000)], at(0))
    expect(await sweep(60_000)).toBe(0)
    expect(await sweep(180_000, 2)).toBe(2)
    const other = new pg.Client({ connectionString })
    await other.connect()
    await other.query("begin; select key from rate_limits for update")
    expect(await sweep(180_000)).toBe(0)
    await other.end()
    await expect.poll(() => sweep(180_000)).toBe(1)
    expect(await rows()).toHaveLength(1)
    expect(await sweep(3_600_000 + 180_000)).toBe(1)
  })

  it("does not grow without bound under requests from ever new addresses", async () => {
    await clear()
    const store = storeOf(storages[0])
    const most = { rows: 0 }
    for (let minute = 0; minute < 12; minute += 1) {
      const now = at(minute * 60_000)
      for (let n = 0; n < 600; n += 100)
        await Promise.all(
          Array.from({ length: 100 }, (_, k) =>
            store.take([checkOf(`address ${minute} ${n + k}`, 30)], now),
          ),
        )
      most.rows = Math.max(most.rows, (await rows()).length)
    }
    // Four minutes' worth: one that counts, one to the end of its minute, one for clocks that are
    // behind, one until the next sweep.
    expect(most.rows).toBeLessThanOrEqual(4 * 600)
  })

  it("finds expired rows by an index", async () => {
    await client.query("set enable_seqscan = off")
    const { rows: plan } = await client.query(
      "explain select key from rate_limits where expires_at <= 5 order by expires_at limit 10 for update skip locked",
    )
    expect(JSON.stringify(plan)).toContain("rate_limits_by_expiry")
    await client.query("reset enable_seqscan")
  })

  it("is unlogged, and a take that stays within the minute touches no index", async () => {
    await clear()
    const store = storeOf(storages[0])
    for (let n = 0; n < 10; n += 1) await store.take([checkOf("hot", 20)], at(n))
    const found = await client.query(
      "select relpersistence from pg_class where relname = 'rate_limits'",
    )
    expect(found.rows).toEqual([{ relpersistence: "u" }])
    const updates = async () => {
      const { rows } = await client.query<{ all: boolean }>(
        "select n_tup_hot_upd >= 9 as all from pg_stat_user_tables where relname = 'rate_limits'",
      )
      return rows[0]?.all
    }
    await expect.poll(updates, { timeout: 10_000 }).toBe(true)
  })
})
