import { describe, expect, it } from "vitest"
import { openMemory } from "../memory/index.ts"
import { moveClock } from "../testing/move-clock.ts"
import { testClock } from "../testing/index.ts"
import type { JobHandler } from "./worker.ts"
import { openWorker, pauseAfter } from "./worker.ts"

const start = "2026-11-21T00:00:00.000Z"

const open = (handler: JobHandler) => {
  const storage = openMemory({ strict: true })
  const clock = testClock(start)
  const worker = openWorker(storage, clock, new Map([["test", handler]]), undefined)
  const schedule = (uuid: string, dueInMs: number, kind = "test") =>
    storage.transact("write", (tx) =>
      tx.jobs.schedule({
        uuid,
        kind,
        key: uuid,
        payload: {},
        dueAt: new Date(Date.parse(start) + dueInMs),
        attempts: 0,
        createdAt: clock.now(),
      }),
    )
  return { clock, worker, schedule, move: (ms: number, force = false) => moveClock(clock, worker, new Date(Date.parse(start) + ms), force) }
}

describe("a worker", () => {
  it("runs what is due, at its own time, in order, and nothing twice", async () => {
    const ran: [string, string][] = []
    const { clock, move, schedule, worker } = open(async (job) => {
      ran.push([job.uuid, clock.now().toISOString()])
      return undefined
    })
    await schedule("b", 2000)
    await schedule("a", 1000)
    await schedule("later", 60_000)
    await move(5000)
    expect(ran).toEqual([
      ["a", "2026-11-21T00:00:01.000Z"],
      ["b", "2026-11-21T00:00:02.000Z"],
    ])
    expect(clock.now().toISOString()).toBe("2026-11-21T00:00:05.000Z")
    expect((await worker.nextDue())?.toISOString()).toBe("2026-11-21T00:01:00.000Z")
  })

  it("tries a failing job again after growing pauses, and buries it in the end", async () => {
    const at: number[] = []
    const { clock, move, schedule, worker } = open(async () => {
      at.push((clock.now().getTime() - Date.parse(start)) / 1000)
      throw new Error("no")
    })
    await schedule("fails", 0)
    await move(86_400_000)
    expect(at).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511])
    expect(await worker.nextDue()).toBeUndefined()
  })

  it("runs a job again when its handler asks for it", async () => {
    let runs = 0
    const { clock, move, schedule } = open(async () => {
      runs += 1
      return new Date(clock.now().getTime() + 86_400_000)
    })
    await schedule("daily", 0)
    await move(30 * 86_400_000)
    expect(runs).toBe(31)
  })

  it("does not hang on a job that never ends, nor turn the clock back unasked", async () => {
    const { move, schedule } = open(async () => new Date(start))
    await schedule("for-ever", 0)
    await expect(move(1000)).rejects.toThrow(/10000 steps/)
    const other = open(async () => undefined)
    await expect(other.move(-1)).rejects.toMatchObject({ _tag: "BadRequest", field: "now" })
    expect((await other.move(-1000, true)).toISOString()).toBe("2026-11-20T23:59:59.000Z")
  })

  it("keeps a job whose kind nobody here knows", async () => {
    const { schedule, worker } = open(async () => undefined)
    await schedule("foreign", 0, "unknown")
    await worker.runDue()
    expect((await worker.nextDue())?.toISOString()).toBe("2026-11-21T00:00:01.000Z")
  })
})

describe("pauseAfter", () => {
  it("doubles from a second to an hour", () =>
    expect([1, 2, 3, 12, 13, 40].map(pauseAfter)).toEqual([1000, 2000, 4000, 2_048_000, 3_600_000, 3_600_000]))
})
