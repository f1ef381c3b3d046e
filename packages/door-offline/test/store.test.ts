import { describe, expect, it } from "vitest"
import { Door } from "../src/index.ts"
import {
  anna,
  createBench,
  GENERATED,
  OPENS,
  openDoor,
  response,
  trustKeys,
} from "./signed-manifest.ts"

describe("the store", () => {
  it("holds an admission before admit returns, and a new door knows it", () => {
    const bench = openDoor()
    bench.door.admit({ tap: "04A1" })
    const owed = bench.door.outbox()
    const restarted = bench.restart()
    expect(restarted.outbox()).toEqual(owed)
    expect(restarted.status()).toMatchObject({ loaded: false, pending_uploads: 1 })
    restarted.load(response())
    expect(restarted.admit({ tap: "04A2" })).toMatchObject({
      blocked_reason: "already_admitted",
      wallet_address: anna,
    })
  })

  it("numbers on after a restart, so that no key comes twice", () => {
    const bench = openDoor({ allow_reentry: true })
    bench.door.admit({ tap: "04A1" })
    bench.restart().load(response({ allow_reentry: true }))
    bench.door.admit({ tap: "04A1" })
    const keys = bench.door.outbox().map((item) => item.idempotency_key)
    expect(new Set(keys).size).toBe(2)
  })

  it("that fails makes an admission undetermined, and the door as though it had not been asked", () => {
    const bench = openDoor({ max_attendees: 3 })
    bench.isStoreBroken = true
    expect(bench.door.admit({ tap: "04B1" })).toMatchObject({
      decision: "undetermined",
      undetermined_reason: "store_failed",
    })
    expect(bench.door.status()).toMatchObject({ pending_uploads: 0, seats_left: 1 })
    expect(bench.door.admit({ tap: "04D1" }).blocked_reason).toBe("already_admitted")
    bench.isStoreBroken = false
    expect(bench.door.admit({ tap: "04B1" }).decision).toBe("admitted")
  })

  it("that fails stops load and ack, and the door stays as it was", () => {
    const bench = openDoor()
    bench.door.admit({ tap: "04A1" })
    bench.isStoreBroken = true
    expect(() => bench.door.load(response({ manifest_version: 8 }))).toThrow("disk full")
    expect(bench.door.status().manifest_version).toBe(7)
    expect(() => bench.door.ack(bench.door.outbox())).toThrow("disk full")
    expect(bench.door.outbox()).toHaveLength(1)
  })

  it.each([undefined, null, ""])("that answers %j is empty, and takes an admission", (nothing) => {
    const written: string[] = []
    const door = new Door({
      trustKeys,
      now: () => GENERATED,
      store: { read: () => nothing, write: (text) => void written.push(text) },
    })
    door.load(response({ enforces_checkin_window: false }))
    expect(door.admit("04A1").decision).toBe("admitted")
    expect(JSON.parse(written.at(-1) ?? "")).toMatchObject({
      admissions: [{ identifier: { value: "04A1" } }],
    })
  })

  it.each(["{", "null", "[]", '{"version":2}', '{"version":1}'])(
    "with the text %j stops the door from being made",
    (text) => {
      const bench = createBench()
      bench.stored = text
      expect(() => bench.restart()).toThrow(expect.objectContaining({ code: "store_corrupt" }))
      expect(bench.stored).toBe(text)
    },
  )

  it("is written once per admission, and not for refusals", () => {
    const bench = openDoor()
    bench.door.admit({ tap: "04D1" })
    const before = bench.writes
    bench.door.admit({ tap: "04A1" })
    bench.door.admit({ tap: "04A1" })
    bench.door.admit({ tap: "04ZZ" })
    expect(bench.writes - before).toBe(1)
  })

  it("forgets the floors and the uploaded admissions of other sessions once they can matter no more", () => {
    const bench = openDoor()
    bench.door.admit({ tap: "04A1" })
    bench.door.ack(bench.door.outbox())
    bench.now = Date.UTC(2026, 10, 22, 6)
    const next = {
      session_uuid: "next",
      generated_at: "2026-11-22T06:00:00Z",
      valid_until: "2026-11-22T18:00:00Z",
    }
    bench.restart().load(response(next))
    expect(JSON.parse(bench.stored ?? "")).toMatchObject({ session_uuid: "next", admissions: [] })
    expect(Object.keys(JSON.parse(bench.stored ?? "").floors)).toEqual(["next"])
  })

  it("keeps another session's uploads, and does not hand them out for this one", () => {
    const bench = openDoor()
    bench.door.admit({ tap: "04A1" })
    bench.restart().load(response({ session_uuid: "next" }))
    expect(bench.door.outbox()).toEqual([])
    expect(bench.door.status().pending_uploads).toBe(0)
    bench.restart().load(response())
    expect(bench.door.outbox()).toHaveLength(1)
  })
})

describe("the outbox", () => {
  it("hands out the oldest first, as many as asked, and the same again until acknowledged", () => {
    const bench = openDoor({ roster_kind: "none" })
    for (let guest = 0; guest < 130; guest += 1) {
      bench.now = OPENS + guest
      bench.door.admit({ tap: `04X${guest}` })
    }
    expect(bench.door.outbox()).toHaveLength(100)
    const first = bench.door.outbox(2)
    expect(first.map((item) => item.identifier.value)).toEqual(["04X0", "04X1"])
    expect(bench.door.outbox(2)).toEqual(first)
    bench.door.ack(first)
    expect(bench.door.outbox(1)[0]?.identifier.value).toBe("04X2")
    expect(bench.door.status().pending_uploads).toBe(128)
    expect(bench.door.outbox(0)).toEqual([])
  })

  it("takes items back by their key, in any order, twice, from a copy, and after a restart; the rest stays", () => {
    const bench = openDoor()
    for (const tap of ["04A1", "04B1", `sy1${"z".repeat(38)}`]) bench.door.admit({ tap })
    const [first, second, third] = bench.door.outbox()
    bench.restart()
    const copies: readonly { idempotency_key: string }[] = JSON.parse(
      JSON.stringify([third, first, first, { idempotency_key: "unknown" }]),
    )
    bench.door.ack(copies)
    bench.door.ack(copies)
    expect(bench.door.outbox()).toEqual([second])
    expect(bench.restart().outbox()).toEqual([second])
  })

  it("gives an acknowledged person no second admission", () => {
    const { door } = openDoor()
    door.admit({ tap: "04A1" })
    door.ack(door.outbox())
    expect(door.admit({ tap: "04A1" }).blocked_reason).toBe("already_admitted")
  })
})

describe("status", () => {
  it("before a manifest", () => {
    expect(createBench().door.status()).toEqual({
      loaded: false,
      manifest_version: null,
      valid_until: null,
      seconds_left: null,
      clock_ok: true,
      pending_uploads: 0,
      seats_left: null,
    })
  })

  it("with one, and after it has run out", () => {
    const bench = openDoor({ max_attendees: 10 })
    bench.door.admit({ tap: "04B1" })
    expect(bench.door.status()).toEqual({
      loaded: true,
      manifest_version: 7,
      valid_until: "2026-11-22T06:00:00Z",
      seconds_left: 41_400,
      clock_ok: true,
      pending_uploads: 1,
      seats_left: 7,
    })
    bench.now = Date.UTC(2026, 10, 22, 7)
    expect(bench.door.status()).toMatchObject({ loaded: true, seconds_left: 0 })
  })

  it("never shows fewer than no seats", () => {
    expect(openDoor({ max_attendees: 1, reserved: 2 }).door.status().seats_left).toBe(0)
  })
})
