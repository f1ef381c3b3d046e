import { describe, expect, it } from "vitest"
import { StorageUnavailable } from "./foundation/kernel/storage-unavailable.ts"
import type { TransactionNote } from "./foundation/ports/observer.ts"
import type { Storage } from "./foundation/storage/storage.ts"
import { openMemory } from "./memory/index.ts"
import { observedStorage, openObserver } from "./open-observer.ts"

const open = (storage: Storage) => {
  const notes: Omit<TransactionNote, "ms">[] = []
  const observed = observedStorage(storage, {
    transaction: ({ ms, ...note }) => {
      expect(ms).toBeGreaterThanOrEqual(0)
      notes.push(note)
    },
  })
  return { observed, notes }
}

describe("an observed storage", () => {
  it("notes each transaction with its mode and outcome, and passes on what came of it", async () => {
    const { observed, notes } = open(openMemory())
    expect(await observed.transact("read", async (tx) => tx.jobs.nextDue("work"))).toBeUndefined()
    const refusal = new Error("no")
    await expect(observed.transact("write", () => Promise.reject(refusal))).rejects.toBe(refusal)
    expect(notes).toEqual([
      { mode: "read", outcome: "committed", retries: 0 },
      { mode: "write", outcome: "undone", retries: 0 },
    ])
  })

  it("counts how often the storage ran the work again", async () => {
    const memory = openMemory()
    const { observed, notes } = open({
      ...memory,
      transact: async (mode, work) => {
        for (let n = 0; n < 2; n += 1) await memory.transact(mode, work)
        return memory.transact(mode, work)
      },
    })
    await observed.transact("write", async (tx) => tx.jobs.nextDue("work"))
    expect(notes).toEqual([{ mode: "write", outcome: "committed", retries: 2 }])
  })

  it("tells a storage that cannot work now from a refusal", async () => {
    const { observed, notes } = open({
      ...openMemory(),
      transact: () => Promise.reject(new StorageUnavailable("gone")),
    })
    await expect(observed.transact("read", async () => 1)).rejects.toThrow("gone")
    expect(notes).toEqual([{ mode: "read", outcome: "unavailable", retries: 0 }])
  })
})

describe("an observer", () => {
  it("may have some of the methods, and what it throws is ignored", () => {
    const buckets: string[] = []
    const observer = openObserver({
      limitRefused: ({ bucket }) => void buckets.push(bucket),
      job: () => {
        throw new Error("out of memory")
      },
    })
    observer.job({ kind: "sweep", outcome: "done" })
    observer.ledgerBatch({ size: 1, ms: 1 })
    observer.limitRefused({ bucket: "sign" })
    expect(buckets).toEqual(["sign"])
  })
})
