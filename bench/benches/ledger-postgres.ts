import { spawn } from "node:child_process"
import { equal } from "node:assert/strict"
import { once } from "node:events"
import { openPostgres } from "@symbolon/storage-postgres"
import pg from "pg"
import { portsOf } from "@symbolon/core/effect"
import { startPostgres } from "../../packages/storage-postgres/test/server.ts"
import { openPayingClub, payee, type PayingClub } from "../fixtures/paying-club.ts"
import { openTurns } from "../fixtures/rows.ts"
import type { Bench, Side, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const scale = 50

/**
 * Transfers through the facade on PostgreSQL, from one hot treasury, beside two peers on the same
 * server: `pgbench -M prepared`, whose TPC-B is three updates, a select and an insert on rows that
 * differ, with nothing signed; and the same transfer as an application would write it by hand, a
 * transaction with a locked row each. Needs `pgbench` (Debian: postgresql-contrib, postgresql-15).
 */
export const ledgerPostgres: Suite = {
  name: "ledger-postgres",
  open: async () => {
    const server = await startPostgres({ isDurable: true })
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    const names = ["ours", "tpcb"].map((name) => `bench_ledger_${name}_${process.pid}`)
    for (const name of names) await admin.query(`create database ${name}`)
    const [ours = "", tpcb = ""] = names.map(
      (name) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href,
    )
    await pgbench(["-i", "-q", "-s", String(scale)], tpcb)
    const club = await openPayingClub(openPostgres({ connectionString: ours }))
    const byHand = await openByHand(ours)
    const close = async (): Promise<void> => {
      await club.symbolon.close()
      await byHand.pool.end()
      for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      await server.stop()
    }
    // What one side has left to be written to the disk is no burden of the other.
    const settled = (side: Side): Side => ({
      ...side,
      measure: async () => {
        await admin.query("checkpoint")
        return side.measure()
      },
    })
    const benches = benchesOn(club, byHand, tpcb).map((bench) => ({
      ...bench,
      a: settled(bench.a),
      b: settled(bench.b),
    }))
    return { benches, close }
  },
}

const pgbench = async (options: readonly string[], database: string): Promise<string> => {
  const child = spawn("pgbench", [...options, database], { stdio: ["ignore", "pipe", "pipe"] })
  const output: string[] = []
  child.stdout.on("data", (chunk) => output.push(String(chunk)))
  child.stderr.on("data", (chunk) => output.push(String(chunk)))
  const [code] = (await once(child, "close")) as [number | null]
  if (code !== 0) throw new Error(`pgbench ended with ${code}: ${output.join("")}`)
  return output.join("")
}

const byPgbench = (clients: number, database: string): Side => ({
  name: `pgbench -M prepared, ${clients} clients`,
  measure: async () => {
    const output = await pgbench(
      ["-n", "-M", "prepared", "-c", String(clients), "-j", "2", "-T", "2"],
      database,
    )
    const tps = /tps = ([\d.]+) \(without/.exec(output)?.[1]
    if (tps === undefined) throw new Error(`pgbench told no rate: ${output}`)
    return { value: Number(tps) }
  },
})

interface ByHand {
  readonly pool: pg.Pool
  readonly send: (turn: number) => Promise<void>
}

const peopleMax = 64

const openByHand = async (connectionString: string): Promise<ByHand> => {
  const pool = new pg.Pool({ connectionString, max: 32 })
  // Idle connections end with their database.
  pool.on("error", () => undefined)
  await pool.query(
    "create table hand_wallets (id int primary key, balance bigint not null check (balance >= 0))",
  )
  await pool.query(
    "create table hand_transfers (id bigserial primary key, from_id int, to_id int, amount bigint, key text unique)",
  )
  await pool.query(
    "insert into hand_wallets select n, case n when 0 then 1000000000 else 0 end from generate_series(0, $1) as n",
    [peopleMax],
  )
  return {
    pool,
    send: async (turn) => {
      const client = await pool.connect()
      const ask = (name: string, text: string, values: readonly unknown[] = []) =>
        client.query({ name, text, values: [...values] })
      try {
        const to = 1 + (turn % peopleMax)
        await client.query("begin")
        await ask(
          "lock",
          "select balance from hand_wallets where id in (0, $1) order by id for update",
          [to],
        )
        await ask("take", "update hand_wallets set balance = balance - 1 where id = 0")
        await ask("give", "update hand_wallets set balance = balance + 1 where id = $1", [to])
        await ask(
          "note",
          "insert into hand_transfers (from_id, to_id, amount, key) values (0, $1, 1, $2)",
          [to, `hand-${turn}`],
        )
        await client.query("commit")
      } finally {
        client.release()
      }
    },
  }
}

const benchesOn = (club: PayingClub, byHand: ByHand, tpcb: string): readonly Bench[] => {
  const [ourTurn, handTurn] = [openTurns(), openTurns()]
  const pay = () => {
    const turn = ourTurn()
    const to = { type: "wallet", value: payee(club, turn) } as const
    return club.symbolon.wallets.transfer({
      wallet: club.treasury,
      to,
      amount: 1,
      idempotencyKey: `pg-${turn}`,
    })
  }
  const hand = () => byHand.send(handTurn())
  const size = async () =>
    (await portsOf(club.symbolon).storage.transact("read", (tx) => tx.transactions.head())).size
  const agree = async (): Promise<void> => {
    const before = await size()
    await pay()
    equal(await size(), before + 1)
    await hand()
  }
  const clients = [8, 32]
  return [
    ...clients.map(
      (callers): Bench => ({
        name: `PostgreSQL ledger, hot treasury, ${callers} callers`,
        a: waiting("facade", pay, { callers }),
        b: byPgbench(callers, tpcb),
        unit: "/s",
        aim: 0.9,
        agree,
      }),
    ),
    ...clients.map(
      (callers): Bench => ({
        name: `PostgreSQL ledger, hot treasury, ${callers} callers`,
        a: waiting("facade", pay, { callers }),
        b: waiting("pg by hand, a locked row each, no signature", hand, { callers }),
        unit: "/s",
        aim: 5,
        agree,
      }),
    ),
  ]
}
