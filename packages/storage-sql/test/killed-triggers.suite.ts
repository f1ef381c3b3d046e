import { expect, it, vi } from "vitest"
import { verifyLedger } from "../../core/src/ledger/index.ts"
import type { Symbolon } from "../../core/src/index.ts"
import { chanceOf } from "../../core/test/fixtures/chance.ts"
import { createTestOrganization } from "../../core/test/fixtures/world.ts"
import type { PortableStorage } from "../src/index.ts"
import { killWorkers } from "./kill-workers.ts"
import { openFastSymbolon } from "./webhook-worker.ts"

const rounds = 6
const hourMs = 3_600_000

/**
 * Two processes that add members, count them for triggers and issue the rewards, of which one or the
 * other is killed with `kill -9` or stopped until its leases have ended. `open` answers a new store
 * that is migrated, and what `child` opens it by.
 */
export const killedTriggersSuite = (
  name: string,
  child: string,
  open: () => Promise<{ readonly address: string; readonly storage: PortableStorage }>,
): void => {
  it(`two workers on ${name}, killed and halted at random, issue the reward of each trigger once`, async ({ signal }) => {
    const seed = Math.floor(Math.random() * 1_000_000)
    const chance = chanceOf(seed)
    const beginMs = Date.now()
    const { address, storage } = await open()
    const symbolon = await openFastSymbolon(storage, beginMs)
    const { club, tier } = await createTestOrganization(symbolon, 0)
    await makeTrigger(symbolon, club)
    const wordsOf = (worker: string) => [address, beginMs, worker, club.slug, tier.slug]
    try {
      await killWorkers({ child, wordsOf, chance, rounds, signal })
      await endAll(symbolon, storage)
      await inspect(symbolon, storage)
    } catch (cause) {
      throw new Error(`seed ${seed}`, { cause })
    } finally {
      await symbolon.close()
    }
  }, 120_000)
}

/** A reward for everybody who joins. */
const makeTrigger = async (
  symbolon: Symbolon,
  club: { readonly uuid: string; readonly slug: string },
): Promise<void> => {
  const { uuid } = await symbolon.rewards.create({
    organization: club.slug,
    organizationUuid: club.uuid,
    name: "Welcome",
    contentConfig: {
      storageType: "internal",
      contentTemplate: {
        data: {},
        items: [{ type: "coupon", code: "WELCOME" }],
        content_version: "1",
      },
    },
  })
  await symbolon.rewardTriggers.create({
    organization: club.slug,
    name: "Joined",
    rewardTemplateUuid: uuid,
    triggerScopes: ["membership.joined:first"],
  })
}

/** Lets the last worker end what waits; daily work is due much later. */
const endAll = async (symbolon: Symbolon, storage: PortableStorage): Promise<void> => {
  const work = symbolon.runWork()
  await vi.waitFor(
    async () => {
      const next = await storage.transact("read", (tx) => tx.jobs.nextDue("work"))
      expect(next?.getTime()).toBeGreaterThan(symbolon.clock.now().getTime() + hourMs)
    },
    { timeout: 60_000, interval: 200 },
  )
  await work.stop()
}

const inspect = async (symbolon: Symbolon, storage: PortableStorage): Promise<void> => {
  const found = new Map<string, Readonly<Record<string, unknown>>[]>()
  await storage.allRows.read(async ({ table, columns, rows }) => {
    const named = rows.map((row) => Object.fromEntries(columns.map(([name], n) => [name, row[n]])))
    found.set(table, [...(found.get(table) ?? []), ...named])
  })
  const usersIn = (table: string) =>
    (found.get(table) ?? []).map(({ userUuid }) => String(userUuid)).toSorted()
  const members = usersIn("memberships")
  expect(members.length).toBeGreaterThan(rounds)
  expect(usersIn("triggerFirings")).toEqual(members)
  expect(usersIn("rewardIssuances")).toEqual(members)
  const firings = found.get("triggerFirings") ?? []
  expect(firings.filter(({ outcome }) => outcome !== "issued")).toEqual([])
  expect(new Set(firings.map(({ transactionId }) => transactionId))).toEqual(
    new Set((found.get("rewardIssuances") ?? []).map(({ transactionId }) => transactionId)),
  )
  expect((found.get("triggerTallies") ?? []).map(({ count }) => Number(count))).toEqual(
    members.map(() => 1),
  )
  expect((await verifyLedger(symbolon.exportLedger())).verdict).toBe("verified")
  expect(await storage.transact("read", (tx) => tx.jobs.buried(undefined, 10))).toEqual([])
  console.log(`${members.length} members, ${firings.length} firings`)
}
