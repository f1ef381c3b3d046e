import { setTimeout as pause } from "node:timers/promises"
import { expect, it, vi } from "vitest"
import { verifyLedger } from "../../core/src/ledger/index.ts"
import type { Symbolon } from "../../core/src/index.ts"
import { chanceOf } from "../../core/test/fixtures/chance.ts"
import { addWebhook } from "../../core/test/fixtures/webhooks.ts"
import { createTestOrganization } from "../../core/test/fixtures/world.ts"
import type { PortableStorage } from "../src/index.ts"
import { killWorkers } from "./kill-workers.ts"
import { unsteadyReceiver } from "./unsteady-receiver.ts"
import { openFastSymbolon } from "./webhook-worker.ts"

/** How often a worker is killed or halted; `ISSUERS_ROUNDS=20` for a longer life. */
const rounds = Number(process.env["ISSUERS_ROUNDS"] ?? 6)
/** Of the reward; `ISSUERS_SUPPLY=100 ISSUERS_CALLERS=64` for the full size. */
const supplyTotal = Number(process.env["ISSUERS_SUPPLY"] ?? 40)

/**
 * Two processes that ask for external rewards and issue them, of which one or the other is killed
 * with `kill -9` or stopped until its leases have ended. `open` answers a new store that is migrated,
 * and what `child` opens it by.
 */
export const killedIssuersSuite = (
  name: string,
  child: string,
  open: () => Promise<{ readonly address: string; readonly storage: PortableStorage }>,
): void => {
  it(
    `two workers on ${name}, killed and halted at random, use each place of a supply once`,
    async ({ signal }) => {
      const seed = Math.floor(Math.random() * 1_000_000)
      const chance = chanceOf(seed)
      const beginMs = Date.now()
      const receiver = await unsteadyReceiver(chance)
      const { address, storage } = await open()
      const symbolon = await openFastSymbolon(storage, beginMs)
      const reward = await makeReward(symbolon, receiver.url)
      const watch = watchSupply(storage, reward)
      try {
        const wordsOf = (worker: string) => [address, beginMs, worker, reward, "ada"]
        const answered = await killWorkers({ child, wordsOf, chance, rounds, signal })
        await endAll(symbolon, storage)
        await watch.stop()
        await inspect(symbolon, storage, { reward, answered, asked: receiver.requests })
      } catch (cause) {
        throw new Error(`seed ${seed}`, { cause })
      } finally {
        await watch.stop()
        await symbolon.close()
        await receiver.close()
      }
    },
    // Twice what the full size takes where nothing else runs, and for a small one what it was given.
    90_000 + rounds * 5_000 * Math.ceil(supplyTotal / 50),
  )
}

/** A club whose reward is made by a webhook, and somebody who gets it; answers its slug. */
const makeReward = async (symbolon: Symbolon, url: string): Promise<string> => {
  const { club } = await createTestOrganization(symbolon, 0)
  await symbolon.users.create({ username: "ada", firstName: "Ada" })
  await symbolon.points.mint({ organization: club.slug, amount: 1_000, idempotencyKey: "mint" })
  const webhook = await addWebhook(symbolon, club.uuid, { url, events: ["membership.left"] })
  const { uuid, slug } = await symbolon.rewards.create({
    organization: club.slug,
    organizationUuid: club.uuid,
    name: "Poem",
    supplyTotal,
    contentConfig: { storageType: "external", externalWebhookUuid: webhook.uuid },
  })
  await symbolon.rewards.update({ reward: uuid, points: 3 })
  return slug
}

const supplyOf = async (storage: PortableStorage, reward: string) => {
  const found = await storage.transact("read", (tx) => tx.rewardTemplates.find(reward))
  return { redeemed: found?.supplyRedeemed ?? -1, reserved: found?.supplyReserved ?? -1 }
}

/** Looks at the supply again and again; rejects, once stopped, when it was ever exceeded. */
const watchSupply = (storage: PortableStorage, reward: string) => {
  const wrong: string[] = []
  let isStopped = false
  let looks = 0
  const watching = (async () => {
    while (!isStopped) {
      const { redeemed, reserved } = await supplyOf(storage, reward)
      looks += 1
      if (redeemed < 0 || reserved < 0 || redeemed + reserved > supplyTotal)
        wrong.push(`${redeemed} + ${reserved}`)
      await pause(5)
    }
  })()
  return {
    stop: async () => {
      isStopped = true
      await watching
      expect(wrong).toEqual([])
      expect(looks).toBeGreaterThan(10)
    },
  }
}

/** Lets the last worker end what waits. */
const endAll = async (symbolon: Symbolon, storage: PortableStorage): Promise<void> => {
  const work = symbolon.runWork()
  await vi.waitFor(
    async () => {
      const open = await storage.transact("read", (tx) =>
        tx.rewardDeliveries.open(new Date("9999-01-01T00:00:00.000Z"), undefined, 1),
      )
      expect(open).toEqual([])
    },
    { timeout: 60_000, interval: 200 },
  )
  await work.stop()
}

interface Happened {
  readonly reward: string
  /** Deliveries that a caller was told of. */
  readonly answered: readonly string[]
  /** How often the webhook was asked, by delivery. */
  readonly asked: ReadonlyMap<string, number>
}

const inspect = async (
  symbolon: Symbolon,
  storage: PortableStorage,
  { reward, answered, asked }: Happened,
): Promise<void> => {
  const deliveries: Readonly<Record<string, unknown>>[] = []
  const issued: Readonly<Record<string, unknown>>[] = []
  let balances = 0
  await storage.allRows.read(async ({ table, columns, rows }) => {
    const named = rows.map((row) => Object.fromEntries(columns.map(([name], n) => [name, row[n]])))
    if (table === "rewardDeliveries") deliveries.push(...named)
    if (table === "transactions")
      issued.push(...named.filter(({ transactionType }) => transactionType === "reward"))
    if (table === "wallets") for (const { balance } of named) balances += Number(balance)
  })
  const ended = Map.groupBy(deliveries, ({ status }) => status)
  const completed = ended.get("completed") ?? []
  const failed = ended.get("failed") ?? []
  expect(completed.length + failed.length).toBe(deliveries.length)
  expect(completed.length).toBeGreaterThan(rounds)
  expect(failed.length).toBeGreaterThan(0)
  const uuids = new Set(deliveries.map(({ uuid }) => uuid))
  expect(answered.filter((uuid) => !uuids.has(uuid))).toEqual([])
  const reversed = issued.filter(({ status }) => status === "reversed").length
  expect(reversed).toBeGreaterThan(0)
  const redeemed = completed.length - reversed
  expect(await supplyOf(storage, reward)).toEqual({ redeemed, reserved: 0 })
  // One transaction of the ledger for each that was completed, and none besides.
  const transactionIds = new Set(completed.map(({ transactionId }) => transactionId))
  expect(transactionIds.size).toBe(completed.length)
  expect(issued.length).toBe(completed.length)
  expect(new Set(issued.map(({ id }) => id))).toEqual(transactionIds)
  expect(failed.filter(({ transactionId }) => transactionId !== null)).toEqual([])
  expect(deliveries.filter(({ sealed }) => sealed !== null)).toEqual([])
  expect(balances).toBe(0)
  expect((await verifyLedger(symbolon.exportLedger())).verdict).toBe("verified")
  expect(await storage.transact("read", (tx) => tx.jobs.buried(undefined, 10))).toEqual([])
  const again = [...asked.values()].filter((times) => times > 1).length
  console.log(
    `a supply of ${supplyTotal}: ${deliveries.length} deliveries, ${completed.length} completed, ${reversed} reversed, ${again} asked more than once`,
  )
}
