import { deepEqual, equal } from "node:assert/strict"
import { openPostgres } from "@symbolon/storage-postgres"
import pg from "pg"
import { startPostgres } from "../../packages/storage-postgres/test/server.ts"
import { openRawPostgres, type RawPostgres } from "../fixtures/raw-postgres.ts"
import { ada, claim, findAda, openTurns, prepareStore } from "../fixtures/rows.ts"
import type { Bench, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const many = 64

/** What `transact` adds to `pg`, each on a database of its own and ten connections, on a server that waits for its disk. */
export const transactPostgres: Suite = {
  name: "transact-postgres",
  open: async () => {
    const server = await startPostgres({ isDurable: true })
    const names = { ours: `bench_${process.pid}_ours`, raw: `bench_${process.pid}_raw` }
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    const urlOf = async (name: string): Promise<string> => {
      await admin.query(`create database ${name}`)
      return Object.assign(new URL(server.url), { pathname: `/${name}` }).href
    }
    const storage = openPostgres({ connectionString: await urlOf(names.ours) })
    await prepareStore(storage)
    const rawUrl = await urlOf(names.raw)
    const other = openPostgres({ connectionString: rawUrl })
    await prepareStore(other)
    await other.close()
    const raw = openRawPostgres(rawUrl)
    const close = async (): Promise<void> => {
      await storage.close()
      await raw.pool.end()
      for (const name of Object.values(names)) await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      await server.stop()
    }
    return { benches: benchesOn(storage, raw), close }
  },
}

const benchesOn = (storage: ReturnType<typeof openPostgres>, raw: RawPostgres): readonly Bench[] => {
  const ourTurn = openTurns()
  const rawTurn = openTurns()
  const write = () => claim(storage, ourTurn())
  const rawWrite = () => raw.claim(rawTurn())
  const read = () => findAda(storage)
  const agreeOnWrites = async (): Promise<void> => {
    const count = async () => Number((await raw.pool.query("select count(*) from names")).rows[0].count)
    const before = await count()
    await rawWrite()
    equal(await count(), before + 1)
    await write()
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
