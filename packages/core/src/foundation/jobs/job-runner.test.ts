import { describe, expect, it, vi } from "vitest"
import { openMemory } from "../../memory/index.ts"
import { testClock } from "../../testing/index.ts"
import { StorageUnavailable } from "../kernel/storage-unavailable.ts"
import type { JobNote } from "../ports/observer.ts"
import { anyKind, type AnyJobKind } from "./job-kind.ts"
import { type JobOutcome, openJobRunner, type QueueClaim } from "./job-runner.ts"
import { workJob } from "./job.ts"

const start = "2026-11-21T00:00:00.000Z"
const everything = {
  queue: "work",
  limit: 100,
  perGroup: 100,
  organizationShare: Infinity,
  running: [],
} as const

const open = async (kinds: Readonly<Record<string, AnyJobKind>>, count = 3) => {
  const storage = openMemory({ strict: true })
  const clock = testClock(start)
  const lines: Readonly<Record<string, unknown>>[] = []
  const notes: string[] = []
  const logger = {
    info: () => {},
    warn: () => {},
    error: (line: object) => lines.push({ ...line }),
  }
  const observer = { job: ({ kind, outcome }: JobNote) => void notes.push(`${kind} ${outcome}`) }
  const [one, other] = [0, 1].map(() => {
    const runner = openJobRunner({
      storage,
      clock,
      kinds: new Map(Object.entries(kinds)),
      observer,
      logger,
    })
    return {
      ...runner,
      claim: (claims: readonly QueueClaim[]) => runner.turn([], claims),
      settle: (outcomes: readonly JobOutcome[]) => runner.turn(outcomes, []),
    }
  })
  if (one === undefined || other === undefined) throw new Error("Two runners were opened.")
  const now = clock.now()
  await storage.transact("write", (tx) =>
    tx.jobs.scheduleAll(
      Array.from({ length: count }, (_, n) =>
        workJob({ uuid: `job-${n}`, kind: "test", key: undefined, dueAt: now, createdAt: now }),
      ),
    ),
  )
  const nextDue = async () =>
    (await storage.transact("read", (tx) => tx.jobs.nextDue("work")))?.toISOString()
  return { storage, clock, one, other, nextDue, lines, notes }
}

describe("a runner of jobs", () => {
  it("writes no result of a job that another worker has taken over", async () => {
    const written: string[] = []
    const kind = anyKind<undefined, string>({
      run: async ({ uuid, token }) => ({ result: `${uuid} ${token}` }),
      finish: async (_tx, ended) => void written.push(...ended.map(({ result }) => result)),
    })
    const { clock, one, other, nextDue } = await open({ test: kind }, 2)
    const { work: early } = await one.claim([everything])
    clock.set(new Date(Date.parse(start) + 60_000))
    const { work: late } = await other.claim([{ ...everything, limit: 1 }])
    await one.settle(await Promise.all(early.map(one.run)))
    expect(written).toEqual(["job-1 1"])
    await other.settle(await Promise.all(late.map(other.run)))
    expect(written).toEqual(["job-1 1", "job-0 2"])
    expect(await nextDue()).toBeUndefined()
  })

  it("ends the others when the result of one cannot be written, and tries that one again", async () => {
    const written: string[] = []
    const kind = anyKind<undefined, string>({
      run: async ({ uuid }) => ({ result: uuid }),
      finish: async (_tx, ended) => {
        if (ended.some(({ job }) => job.uuid === "job-1" && job.attempts === 1))
          throw new Error("not this one")
        written.push(...ended.map(({ result }) => result))
      },
    })
    const { clock, one, nextDue } = await open({ test: kind })
    await one.settle(await Promise.all((await one.claim([everything])).work.map(one.run)))
    expect(written).toEqual(["job-0", "job-2"])
    expect(await nextDue()).toBe("2026-11-21T00:00:01.000Z")
    clock.set(new Date("2026-11-21T00:00:01Z"))
    await one.settle(await Promise.all((await one.claim([everything])).work.map(one.run)))
    expect(written).toEqual(["job-0", "job-2", "job-1"])
  })

  it("logs a failure once, also where its batch cannot be written at once", async () => {
    const kind = anyKind<undefined, string>({
      run: async ({ uuid }) => {
        if (uuid === "job-0") throw new Error("broke")
        return { result: uuid }
      },
      finish: async (_tx, ended) => {
        if (ended.some(({ result }) => result === "job-1")) throw new Error("not this one")
      },
    })
    const { one, lines, notes } = await open({ test: kind })
    await one.settle(await Promise.all((await one.claim([everything])).work.map(one.run)))
    expect(lines).toEqual([
      { job: "job-0", kind: "test", attempts: 1, reason: "broke" },
      { job: "job-1", kind: "test", attempts: 1, reason: "not this one" },
    ])
    expect(notes).toEqual(["test failed", "test failed", "test done"])
  })

  it("ends jobs and claims others in one transaction", async () => {
    const kind: AnyJobKind = { run: async () => ({ result: undefined }) }
    const { storage, one, nextDue } = await open({ test: kind })
    const { work } = await one.claim([{ ...everything, limit: 2 }])
    const outcomes = await Promise.all(work.map(one.run))
    const transact = vi.spyOn(storage, "transact")
    const next = await one.turn(outcomes, [everything])
    expect(transact).toHaveBeenCalledTimes(1)
    expect(next.work.map(({ job }) => job.uuid)).toEqual(["job-2"])
    await one.settle(await Promise.all(next.work.map(one.run)))
    expect(await nextDue()).toBeUndefined()
  })

  it("fails a job whose input cannot be read, alone, and gives it up at last", async () => {
    const ran: string[] = []
    const kind: AnyJobKind = {
      load: async (_tx, jobs) => {
        if (jobs.some(({ uuid }) => uuid === "job-1")) throw new Error("unreadable")
        return new Map(jobs.map(({ uuid }) => [uuid, `input of ${uuid}`]))
      },
      run: async (_job, input) => {
        ran.push(String(input))
        return { result: undefined }
      },
    }
    const { storage, clock, one, notes, lines } = await open({ test: kind })
    for (let turns = 0; turns < 10; turns++) {
      const { work } = await one.claim([everything])
      await one.settle(await Promise.all(work.map(one.run)))
      const next = await storage.transact("read", (tx) => tx.jobs.nextDue("work"))
      if (next !== undefined) clock.set(next)
    }
    expect(ran).toEqual(["input of job-0", "input of job-2"])
    expect(notes.filter((note) => note !== "test failed")).toEqual([
      "test done",
      "test done",
      "test buried",
    ])
    expect(lines[0]).toEqual({ job: "job-1", kind: "test", attempts: 1, reason: "unreadable" })
  })

  it("claims of other queues where one cannot be claimed, and says so", async () => {
    const kind: AnyJobKind = { run: async () => ({ result: undefined }) }
    const { storage, one, lines } = await open({ test: kind }, 1)
    const transact = storage.transact.bind(storage)
    const broken = { ...everything, queue: "webhooks" } as const
    vi.spyOn(storage, "transact").mockImplementation((mode, work) =>
      transact(mode, (tx) => {
        const claim: typeof tx.jobs.claim = (asked) =>
          asked.queue === "webhooks" ? Promise.reject(new Error("broken")) : tx.jobs.claim(asked)
        return work({ ...tx, jobs: { ...tx.jobs, claim } })
      }),
    )
    const { work } = await one.claim([broken, everything])
    expect(work.map(({ job }) => job.uuid)).toEqual(["job-0"])
    expect(lines).toEqual([{ queue: "webhooks", reason: "broken" }])
    await expect(one.claim([broken])).rejects.toThrow("broken")
  })

  it("logs where a job came from", async () => {
    const kind: AnyJobKind = { run: () => Promise.reject(new Error("broke")) }
    const { storage, clock, one, lines } = await open({ test: kind }, 0)
    const now = clock.now()
    const origin = { organizationUuid: "an organization", requestId: "a request" }
    const job = workJob({ uuid: "job", kind: "test", key: undefined, dueAt: now, createdAt: now })
    await storage.transact("write", (tx) => tx.jobs.scheduleAll([{ ...job, ...origin }]))
    await one.settle(await Promise.all((await one.claim([everything])).work.map(one.run)))
    expect(lines).toEqual([
      {
        job: "job",
        kind: "test",
        attempts: 1,
        request_id: "a request",
        organization: "an organization",
        reason: "broke",
      },
    ])
  })

  it("notes what became of each job, after it was written", async () => {
    const soon = { dueAt: new Date(Date.parse(start) + 1) }
    const kind: AnyJobKind = {
      run: async ({ uuid }) => ({ result: undefined, again: uuid === "job-1" ? soon : undefined }),
    }
    const { storage, clock, one, other, notes } = await open({ test: kind })
    const early = await Promise.all(
      (await one.claim([{ ...everything, limit: 2 }])).work.map(one.run),
    )
    clock.set(new Date(Date.parse(start) + 60_000))
    await other.claim([{ ...everything, limit: 2 }])
    await one.settle(early)
    expect(notes).toEqual(["test lost", "test again"])
    const now = clock.now()
    const stray = { uuid: "stray", kind: "of-another-version", key: undefined }
    await storage.transact("write", (tx) =>
      tx.jobs.schedule({ ...workJob({ ...stray, dueAt: now, createdAt: now }), attempts: 9 }),
    )
    for (const work of (await one.claim([everything])).work)
      if (work.job.uuid === "stray") await one.settle([await one.run(work)])
    expect(notes.at(-1)).toBe("unknown buried")
  })

  it("moves a job to another queue, its attempts counted anew", async () => {
    const dueAt = new Date("2026-11-21T00:00:05Z")
    const again = { dueAt, queue: "webhook-retries" } as const
    const kind: AnyJobKind = { run: async () => ({ result: undefined, again }) }
    const { storage, one, nextDue } = await open({ test: kind }, 1)
    await one.settle(await Promise.all((await one.claim([everything])).work.map(one.run)))
    expect(await nextDue()).toBeUndefined()
    const [job] = await storage.transact("write", (tx) =>
      tx.jobs.claim({ ...everything, queue: "webhook-retries", now: dueAt, leaseUntil: dueAt }),
    )
    expect(job).toMatchObject({ uuid: "job-0", dueAt, attempts: 1, token: 2 })
  })

  it("waits for a store that is down before it ends a job", async () => {
    const kind: AnyJobKind = { run: async () => ({ result: undefined }) }
    const { storage, one, nextDue } = await open({ test: kind }, 1)
    const outcomes = await Promise.all((await one.claim([everything])).work.map(one.run))
    const transact = vi
      .spyOn(storage, "transact")
      .mockRejectedValueOnce(new StorageUnavailable("down"))
    await one.settle(outcomes)
    expect(transact).toHaveBeenCalledTimes(2)
    transact.mockRestore()
    expect(await nextDue()).toBeUndefined()
  })

  it("renews the lease while a job runs, and tells a job whose lease was lost", async () => {
    vi.useFakeTimers()
    try {
      let end: (() => void) | undefined
      const lost: boolean[] = []
      const kind: AnyJobKind = {
        run: ({ attempts }, _input, signal) => {
          if (attempts > 1) return Promise.resolve({ result: undefined })
          signal.addEventListener("abort", () => lost.push(true))
          return new Promise((resolve) => (end = () => resolve({ result: undefined })))
        },
      }
      const { storage, clock, one, other, nextDue } = await open({ test: kind }, 1)
      const [work] = (await one.claim([everything])).work
      if (work === undefined) throw new Error("A job is due.")
      const running = one.run(work)
      clock.set(new Date("2026-11-21T00:00:50Z"))
      await vi.advanceTimersByTimeAsync(20_000)
      expect(await nextDue()).toBe("2026-11-21T00:01:50.000Z")
      expect(lost).toEqual([])
      clock.set(new Date("2026-11-21T00:01:50Z"))
      const [taken] = (await other.claim([everything])).work
      expect(taken?.job.token).toBe(2)
      await vi.advanceTimersByTimeAsync(20_000)
      expect(lost).toEqual([true])
      end?.()
      await one.settle([await running])
      expect(await storage.transact("read", (tx) => tx.jobs.nextDue("work"))).toBeDefined()
    } finally {
      vi.useRealTimers()
    }
  })
})
