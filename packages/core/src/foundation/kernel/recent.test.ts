import { describe, expect, it } from "vitest"
import { openRecent } from "./recent.ts"

describe("a memory of what was used last", () => {
  it("lets go of what was not used for longest", () => {
    const recent = openRecent<number>(3)
    for (const [n, key] of ["a", "b", "c"].entries()) recent.set(key, n)
    expect(recent.get("a")).toBe(0)
    recent.set("d", 3)
    expect(["a", "b", "c", "d"].map((key) => recent.get(key))).toEqual([0, undefined, 2, 3])
    recent.set("a", 9)
    recent.set("e", 4)
    expect(["a", "c", "d", "e"].map((key) => recent.get(key))).toEqual([9, undefined, 3, 4])
    expect(recent.size()).toBe(3)
  })
  it("forgets what it is told to, but not what has come in its place", () => {
    const recent = openRecent<number>(3)
    recent.set("a", 1)
    recent.forget("a", 2)
    expect(recent.get("a")).toBe(1)
    recent.forget("a", 1)
    recent.forget("b")
    expect([recent.get("a"), recent.size()]).toEqual([undefined, 0])
  })
  it("remembers one at least", () => {
    const recent = openRecent<number>(0)
    recent.set("a", 1)
    expect(recent.get("a")).toBe(1)
  })
})
