import { describe, expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import {
  addWebhook,
  answer,
  deliveriesTo,
  type Received,
  runDue,
  testReceivers,
} from "../fixtures/webhooks.ts"
import {
  addTestMember,
  createTestOrganization,
  openTestSymbolon,
  start,
} from "../fixtures/world.ts"
import { failingStorage, type Fault } from "../simulator/failing-storage.ts"
import { copyServiceKeys } from "../simulator/service-keys.ts"

const faults: readonly Fault[] = [
  "before",
  "undone",
  "answerless",
  "again",
  "dies before",
  "dies after",
]

/** Two members join and what is due is sent, one transaction after the other. */
export const webhookCrashesSuite = (name: string, open: () => Promise<Storage> | Storage): void => {
  /** Answers false when there is no such transaction. */
  const failsAt = async (fault: Fault, call: number): Promise<boolean> => {
    const inner = await open()
    await copyServiceKeys(inner)
    let calls = Number.NEGATIVE_INFINITY
    const failing = failingStorage(inner, () => (calls++ === call ? fault : "none"))
    const sent: Received[] = []
    // Every first attempt of a delivery fails, and the next succeeds.
    const receivers = testReceivers((request) => {
      const isFirst = !sent.some(({ id }) => id === request.id)
      sent.push(request)
      return answer(isFirst ? 500 : 200)
    })
    const { outgoingHttp } = receivers
    const one = await openTestSymbolon(failing, { outgoingHttp })
    const { club, tier } = await createTestOrganization(one.symbolon, 0)
    const webhooks = [
      await addWebhook(one.symbolon, club.uuid),
      await addWebhook(one.symbolon, club.uuid),
    ]
    calls = 0
    try {
      for (const username of ["ada", "bea"])
        await addTestMember(one.symbolon, club.slug, tier.slug, username)
      await runDue(one.symbolon)
    } catch {
      // What was answered with an error may have happened or not.
    }
    const isReached = calls > call
    calls = Number.POSITIVE_INFINITY
    const other = await openTestSymbolon(inner, { outgoingHttp })
    await other.symbolon.testClock?.moveTo(new Date(Date.parse(start) + 3_600_000))
    const events = await inner.transact("read", (tx) => tx.outbox.list(undefined, 100))
    const members = await inner.transact("read", (tx) =>
      tx.memberships.list(
        { organizationUuid: club.uuid, filter: "current", at: new Date(start) },
        { page: 1, pageSize: 10, sortBy: "created_at", sortOrder: "asc" },
      ),
    )
    expect(events).toHaveLength(members.totalItems)
    for (const { uuid } of webhooks) {
      const deliveries = await deliveriesTo(inner, uuid)
      expect(deliveries.map(({ eventUuid }) => eventUuid).toSorted()).toEqual(
        events.map((event) => event.uuid).toSorted(),
      )
      for (const delivery of deliveries) {
        expect(delivery.state).toBe("success")
        expect(delivery.attempts.map(({ number }) => number)).toEqual(
          delivery.attempts.map((_, index) => index + 1),
        )
        expect(delivery.attempts.at(-1)?.status).toBe(200)
        expect(sent.filter(({ id }) => id === delivery.uuid).length).toBeGreaterThanOrEqual(
          Math.max(delivery.attemptCount, 2),
        )
      }
    }
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2 * events.length)
    await inner.close()
    return isReached
  }

  describe(`whatever transaction fails on ${name}`, () => {
    it.each(faults)(
      "%s: each event is delivered to each webhook, and nothing else is",
      async (fault) => {
        let call = 0
        while (await failsAt(fault, call)) call += 1
        expect(call).toBeGreaterThan(5)
      },
      60_000,
    )
  })
}
