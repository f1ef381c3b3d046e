import { deepEqual, equal } from "node:assert/strict"
import { openPostgres } from "@symbolon/storage-postgres"
import pg from "pg"
import { startPostgres } from "../../packages/storage-postgres/test/server.ts"
import { openRawPostgres, type RawPostgres } from "../fixtures/raw-postgres.ts"
import { ada, claim, findAda, openTurns, prepareStore } from "../fixtures/rows.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const many = 64

/**
 * What `transact` adds to `pg`: both on one database, each with ten connections, on a server that
 * waits for its disk.
 */
export const transactPostgres: Suite = {
  name: "transact-postgres",
  open: async () => {
    const server = await startPostgres({ isDurable: true })
    const name = `bench_${process.pid}`
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const connectionString = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
    const storage = openPostgres({ connectionString })
    await prepareStore(storage)
    const raw = openRawPostgres(connectionString)
    const close = async (): Promise<void> => {
      await storage.close()
      await raw.pool.end()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      await server.stop()
    }
    return { benches: benchesOn(storage, raw), close }
  },
}

const benchesOn = (
  storage: ReturnType<typeof openPostgres>,
  raw: RawPostgres,
): readonly Bench[] => {
  const turn = openTurns()
  const write = () => claim(storage, turn())
  const rawWrite = () => raw.claim(turn())
  const read = () => findAda(storage)
  const agreeOnWrites = async (): Promise<void> => {
    const count = async () =>
      Number((await raw.pool.query("select count(*) from names")).rows[0].count)
    const before = await count()
    await rawWrite()
    equal(await count(), before + 1)
    await write()
    equal(await count(), before + 2)
  }
  const agreeOnReads = async (): Promise<void> => {
    deepEqual(await findAda(storage), ada)
    deepEqual(await raw.find(), ada)
  }
  const pair = (callers: number): readonly Bench[] => [
    {
      name: `PostgreSQL, one row written, ${callers} caller${callers === 1 ? "" : "s"}`,
      a: waiting("transact", write, { callers }),
      b: waiting("pg, begin to commit", rawWrite, { callers }),
      unit: "/s",
      agree: agreeOnWrites,
    },
    {
      name: `PostgreSQL, one row read, ${callers} caller${callers === 1 ? "" : "s"}`,
      a: waiting("transact", read, { callers }),
      b: waiting("pg, begin to commit", raw.find, { callers }),
      unit: "/s",
      agree: agreeOnReads,
    },
  ]
  return [...pair(1), ...pair(many)]
}
