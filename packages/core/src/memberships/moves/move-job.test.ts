import { expect, it } from "vitest"
import { testClock } from "../../testing/index.ts"
import { membershipMove } from "./move-job.ts"

const start = "2026-11-21T00:00:00.000Z"

const job = (attempts: number) => ({
  uuid: "job",
  queue: "work" as const,
  groupKey: "membership-move",
  organizationUuid: undefined,
  kind: "membership-move",
  key: "move",
  payload: { move: "move" },
  dueAt: new Date(start),
  attempts,
  requestId: "a request",
  createdAt: new Date(start),
  leaseUntil: new Date(start),
  token: attempts,
})

/** A move of so many batches, each of which takes some time. */
const moving = (batches: number, eachMs: number) => {
  const clock = testClock(start)
  const requested: string[] = []
  const run = membershipMove(clock, async (moveUuid, requestId) => {
    requested.push(`${moveUuid} for ${requestId}`)
    clock.set(new Date(clock.now().getTime() + eachMs))
    return requested.length < batches
  })
  return { requested, run }
}

it("moves batch by batch until there are no more", async () => {
  const { requested, run } = moving(40, 100)
  expect(await run(job(1))).toBeUndefined()
  expect(requested).toEqual(Array.from({ length: 40 }, () => "move for a request"))
})

it("gives way after five seconds, and wants to go on at once", async () => {
  const { requested, run } = moving(40, 1_000)
  expect((await run(job(1)))?.toISOString()).toBe("2026-11-21T00:00:05.000Z")
  expect(requested).toHaveLength(5)
  expect((await run(job(1)))?.toISOString()).toBe("2026-11-21T00:00:10.000Z")
})

it("takes one batch at least, however long that takes", async () => {
  const { requested, run } = moving(2, 60_000)
  expect((await run(job(1)))?.toISOString()).toBe("2026-11-21T00:01:00.000Z")
  expect(await run(job(1))).toBeUndefined()
  expect(requested).toHaveLength(2)
})

it("fails as any job does, but is never given up", async () => {
  const failing = membershipMove(testClock(start), () => Promise.reject(new Error("no")))
  for (let attempts = 1; attempts < 10; attempts += 1)
    await expect(failing(job(attempts))).rejects.toThrow("no")
  expect((await failing(job(10)))?.toISOString()).toBe("2026-11-21T01:00:00.000Z")
})
