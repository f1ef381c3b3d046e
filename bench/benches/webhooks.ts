import { equal } from "node:assert/strict"
import { createHmac } from "node:crypto"
import { Agent, request } from "node:http"
import { join } from "node:path"
import type { Storage } from "@symbolon/core"
import { portsOf } from "@symbolon/core/effect"
import { openPostgres } from "@symbolon/storage-postgres"
import { openSqlite } from "@symbolon/storage-sqlite"
import pg from "pg"
import { recordAll } from "../../packages/core/src/webhooks/recording.ts"
import { startPostgres } from "../../packages/storage-postgres/test/server.ts"
import type { Arrived } from "../fixtures/hook-receiver.ts"
import { type HookedClub, openHookedClub } from "../fixtures/hooked-club.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Side, Suite } from "../harness/bench.ts"
import { type Answering, startProcess } from "../harness/processes.ts"
import { rate, waiting } from "../harness/sides.ts"

type Receiver = Answering<"arrived" | "forget", Arrived>

/** Fewer places than an organization may take; twice as many deliveries wait at each endpoint. */
const endpoints = 6
const abreast = endpoints * 8
const eventsEach = 100
const backlog = 10_000

/** Deliveries from SQLite with `synchronous=FULL`. */
export const webhooksSqlite: Suite = {
  name: "webhooks-sqlite",
  open: async () => {
    const { dir, remove } = await openScratch()
    return suiteOn("SQLite", 500, (n) => openSqlite({ file: join(dir, `club-${n}.db`) }), remove)
  },
}

/** Deliveries from a PostgreSQL that waits for its disk. */
export const webhooksPostgres: Suite = {
  name: "webhooks-postgres",
  open: async () => {
    const server = await startPostgres({ isDurable: true })
    const names = [0, 1].map((n) => `bench_${process.pid}_${n}`)
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    for (const name of names) await admin.query(`create database ${name}`)
    const open = (n: number) =>
      openPostgres({
        connectionString: Object.assign(new URL(server.url), { pathname: `/${names[n]}` }).href,
      })
    const remove = async (): Promise<void> => {
      for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      await server.stop()
    }
    return suiteOn("PostgreSQL", 1_000, open, remove)
  },
}

const suiteOn = async (
  engine: string,
  aim: number,
  openStorage: (n: number) => Storage,
  remove: () => Promise<void>,
) => {
  const receiver: Receiver = startProcess(
    new URL("../fixtures/hook-receiver.ts", import.meta.url).pathname,
  )
  const url = `http://127.0.0.1:${(await receiver.ask("arrived")).port}`
  const club = await openHookedClub(openStorage(0))
  const other = await openHookedClub(openStorage(1))
  const quiet = await club.addClub()
  const benches = function* (): Iterable<Bench> {
    yield eventBench(engine, club, quiet)
    yield deliveryBench(engine, aim, club, receiver, url)
    yield lagBench(engine, [club, other], { receiver, url })
  }
  const close = async (): Promise<void> => {
    await Promise.all([club, other].map(({ symbolon }) => symbolon.close()))
    receiver.stop()
    await remove()
  }
  return { benches: benches(), close }
}

/** What one webhook adds to the transaction of an event; without one it writes the event alone. */
const eventBench = (engine: string, club: HookedClub, quiet: string): Bench => {
  const { storage, ids } = portsOf(club.symbolon)
  const recording = (name: string, organizationUuid: string): Side => {
    const { measure } = waiting(name, () =>
      storage.transact("write", (tx) => recordAll(tx, [club.eventOf(organizationUuid)], ids)),
    )
    return { name, measure: async () => ({ value: 1e6 / (await measure()).value }) }
  }
  return {
    name: `${engine}, the transaction of an event`,
    a: recording("one webhook", club.organizationUuid),
    b: recording("no webhook", quiet),
    unit: "µs",
    aim: 300,
    rounds: 15,
    agree: async () => {
      await club.addWebhook("http://127.0.0.1:18080/unused")
      const count = async (of: string) =>
        (await storage.transact("write", (tx) => recordAll(tx, [club.eventOf(of)], ids))) ? 1 : 0
      equal(await count(club.organizationUuid), 1)
      equal(await count(quiet), 0)
    },
  }
}

/** From the commit of events to the commit of what their receiver answered. */
const deliveryBench = (
  engine: string,
  aim: number,
  club: HookedClub,
  receiver: Receiver,
  url: string,
): Bench => {
  const uuids: string[] = []
  const count = endpoints * eventsEach
  const deliver = async () => {
    await club.record(eventsEach)
    const begun = performance.now()
    const work = club.symbolon.runWork()
    for (const uuid of uuids)
      while ((await club.countOpen(uuid)) > 0) await new Promise((next) => setTimeout(next, 10))
    const spent = performance.now() - begun
    await work.stop()
    return { value: rate(count, spent) }
  }
  return {
    name: `${engine}, ${count} deliveries to ${endpoints} endpoints (aim: ${aim}/s)`,
    a: { name: "deliveries, stored", measure: deliver },
    b: { name: "signed requests alone", measure: () => bare(url, count) },
    unit: "/s",
    agree: async () => {
      await club.removeWebhooks()
      for (let n = 0; n < endpoints; n += 1) uuids.push(await club.addWebhook(`${url}/${n}`))
      await receiver.ask("forget")
      await deliver()
      equal((await receiver.ask("arrived")).count, count)
    },
  }
}

/** Requests of the same size, signed and sent by `node:http`, and nothing kept of them. */
const bare = async (url: string, count: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: abreast })
  const body = "x".repeat(330)
  const send = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const signature = createHmac("sha256", "key").update(body).digest("hex")
      const headers = { "content-length": body.length, "x-webhook-signature": signature }
      request(url, { method: "POST", agent, headers }, (response) => {
        response.resume().once("end", resolve)
      })
        .once("error", reject)
        .end(body)
    })
  let left = count
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: abreast }, async () => {
      while (left-- > 0) await send()
    }),
  )
  const spent = performance.now() - begun
  agent.destroy()
  return { value: rate(count, spent) }
}

/** The slowest of forty events to a healthy endpoint, from before their commit to their arrival. */
const lagBench = (engine: string, clubs: readonly HookedClub[], lag: Lag): Bench => {
  const [beside, alone] = clubs.map((club) => () => slowest(club, lag))
  if (beside === undefined || alone === undefined) throw new Error("Two clubs are compared.")
  return {
    name: `${engine}, the slowest of 40 deliveries`,
    a: { name: `beside a dead endpoint with ${backlog} due`, measure: beside },
    b: { name: "alone", measure: alone },
    unit: "µs",
    aim: 2_000_000,
    agree: async () => {
      for (const club of clubs) {
        await club.removeWebhooks()
        await club.addWebhook(`${lag.url}/healthy`, ["membership.joined"])
      }
      await clubs[0]?.addWebhook(`${lag.url}/dead`, ["membership.left"])
      await clubs[0]?.record(backlog, "membership.left")
      for (const { symbolon } of clubs) symbolon.runWork()
      // The dead endpoint has all its places taken by then.
      await new Promise((next) => setTimeout(next, 2_000))
      for (const club of clubs) equal(Number.isFinite((await slowest(club, lag)).value), true)
    },
  }
}

interface Lag {
  readonly receiver: Receiver
  readonly url: string
}

const slowest = async ({ symbolon, organizationUuid, eventOf }: HookedClub, { receiver }: Lag) => {
  const { storage, ids, workScheduled } = portsOf(symbolon)
  await receiver.ask("forget")
  const sent: number[] = []
  for (let n = 0; n < 40; n += 1) {
    sent.push(Date.now())
    await storage.transact("write", (tx) => recordAll(tx, [eventOf(organizationUuid)], ids))
    workScheduled.wake()
    await new Promise((next) => setTimeout(next, 25))
  }
  for (;;) {
    const { healthy } = await receiver.ask("arrived")
    // They were sent in this order, and arrive nearly so.
    if (healthy.length === sent.length)
      return { value: Math.max(...healthy.map((at, n) => at - (sent[n] ?? 0))) * 1000 }
    await new Promise((next) => setTimeout(next, 20))
  }
}
