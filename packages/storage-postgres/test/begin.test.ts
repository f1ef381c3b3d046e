import pg from "pg"
import { afterAll, expect, it } from "vitest"
import { executorOf, rememberTexts } from "../src/executor.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()
const clients: pg.Client[] = []
afterAll(() => Promise.all(clients.map((client) => client.end())))

const text = "insert into notes values (1)"
const adding = { text, writes: true, isKept: false } as const
const counting = { text: "select count(*)::int4 from notes", writes: false, isKept: false } as const

/** An executor on a connection of its own, whose transaction begins when `begun` says so. */
const openExecutor = async (begun: Promise<unknown>) => {
  const client = new pg.Client({ connectionString: await databases.create(), pipeline: true })
  clients.push(client)
  await client.connect()
  await client.query("create table notes (n int)")
  const pool = Object.assign(client, { release: () => undefined })
  const executor = executorOf(pool, "write", rememberTexts(false))
  executor.begin(begun)
  return { executor, stream: client.connection.stream }
}

it("what reads goes out before the transaction has begun, what writes does not", async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { executor } = await openExecutor(promise)
  const adds = executor.run(adding, [])
  expect((await executor.run(counting, [])).rows).toEqual([{ count: 0 }])
  expect((await executor.run(counting, [])).rows).toEqual([{ count: 0 }])
  resolve()
  expect((await adds).changed).toBe(1)
  expect((await executor.run(counting, [])).rows).toEqual([{ count: 1 }])
})

it("nothing is written where no transaction begins", async () => {
  const begun = Promise.reject(new Error("No transaction here."))
  begun.catch(() => undefined)
  const { executor } = await openExecutor(begun)
  await expect(executor.run(adding, [])).rejects.toThrow("No transaction here.")
  await expect(executor.runEach(adding, [[]])).rejects.toThrow("No transaction here.")
  expect((await executor.run(counting, [])).rows).toEqual([{ count: 0 }])
})

it("what is asked in one turn goes out as one piece", async () => {
  const { executor, stream } = await openExecutor(Promise.resolve())
  const first = executor.run(counting, [])
  const pieces = stream.writableLength
  const second = executor.run(counting, [])
  expect(stream.writableCorked).toBe(1)
  expect(stream.writableLength).toBe(2 * pieces)
  expect((await Promise.all([first, second])).map(({ rows }) => rows)).toEqual([
    [{ count: 0 }],
    [{ count: 0 }],
  ])
  expect(stream.writableCorked).toBe(0)
})
