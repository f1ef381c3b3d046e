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

const rounds = 6
/** Of the reward that a webhook makes: fewer than there are members. */
const supplyTotal = 120
const hourMs = 3_600_000

/**
 * Two processes that add members, count them for triggers and issue the rewards, one of the
 * organization's own and one that a webhook makes, of which one or the other is killed with `kill -9`
 * or stopped until its leases have ended. `open` answers a new store that is migrated, and what
 * `child` opens it by.
 */
export const killedTriggersSuite = (
  name: string,
  child: string,
  open: () => Promise<{ readonly address: string; readonly storage: PortableStorage }>,
): void => {
  it(`two workers on ${name}, killed and halted at random, issue the reward of each trigger once`, async ({
    signal,
  }) => {
    const seed = Math.floor(Math.random() * 1_000_000)
    const chance = chanceOf(seed)
    const beginMs = Date.now()
    const receiver = await unsteadyReceiver(chance)
    const { address, storage } = await open()
    const symbolon = await openFastSymbolon(storage, beginMs)
    const { club, tier } = await createTestOrganization(symbolon, 0)
    const webhook = await addWebhook(symbolon, club.uuid, {
      url: receiver.url,
      events: ["membership.left"],
    })
    const triggers = {
      own: await makeTrigger(symbolon, club, { contentConfig: ownContent }),
      external: await makeTrigger(symbolon, club, {
        contentConfig: { storageType: "external", externalWebhookUuid: webhook.uuid },
        supplyTotal,
      }),
    }
    const wordsOf = (worker: string) => [address, beginMs, worker, club.slug, tier.slug]
    try {
      await killWorkers({ child, wordsOf, chance, rounds, signal })
      await endAll(symbolon, storage)
      await inspect(symbolon, storage, { ...triggers, asked: receiver.requests })
    } catch (cause) {
      throw new Error(`seed ${seed}`, { cause })
    } finally {
      await symbolon.close()
      await receiver.close()
    }
  }, 120_000)
}

type RewardSettings = Pick<
  Parameters<Symbolon["rewards"]["create"]>[0],
  "contentConfig" | "supplyTotal"
>

const ownContent: RewardSettings["contentConfig"] = {
  storageType: "internal",
  contentTemplate: {
    data: {},
    items: [{ type: "coupon", code: "WELCOME" }],
    content_version: "1",
  },
}

/** What {@link makeTrigger} made, by uuid. */
interface Triggered {
  readonly trigger: string
  readonly reward: string
}

/** A reward for everybody who joins. */
const makeTrigger = async (
  symbolon: Symbolon,
  club: { readonly uuid: string; readonly slug: string },
  settings: RewardSettings,
): Promise<Triggered> => {
  const reward = await symbolon.rewards.create({
    organization: club.slug,
    organizationUuid: club.uuid,
    name: "Welcome",
    ...settings,
  })
  const trigger = await symbolon.rewardTriggers.create({
    organization: club.slug,
    name: "Joined",
    rewardTemplateUuid: reward.uuid,
    triggerScopes: ["membership.joined:first"],
  })
  return { trigger: trigger.uuid, reward: reward.uuid }
}

/** Lets the last worker end what waits; daily work is due much later. */
const endAll = async (symbolon: Symbolon, storage: PortableStorage): Promise<void> => {
  const work = symbolon.runWork()
  const late = new Date("9999-01-01T00:00:00.000Z")
  await vi.waitFor(
    async () => {
      const [next, open] = await storage.transact("read", async (tx) => [
        await tx.jobs.nextDue("work"),
        await tx.rewardDeliveries.open(late, undefined, 1),
      ])
      expect(open).toEqual([])
      expect(next?.getTime()).toBeGreaterThan(symbolon.clock.now().getTime() + hourMs)
    },
    { timeout: 60_000, interval: 200 },
  )
  await work.stop()
}

type Rows = readonly Readonly<Record<string, unknown>>[]

/** All rows of each table. */
const tablesOf = async (storage: PortableStorage): Promise<(table: string) => Rows> => {
  const found = new Map<string, Rows>()
  await storage.allRows.read(async ({ table, columns, rows }) => {
    const named = rows.map((row) => Object.fromEntries(columns.map(([name], n) => [name, row[n]])))
    found.set(table, [...(found.get(table) ?? []), ...named])
  })
  return (table) => found.get(table) ?? []
}

const usersOf = (rows: Rows): readonly string[] =>
  rows.map(({ userUuid }) => String(userUuid)).toSorted()
const transactionsOf = (rows: Rows): ReadonlySet<unknown> =>
  new Set(rows.map(({ transactionId }) => transactionId))

interface Happened {
  readonly own: Triggered
  readonly external: Triggered
  /** How often the webhook was asked, by delivery. */
  readonly asked: ReadonlyMap<string, number>
}

const inspect = async (
  symbolon: Symbolon,
  storage: PortableStorage,
  { own, external, asked }: Happened,
): Promise<void> => {
  const rowsIn = await tablesOf(storage)
  const members = usersOf(rowsIn("memberships"))
  expect(members.length).toBeGreaterThan(rounds)
  const of = ({ trigger, reward }: Triggered) => ({
    firings: rowsIn("triggerFirings").filter(({ triggerUuid }) => triggerUuid === trigger),
    issued: rowsIn("rewardIssuances").filter(
      ({ rewardTemplateUuid }) => rewardTemplateUuid === reward,
    ),
  })
  const plain = of(own)
  expect(usersOf(plain.firings)).toEqual(members)
  expect(usersOf(plain.issued)).toEqual(members)
  expect(plain.firings.filter(({ outcome }) => outcome !== "issued")).toEqual([])
  expect(transactionsOf(plain.firings)).toEqual(transactionsOf(plain.issued))

  const made = of(external)
  expect(usersOf(made.firings)).toEqual(members)
  const byOutcome = Map.groupBy(made.firings, ({ outcome }) => String(outcome))
  const [issued = [], failed = [], none = []] = ["issued", "failed", "no_supply"].map((outcome) =>
    byOutcome.get(outcome),
  )
  expect(issued.length + failed.length + none.length).toBe(members.length)
  expect(issued.length).toBeGreaterThan(rounds)
  expect(usersOf(made.issued)).toEqual(usersOf(issued))
  expect(transactionsOf(made.issued)).toEqual(transactionsOf(issued))
  const deliveries = Map.groupBy(rowsIn("rewardDeliveries"), ({ status }) => status)
  expect(usersOf(deliveries.get("completed") ?? [])).toEqual(usersOf(issued))
  expect(usersOf(deliveries.get("failed") ?? [])).toEqual(usersOf(failed))
  const template = await storage.transact("read", (tx) => tx.rewardTemplates.find(external.reward))
  expect([template?.supplyRedeemed, template?.supplyReserved]).toEqual([issued.length, 0])

  expect(rowsIn("triggerTallies").map(({ count }) => Number(count))).toEqual(
    [...members, ...members].map(() => 1),
  )
  expect((await verifyLedger(symbolon.exportLedger())).verdict).toBe("verified")
  expect(await storage.transact("read", (tx) => tx.jobs.buried(undefined, 10))).toEqual([])
  const again = [...asked.values()].filter((times) => times > 1).length
  console.log(
    `${members.length} members; of a webhook: ${issued.length} issued, ${failed.length} failed, ${again} asked more than once`,
  )
}
