import { describe, expect, it } from "vitest"
import { openMemory } from "../../memory/index.ts"
import { systemIds } from "../system/ids.ts"
import { daily, scheduleDaily } from "./daily.ts"
import { workJob } from "./job.ts"

const start = new Date("2026-11-23T10:00:00.000Z")
const tomorrow = new Date("2026-11-24T10:00:00.000Z")
const clock = { now: () => start }
const claimed = (key: string | undefined) => ({
  ...workJob({ uuid: "j", kind: "tidy", key, dueAt: start, createdAt: start }),
  token: 1,
  leaseUntil: tomorrow,
})

describe("daily work", () => {
  it("comes again in a day, at once while there is more, and once where it has a key of its own", async () => {
    const done = daily(clock, () => Promise.resolve("done"))
    const more = daily(clock, () => Promise.resolve("more"))
    expect(await done(claimed("tidy"))).toEqual(tomorrow)
    expect(await more(claimed("tidy"))).toEqual(start)
    expect(await done(claimed("tidy:one"))).toBeUndefined()
    expect(await more(claimed("tidy:one"))).toEqual(start)
  })

  it("is in the queue once, due in a day, however often a server starts", async () => {
    const storage = openMemory({ strict: true })
    const parts = { storage, clock, ids: systemIds(clock) }
    await scheduleDaily(parts, ["tidy", "count"])
    await scheduleDaily({ ...parts, clock: { now: () => tomorrow } }, ["count", "tidy"])
    const claim = (now: Date) =>
      storage.transact("write", (tx) =>
        tx.jobs.claim({
          queue: "work",
          now,
          leaseUntil: new Date(now.getTime() + 1_000),
          limit: 10,
          perGroup: 10,
          organizationShare: 1,
          running: [],
        }),
      )
    expect(await claim(new Date(tomorrow.getTime() - 1))).toEqual([])
    const due = await claim(tomorrow)
    expect(new Set(due.map(({ kind, key }) => `${kind} ${key}`))).toEqual(
      new Set(["count count", "tidy tidy"]),
    )
    expect(due.length).toBe(2)
  })
})
