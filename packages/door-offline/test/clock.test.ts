import { describe, expect, it } from "vitest"
import {
  createBench,
  GENERATED,
  OPENS,
  openDoor,
  response,
  TOLERANCE,
  VALID_UNTIL,
} from "./signed-manifest.ts"

const always = { enforces_checkin_window: false }
/** Loads at one time and taps at another. */
const verdictAt = (received: number, tapped: number) => {
  const bench = createBench()
  bench.now = received
  expect(bench.door.load(response(always)).loaded).toBe(true)
  bench.now = tapped
  return bench.door.admit({ tap: "04A1" })
}

describe("skew at receipt", () => {
  it.each([
    [-TOLERANCE - 1, "clock_untrusted"],
    [-TOLERANCE, null],
    [0, null],
    [TOLERANCE, null],
    [TOLERANCE + 1, "clock_untrusted"],
  ])("%d ms: %s", (skew, reason) => {
    expect(verdictAt(GENERATED + skew, GENERATED + skew).undetermined_reason).toBe(reason)
  })

  it("is what counts; hours later the manifest still admits", () => {
    expect(verdictAt(GENERATED + 1000, VALID_UNTIL - 1).decision).toBe("admitted")
  })

  it("is not forgiven by waiting, and shows in the status", () => {
    const bench = createBench()
    bench.now = GENERATED + TOLERANCE + 1
    expect(bench.door.load(response(always)).clock_ok).toBe(false)
    bench.now = OPENS
    expect(bench.door.admit({ tap: "04A1" }).undetermined_reason).toBe("clock_untrusted")
    expect(bench.door.outbox()).toEqual([])
  })

  it("is kept for a manifest that is loaded again after a restart", () => {
    const bench = openDoor(always, OPENS + 3_600_000)
    expect(bench.restart().load(response(always)).clock_ok).toBe(true)
    expect(bench.door.admit({ tap: "04A1" }).decision).toBe("admitted")
  })

  it("is measured anew when the clock was set right and the manifest is loaded again", () => {
    const bench = createBench()
    bench.now = GENERATED - 86_400_000
    bench.door.load(response(always))
    bench.now = GENERATED + 10_000
    expect(bench.door.admit({ tap: "04A1" }).undetermined_reason).toBe("clock_untrusted")
    expect(bench.door.load(response(always)).clock_ok).toBe(true)
    expect(bench.door.admit({ tap: "04A1" }).decision).toBe("admitted")
  })
})

describe("a clock set back", () => {
  it("before the manifest: refused below generated_at minus the tolerance", () => {
    expect(verdictAt(GENERATED, GENERATED - TOLERANCE).decision).toBe("admitted")
    expect(verdictAt(GENERATED, GENERATED - TOLERANCE - 1).undetermined_reason).toBe(
      "clock_untrusted",
    )
  })

  it("behind the latest time seen: refused beyond the tolerance, blocked taps count as seen", () => {
    const bench = openDoor(always, OPENS)
    expect(bench.door.admit({ tap: "04D1" }).blocked_reason).toBe("already_admitted")
    bench.now = OPENS - TOLERANCE
    expect(bench.door.admit({ tap: "04A1" }).decision).toBe("admitted")
    bench.now = OPENS - TOLERANCE - 1
    expect(bench.door.admit({ tap: "04B1" }).undetermined_reason).toBe("clock_untrusted")
    expect(bench.door.status().clock_ok).toBe(false)
  })

  it("the latest time survives a restart", () => {
    const bench = openDoor(always, OPENS)
    bench.door.admit({ tap: "04A1" })
    bench.now = OPENS - TOLERANCE - 1
    bench.restart().load(response(always))
    expect(bench.door.admit({ tap: "04B1" }).undetermined_reason).toBe("clock_untrusted")
  })

  it("a tap may be handed over late, but not from before the manifest", () => {
    const { door } = openDoor(always, OPENS)
    expect(door.admit({ tap: "04A1", at: GENERATED - TOLERANCE }).decision).toBe("admitted")
    expect(door.admit({ tap: "04B1", at: GENERATED - TOLERANCE - 1 }).undetermined_reason).toBe(
      "clock_untrusted",
    )
  })

  it("does not revive a manifest that was seen to be expired, not by a second and not by a restart", () => {
    const bench = openDoor(always, VALID_UNTIL)
    expect(bench.door.admit({ tap: "04A1" }).undetermined_reason).toBe("manifest_expired")
    bench.now = VALID_UNTIL - 1
    expect(bench.door.admit({ tap: "04A1" }).undetermined_reason).toBe("manifest_expired")
    bench.restart().load(response(always))
    expect(bench.door.admit({ tap: "04A1" }).undetermined_reason).toBe("manifest_expired")
  })
})

describe("a clock that ran ahead for a moment", () => {
  it("ends the manifest, and a fresh one opens the door again", () => {
    const bench = openDoor(always, Date.UTC(2099, 0, 1))
    expect(bench.door.admit({ tap: "04A1" }).undetermined_reason).toBe("manifest_expired")
    bench.now = OPENS
    expect(bench.door.admit({ tap: "04A1" }).decision).toBe("undetermined")
    bench.door.load(
      response({ ...always, manifest_version: 8, generated_at: "2026-11-21T18:30:00Z" }),
    )
    expect(bench.door.admit({ tap: "04A1" }).decision).toBe("admitted")
  })
})

describe("a clock that fails", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("no clock")
      },
    ],
    ["is not a number", () => Number.NaN],
    ["returns a text", () => JSON.parse('"2026-11-21T19:00:00Z"')],
    ["returns infinity", () => Number.NEGATIVE_INFINITY],
  ])("%s: clock_untrusted, and nothing is loaded", (_, broken) => {
    const bench = createBench()
    const clock: { read: () => number } = { read: () => GENERATED }
    const door = bench.restart({ now: () => clock.read() })
    door.load(response(always))
    clock.read = broken
    expect(door.admit({ tap: "04A1" }).undetermined_reason).toBe("clock_untrusted")
    expect(door.status().clock_ok).toBe(false)
  })
})
