import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { openKeyReader } from "../../src/wedge.ts"

const ENTER = "Enter"
const reads: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  reads.length = 0
})
afterEach(() => vi.useRealTimers())

/**
 * Something that types: each key comes `pace` milliseconds after the last one, and a number in the
 * list is a pause.
 */
const openTypist = () => {
  const reader = openKeyReader((text) => reads.push(text))
  const press = (key: string, pace: number): boolean => {
    vi.advanceTimersByTime(pace)
    return reader.press(key, Date.now())
  }
  const type = (pace: number, ...parts: readonly (string | number)[]): boolean => {
    let isTaken = false
    for (const part of parts) {
      if (typeof part === "number") vi.advanceTimersByTime(part)
      else
        for (const key of part.length > 1 && ![ENTER, "Tab", "Shift"].includes(part)
          ? part
          : [part])
          isTaken = press(key, pace)
    }
    return isTaken
  }
  return { type }
}

describe("a reader that types", () => {
  it.each([ENTER, "Tab"])("ends a card with %s, which does nothing else", (end) => {
    expect(openTypist().type(8, "04A1B2C3", end)).toBe(true)
    expect(reads).toEqual(["04A1B2C3"])
  })

  it.each([61, 150, 500, 1_000, 1_900])("may pause for %d ms within a card", (pause) => {
    const { type } = openTypist()
    type(8, "04A1", pause, "B2C3", ENTER)
    expect(reads).toEqual(["04A1B2C3"])
  })

  it("may pause more than once, and before Enter", () => {
    openTypist().type(8, "04A1", 300, "B2C3", 300, "D4E5", 800, ENTER)
    expect(reads).toEqual(["04A1B2C3D4E5"])
  })

  it("ends a card by two seconds of silence where it sends no Enter", () => {
    const { type } = openTypist()
    type(8, "04A1B2C3")
    vi.advanceTimersByTime(1_999)
    expect(reads).toEqual([])
    vi.advanceTimersByTime(1)
    expect(reads).toEqual(["04A1B2C3"])
    expect(type(8, ENTER)).toBe(false)
    type(8, "04D4E5F6", ENTER)
    expect(reads).toEqual(["04A1B2C3", "04D4E5F6"])
  })

  it("reads one card after the other", () => {
    openTypist().type(8, "04A1B2C3", ENTER, "04D4E5F6", "Tab", "04A1B2C3", ENTER)
    expect(reads).toEqual(["04A1B2C3", "04D4E5F6", "04A1B2C3"])
  })

  it("may hold Shift", () => {
    openTypist().type(8, "Shift", "04A1", "Shift", "B2C3", ENTER)
    expect(reads).toEqual(["04A1B2C3"])
  })
})

describe("a person who types", () => {
  it.each([ENTER, "Tab"])("is left alone, and so is the %s", (end) => {
    expect(openTypist().type(180, "04A1B2C3", end)).toBe(false)
    vi.advanceTimersByTime(5_000)
    expect(reads).toEqual([])
  })

  it("may press Enter and Tab alone, and a few keys", () => {
    const { type } = openTypist()
    expect([type(8, ENTER), type(8, "Tab"), type(8, " ", ENTER), type(8, "abc", ENTER)]).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(reads).toEqual([])
  })

  it("adds nothing to the card that comes after", () => {
    const { type } = openTypist()
    type(180, "hello", 2_000)
    type(8, "04A1B2C3", ENTER)
    expect(reads).toEqual(["04A1B2C3"])
  })
})

it("a reader that ended early loses its card to the next one only within two seconds", () => {
  const { type } = openTypist()
  type(8, "04A", 2_000)
  type(8, "04D4E5F6", ENTER)
  expect(reads).toEqual(["04D4E5F6"])
})
