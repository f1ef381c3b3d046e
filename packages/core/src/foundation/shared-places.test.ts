import { describe, expect, it } from "vitest"
import { Unavailable } from "./errors/refusals.ts"
import { openSharedPlaces } from "./shared-places.ts"

const openDesk = (limits = { places: 2, waiting: 3 }) => {
  const { take } = openSharedPlaces(limits)
  const begun: string[] = []
  let [running, most] = [0, 0]
  const ask = (who: string, name: string) =>
    take(who, async () => {
      begun.push(name)
      running += 1
      most = Math.max(most, running)
      await new Promise((next) => setTimeout(next, 1))
      running -= 1
      if (name.endsWith("!")) throw new Error(name)
      return name.toUpperCase()
    })
  return { ask, begun, mostAtOnce: () => most }
}

describe("places that are shared", () => {
  it("are taken by so many at once, each of another", async () => {
    const { ask, begun, mostAtOnce } = openDesk()
    const answers = await Promise.all([ask("ann", "a1"), ask("ann", "a2"), ask("bob", "b1")])
    expect(answers).toEqual(["A1", "A2", "B1"])
    expect(begun).toEqual(["a1", "b1", "a2"])
    expect(mostAtOnce()).toBe(2)
  })

  it("go in turns to those who ask, however much one of them asks for", async () => {
    const { ask, begun } = openDesk({ places: 1, waiting: 9 })
    const all = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map((name) => ask(name.charAt(0), name))
    await Promise.all(all)
    expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
  })

  it("are refused to who has too much waiting, and to nobody else", async () => {
    const { ask } = openDesk()
    const asked = await Promise.allSettled([
      ...["a1", "a2", "a3", "a4", "a5"].map((name) => ask("ann", name)),
      ask("bob", "b1"),
    ])
    expect(asked.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 4 }, () => "fulfilled"),
      "rejected",
      "fulfilled",
    ])
    expect(asked[4]).toMatchObject({ reason: expect.any(Unavailable) })
    await expect(ask("ann", "a6")).resolves.toBe("A6")
  })

  it("are free again after what failed", async () => {
    const { ask } = openDesk({ places: 1, waiting: 3 })
    const asked = await Promise.allSettled([ask("ann", "a!"), ask("bob", "b!"), ask("ann", "a2")])
    expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"])
  })

  it("are left to others by who has gone away before their turn, and who waits in their stead may", async () => {
    const { take } = openSharedPlaces({ places: 1, waiting: 2 })
    const run: string[] = []
    let hasGone = false
    const ask = (name: string, isAbandoned?: () => boolean) =>
      take("ann", async () => run.push(name), isAbandoned)
    const begun = Promise.withResolvers<void>()
    const first = take("ann", () => begun.promise)
    const gone = [ask("a1", () => hasGone), ask("a2", () => hasGone)]
    await expect(ask("too much")).rejects.toBeInstanceOf(Unavailable)
    hasGone = true
    const kept = [ask("a3"), ask("a4", () => hasGone)]
    begun.resolve()
    await first
    for (const one of [...gone, kept[1]]) await expect(one).rejects.toBeInstanceOf(Unavailable)
    await kept[0]
    expect(run).toEqual(["a3"])
    await ask("b")
    expect(run).toEqual(["a3", "b"])
  })
})
