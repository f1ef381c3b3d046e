import assert from "node:assert/strict"
import type { OutgoingResult } from "../../src/foundation/ports/outgoing-http.ts"
import type { Storage, Symbolon } from "../../src/index.ts"
import { testClock } from "../../src/testing/index.ts"
import { type Chance, chanceOf } from "../fixtures/chance.ts"
import {
  addWebhook,
  answer,
  deliveriesTo,
  failure,
  type Received,
  testReceivers,
} from "../fixtures/webhooks.ts"
import {
  addTestMember,
  createTestOrganization,
  openTestSymbolon,
  start,
} from "../fixtures/world.ts"
import { failingStorage } from "./failing-storage.ts"
import { copyServiceKeys } from "./service-keys.ts"
import {
  drawFault,
  openLog,
  reasonOf,
  SimulationFailed,
  type SimulationOptions,
  steadyOf,
} from "./simulate.ts"

/** What a run saw, so that one can tell whether it saw anything. */
export interface SimulatedDeliveries {
  readonly events: number
  readonly delivered: number
  readonly failed: number
  /** Requests whose attempt was never written. */
  readonly unrecorded: number
  readonly deaths: number
}

const hourMs = 3_600_000

/**
 * Plays the webhooks of a club on a failing store, all of it decided by one seed: members join,
 * webhooks are added, two processes deliver and die, and receivers fail. In the end there is one
 * delivery for each event and each webhook that was there, and none besides; each has ended as its
 * last attempt says, and each attempt was a request.
 */
export const simulateDeliveries = async ({
  seed,
  disk,
  steps = 12,
  note,
}: SimulationOptions): Promise<SimulatedDeliveries> => {
  const log = openLog(note)
  const inner = await disk.open()
  try {
    const world = await openWorld(seed, inner, log.note)
    for (let step = 0; step < steps; step += 1) await world.step()
    return await world.inspect()
  } catch (cause) {
    throw new SimulationFailed(
      `SIM_SEED=${seed}: ${reasonOf(cause)}\nThe last that happened:\n${log.lines.slice(-40).join("\n")}`,
      { cause },
    )
  } finally {
    await disk.shut(inner)
  }
}

const drawAnswer = (chance: Chance): OutgoingResult => {
  const drawn = chance.below(100)
  if (drawn < 45) return answer(200)
  if (drawn < 50) return answer(410)
  return drawn < 75 ? answer(500) : failure(drawn < 90 ? "timeout" : "connection_reset")
}

const openWorld = async (seed: number, inner: Storage, note: (line: string) => void) => {
  const chance = chanceOf(seed)
  const clock = testClock(start)
  let isCalm = true
  let deaths = 0
  const requests: (Received & { readonly status: number | undefined })[] = []
  const { outgoingHttp, useClock } = testReceivers((request) => {
    const result = isCalm ? answer(200) : drawAnswer(chance)
    requests.push({ ...request, status: result.kind === "answer" ? result.status : undefined })
    return result
  })
  await copyServiceKeys(inner)
  const options = { outgoingHttp, testClock: clock, ...steadyOf(seed, clock) }

  const begin = async (name: string) => {
    const storage = failingStorage(inner, () => (isCalm ? "none" : drawFault(chance)))
    const { symbolon } = await openTestSymbolon(storage, options)
    return { name, storage, symbolon }
  }
  const processes = [await begin("first"), await begin("second")]
  const calm = (await openTestSymbolon(inner, options)).symbolon
  useClock(calm)
  const { club, tier } = await createTestOrganization(calm, 0)
  const joining: string[] = []
  const eventsNow = () => inner.transact("read", (tx) => tx.outbox.list(undefined, 10_000))
  /** By webhook: the events that were there before it. */
  const earlier = new Map<string, ReadonlySet<string>>()

  const addOne = async (): Promise<void> => {
    const before = new Set((await eventsNow()).map(({ uuid }) => uuid))
    const events = chance.happens(500) ? ["*"] : ["membership.joined", "membership.left"]
    const { uuid } = await addWebhook(calm, club.uuid, { events })
    await addWebhook(calm, club.uuid, { events: ["activity.deleted"] })
    earlier.set(uuid, before)
    note(`webhook ${uuid} for ${events.join()}`)
  }
  const join = async ({ name, symbolon }: (typeof processes)[number]): Promise<void> => {
    const username = `member-${joining.length}`
    joining.push(username)
    await addTestMember(symbolon, club.slug, tier.slug, username).then(
      () => note(`${username} joined by the ${name}`),
      (reason: unknown) => note(`${username}: no answer (${reasonOf(reason)})`),
    )
  }
  const work = async ({ name, symbolon }: (typeof processes)[number]): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1)
      await symbolon.work
        .runDue()
        .then((count) => note(`the ${name} did ${count} jobs`))
        .catch((reason: unknown) => note(`the ${name} failed (${reasonOf(reason)})`))
  }
  const troubled = async (what: () => Promise<unknown>): Promise<void> => {
    isCalm = false
    await what()
    isCalm = true
    for (const [place, { name, storage }] of processes.entries())
      if (storage.isDead()) {
        deaths += 1
        note(`the ${name} died`)
        processes[place] = await begin(name)
      }
  }
  await addOne()

  return {
    step: async (): Promise<void> => {
      const drawn = chance.below(100)
      const [one, two] = chance.happens(500) ? processes : processes.toReversed()
      if (one === undefined || two === undefined) throw new Error("There are two processes.")
      if (drawn < 10) await addOne()
      else if (drawn < 45) await troubled(() => join(one))
      else {
        const ms = drawn < 70 ? chance.below(130_000) : 0
        clock.set(new Date(clock.now().getTime() + ms))
        note(`${ms} ms go by`)
        await troubled(() => Promise.all([work(one), work(two)]))
      }
    },
    inspect: async (): Promise<SimulatedDeliveries> => {
      await moveOn(calm, hourMs)
      const events = await eventsNow()
      await mustHaveJoined(inner, club.uuid, events, clock.now())
      const unsent = new Set(requests.map(({ id }) => id))
      const counts = { delivered: 0, failed: 0, recorded: 0 }
      for (const [webhook, before] of earlier) {
        const deliveries = await deliveriesTo(inner, webhook)
        assert.deepEqual(
          deliveries.map(({ eventUuid }) => eventUuid).toSorted(),
          events.flatMap(({ uuid }) => (before.has(uuid) ? [] : [uuid])).toSorted(),
          `the deliveries to ${webhook}`,
        )
        for (const delivery of deliveries) {
          const { uuid, state, attempts, attemptCount } = delivery
          unsent.delete(uuid)
          const last = attempts.at(-1)
          const isOver = last?.status === 410 || attemptCount === 7
          assert.equal(state, last?.status === 200 ? "success" : "failed", `delivery ${uuid}`)
          assert.ok(state === "success" || isOver, `${uuid} was given up after ${attemptCount}`)
          assert.deepEqual(
            attempts.map(({ number }) => number),
            Array.from({ length: attemptCount }, (_, index) => index + 1),
          )
          for (const { startedAt, status } of attempts)
            assert.ok(
              requests.some(
                (each) =>
                  each.id === uuid && each.at === startedAt.getTime() && each.status === status,
              ),
              `an attempt of ${uuid} that was no request`,
            )
          counts[state === "success" ? "delivered" : "failed"] += 1
          counts.recorded += attemptCount
        }
      }
      assert.deepEqual([...unsent], [], "something was sent of what did not happen")
      const { delivered, failed, recorded } = counts
      return {
        events: events.length,
        delivered,
        failed,
        unrecorded: requests.length - recorded,
        deaths,
      }
    },
  }
}

/** All that is due until then is done, while nothing fails. */
const moveOn = async (calm: Symbolon, ms: number): Promise<void> => {
  await calm.testClock?.moveTo(new Date(calm.clock.now().getTime() + ms))
}

/** There is an event for each who joined, whatever was answered, and no other. */
const mustHaveJoined = async (
  inner: Storage,
  organizationUuid: string,
  events: readonly { readonly data: Readonly<Record<string, unknown>> }[],
  at: Date,
): Promise<void> => {
  const { items } = await inner.transact("read", (tx) =>
    tx.memberships.list(
      { organizationUuid, filter: "current", at },
      { page: 1, pageSize: 10_000, sortBy: "created_at", sortOrder: "asc" },
    ),
  )
  assert.deepEqual(
    events.map(({ data }) => String(data["user_uuid"])).toSorted(),
    items.map(({ userUuid }) => userUuid).toSorted(),
    "who joined and who was told of",
  )
}
