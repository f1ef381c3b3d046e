import { equal } from "node:assert/strict"
import { memoryRateLimitStore } from "@symbolon/core"
import type { Check, RateLimitStore } from "@symbolon/core/storage"
import { openPostgres } from "@symbolon/storage-postgres"
import pg from "pg"
import { startPostgres } from "../../packages/storage-postgres/test/server.ts"
import type { Bench, Side, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const keysMax = 5_000
const callersMax = 16
/** As the store of limits has by default. */
const connections = 4

const upsert = `insert into bare (key, uses) values ($1, 1)
  on conflict (key) do update set uses = bare.uses + 1 returning uses`

/**
 * What it takes to count a request: in memory, beside a bare counter in a map; in PostgreSQL,
 * beside a bare counter that is upserted, on as many connections and also unlogged. On a server
 * that waits for its disk.
 */
export const limits: Suite = {
  name: "limits",
  open: async () => {
    const server = await startPostgres({ isDurable: true })
    const name = `bench_${process.pid}`
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const connectionString = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
    const storage = openPostgres({ connectionString, rateLimitConnections: connections })
    await storage.migrations.up()
    const { rateLimitStore } = storage
    if (rateLimitStore === undefined) throw new Error("PostgreSQL counts no limits.")
    const pool = new pg.Pool({ connectionString, max: connections })
    // A connection on its way out may be cut off when its database is dropped.
    pool.on("error", () => undefined)
    await pool.query("create unlogged table bare (key text primary key, uses int8 not null)")
    const close = async (): Promise<void> => {
      await storage.close()
      await pool.end()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      await server.stop()
    }
    return { benches: [...inMemory(), ...inPostgres(rateLimitStore, pool)], close }
  },
}

const check = (key: string, limit = 300): Check => ({
  key,
  cost: 1,
  limit,
  windowMs: 60_000,
  isOpenEnded: false,
})
const keyOf = (turn: number): string => `read:u:${turn % keysMax}:c:app`

/** Takes whose clock moves on by `stepMs` from one to the next. */
const taking = (
  name: string,
  store: RateLimitStore,
  callers: number,
  { stepMs, of }: { readonly stepMs: number; readonly of: (turn: number) => readonly Check[] },
): Side => {
  let now = Date.now()
  return waiting(name, (turn) => store.take(of(turn), new Date((now += stepMs))), { callers })
}

const agree = async (store: RateLimitStore): Promise<void> => {
  const one = check(`agree ${Math.random()}`, 1)
  const now = new Date()
  equal((await store.take([one], now)).allowed, true)
  equal((await store.take([one], now)).allowed, false)
}

const many = { stepMs: 1, of: (turn: number) => [check(keyOf(turn))] }
/** 300 a minute, so that there is always room for one more and 299 are counted. */
const hot = { stepMs: 200, of: () => [check("hot")] }
const two = {
  stepMs: 1,
  of: (turn: number) => [check(keyOf(turn)), check(`expensive${keyOf(turn)}`)],
}
const refused = { stepMs: 0, of: () => [check("refused", 1)] }
const looked = {
  stepMs: 1,
  of: (turn: number) => [{ ...check(keyOf(turn)), cost: 0 }],
}

const inMemory = (): readonly Bench[] => {
  const store = memoryRateLimitStore()
  const counters = new Map<string, number>()
  const counting = () =>
    waiting("a counter in a Map", async (turn) => {
      const key = keyOf(turn)
      counters.set(key, (counters.get(key) ?? 0) + 1)
    })
  const bench = (name: string, work: typeof many): Bench => ({
    name: `take in memory, ${name}`,
    a: taking("memoryRateLimitStore", store, 1, work),
    b: counting(),
    unit: "/s",
    agree: () => agree(store),
  })
  return [bench("5,000 keys", many), bench("one key, 299 counted", hot), bench("refused", refused)]
}

const inPostgres = (store: RateLimitStore, pool: pg.Pool): readonly Bench[] => {
  const bare = (callers: number, keyed: (turn: number) => string) =>
    waiting(
      "bare upsert",
      (turn) => pool.query({ name: "bare", text: upsert, values: [keyed(turn)] }),
      { callers },
    )
  const bench = (
    name: string,
    work: typeof many,
    callers: number,
    keyed: (turn: number) => string,
  ): Bench => ({
    name: `take in PostgreSQL, ${name}, ${callers} caller${callers === 1 ? "" : "s"}`,
    a: taking("rateLimitStore", store, callers, work),
    b: bare(callers, keyed),
    unit: "/s",
    agree: () => agree(store),
  })
  const one = () => "one"
  return [1, callersMax].flatMap((callers) => [
    bench("5,000 keys", many, callers, keyOf),
    bench("two checks, 5,000 keys each", two, callers, keyOf),
    bench("one key, 299 counted", hot, callers, one),
    bench("look, 5,000 keys", looked, callers, keyOf),
    bench("refused", refused, callers, one),
  ])
}
