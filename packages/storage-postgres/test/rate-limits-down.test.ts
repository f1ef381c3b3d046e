import { setTimeout as pause } from "node:timers/promises"
import type { Check } from "@symbolon/core/storage"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openRateLimiter, type RateLimiter } from "../../core/src/rate-limits/rate-limiter.ts"
import { openPostgres } from "../src/index.ts"
import { ask, type RestartableServer, startRestartable } from "./server.ts"

let server: RestartableServer
let storage: ReturnType<typeof openPostgres>
let limiter: RateLimiter
const lines: string[] = []
const check: Check = { key: "k", cost: 1, limit: 100, windowMs: 3_600_000, isOpenEnded: false }

beforeAll(async () => {
  server = await startRestartable()
  storage = openPostgres({ connectionString: server.url })
  await storage.migrations.up()
  const store = storage.rateLimitStore
  if (store === undefined) throw new Error("no store of limits")
  limiter = openRateLimiter(store, {
    wall: { now: () => new Date() },
    onFailing: (_, message) => void lines.push(message),
  })
})
afterAll(async () => {
  await storage.close()
  await server.stop()
})

const left = async () => (await limiter.take([check], new Date())).states[0]?.remaining
const quickly = async <A>(work: () => Promise<A>): Promise<A> => {
  const begun = performance.now()
  const answer = await work()
  expect(performance.now() - begun).toBeLessThan(3000)
  return answer
}

it("limits on a server that stops and starts: counted in the process meanwhile, and in the database again by themselves", async () => {
  expect([await left(), await left()]).toEqual([99, 98])
  await server.down()
  expect([await quickly(left), await left(), await left()]).toEqual([99, 98, 97])
  await expect(limiter.takeStrictly([check], new Date())).rejects.toMatchObject({
    _tag: "Unavailable",
    retryAfterSeconds: 5,
  })
  await server.up()
  // A server that was stopped in order keeps what is in an unlogged table.
  await expect.poll(left, { timeout: 10_000, interval: 1100 }).toBe(97)
  expect((await limiter.takeStrictly([check], new Date())).allowed).toBe(true)
  expect(lines).toHaveLength(1)
})

it("limits on connections that are cut while nobody asks: the next takes find new ones", async () => {
  await Promise.all([left(), left(), left()])
  await ask(
    server.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name = 'symbolon'",
  )
  await pause(100)
  const before = await left()
  await pause(1100)
  expect(await left()).toBeLessThan(before ?? 0)
  expect((await limiter.takeStrictly([check], new Date())).allowed).toBe(true)
})
