import { equal } from "node:assert/strict"
import { join } from "node:path"
import { openPostgres } from "@symbolon/storage-postgres"
import { openSqlite } from "@symbolon/storage-sqlite"
import Database from "better-sqlite3"
import pg from "pg"
import { startPostgres } from "../../packages/storage-postgres/test/server.ts"
import { type RosterClub, openRosterClub } from "../fixtures/roster-club.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Side, Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

const people = 50_000
const abreast = 16

/** One tap as a row, and nothing else: what any door's log costs. */
type Insert = (turn: number) => Promise<unknown>

const columns =
  "uuid text primary key, session text not null, client text not null, idempotency_key text not null, wallet text not null, at bigint not null"
const unique = "unique (session, client, idempotency_key)"
const rowOf = (turn: number): readonly (string | number)[] => [
  `row-${turn}`,
  "session",
  "client",
  `tap-${turn}`,
  `wallet-${turn}`,
  turn,
]

/**
 * Admissions at a door of 50,000 members, judged online, against a bare insert with a commit of its
 * own.
 */
export const admitSqlite: Suite = {
  name: "admit-sqlite",
  open: async () => {
    const { dir, remove } = await openScratch()
    const club = await openRosterClub(() => openSqlite({ file: join(dir, "club.db") }), people)
    const raw = new Database(join(dir, "raw.db"))
    raw.pragma("journal_mode = wal")
    raw.pragma("synchronous = full")
    raw.exec(`create table taps (${columns}, ${unique}) strict`.replaceAll("bigint", "integer"))
    const insert = raw.prepare("insert into taps values (?, ?, ?, ?, ?, ?)")
    const close = async (): Promise<void> => {
      await club.symbolon.close()
      raw.close()
      await remove()
    }
    return { benches: benchesOn("SQLite", club, async (turn) => insert.run(...rowOf(turn))), close }
  },
}

export const admitPostgres: Suite = {
  name: "admit-postgres",
  open: async () => {
    const server = await startPostgres({ isDurable: true })
    const name = `bench_${process.pid}`
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const connectionString = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
    const club = await openRosterClub(() => openPostgres({ connectionString }), people)
    const pool = new pg.Pool({ connectionString })
    pool.on("error", () => undefined)
    await pool.query(`create table taps (${columns}, ${unique})`)
    const close = async (): Promise<void> => {
      await club.symbolon.close()
      await pool.end()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      await server.stop()
    }
    const text = "insert into taps values ($1, $2, $3, $4, $5, $6)"
    return {
      benches: benchesOn("PostgreSQL", club, (turn) =>
        pool.query({ name: "tap", text, values: [...rowOf(turn)] }),
      ),
      close,
    }
  },
}

const benchesOn = (engine: string, club: RosterClub, insert: Insert): readonly Bench[] => {
  const sessions = [club.session]
  let taps = 0
  let rows = 0
  // Everybody comes once to each session; when all have come, there is another one.
  const admit = async (): Promise<void> => {
    const turn = taps++
    const round = Math.floor(turn / people)
    const session = (sessions[round] ??= await club.makeSession(`Evening ${round}`))
    const identifier = { type: "card", value: club.cardOf(turn % people) } as const
    const { decision } = await club.symbolon.sessions.admit({
      session,
      request: { identifier, idempotencyKey: `tap-${turn}` },
    })
    if (decision !== "admitted") throw new Error("A member is admitted.")
  }
  const bare = () => insert((rows += 1))
  const pair = (callers: number): Bench => ({
    name: `${engine}, admissions at ${people} holders, ${callers} caller${callers === 1 ? "" : "s"}`,
    a: waiting("admission.admit", admit, { callers }),
    b: waiting("a bare insert", bare, { callers }),
    unit: "/s",
    agree: async () => {
      const before = taps
      await admit()
      equal(taps, before + 1)
    },
  })
  return [
    pair(1),
    pair(abreast),
    {
      name: `${engine}, the slowest of a hundred admissions, ${abreast} callers`,
      a: slowest("admission.admit", admit),
      b: slowest("a bare insert", bare),
      unit: "µs",
      agree: async () => {},
    },
  ]
}

/** The 99th percentile of the time that a call takes, with others at its side. */
const slowest = (name: string, once: () => Promise<unknown>): Side => ({
  name,
  measure: async () => {
    const spent: number[] = []
    await Promise.all(
      Array.from({ length: abreast }, async () => {
        while (spent.length < 400) {
          const begun = performance.now()
          await once()
          spent.push((performance.now() - begun) * 1000)
        }
      }),
    )
    return { value: spent.toSorted((a, b) => a - b)[Math.floor(spent.length * 0.99)] ?? 0 }
  },
})
