import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, it, vi } from "vitest"
import { audit } from "../../storage-sql/test/workload.ts"
import {
  addOrganization,
  addMembers,
  user,
  uuid,
} from "../../storage-sql/test/sample-organization.ts"
import { type Repositories, StorageUnavailable } from "@symbolon/core/storage"
import {
  NestedTransaction,
  openSqlite,
  StorageClosed,
  TransactionOver,
  WorkWaited,
} from "../src/index.ts"
import { ended, startModule } from "../../storage-sql/test/processes.ts"
import { newFile, openFresh } from "./temporary.ts"
import Database from "better-sqlite3"

const child = join(import.meta.dirname, "child.ts")
const holder = { kind: "user", uuid: uuid(1) } as const

describe("two processes on one file", () => {
  it("write side by side, and nothing is lost or written twice", async () => {
    const [file, members, turns] = [newFile(), 100, 400]
    const storage = await openFresh({ file })
    await addOrganization(storage)
    await addMembers(storage, members)
    const children = [0, 1].map((writer) =>
      ended(startModule(child, ["mixed", file, writer, turns, members])),
    )
    for (const child of await Promise.all(children))
      expect(child).toMatchObject({ code: 0, errors: "" })
    await audit(storage, { writers: 2, turns, members })
    await storage.close()
  })

  it("wait for one another without holding up the event loop, and not for ever", async () => {
    const file = newFile()
    const warnings: string[] = []
    const storage = await openFresh({
      file,
      busyForMs: 1_500,
      onWarning: (message) => warnings.push(message),
    })
    const other = new Database(file)
    other.exec("begin immediate")
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    }, 5)
    const waiting = storage.transact("write", (tx) => tx.names.claim("patient", holder))
    // Not as long as a warning takes, also on a busy machine.
    await pause(500)
    other.exec("commit")
    expect(await waiting).toBe(true)
    expect(turns).toBeGreaterThan(10)
    other.exec("begin immediate")
    await expect(storage.transact("write", (tx) => tx.names.claim("late", holder))).rejects.toThrow(
      StorageUnavailable,
    )
    expect(warnings).toHaveLength(1)
    // A reader is not held up by a writer at all.
    expect(await storage.transact("read", (tx) => tx.outbox.list(undefined, 1))).toEqual([])
    other.exec("rollback")
    other.close()
    clearInterval(ticking)
    expect(await storage.transact("write", (tx) => tx.names.claim("late", holder))).toBe(true)
    await storage.close()
  })

  it("keep what was answered when one of them is killed, again and again", async () => {
    const file = newFile()
    await (await openFresh({ file })).close()
    const answered: string[] = []
    for (let round = 0; round < 6; round += 1) {
      const claiming = startModule(child, ["claim", file, round])
      const end = ended(claiming)
      await once(claiming.stdout, "data")
      await pause(20 + round * 37)
      claiming.kill("SIGKILL")
      const { output } = await end
      const names = output.split("\n").slice(0, -1)
      expect(names.length).toBeGreaterThan(0)
      answered.push(...names)
      const check = new Database(file)
      expect(check.pragma("integrity_check", { simple: true })).toBe("ok")
      expect(check.pragma("foreign_key_check")).toEqual([])
      const stored = new Set(check.prepare("select name from names").pluck().all())
      expect(answered.filter((name) => !stored.has(name))).toEqual([])
      check.close()
    }
    expect(answered.length).toBeGreaterThan(20)
  })
})

/**
 * How long this thread has computed: what holds the event loop is ours as far as it is that. How
 * long other processes had the processor meanwhile says nothing of us.
 */
const heldMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** A store whose writes take as long as they say, and answer how many names others see afterwards. */
const openClocked = async () => {
  const file = newFile()
  const storage = await openFresh({ file })
  const other = new Database(file, { readonly: true })
  const count = other.prepare("select count(*) from names").pluck()
  let time = 0
  const clock = vi.spyOn(performance, "now").mockImplementation(() => time)
  return {
    storage,
    claim: async (name: string, forMs: number) => {
      await storage.transact("write", async (tx) => {
        await tx.names.claim(name, holder)
        time += forMs
      })
      return count.get()
    },
    close: () => {
      clock.mockRestore()
      other.close()
    },
  }
}

describe("group commit", () => {
  it("answers nobody before the commit, and shares it", async () => {
    const file = newFile()
    const storage = await openFresh({ file })
    const other = new Database(file, { readonly: true })
    const count = other.prepare("select count(*) from names").pluck()
    const seen: unknown[] = []
    // What is loaded with the first write is not counted in a group's time.
    await storage.transact("write", (tx) => tx.names.claim("first", holder))
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        await storage.transact("write", (tx) => tx.names.claim(`n-${n}`, holder))
        seen.push(count.get())
      }),
    )
    expect(seen[0]).toBeGreaterThan(2)
    expect(seen.at(-1)).toBe(51)
    other.close()
    await storage.close()
  })

  it("gives the event loop turns within a group, and takes in what comes meanwhile", async () => {
    const { storage, claim, close } = await openClocked()
    const answers = ["a", "b", "c"].map((name) => claim(name, 6))
    // The second turn is within the group.
    setImmediate(() => setImmediate(() => answers.push(claim("late", 6))))
    expect(await answers[0]).toBe(4)
    expect(await Promise.all(answers)).toEqual([4, 4, 4, 4])
    await storage.close()
    close()
  })

  it("ends a group after 25 ms, and after 64 works", async () => {
    const { storage, claim, close } = await openClocked()
    const slow = Array.from({ length: 6 }, (_, n) => claim(`slow-${n}`, 6))
    expect(await Promise.all(slow)).toEqual([5, 5, 5, 5, 5, 6])
    const fast = await Promise.all(Array.from({ length: 70 }, (_, n) => claim(`fast-${n}`, 0)))
    expect(new Set(fast)).toEqual(new Set([6 + 64, 6 + 70]))
    await storage.close()
    close()
  })

  it("lets a work that fails fall alone", async () => {
    const storage = await openFresh()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        storage.transact("write", async (tx) => {
          await tx.names.claim(`n-${n}`, holder)
          if (n % 2 === 1) throw new Error("on purpose")
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 1 ? "rejected" : "fulfilled")),
    )
    const free = await storage.transact("write", (tx) =>
      Promise.all(Array.from({ length: 20 }, (_, n) => tx.names.claim(`n-${n}`, holder))),
    )
    expect(free).toEqual(Array.from({ length: 20 }, (_, n) => n % 2 === 1))
    await storage.close()
  })

  it.each(["write", "read"] as const)(
    "gives timers their turn under an endless stream: %s",
    async (mode) => {
      const storage = await openFresh()
      await addOrganization(storage)
      let [turns, longestMs, last] = [0, 0, heldMs()]
      const ticking = setInterval(() => {
        turns += 1
        longestMs = Math.max(longestMs, heldMs() - last)
        last = heldMs()
      }, 1)
      // By the clock and not by a timer, which would never fire if this failed.
      const [until, heldUntil] = [performance.now() + 500, heldMs() + 100]
      const goesOn = (): boolean => performance.now() < until || heldMs() < heldUntil
      let n = 0
      const lane = async (): Promise<void> => {
        while (goesOn()) {
          n += 1
          const name = `n-${n}`
          if (mode === "write")
            await storage.transact("write", (tx) => tx.names.claim(name, holder))
          else await storage.transact("read", (tx) => tx.tiers.all(uuid(1)))
        }
      }
      await Promise.all(Array.from({ length: 64 }, lane))
      clearInterval(ticking)
      expect(turns).toBeGreaterThan(10)
      expect(longestMs).toBeLessThan(200)
      await storage.close()
    },
  )
})

describe("a work that breaks the rules", () => {
  it.each(["write", "read"] as const)(
    "is rejected when it waits for something else: %s",
    async (mode) => {
      const storage = await openFresh()
      const late = { isRejected: false }
      const waiting = storage.transact(mode, async (tx) => {
        await pause(20)
        await tx.outbox.list(undefined, 1).catch((reason: unknown) => {
          late.isRejected = reason instanceof TransactionOver
        })
      })
      await expect(waiting).rejects.toThrow(WorkWaited)
      await pause(40)
      expect(late.isRejected).toBe(true)
      expect(await storage.transact("write", (tx) => tx.names.claim("a", holder))).toBe(true)
      await storage.close()
    },
  )

  it("gives timers their turn while it writes for long, and its statements keep their order", async () => {
    const storage = await openFresh()
    await addOrganization(storage)
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 1)
    const answers = await storage.transact("write", async (tx) => {
      const asked: Promise<boolean>[] = []
      for (let n = 0; n < 12_000; n += 1) {
        // Of each pair the second finds the name taken, though both wait for the same turn.
        const name = `name-${n >> 1}`
        asked.push(tx.names.claim(name, { ...holder, uuid: uuid(n) }))
        if (n % 100 === 99) await asked.at(-1)
      }
      return Promise.all(asked)
    })
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(3)
    expect(answers.filter((isFree, n) => isFree !== (n % 2 === 0))).toEqual([])
    await storage.close()
  })

  it("gives timers and other reads their turn while it reads for long, on one snapshot", async () => {
    const storage = await openFresh()
    await addOrganization(storage)
    const find = (tx: Repositories) => tx.users.findByUsername("met")
    let isShortOver = false
    const readLong = () =>
      storage.transact("read", async (tx) => {
        const before = await find(tx)
        const until = performance.now() + 5_000
        while (!isShortOver && performance.now() < until) await find(tx)
        return [before, await find(tx), isShortOver]
      })
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 1)
    const long = [1, 2, 3].map(readLong)
    await pause(20)
    const met = { ...user(77), username: "met" }
    await storage.transact("write", (tx) => tx.users.add(met, undefined))
    expect(await storage.transact("read", find)).toEqual(met)
    isShortOver = true
    for (const one of await Promise.all(long)) expect(one).toEqual([undefined, undefined, true])
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(0)
    await storage.close()
  })

  it("slips into no other transaction with what waits for a turn when it fails", async () => {
    const storage = await openFresh({ strict: false })
    const late: Promise<unknown>[] = []
    const failing = storage.transact("write", async (tx) => {
      await tx.names.claim("held", holder)
      for (const until = performance.now() + 10; performance.now() < until; ) continue
      late.push(tx.names.claim("late", holder).catch((reason: unknown) => reason))
      throw new Error("fails")
    })
    const next = storage.transact("write", (tx) => tx.names.claim("next", holder))
    await expect(failing).rejects.toThrow("fails")
    expect(await next).toBe(true)
    expect(await storage.transact("write", (tx) => tx.names.claim("late", holder))).toBe(true)
    await Promise.all(late)
    await storage.close()
  })

  it("is told at once when it opens a transaction inside its own", async () => {
    const storage = await openFresh({ strict: false })
    const nested = storage.transact("write", () => storage.transact("read", async () => 1))
    await expect(nested).rejects.toThrow(NestedTransaction)
    // What a work sets going may open one of its own, once that work is over.
    let later: Promise<boolean> | undefined
    await storage.transact("write", async () => {
      later = pause(5).then(() =>
        storage.transact("write", (tx) => tx.names.claim("later", holder)),
      )
    })
    expect(await later).toBe(true)
    await storage.close()
  })

  it("keeps nothing when it swallows what a verb rejected with", async () => {
    const storage = await openFresh()
    await addOrganization(storage)
    const swallowing = storage.transact("write", async (tx) => {
      await tx.names.claim("kept", holder)
      const [tier] = await tx.tiers.all(uuid(1))
      if (tier !== undefined) await tx.tiers.add({ ...tier, slug: "other" }).catch(() => undefined)
    })
    await expect(swallowing).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_PRIMARYKEY" })
    expect(await storage.transact("write", (tx) => tx.names.claim("kept", holder))).toBe(true)
    await storage.close()
  })
})

describe("close", () => {
  it("waits for what was asked before, and refuses what is asked afterwards", async () => {
    const file = newFile()
    const storage = await openFresh({ file })
    const claims = Array.from({ length: 30 }, (_, n) =>
      storage.transact("write", (tx) => tx.names.claim(`n-${n}`, holder)),
    )
    const reads = Array.from({ length: 30 }, () =>
      storage.transact("read", (tx) => tx.outbox.list(undefined, 1)),
    )
    await Promise.all([storage.close(), storage.close()])
    expect(new Set(await Promise.all(claims))).toEqual(new Set([true]))
    expect(await Promise.all(reads)).toHaveLength(30)
    await expect(storage.transact("read", async () => 1)).rejects.toThrow(StorageClosed)
    await expect(storage.ping()).rejects.toThrow(StorageClosed)
    const again = openSqlite({ file })
    await again.ping()
    await again.close()
  })
})
