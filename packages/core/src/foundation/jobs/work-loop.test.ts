import { afterEach, describe, expect, it, vi } from "vitest"
import { createSymbolon } from "../../create-symbolon.ts"
import { openMemory } from "../../memory/index.ts"
import type { Logger } from "../ports/logger.ts"
import { memoryKeyVault } from "../system/local-key-vault.ts"
import { systemClock } from "../system/clock.ts"
import { testClock } from "../../testing/test-clock.ts"
import { watchOverdue } from "./overdue.ts"
import { sweepKind } from "./sweep.ts"
import { openWorkLoop } from "./work-loop.ts"
import { portsOf } from "../../effect.ts"

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe("background work", () => {
  it("runs when due, stands still while something else wants to be alone, and stops", async () => {
    const ran: string[] = []
    const work = {
      runDue: () => Promise.resolve(ran.push("run")),
      nextDue: () => Promise.resolve(new Date(systemClock.now().getTime() + 20)),
    }
    const loop = openWorkLoop(work, systemClock, undefined)
    await pause(60)
    expect([ran.length, loop.isRunning()]).toEqual([0, false])
    const running = loop.run()
    expect(loop.run()).toBe(running)
    await pause(100)
    expect(ran.length).toBeGreaterThan(1)
    const before = await loop.alone(async () => {
      const so = ran.length
      await pause(60)
      return [so, ran.length]
    })
    expect(before[0]).toBe(before[1])
    await running.stop()
    const after = ran.length
    await pause(60)
    expect([ran.length, loop.isRunning()]).toEqual([after, false])
  })
  it("goes on after a failure, and says so", async () => {
    const reported: string[] = []
    const failing = {
      runDue: () => Promise.reject(new Error("gone")),
      nextDue: () => Promise.resolve(undefined),
    }
    const loop = openWorkLoop(failing, systemClock, {
      ...silent,
      error: (fields) => void reported.push(String(fields["reason"])),
    })
    const running = loop.run()
    await pause(20)
    await running.stop()
    expect(reported).toEqual(["gone"])
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
    const job = {
      uuid: portsOf(symbolon).ids.uuid(),
      kind: sweepKind,
      key,
      payload: {},
      dueAt: now,
      attempts: 0,
      createdAt: now,
    }
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

    it("says so in its log, within six minutes, and once an hour", async () => {
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
      await afterMinutes(90)
      expect(reported.length).toBe(2)
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
