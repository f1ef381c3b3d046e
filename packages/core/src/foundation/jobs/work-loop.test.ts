import { afterEach, describe, expect, it, vi } from "vitest"
import { createSymbolon } from "../../create-symbolon.ts"
import { openMemory } from "../../memory/index.ts"
import { StorageUnavailable } from "../kernel/storage-unavailable.ts"
import type { Logger } from "../ports/logger.ts"
import { memoryKeyVault } from "../system/local-key-vault.ts"
import { systemClock } from "../system/clock.ts"
import { systemIds } from "../system/ids.ts"
import { testClock } from "../../testing/test-clock.ts"
import { watchOverdue } from "./overdue.ts"
import { anyKind, type AnyJobKind, handledBy } from "./job-kind.ts"
import { openJobRunner } from "./job-runner.ts"
import { type Job, workJob } from "./job.ts"
import { sweepKind } from "./sweep.ts"
import { openWorkLoop } from "./work-loop.ts"
import { portsOf } from "../../effect.ts"

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

const openLoop = (kinds: Readonly<Record<string, AnyJobKind>>, logger?: Logger) => {
  const storage = openMemory({ strict: true })
  const runner = openJobRunner({
    storage,
    clock: systemClock,
    kinds: new Map(Object.entries(kinds)),
    logger,
  })
  const places = {
    work: { total: 2, perGroup: 1 },
    webhooks: { total: 4, perGroup: 2 },
    "webhook-retries": { total: 1, perGroup: 1 },
  }
  const loop = openWorkLoop({ runner, clock: systemClock, logger, places })
  const ids = systemIds(systemClock)
  const add = async (groupKey: string, change: Partial<Job> = {}): Promise<void> => {
    const now = systemClock.now()
    const basis = workJob({
      uuid: ids.uuid(),
      kind: "test",
      key: undefined,
      dueAt: now,
      createdAt: now,
    })
    await storage.transact("write", (tx) =>
      tx.jobs.scheduleAll([{ ...basis, groupKey, ...change }]),
    )
    loop.wake()
  }
  return { storage, loop, add }
}

describe("background work", () => {
  it("runs when due, stands still while something else wants to be alone, and stops", async () => {
    const ran: string[] = []
    const { loop, add } = openLoop({
      test: handledBy(async ({ groupKey }) => void ran.push(groupKey)),
    })
    await add("a")
    await pause(30)
    expect([ran, loop.isRunning()]).toEqual([[], false])
    const running = loop.run()
    expect(loop.run()).toBe(running)
    await vi.waitFor(() => expect(ran).toEqual(["a"]))
    await loop.alone(async () => {
      await add("b")
      await pause(50)
      expect(ran).toEqual(["a"])
    })
    await vi.waitFor(() => expect(ran).toEqual(["a", "b"]))
    await running.stop()
    await add("c")
    await pause(30)
    expect([ran, loop.isRunning()]).toEqual([["a", "b"], false])
  })

  it("wakes when work is scheduled, and when a job becomes due", async () => {
    const ran: number[] = []
    const { loop, add } = openLoop({
      test: handledBy(async () => void ran.push(performance.now())),
    })
    const running = loop.run()
    await pause(20)
    const begun = performance.now()
    await add("now")
    await add("soon", { dueAt: new Date(systemClock.now().getTime() + 100) })
    await vi.waitFor(() => expect(ran).toHaveLength(2))
    expect(ran[0]).toBeLessThan(begun + 90)
    expect(ran[1]).toBeGreaterThanOrEqual(begun + 95)
    expect(ran[1]).toBeLessThan(begun + 600)
    await running.stop()
  })

  it("goes on after a failure, and says so", async () => {
    const reported: string[] = []
    const { storage, loop, add } = openLoop(
      { test: handledBy(async () => undefined) },
      { ...silent, error: (fields) => void reported.push(String(fields["reason"])) },
    )
    const transact = vi
      .spyOn(storage, "transact")
      .mockRejectedValueOnce(new StorageUnavailable("gone"))
    const running = loop.run()
    await vi.waitFor(() => expect(reported).toEqual(["gone"]))
    transact.mockRestore()
    await add("a")
    await vi.waitFor(
      async () =>
        expect(await storage.transact("read", (tx) => tx.jobs.nextDue("work"))).toBeUndefined(),
      { timeout: 3000 },
    )
    await running.stop()
  })

  it("keeps to the places of each queue and of each group, and a full one holds up no other", async () => {
    const open = new Map<string, (() => void)[]>()
    const kind: AnyJobKind = {
      run: ({ queue, groupKey }) =>
        new Promise((resolve) => {
          const name = `${queue} ${groupKey}`
          const end = () => resolve({ result: undefined })
          open.set(name, [...(open.get(name) ?? []), end])
        }),
    }
    const { loop, add } = openLoop({ test: kind })
    const counts = () => Object.fromEntries([...open].map(([name, ends]) => [name, ends.length]))
    const running = loop.run()
    for (let n = 0; n < 30; n++) await add("dead", { queue: "webhooks" })
    for (let n = 0; n < 3; n++) await add("slow", { queue: "webhook-retries" })
    await add("well", { queue: "webhooks" })
    await add("move")
    await add("move")
    await add("sweep")
    const full = {
      "webhooks dead": 2,
      "webhooks well": 1,
      "webhook-retries slow": 1,
      "work move": 1,
      "work sweep": 1,
    }
    await vi.waitFor(() => expect(counts()).toEqual(full))
    await pause(30)
    expect(counts()).toEqual(full)
    open.get("webhooks dead")?.[0]?.()
    await vi.waitFor(() => expect(counts()).toEqual({ ...full, "webhooks dead": 3 }))
    const stopped = running.stop()
    for (const ends of open.values()) for (const end of ends) end()
    await stopped
  })

  it("leaves places to other organizations, however many endpoints one has", async () => {
    const began: string[] = []
    const ends: (() => void)[] = []
    const kind: AnyJobKind = {
      run: ({ organizationUuid = "" }) =>
        new Promise((resolve) => {
          began.push(organizationUuid)
          ends.push(() => resolve({ result: undefined }))
        }),
    }
    const { loop, add } = openLoop({ test: kind })
    for (let n = 0; n < 20; n++)
      await add(`endpoint ${n}`, { queue: "webhooks", organizationUuid: "greedy" })
    const running = loop.run()
    await vi.waitFor(() => expect(began).toEqual(["greedy"]))
    await pause(30)
    for (const other of ["a", "b", "c"])
      await add(other, { queue: "webhooks", organizationUuid: other })
    await vi.waitFor(() => expect(began).toEqual(["greedy", "a", "b", "c"]))
    ends[1]?.()
    await add("a", { queue: "webhooks", organizationUuid: "a" })
    await vi.waitFor(() => expect(began).toEqual(["greedy", "a", "b", "c", "a"]))
    const stopped = running.stop()
    for (const end of ends) end()
    await stopped
  })

  it("stops claiming at once, and tells its jobs when it waits no longer", async () => {
    const [began, told]: [string[], string[]] = [[], []]
    const kind: AnyJobKind = {
      run: ({ groupKey }, _input, signal) =>
        new Promise((resolve) => {
          began.push(groupKey)
          signal.addEventListener("abort", () => {
            told.push(groupKey)
            if (groupKey !== "deaf")
              resolve({ result: undefined, again: { dueAt: systemClock.now() } })
          })
        }),
    }
    const { storage, loop, add } = openLoop({ test: kind })
    const running = loop.run()
    await add("heeds", { queue: "webhooks" })
    await add("deaf")
    await vi.waitFor(() => expect(began.toSorted()).toEqual(["deaf", "heeds"]))
    const begun = performance.now()
    const deadline = new AbortController()
    const stopped = running.stop({ signal: deadline.signal })
    await add("late", { queue: "webhook-retries" })
    await pause(100)
    expect([told, began.length]).toEqual([[], 2])
    deadline.abort()
    await stopped
    expect(performance.now() - begun).toBeLessThan(4000)
    expect(told.toSorted()).toEqual(["deaf", "heeds"])
    const left = await storage.transact("write", (tx) =>
      tx.jobs.claim({
        queue: "webhooks",
        now: systemClock.now(),
        leaseUntil: systemClock.now(),
        limit: 9,
        perGroup: 9,
        organizationShare: Infinity,
        running: [],
      }),
    )
    expect(left.map(({ groupKey, attempts }) => [groupKey, attempts])).toEqual([["heeds", 1]])
  })

  it("reads for many and writes for many in one transaction each", async () => {
    const loads: number[] = []
    const finishes: number[] = []
    const kind = anyKind<string, string>({
      load: async (_tx, jobs) => {
        loads.push(jobs.length)
        return new Map(jobs.map(({ uuid, groupKey }) => [uuid, groupKey]))
      },
      run: async (_job, input) => ({ result: `${input} done` }),
      finish: async (tx, ended) => {
        finishes.push(ended.length)
        for (const { result } of ended) await tx.names.claim(result, { kind: "user", uuid: result })
      },
    })
    const { storage, loop, add } = openLoop({ test: kind })
    for (const name of ["a", "b", "c", "d"]) await add(name, { queue: "webhooks" })
    const running = loop.run()
    await vi.waitFor(() => expect(finishes).toEqual([4]))
    await running.stop()
    expect(loads).toEqual([4])
    const isFree = (name: string) =>
      storage.transact("write", (tx) => tx.names.claim(name, { kind: "user", uuid: "another" }))
    expect(await isFree("a done")).toBe(false)
  })
})

describe("a Symbolon inside a program", () => {
  const open = (logger?: Logger) =>
    createSymbolon({
      storage: openMemory({ strict: true }),
      vault: memoryKeyVault(new Uint8Array(32)),
      ...(logger && { logger }),
    })
  const scheduleNow = (symbolon: Awaited<ReturnType<typeof open>>, key: string) => {
    const now = symbolon.clock.now()
    const job = workJob({
      uuid: portsOf(symbolon).ids.uuid(),
      kind: sweepKind,
      key,
      dueAt: now,
      createdAt: now,
    })
    return portsOf(symbolon).storage.transact("write", (tx) => tx.jobs.schedule(job))
  }
  const isDue = async (symbolon: Awaited<ReturnType<typeof open>>) =>
    ((await symbolon.work.nextDue())?.getTime() ?? Infinity) <= symbolon.clock.now().getTime()

  it("does its background work from runWork() on, until stop(); close() stops it too", async () => {
    const symbolon = await open()
    await scheduleNow(symbolon, "one")
    await pause(50)
    expect(await isDue(symbolon)).toBe(true)
    const work = symbolon.runWork()
    await vi.waitFor(async () => expect(await isDue(symbolon)).toBe(false))
    await work.stop()
    await scheduleNow(symbolon, "two")
    await pause(50)
    expect(await isDue(symbolon)).toBe(true)
    symbolon.runWork()
    await symbolon.close()
  })

  describe("whose work is overdue", () => {
    afterEach(() => vi.useRealTimers())
    const afterMinutes = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000)

    it("says so in its log, within six minutes, and once an hour", {
      timeout: 180_000,
    }, async () => {
      vi.useFakeTimers()
      const reported: [unknown, string][] = []
      const symbolon = await open({
        ...silent,
        warn: (fields, message) => void reported.push([fields, message]),
      })
      await scheduleNow(symbolon, "one")
      const due = symbolon.clock.now().toISOString()
      await afterMinutes(4)
      expect(reported).toEqual([])
      await afterMinutes(2)
      expect(reported).toEqual([
        [{ due_since: due }, expect.stringMatching(/no process runs it.*runWork\(\)/)],
      ])
      await afterMinutes(50)
      expect(reported.length).toBe(1)
      await afterMinutes(20)
      expect(reported.length).toBe(2)
      symbolon.runWork()
      // Nothing is overdue any more, so there is nothing left to say in an hour.
      await afterMinutes(2)
      expect(await isDue(symbolon)).toBe(false)
      await symbolon.close()
    })

    it("warns through Node where it has no log", async () => {
      vi.useFakeTimers()
      const warnings = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined)
      const symbolon = await open()
      await scheduleNow(symbolon, "one")
      await afterMinutes(6)
      expect(warnings).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("runWork()"), {
        type: "SymbolonWarning",
      })
      warnings.mockRestore()
      await symbolon.close()
    })
  })
})

describe("the watch over overdue work", () => {
  const start = "2026-11-21T00:00:00.000Z"
  const watch = (nextDue: () => Promise<Date | undefined>, isRunning = false) => {
    const clock = testClock(start)
    const reported: string[] = []
    const parts = {
      work: { nextDue },
      clock,
      isRunning: () => isRunning,
      warn: (_fields: unknown, message: string) => void reported.push(message),
    }
    return { clock, reported, ...watchOverdue(parts) }
  }

  it("says nothing of an empty queue, of work to come, or of a store that does not answer", async () => {
    for (const next of [
      async () => undefined,
      async () => new Date("2026-11-21T00:01:00Z"),
      () => Promise.reject(new Error("down")),
    ]) {
      const { look, stop, reported, clock } = watch(next)
      clock.set(new Date("2026-11-21T00:02:00Z"))
      await look()
      await stop()
      expect(reported).toEqual([])
    }
  })
  it("tells apart whether this process does the work", async () => {
    const { look, stop, reported, clock } = watch(async () => new Date(start), true)
    clock.set(new Date("2026-11-21T00:05:00Z"))
    await look()
    await stop()
    expect(reported).toEqual([expect.stringContaining("although this process runs it")])
  })
})

it("no work begins in a Symbolon that is closed", async () => {
  const symbolon = await createSymbolon({
    storage: openMemory(),
    vault: memoryKeyVault(new Uint8Array(32)),
  })
  await symbolon.close()
  expect(() => symbolon.runWork()).toThrow("Call runWork() before close()")
})
