import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout as pause } from "node:timers/promises"
import { expect, it, vi } from "vitest"
import type { Storage, Symbolon } from "../../core/src/index.ts"
import { type Chance, chanceOf } from "../../core/test/fixtures/chance.ts"
import { addWebhook, deliveriesTo } from "../../core/test/fixtures/webhooks.ts"
import { createTestOrganization } from "../../core/test/fixtures/world.ts"
import { killWorkers } from "./kill-workers.ts"
import { openFastSymbolon } from "./webhook-worker.ts"

const rounds = 6

/** A request as the receiver counts it. */
interface Arrived {
  readonly delivery: string
  /** Of the attempt, on the clock of the workers. */
  readonly startedAt: string
  readonly userUuid: string
  /** Undefined where the connection was cut. */
  readonly status: number | undefined
}

/** A receiver that is slow at times, refuses at times, and takes every delivery in the end. */
const countingReceiver = async (chance: Chance) => {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const delivery = String(request.headers["x-webhook-delivery"])
      const { timestamp, data } = JSON.parse(body)
      const before = arrived.filter((each) => each.delivery === delivery).length
      const status = before >= 3 || chance.happens(600) ? 200 : 500
      const isCut = before < 3 && chance.happens(50)
      arrived.push({
        delivery,
        startedAt: timestamp,
        userUuid: data.user_uuid,
        status: isCut ? undefined : status,
      })
      await pause(chance.below(60))
      if (isCut) request.socket.destroy()
      else response.writeHead(status).end("seen")
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    arrived,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

/**
 * Two processes that add members and deliver webhooks, of which one or the other is killed with
 * `kill -9` or stopped until its leases have ended. `open` answers a new store that is migrated, and
 * what `child` opens it by.
 */
export const killedWorkersSuite = (
  name: string,
  child: string,
  open: () => Promise<{ readonly address: string; readonly storage: Storage }>,
): void => {
  it(`two workers on ${name}, killed and halted at random, deliver each event to each webhook`, async ({
    signal,
  }) => {
    const seed = Math.floor(Math.random() * 1_000_000)
    const chance = chanceOf(seed)
    const beginMs = Date.now()
    const receiver = await countingReceiver(chance)
    const { address, storage } = await open()
    const symbolon = await openFastSymbolon(storage, beginMs)
    const { club, tier } = await createTestOrganization(symbolon, 0)
    const webhooks = [
      await addWebhook(symbolon, club.uuid, { url: receiver.url }),
      await addWebhook(symbolon, club.uuid, { url: receiver.url, events: ["membership.joined"] }),
    ].map(({ uuid }) => uuid)
    const wordsOf = (worker: string) => [address, beginMs, worker, club.slug, tier.slug]
    try {
      const answered = await killWorkers({ child, wordsOf, chance, rounds, signal })
      await inspect(symbolon, storage, { webhooks, club, answered, arrived: receiver.arrived })
    } catch (cause) {
      throw new Error(`seed ${seed}`, { cause })
    } finally {
      await symbolon.close()
      await receiver.close()
    }
  }, 120_000)
}

interface Happened {
  readonly webhooks: readonly string[]
  readonly club: { readonly uuid: string }
  readonly answered: readonly string[]
  readonly arrived: readonly Arrived[]
}

/** Lets the last worker end what waits, and looks at everything. */
const inspect = async (
  symbolon: Symbolon,
  storage: Storage,
  { webhooks, club, answered, arrived }: Happened,
): Promise<void> => {
  const work = symbolon.runWork()
  await vi.waitFor(
    async () =>
      expect(
        await storage.transact("read", async (tx) => [
          await tx.jobs.nextDue("webhooks"),
          await tx.jobs.nextDue("webhook-retries"),
        ]),
      ).toEqual([undefined, undefined]),
    { timeout: 40_000, interval: 200 },
  )
  await work.stop()
  const events = await storage.transact("read", (tx) => tx.outbox.list(undefined, 100_000))
  const members = await storage.transact("read", (tx) =>
    tx.memberships.list(
      { organizationUuid: club.uuid, filter: "current", at: symbolon.clock.now() },
      { page: 1, pageSize: 100_000, sortBy: "created_at", sortOrder: "asc" },
    ),
  )
  const happened = members.items.map(({ userUuid }) => userUuid).toSorted()
  expect(happened.length).toBeGreaterThan(rounds)
  expect(answered.filter((uuid) => !happened.includes(uuid))).toEqual([])
  expect(events.map(({ data }) => String(data["user_uuid"])).toSorted()).toEqual(happened)
  // Each event arrived, and none of what did not happen.
  expect([...new Set(arrived.map(({ userUuid }) => userUuid))].toSorted()).toEqual(happened)
  expect(await storage.transact("read", (tx) => tx.jobs.buried(undefined, 10))).toEqual([])
  const byDelivery = Map.groupBy(arrived, ({ delivery }) => delivery)
  const attempts = { recorded: 0, arrived: arrived.length }
  for (const webhook of webhooks) {
    const deliveries = await deliveriesTo(storage, webhook)
    expect(deliveries.map(({ eventUuid }) => eventUuid).toSorted()).toEqual(
      events.map(({ uuid }) => uuid).toSorted(),
    )
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({ state: "success", lastStatus: 200 })
      expect(delivery.attempts.map(({ number }) => number)).toEqual(
        Array.from({ length: delivery.attemptCount }, (_, index) => index + 1),
      )
      attempts.recorded += delivery.attemptCount
      const requests = byDelivery.get(delivery.uuid) ?? []
      for (const { startedAt, status } of delivery.attempts)
        expect(requests).toContainEqual(
          expect.objectContaining({ startedAt: startedAt.toISOString(), status }),
        )
    }
  }
  expect(byDelivery.size).toBe(webhooks.length * events.length)
  expect(attempts.recorded).toBeLessThanOrEqual(attempts.arrived)
  console.log(`${events.length} events, ${JSON.stringify(attempts)}`)
}
