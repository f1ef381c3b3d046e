import { setImmediate as nextTurn } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import type { Repositories } from "../foundation/storage/storage.ts"
import { storageContract } from "@symbolon/storage-contract"
import { openMemory, WorkWaited } from "./index.ts"

describe("memory, strict, keeps the storage contract:", () => {
  test.for(storageContract.map((one) => [one.name, one.run] as const))("%s", ([, run]) =>
    run(async () => openMemory({ strict: true })),
  )
})

const claimed = (tx: Repositories, name: string) =>
  tx.names.claim(name, { kind: "user", uuid: "1" })

describe("a strict memory", () => {
  test("fails a work that lets the event loop turn, undoes it, and goes on", async () => {
    const storage = openMemory({ strict: true })
    const waiting = storage.transact("write", async (tx) => {
      await claimed(tx, "ann")
      await nextTurn()
      return "done"
    })
    await expect(waiting).rejects.toThrow(WorkWaited)
    await expect(waiting).rejects.toThrow(/awaits nothing but `tx`/)
    expect(await storage.transact("write", (tx) => claimed(tx, "ann"))).toBe(true)
  })
  test("fails a work that never ends", async () => {
    const storage = openMemory({ strict: true })
    await expect(storage.transact("read", () => new Promise(() => undefined))).rejects.toThrow(
      WorkWaited,
    )
  })
  test("refuses transact inside transact instead of waiting for ever", async () => {
    const storage = openMemory({ strict: true })
    const nested = storage.transact("write", () => storage.transact("write", async () => "inner"))
    await expect(nested).rejects.toThrow(/never call `transact` inside it/)
    expect(await storage.transact("read", async () => "alive")).toBe("alive")
  })
  test("lets thousands of verbs pass within one turn", async () => {
    const storage = openMemory({ strict: true })
    const count = await storage.transact("write", async (tx) => {
      let claims = 0
      for (let n = 0; n < 5000; n += 1) claims += (await claimed(tx, `name-${n}`)) ? 1 : 0
      return claims
    })
    expect(count).toBe(5000)
  })
  test("shuts the door behind a work that failed", async () => {
    const storage = openMemory({ strict: true })
    const late = Promise.withResolvers<unknown>()
    const waiting = storage.transact("write", async (tx) => {
      await nextTurn()
      late.resolve(await claimed(tx, "ann").catch((reason: unknown) => reason))
    })
    await expect(waiting).rejects.toThrow(WorkWaited)
    expect(await late.promise).toEqual(
      new Error("names.claim was called after its transaction had ended."),
    )
    expect(await storage.transact("write", (tx) => claimed(tx, "ann"))).toBe(true)
  })
})

describe("a memory", () => {
  test("that is not strict lets a work wait, and everybody else wait for it", async () => {
    const storage = openMemory()
    const order: string[] = []
    const slow = storage.transact("write", async (tx) => {
      await claimed(tx, "ann")
      await nextTurn()
      order.push("slow")
    })
    const quick = storage.transact("read", async () => order.push("quick"))
    await Promise.all([slow, quick])
    expect(order).toEqual(["slow", "quick"])
  })
  test("refuses verbs after the transaction has ended", async () => {
    const storage = openMemory()
    const stored = await storage.transact("write", async (tx) => ({ tx }))
    await expect(stored.tx.outbox.append([])).rejects.toThrow(/after its transaction had ended/)
  })
  test("undoes a transaction whose work swallowed a rejection, and says why", async () => {
    const storage = openMemory()
    const swallowing = storage.transact("read", async (tx) => {
      await claimed(tx, "ann").catch(() => undefined)
      return "fine"
    })
    await expect(swallowing).rejects.toThrow("A read cannot write: names.claim.")
  })
  test("is closed for good", async () => {
    const storage = openMemory()
    await storage.close()
    await expect(storage.transact("read", async () => 1)).rejects.toThrow("The storage is closed.")
  })
  test("keeps nothing between two that were opened", async () => {
    await openMemory().transact("write", (tx) => claimed(tx, "ann"))
    expect(await openMemory().transact("write", (tx) => claimed(tx, "ann"))).toBe(true)
  })
})
