import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Storage, systemClock, systemIds } from "@symbolon/core"
import { openSqlite } from "@symbolon/storage-sqlite"
import { expect, it } from "vitest"
import { seedMembers } from "../../core/test/fixtures/seed-members.ts"
import type { Bootstrap } from "../src/demo/bootstrap.ts"
import { clientOf, serve } from "./fixtures/spawned-server.ts"

const people = 20_000
const dayMs = 86_400_000
const leaseMs = 60_000
/** As many as are let through before a server is killed. */
const some = 4_000

const monthly = { payment_interval: "monthly" } as const

it("a move of 20,000 members survives kill -9, twice: it goes on after a restart, and each of them is moved once", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "symbolon-crash-move-"))
  const servers: ChildProcess[] = []
  const start = async () => {
    const started = await serve(dataDir)
    servers.push(started.server)
    return started
  }
  try {
    const first = await start()
    const bootstrap = JSON.parse(
      await readFile(join(dataDir, "bootstrap.json"), "utf8"),
    ) as Bootstrap
    const club = bootstrap.organization.slug
    const client = clientOf(first.baseUrl, bootstrap)
    const silver = await client.tiers.create(club, {
      name: "Silver",
      price_cents: 50_000,
      ...monthly,
    })
    const gold = await client.tiers.create(club, { name: "Gold", price_cents: 100_000, ...monthly })
    await kill(first.server, "SIGTERM")
    await inside(dataDir, (storage) => seed(storage, bootstrap, silver.uuid))

    const second = await start()
    const how = {
      membership_tier_slug: gold.slug,
      term: "convert",
      custom_pricing: "carry",
    } as const
    const api = clientOf(second.baseUrl, bootstrap)
    const dry = await api.tiers.moveMemberships(club, silver.uuid, { ...how, dry_run: true })
    expect(dry).toMatchObject({
      scheduled: false,
      memberships: people,
      skipped: [],
      still_blocking_delete: { memberships: 0 },
    })
    expect(await api.tiers.moveMemberships(club, silver.uuid, how)).toEqual({
      ...dry,
      scheduled: true,
    })
    await killHalfway(second, bootstrap, gold.uuid, some)
    const halted = await inside(dataDir, (storage) => look(storage, silver.uuid, gold.uuid))
    expectWhole(halted)
    expect(halted.gold).toBeGreaterThan(0)
    expect(halted.silver).toBeGreaterThan(0)

    // The lease of the one that was killed runs out on the clock of the service.
    const third = await start()
    const waited = clientOf(third.baseUrl, bootstrap)
      .console.test.setClock({ advance_ms: leaseMs })
      .catch(() => undefined)
    await killHalfway(third, bootstrap, gold.uuid, halted.gold + some)
    await waited
    const twice = await inside(dataDir, (storage) => look(storage, silver.uuid, gold.uuid))
    expectWhole(twice)
    expect(twice.gold).toBeGreaterThan(halted.gold)
    expect(twice.silver).toBeGreaterThan(0)

    const last = await start()
    const again = clientOf(last.baseUrl, bootstrap)
    // Its own lease ran out on a clock that had been moved; this one began at the real time.
    await again.console.test.setClock({ advance_ms: 3 * leaseMs })
    expect(await again.tiers.get(club, gold.uuid)).toMatchObject({ member_count: people })
    expect(await again.tiers.delete(club, silver.uuid)).toMatchObject({
      message: expect.any(String),
    })
    await kill(last.server, "SIGTERM")
    const done = await inside(dataDir, (storage) => look(storage, silver.uuid, gold.uuid))
    expectWhole(done)
    expect(done).toMatchObject({ silver: 0, gold: people })
    expect(done.replyBody).toHaveLength(people)
    // Who had the same date has the same date, whenever their turn came: one for each of three, and
    // what was agreed is as it was.
    expect(done.dates.size).toBe(3 + 3)
    console.log(`killed after ${halted.gold} and ${twice.gold} of ${people}`)
  } finally {
    for (const server of servers) server.kill("SIGKILL")
    await rm(dataDir, { recursive: true })
  }
}, 240_000)

const kill = async (server: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
  server.kill(signal)
  await once(server, "exit")
}

/** Kills a server once so many have arrived. */
const killHalfway = async (
  { server, baseUrl }: Awaited<ReturnType<typeof serve>>,
  bootstrap: Bootstrap,
  goldUuid: string,
  least: number,
): Promise<void> => {
  const client = clientOf(baseUrl, bootstrap)
  while ((await client.tiers.get(bootstrap.organization.slug, goldUuid)).member_count < least)
    continue
  await kill(server, "SIGKILL")
}

const inside = async <A>(dataDir: string, work: (storage: Storage) => Promise<A>): Promise<A> => {
  const storage = openSqlite({ file: join(dataDir, "symbolon.db") })
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}

const seed = async (
  storage: Storage,
  { organization }: Bootstrap,
  tierUuid: string,
): Promise<void> => {
  const tier = await storage.transact("read", (tx) => tx.tiers.find(tierUuid))
  if (tier === undefined) throw new Error("The tier is gone.")
  const now = systemClock.now()
  const to = {
    organization: { uuid: organization.uuid, timezone: undefined },
    tier,
    ids: systemIds(systemClock),
    now,
  }
  await seedMembers(storage, to, people, (n) => ({
    validUntil: new Date(now.getTime() + (10 + (n % 3)) * dayMs),
    ...(n % 100 < 3 ? { customPriceCents: 30_000 } : {}),
  }))
}

/** What stands in the store: rows, entries of the history, events. */
const look = async (storage: Storage, silverUuid: string, goldUuid: string) =>
  storage.transact("read", async (tx) => {
    const on = (tierUuid: string) =>
      tx.memberships.onTier({ tierUuid, after: undefined, limit: people + 1 })
    const [silver, gold] = [await on(silverUuid), await on(goldUuid)]
    const events = (await tx.outbox.list(undefined, 10 * people)).filter(
      ({ type }) => type === "membership.tier_changed",
    )
    let moves = 0
    for (const { uuid } of gold) {
      const causes = (await tx.membershipHistory.all(uuid)).map(({ cause }) => cause)
      if (causes.join() === "join,move") moves += 1
    }
    return {
      silver: silver.length,
      gold: gold.length,
      arrived: gold.map(({ userUuid }) => userUuid),
      replyBody: events.map(({ data }) => String(data["user_uuid"])),
      moves,
      dates: new Set(gold.map(({ validUntil }) => validUntil?.getTime())),
    }
  })

/** Nothing is half done: one entry and one event for each who arrived, and nobody is lost. */
const expectWhole = ({
  silver,
  gold,
  arrived,
  replyBody,
  moves,
}: Awaited<ReturnType<typeof look>>): void => {
  expect(silver + gold).toBe(people)
  expect(moves).toBe(gold)
  expect(replyBody.toSorted()).toEqual(arrived.toSorted())
}
