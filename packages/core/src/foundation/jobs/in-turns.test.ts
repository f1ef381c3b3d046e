import { expect, it } from "vitest"
import { testClock } from "../../testing/index.ts"
import { inTurns } from "./in-turns.ts"

const start = "2026-11-21T00:00:00.000Z"

const job = (attempts: number) => ({
  uuid: "job",
  queue: "work" as const,
  groupKey: "long",
  organizationUuid: undefined,
  kind: "long",
  key: "one",
  payload: { part: "one" },
  dueAt: new Date(start),
  attempts,
  requestId: "a request",
  createdAt: new Date(start),
  leaseUntil: new Date(start),
  token: attempts,
})

/** A job of so many parts, each of which takes some time. */
const working = (parts: number, eachMs: number) => {
  const clock = testClock(start)
  const requested: string[] = []
  const run = inTurns(clock, async ({ payload, requestId }) => {
    requested.push(`${String(payload["part"])} for ${requestId}`)
    clock.set(new Date(clock.now().getTime() + eachMs))
    return requested.length < parts
  })
  return { requested, run }
}

it("works part by part until there are no more", async () => {
  const { requested, run } = working(40, 100)
  expect(await run(job(1))).toBeUndefined()
  expect(requested).toEqual(Array.from({ length: 40 }, () => "one for a request"))
})

it("gives way after five seconds, and wants to go on at once", async () => {
  const { requested, run } = working(40, 1_000)
  expect((await run(job(1)))?.toISOString()).toBe("2026-11-21T00:00:05.000Z")
  expect(requested).toHaveLength(5)
  expect((await run(job(1)))?.toISOString()).toBe("2026-11-21T00:00:10.000Z")
})

it("does one part at least, however long that takes", async () => {
  const { requested, run } = working(2, 60_000)
  expect((await run(job(1)))?.toISOString()).toBe("2026-11-21T00:01:00.000Z")
  expect(await run(job(1))).toBeUndefined()
  expect(requested).toHaveLength(2)
})

it("fails as any job does, but is never given up", async () => {
  const failing = inTurns(testClock(start), () => Promise.reject(new Error("no")))
  for (let attempts = 1; attempts < 10; attempts += 1)
    await expect(failing(job(attempts))).rejects.toThrow("no")
  expect((await failing(job(10)))?.toISOString()).toBe("2026-11-21T01:00:00.000Z")
})
