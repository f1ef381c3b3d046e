import { describe, expect, it, vi } from "vitest"
import { openMemory } from "../../memory/index.ts"
import { moveClock } from "../../testing/move-clock.ts"
import { testClock } from "../../testing/index.ts"
import { handledBy, type JobHandler, pauseAfter } from "./job-kind.ts"
import { openJobRunner } from "./job-runner.ts"
import { workJob } from "./job.ts"
import { openWorker } from "./worker.ts"

const start = "2026-11-21T00:00:00.000Z"

const open = (handler: JobHandler) => {
  const storage = openMemory({ strict: true })
  const clock = testClock(start)
  const kinds = new Map([["test", handledBy(handler)]])
  const worker = openWorker(
    storage,
    clock,
    openJobRunner({ storage, clock, kinds, logger: undefined }),
  )
  const schedule = (uuid: string, dueInMs: number, kind = "test") =>
    storage.transact("write", (tx) =>
      tx.jobs.schedule(
        workJob({
          uuid,
          kind,
          key: uuid,
          dueAt: new Date(Date.parse(start) + dueInMs),
          createdAt: clock.now(),
        }),
      ),
    )
  return {
    clock,
    worker,
    schedule,
    move: (ms: number, force = false) =>
      moveClock(clock, worker, new Date(Date.parse(start) + ms), force),
  }
}

describe("a worker", () => {
  it("tells how much of each queue is due, and since when", async () => {
    const { clock, schedule, worker } = open(async () => undefined)
    for (const [uuid, ms] of [
      ["a", 1000],
      ["b", 2500],
      ["c", 60_000],
    ] as const)
      await schedule(uuid, ms)
    const empty = ["webhooks", "webhook-retries"].map((queue) => ({ queue, due: 0, lagMs: 0 }))
    expect(await worker.queues()).toEqual([{ queue: "work", due: 0, lagMs: 0 }, ...empty])
    clock.set(new Date(Date.parse(start) + 3000))
    expect(await worker.queues()).toEqual([{ queue: "work", due: 2, lagMs: 2000 }, ...empty])
  })

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

  it("counts the attempts of a job that runs again and again anew, and gives it up for ten failures in a row alone", async () => {
    let runs = 0
    const { clock, move, schedule, worker } = open(async () => {
      runs += 1
      if (runs === 30 || runs > 50) throw new Error("no")
      return new Date(clock.now().getTime() + 60_000)
    })
    await schedule("often", 0)
    await move(45 * 60_000)
    expect(runs).toBe(46)
    await move(86_400_000)
    expect(runs).toBe(60)
    expect(await worker.nextDue()).toBeUndefined()
  })

  it("leaves a job that somebody else holds by now as it is, whatever its handler answers", async () => {
    const held: (() => void)[] = []
    const { clock, schedule, worker } = open(
      () => new Promise((resolve) => held.push(() => resolve(clock.now()))),
    )
    await schedule("slow", 0)
    const first = worker.runDue()
    await vi.waitFor(() => expect(held).toHaveLength(1))
    clock.set(new Date(Date.parse(start) + 60_000))
    const second = worker.runDue()
    await vi.waitFor(() => expect(held).toHaveLength(2))
    held[0]?.()
    await first
    expect((await worker.nextDue())?.toISOString()).toBe("2026-11-21T00:02:00.000Z")
    held[1]?.()
    await second
    expect((await worker.nextDue())?.toISOString()).toBe("2026-11-21T00:01:00.000Z")
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
    expect([1, 2, 3, 12, 13, 40].map(pauseAfter)).toEqual([
      1000, 2000, 4000, 2_048_000, 3_600_000, 3_600_000,
    ]))
})
