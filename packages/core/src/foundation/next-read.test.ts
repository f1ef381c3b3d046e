import { AsyncLocalStorage } from "node:async_hooks"
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { StorageUnavailable } from "./kernel/storage-unavailable.ts"
import { openNextRead } from "./next-read.ts"

/** A store with one value, whose reads take a snapshot when they begin and end when they are let. */
const openStore = (atOnce = 1, together = 3) => {
  const store = { value: 0 }
  const gates: PromiseWithResolvers<void>[] = []
  const reads: (readonly string[])[] = []
  const ask = openNextRead(
    async (all: readonly string[]) => {
      const seen = store.value
      reads.push(all)
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      return all.map((one) => `${one}: ${seen}`)
    },
    { atOnce, together },
  )
  const turn = () => new Promise((next) => setImmediate(next))
  const endAll = async () => {
    await turn()
    while (gates.length > 0) {
      gates.shift()?.resolve()
      await turn()
    }
  }
  return { store, gates, reads, ask, turn, endAll }
}

describe("openNextRead", () => {
  it("reads at once and alone while nothing else reads", async () => {
    const { ask, reads, endAll } = openStore()
    const one = ask("a")
    expect(reads).toEqual([["a"]])
    await endAll()
    expect(await one).toBe("a: 0")
  })

  it("never answers by a read that began before the call", async () => {
    const { store, ask, reads, endAll } = openStore()
    const before = ask("before")
    store.value = 1
    const after = ask("after")
    await endAll()
    expect(await Promise.all([before, after])).toEqual(["before: 0", "after: 1"])
    expect(reads).toEqual([["before"], ["after"]])
  })

  it("answers all who wait by the next read, some at a time", async () => {
    const { ask, reads, endAll } = openStore()
    const all = ["a", "b", "c", "d", "e"].map(ask)
    await endAll()
    expect(await Promise.all(all)).toEqual(["a: 0", "b: 0", "c: 0", "d: 0", "e: 0"])
    expect(reads).toEqual([["a"], ["b", "c", "d"], ["e"]])
  })

  it("goes on after a read that fails, which fails for those alone who shared it", async () => {
    let fails = false
    const ask = openNextRead(
      async (all: readonly string[]) => {
        if (fails) throw new Error("down")
        return all
      },
      { atOnce: 1, together: 3 },
    )
    const first = ask("a")
    fails = true
    const second = ask("b")
    expect(await first).toBe("a")
    await expect(second).rejects.toThrow("down")
    fails = false
    expect(await ask("c")).toBe("c")
  })

  it("fails at once for all who wait while the store is away", async () => {
    let reads = 0
    const ask = openNextRead(
      async () => {
        reads += 1
        await new Promise((next) => setImmediate(next))
        throw new StorageUnavailable("It is away.")
      },
      { atOnce: 1, together: 2 },
    )
    const ends = await Promise.allSettled(["a", "b", "c", "d", "e"].map(ask))
    expect(ends.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => "rejected"))
    expect(reads).toBe(1)
  })

  it("lets the others go ahead of one that takes long, which is given up after ten seconds", async () => {
    vi.useFakeTimers()
    try {
      const reads: (readonly string[])[] = []
      const ask = openNextRead(
        (all: readonly string[]) => {
          reads.push(all)
          return all.some((one) => one.endsWith("long"))
            ? new Promise<readonly string[]>(() => {})
            : Promise.resolve(all)
        },
        { atOnce: 1, together: 3 },
      )
      const first = ask("a long")
      void first.catch(() => undefined)
      const ended = ask("long").catch((reason: unknown) => reason)
      const others = ["a", "b", "c"].map(ask)
      await vi.advanceTimersByTimeAsync(249)
      expect(reads).toEqual([["a long"]])
      await vi.advanceTimersByTimeAsync(1)
      expect(reads).toEqual([["a long"], ["long", "a", "b"]])
      // Its halves, and whoever came later; then the halves of the one that takes long again.
      await vi.advanceTimersByTimeAsync(250)
      expect(reads.slice(2)).toEqual([["long", "a"], ["b"], ["c"]])
      await vi.advanceTimersByTimeAsync(250)
      expect(reads.slice(5)).toEqual([["long"], ["a"]])
      expect(await Promise.all(others)).toEqual(["a", "b", "c"])
      expect(await ask("d")).toBe("d")
      await vi.advanceTimersByTimeAsync(9_499)
      let isOver = false
      void ended.then(() => (isOver = true))
      await vi.advanceTimersByTimeAsync(0)
      expect(isOver).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(await ended).toBeInstanceOf(StorageUnavailable)
    } finally {
      vi.useRealTimers()
    }
  })

  it("belongs to who reads alone, and to nobody when it is shared", async () => {
    const around = new AsyncLocalStorage<string>()
    const seen: (string | undefined)[] = []
    const ask = openNextRead(
      async (all: readonly string[]) => {
        seen.push(around.getStore())
        await new Promise((next) => setImmediate(next))
        return all
      },
      { atOnce: 1, together: 3 },
    )
    await Promise.all(["ann", "bob", "cid"].map((who) => around.run(who, () => ask(who))))
    expect(seen).toEqual(["ann", undefined])
  })

  it("answers everybody, each by what was true after the call, whatever the order", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("ask", "change", "end", "turn"), { maxLength: 60 }),
        fc.integer({ min: 1, max: 3 }),
        async (events, atOnce) => {
          const { store, gates, ask, turn, endAll } = openStore(atOnce)
          const calls: { readonly asOf: number; readonly answer: Promise<string> }[] = []
          for (const event of events) {
            if (event === "ask") calls.push({ asOf: store.value, answer: ask(`${calls.length}`) })
            if (event === "change") store.value += 1
            if (event === "end") gates.shift()?.resolve()
            if (event === "turn") await turn()
          }
          await endAll()
          for (const [place, { asOf, answer }] of calls.entries()) {
            const [name, seen] = (await answer).split(": ")
            expect(name).toBe(`${place}`)
            expect(Number(seen)).toBeGreaterThanOrEqual(asOf)
          }
        },
      ),
    ))
})
