import { setImmediate as turn } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import type { OutgoingHttp } from "../../src/foundation/ports/outgoing-http.ts"
import type { Storage, Symbolon } from "../../src/index.ts"
import { openMemory } from "../../src/memory/index.ts"
import { testClock } from "../../src/testing/index.ts"
import {
  addWebhook,
  answer,
  changeWebhook,
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
import { copyServiceKeys } from "../simulator/service-keys.ts"
import {
  Killed,
  killingAt,
  type OnStep,
  type Step,
  steppedHttp,
  steppedStorage,
} from "../simulator/stepped-storage.ts"

const hourMs = 3_600_000

/** Every delivery of a club, and what waits to be done. */
const stateOf = async (storage: Storage, webhooks: readonly string[]) => ({
  deliveries: await Promise.all(webhooks.map((uuid) => deliveriesTo(storage, uuid))),
  buried: await storage.transact("read", (tx) => tx.jobs.buried(undefined, 100)),
  due: await storage.transact("read", async (tx) => [
    await tx.jobs.nextDue("webhooks"),
    await tx.jobs.nextDue("webhook-retries"),
  ]),
})

/** Two processes on one store and one clock; what happens to the first is up to `onStep`. */
const openTwo = async (onStep: OnStep) => {
  const inner = openMemory({ strict: true })
  await copyServiceKeys(inner)
  const clock = testClock(start)
  const sent: Received[] = []
  // The first request of a delivery fails, and every other succeeds.
  const { outgoingHttp, useClock } = testReceivers((request) => {
    const isFirst = !sent.some(({ id }) => id === request.id)
    sent.push(request)
    return answer(isFirst ? 500 : 200)
  })
  const process = (storage: Storage, http: OutgoingHttp) =>
    openTestSymbolon(storage, { outgoingHttp: http, testClock: clock })
  const { symbolon: doomed } = await process(
    steppedStorage(inner, onStep),
    steppedHttp(outgoingHttp, onStep),
  )
  const { symbolon: other } = await process(inner, outgoingHttp)
  useClock(other)
  const { club, tier } = await createTestOrganization(other, 0)
  const subscribed = [
    await addWebhook(other, club.uuid),
    await addWebhook(other, club.uuid, { events: ["membership.joined"] }),
  ].map(({ uuid }) => uuid)
  const { uuid: unsubscribed } = await addWebhook(other, club.uuid, {
    events: ["membership.left"],
  })
  const join = async (by: Symbolon) => {
    for (const username of ["ada", "bea"]) await addTestMember(by, club.slug, tier.slug, username)
  }
  /** What must hold once everything is done. */
  const inspect = async () => {
    const events = await inner.transact("read", (tx) => tx.outbox.list(undefined, 100))
    const members = await inner.transact("read", (tx) =>
      tx.memberships.list(
        { organizationUuid: club.uuid, filter: "current", at: clock.now() },
        { page: 1, pageSize: 10, sortBy: "created_at", sortOrder: "asc" },
      ),
    )
    expect(events.map(({ data }) => String(data["user_uuid"])).toSorted()).toEqual(
      members.items.map(({ userUuid }) => userUuid).toSorted(),
    )
    const eventUuids = events.map(({ uuid }) => uuid).toSorted()
    const { deliveries, ...queue } = await stateOf(inner, [...subscribed, unsubscribed])
    expect(queue).toEqual({ buried: [], due: [undefined, undefined] })
    expect(deliveries.pop()).toEqual([])
    for (const ofOne of deliveries) {
      expect(ofOne.map(({ eventUuid }) => eventUuid).toSorted()).toEqual(eventUuids)
      for (const { uuid, state, attemptCount, attempts } of ofOne) {
        expect({ state, last: attempts.at(-1)?.status }).toEqual({ state: "success", last: 200 })
        expect(attempts.map(({ number }) => number)).toEqual(
          Array.from({ length: attemptCount }, (_, index) => index + 1),
        )
        // Each attempt was a request.
        const requests = sent.filter(({ id }) => id === uuid).map(({ at }) => at)
        expect(requests.length).toBeGreaterThanOrEqual(Math.max(attemptCount, 2))
        for (const { startedAt } of attempts) expect(requests).toContain(startedAt.getTime())
      }
    }
    // Nothing was sent of what did not happen.
    expect(new Set(sent.map(({ id }) => id))).toEqual(
      new Set(deliveries.flat().map(({ uuid }) => uuid)),
    )
    return events.length
  }
  const all = [...subscribed, unsubscribed]
  return { doomed, other, join, inspect, subscribed, state: () => stateOf(inner, all) }
}

describe("of two workers on one store", () => {
  it("one is killed between any two statements: each event of what happened is delivered to each webhook", async () => {
    let happened = 0
    let killed = 0
    for (let step = 0; ; step += 1) {
      const death = killingAt(step)
      const { doomed, other, join, inspect } = await openTwo(death.onStep)
      let isOver = false
      const life = async () => {
        death.begin()
        try {
          await join(doomed)
          await runDue(doomed)
        } catch (reason) {
          if (!death.isKilled()) throw reason
        }
        isOver = true
      }
      const work = async () => {
        while (!isOver) {
          await other.work.runDue()
          await turn()
        }
      }
      await Promise.all([life(), work()])
      await other.testClock?.moveTo(new Date(Date.parse(start) + hourMs))
      happened += await inspect()
      if (!death.isKilled()) break
      killed += 1
    }
    expect(killed).toBeGreaterThan(50)
    expect(happened).toBeGreaterThan(killed / 2)
  }, 120_000)

  it("the one with the jobs is killed between any two statements: the other does them", async () => {
    const kinds = new Set<Step>()
    for (let step = 0; ; step += 1) {
      const death = killingAt(step)
      const { doomed, other, join, inspect } = await openTwo((kind) => {
        kinds.add(kind)
        death.onStep()
      })
      await join(other)
      death.begin()
      await runDue(doomed).catch((reason: unknown) => {
        if (!(reason instanceof Killed)) throw reason
      })
      await other.testClock?.moveTo(new Date(Date.parse(start) + hourMs))
      expect(await inspect()).toBe(2)
      if (!death.isKilled()) break
      expect(step).toBeLessThan(500)
    }
    expect([...kinds].toSorted()).toEqual([
      "answered",
      "committed",
      "request",
      "statement",
      "transaction",
    ])
  }, 120_000)

  it("one is halted past its leases, at any step between two transactions: it writes nothing when it goes on", async () => {
    const halted = new Set<Step>()
    for (let at = 0; ; at += 1) {
      const halt = haltingAt(at)
      const { doomed, other, join, inspect, state } = await openTwo(halt.onStep)
      await join(other)
      const running = halt.run(() => runDue(doomed))
      const step = await halt.reached(running)
      await other.testClock?.moveTo(new Date(Date.parse(start) + hourMs))
      expect(await inspect()).toBe(2)
      const before = await state()
      halt.release()
      await running
      expect(await state()).toEqual(before)
      if (step === undefined) break
      halted.add(step)
    }
    expect([...halted].toSorted()).toEqual(["answered", "committed", "request", "transaction"])
  }, 120_000)

  it("one found a webhook disabled, and is halted past its leases: it does not end what was delivered since", async () => {
    const delivered: number[] = []
    for (let at = 0; ; at += 1) {
      const halt = haltingAt(at)
      const { doomed, other, join, subscribed, state } = await openTwo(halt.onStep)
      await join(other)
      for (const uuid of subscribed) await changeWebhook(other, uuid, { isEnabled: false })
      const running = halt.run(() => runDue(doomed))
      const step = await halt.reached(running)
      for (const uuid of subscribed) await changeWebhook(other, uuid, { isEnabled: true })
      await other.testClock?.moveTo(new Date(Date.parse(start) + hourMs))
      const before = await state()
      delivered.push(before.deliveries.flat().filter((each) => each.state === "success").length)
      halt.release()
      await running
      expect(await state()).toEqual(before)
      if (step === undefined) break
    }
    expect(delivered[0]).toBe(4)
    expect(delivered.at(-1)).toBe(0)
  }, 120_000)
})

/** Halts a process at the step of a number between two transactions, counted from 0. */
const haltingAt = (at: number) => {
  let steps = Number.NEGATIVE_INFINITY
  const { promise: reached, resolve: reach } = Promise.withResolvers<Step>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const onStep: OnStep = (step) => {
    // A store with one writer would wait for a statement.
    if (step === "statement" || steps++ !== at) return undefined
    reach(step)
    return released
  }
  return {
    onStep,
    release,
    /** Counts the steps from here. */
    run: <A>(work: () => A): A => {
      steps = 0
      return work()
    },
    /** Where it was halted; undefined when what runs ended before. */
    reached: (running: Promise<unknown>) => Promise.race([reached, running.then(() => undefined)]),
  }
}
