import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { type Symbolon, systemIds } from "@symbolon/core"
import { portsOf } from "@symbolon/core/effect"
import { verifyLedger } from "@symbolon/core/ledger"
import { expect, it } from "vitest"
import { seedMembers } from "../../core/test/fixtures/seed-members.ts"
import { seedWallets } from "../../core/test/fixtures/seed-wallets.ts"
import type { Bootstrap } from "../src/demo/bootstrap.ts"
import { clientOf, inside, serve } from "./fixtures/spawned-server.ts"

const people = 5_000
const points = 10
const leaseMs = 60_000
/** As many as get their reward before a server is killed. */
const some = 1_000
/** How many receivers are worked at together. */
const pageMax = 100

it("a reward for 5,000 members survives kill -9, twice: it goes on after a restart, and each of them has it once", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "symbolon-crash-propagate-"))
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
    const { uuid: clubUuid, slug: club } = bootstrap.organization
    const made = clientOf(first.baseUrl, bootstrap)
    const tier = await made.tiers.create(club, { name: "Silver" })
    const reward = await made.rewards.create(club, {
      organization_uuid: clubUuid,
      name: "Free drink",
      content_config: {
        storage_type: "internal",
        content_template: {
          data: {},
          items: [{ type: "coupon", code: "DRINK-1" }],
          content_version: "1",
        },
      },
    })
    await made.rewards.update(reward.slug, { points })
    await kill(first.server, "SIGTERM")
    const begun = Date.now()
    const userUuids = await inside(dataDir, bootstrap, (symbolon) =>
      seed(symbolon, clubUuid, tier.uuid),
    )
    const seededMs = Date.now() - begun

    const second = await start()
    const api = clientOf(second.baseUrl, bootstrap)
    const how = {
      audience: { type: "tier", membership_tier_slug: tier.slug },
      idempotency_key: "all of silver",
    } as const
    const dry = await api.rewards.propagate(reward.slug, { ...how, dry_run: true })
    expect(dry).toMatchObject({ matched: people, scheduled: people, skipped: [] })
    const asked = await api.rewards.propagate(reward.slug, how)
    expect(asked).toEqual({ ...dry, batch_uuid: expect.any(String) })
    const batch = { club, uuid: asked.batch_uuid ?? "" }
    await killOnceIssued(second, bootstrap, { ...batch, least: some })
    const halted = await inside(dataDir, bootstrap, (symbolon) => look(symbolon, batch.uuid))
    expectWhole(halted)

    // The lease of the one that was killed runs out on the clock of the service.
    const third = await start()
    const waited = clientOf(third.baseUrl, bootstrap)
      .console.test.setClock({ advance_ms: leaseMs })
      .catch(() => undefined)
    await killOnceIssued(third, bootstrap, { ...batch, least: halted.counted + some })
    await waited
    const twice = await inside(dataDir, bootstrap, (symbolon) => look(symbolon, batch.uuid))
    expectWhole(twice)
    expect(twice.counted).toBeGreaterThan(halted.counted)

    const last = await start()
    const again = clientOf(last.baseUrl, bootstrap)
    // Its own lease ran out on a clock that had been moved; this one began at the real time.
    await again.console.test.setClock({ advance_ms: 3 * leaseMs }, { timeoutMs: 200_000 })
    expect(await again.console.rewards.getBatch(club, batch.uuid)).toMatchObject({
      matched: dry.matched,
      scheduled: dry.scheduled,
      skipped: dry.skipped,
      status: "finished",
      stop_reason: null,
      issued: people,
      refused: [],
    })
    await kill(last.server, "SIGTERM")
    const done = await inside(dataDir, bootstrap, (symbolon) => look(symbolon, batch.uuid))
    expect([done.counted, done.waiting]).toEqual([people, 0])
    expect(done.issuedTo.toSorted()).toEqual(userUuids.toSorted())
    await inside(dataDir, bootstrap, (symbolon) => expectLedger(symbolon, clubUuid, userUuids))
    console.log(
      `killed after ${halted.counted} and ${twice.counted} of ${people}, seeded in ${seededMs} ms`,
    )
  } finally {
    for (const server of servers) server.kill("SIGKILL")
    await rm(dataDir, { recursive: true })
  }
}, 300_000)

const kill = async (server: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
  server.kill(signal)
  await once(server, "exit")
}

/** Kills a server once so many of a batch have their reward. */
const killOnceIssued = async (
  { server, baseUrl }: Awaited<ReturnType<typeof serve>>,
  bootstrap: Bootstrap,
  { club, uuid, least }: { readonly club: string; readonly uuid: string; readonly least: number },
): Promise<void> => {
  const { rewards } = clientOf(baseUrl, bootstrap).console
  while ((await rewards.getBatch(club, uuid)).issued < least) await setTimeout(50)
  await kill(server, "SIGKILL")
}

/** Members on a tier, with their wallets; answers who they are. */
const seed = async (
  symbolon: Symbolon,
  clubUuid: string,
  tierUuid: string,
): Promise<readonly string[]> => {
  const { storage } = portsOf(symbolon)
  const tier = await storage.transact("read", (tx) => tx.tiers.find(tierUuid))
  if (tier === undefined) throw new Error("The tier is gone.")
  const to = {
    organization: { uuid: clubUuid, timezone: undefined },
    tier,
    ids: systemIds(symbolon.clock),
    now: symbolon.clock.now(),
  }
  await seedMembers(storage, to, people)
  const members = await storage.transact("read", (tx) =>
    tx.memberships.onTier({ tierUuid, after: undefined, limit: people }),
  )
  const userUuids = members.map(({ userUuid }) => userUuid)
  await seedWallets(symbolon, clubUuid, userUuids)
  return userUuids
}

/** What stands in the store of a batch: what it counts, who waits, and what was issued. */
const look = (symbolon: Symbolon, batchUuid: string) =>
  portsOf(symbolon).storage.transact("read", async (tx) => {
    const batch = await tx.rewardBatches.find(batchUuid)
    const waiting = await tx.rewardBatches.receivers(batchUuid, people + 1)
    const issued = await tx.issuances.list(
      { rewardTemplateUuid: batch?.rewardTemplateUuid ?? "", at: new Date(0) },
      {
        page: 1,
        pageSize: people + 1,
        sortBy: "created_at",
        sortOrder: "asc",
      },
    )
    const template = await tx.rewardTemplates.find(batch?.rewardTemplateUuid ?? "")
    return {
      counted: batch?.issuedCount ?? 0,
      waiting: waiting.length,
      issuedTo: issued.items.map(({ userUuid }) => userUuid ?? ""),
      supplyRedeemed: template?.supplyRedeemed,
    }
  })

/** In the middle: nobody is lost or has it twice, and only one page is issued and not yet counted. */
const expectWhole = ({
  counted,
  waiting,
  issuedTo,
  supplyRedeemed,
}: Awaited<ReturnType<typeof look>>): void => {
  expect(counted + waiting).toBe(people)
  expect(waiting).toBeGreaterThan(0)
  expect(new Set(issuedTo).size).toBe(issuedTo.length)
  expect(supplyRedeemed).toBe(issuedTo.length)
  expect(issuedTo.length).toBeGreaterThanOrEqual(counted)
  expect(issuedTo.length).toBeLessThanOrEqual(counted + pageMax)
}

/** The ledger is whole, and each wallet got the points of one reward. */
const expectLedger = async (
  symbolon: Symbolon,
  clubUuid: string,
  userUuids: readonly string[],
): Promise<void> => {
  const { verdict, firstError, wallets } = await verifyLedger(symbolon.exportLedger())
  expect([verdict, firstError]).toEqual(["verified", undefined])
  expect([...wallets.values()].reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
  const held = await portsOf(symbolon).storage.transact("read", (tx) =>
    tx.wallets.ofUsers(userUuids, clubUuid),
  )
  expect(held).toHaveLength(people)
  const receipts = held.map(({ address, sequence }) => [sequence, wallets.get(address)?.balance])
  expect(new Set(receipts.map(String))).toEqual(new Set([`1,${points}`]))
}
