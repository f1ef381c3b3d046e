import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Door } from "../src/index.ts"
import {
  anna,
  CLOSES,
  cleo,
  createBench,
  OPENS,
  openDoor,
  response,
  trustKeys,
  VALID_UNTIL,
} from "./signed-manifest.ts"

describe("A. admission basics", () => {
  it("case 1: on the roster, first tap: admitted, one item in the outbox", () => {
    const { door } = openDoor()
    expect(door.admit({ tap: "04A1" })).toEqual({
      decision: "admitted",
      blocked_reason: null,
      undetermined_reason: null,
      wallet_address: anna,
      reentry: false,
      seat: "ticket",
      details: {},
    })
    expect(door.outbox()).toEqual([
      {
        identifier: { type: "card", value: "04A1" },
        idempotency_key: `door:0193a7c0-0000-7000-8000-000000000001:${OPENS}:1`,
        occurred_at: "2026-11-21T18:30:00.000Z",
        offline: true,
        manifest_version: 7,
        key_id: "door-1",
      },
    ])
  })

  it("case 2: the second tap at the same door, nothing uploaded: already_admitted, by whatever card", () => {
    const bench = openDoor()
    bench.door.admit({ tap: "04A1" })
    bench.now += 60_000
    for (const tap of ["04A1", "04A2", anna]) {
      expect(bench.door.admit({ tap })).toMatchObject({
        blocked_reason: "already_admitted",
        details: { first_admitted_at: "2026-11-21T18:30:00.000Z" },
      })
    }
    expect(bench.door.outbox()).toHaveLength(1)
  })

  it("case 3: admitted to another session does not count here", () => {
    const bench = openDoor()
    bench.door.admit({ tap: "04A1" })
    const other = {
      session_uuid: "0193a7c0-0000-7000-8000-000000000002",
      manifest_version: 1,
      generated_at: "2026-11-21T18:30:00Z",
    }
    bench.restart().load(response(other))
    expect(bench.door.admit({ tap: "04A1" }).decision).toBe("admitted")
  })

  it("case 4: with re-entry admitted again, two events, one seat", () => {
    const { door } = openDoor({ allow_reentry: true, max_attendees: 4, reserved: 2 })
    expect(door.admit({ tap: "04B1" })).toMatchObject({
      decision: "admitted",
      reentry: false,
      seat: "walk_in",
    })
    expect(door.admit({ tap: "04B1" })).toMatchObject({
      decision: "admitted",
      reentry: true,
      seat: "none",
    })
    expect(door.outbox()).toHaveLength(2)
    expect(door.status().seats_left).toBe(1)
  })

  it("case 5: already admitted in the manifest: already_admitted, time unknown", () => {
    expect(openDoor().door.admit({ tap: "04D1" })).toMatchObject({
      blocked_reason: "already_admitted",
      details: {},
    })
  })

  it("case 6: an unknown identifier is undetermined and is not queued", () => {
    const { door } = openDoor()
    expect(door.admit({ tap: "04ZZ" })).toMatchObject({
      decision: "undetermined",
      undetermined_reason: "not_on_roster",
      blocked_reason: null,
    })
    expect(door.outbox()).toEqual([])
  })

  it("case 7: scanner prefixes, spaces and control characters are removed before the lookup", () => {
    for (const tap of ["\\00000104a1\r\n", "]Q304A1", " 04a1 "])
      expect(openDoor().door.admit({ tap }).wallet_address).toBe(anna)
  })

  it("case 8: neither an id nor a name is an identifier offline", () => {
    const { door } = openDoor()
    for (const tap of [
      { type: "user_id", value: "0193a7c0-0000-7000-8000-000000000001" },
      { type: "username", value: "anna" },
    ] as const) {
      expect(door.admit({ tap }).undetermined_reason).toBe("not_on_roster")
    }
    expect(door.admit({ tap: { type: "card", value: anna } }).undetermined_reason).toBe(
      "not_on_roster",
    )
    expect(door.admit({ tap: { type: "wallet", value: "04A1" } }).undetermined_reason).toBe(
      "not_on_roster",
    )
  })

  it("case 9: the answer to a stranger names no session and nobody", () => {
    expect(openDoor().door.admit({ tap: "04ZZ" })).toEqual({
      decision: "undetermined",
      blocked_reason: null,
      undetermined_reason: "not_on_roster",
      wallet_address: null,
      reentry: false,
      seat: "none",
      details: {},
    })
  })

  it("case 10: closed and already admitted: already_admitted; with re-entry admitted though closed", () => {
    expect(openDoor({ checkin_open: false }).door.admit({ tap: "04D1" }).blocked_reason).toBe(
      "already_admitted",
    )
    expect(
      openDoor({ checkin_open: false, allow_reentry: true }).door.admit({ tap: "04D1" }).reentry,
    ).toBe(true)
    expect(openDoor({ checkin_open: false }).door.admit({ tap: "04A1" }).blocked_reason).toBe(
      "checkin_closed",
    )
    expect(
      openDoor({ cancelled: true, allow_reentry: true }).door.admit({ tap: "04D1" }).blocked_reason,
    ).toBe("session_cancelled")
  })

  it("a holder without a card comes in by wallet, by the wallet's own shape or because it is listed", () => {
    expect(openDoor().door.admit({ tap: cleo.toUpperCase() }).wallet_address).toBe(cleo)
    const roster = { "0xab": { card_identifiers: [], has_ticket: false } }
    const { door } = openDoor({ roster })
    expect(door.admit({ tap: "0xAB" }).wallet_address).toBe("0xab")
    expect(door.outbox()[0]?.identifier).toEqual({ type: "wallet", value: "0xab" })
  })
})

describe("B. time", () => {
  it("cases 11, 12 and 16: to the millisecond, with the boundary in the details", () => {
    expect(openDoor({}, OPENS - 1).door.admit({ tap: "04A1" })).toMatchObject({
      blocked_reason: "checkin_not_started",
      details: { opens_at: "2026-11-21T18:30:00.000Z" },
    })
    expect(openDoor({}, OPENS).door.admit({ tap: "04A1" }).decision).toBe("admitted")
    expect(openDoor({}, CLOSES - 1).door.admit({ tap: "04A1" }).decision).toBe("admitted")
    expect(openDoor({}, CLOSES).door.admit({ tap: "04A1" })).toMatchObject({
      blocked_reason: "checkin_ended",
      details: { closes_at: "2026-11-21T23:00:00.000Z" },
    })
  })

  it("case 13: a window that is not enforced does not matter", () => {
    expect(
      openDoor({ enforces_checkin_window: false }, CLOSES + 1).door.admit({ tap: "04A1" }).decision,
    ).toBe("admitted")
  })

  it("case 15: a tap is judged at its own time, not when it is handed over", () => {
    const { door } = openDoor({}, CLOSES + 60_000)
    expect(door.admit({ tap: "04A1", at: CLOSES - 1 }).decision).toBe("admitted")
    expect(door.admit({ tap: "04B1", at: CLOSES }).blocked_reason).toBe("checkin_ended")
    expect(door.outbox()[0]?.occurred_at).toBe("2026-11-21T22:59:59.999Z")
  })

  it("stops at valid_until, for the clock and for the tap", () => {
    const late = { enforces_checkin_window: false }
    expect(openDoor(late, VALID_UNTIL - 1).door.admit({ tap: "04A1" }).decision).toBe("admitted")
    expect(openDoor(late, VALID_UNTIL).door.admit({ tap: "04A1" })).toMatchObject({
      decision: "undetermined",
      undetermined_reason: "manifest_expired",
    })
    expect(
      openDoor(late, OPENS).door.admit({ tap: "04A1", at: VALID_UNTIL }).undetermined_reason,
    ).toBe("manifest_expired")
    expect(
      openDoor(late, VALID_UNTIL).door.admit({ tap: "04A1", at: OPENS }).undetermined_reason,
    ).toBe("manifest_expired")
  })
})

describe("walk-in doors", () => {
  it("admit strangers until the seats are gone, and know each again", () => {
    const { door } = openDoor({ roster_kind: "none", max_attendees: 4 })
    expect(door.admit({ tap: "04X1" })).toMatchObject({
      decision: "admitted",
      seat: "walk_in",
      wallet_address: null,
    })
    expect(door.admit({ tap: "04X1" }).blocked_reason).toBe("already_admitted")
    expect(door.admit({ tap: "04X2" }).decision).toBe("admitted")
    expect(door.status().seats_left).toBe(0)
    expect(door.admit({ tap: "04X3" })).toMatchObject({
      blocked_reason: "session_full",
      details: { max_attendees: 4 },
    })
    expect(door.admit({ tap: "04A1" })).toMatchObject({ decision: "admitted", seat: "ticket" })
    expect(door.outbox().map((item) => item.identifier.value)).toEqual(["04X1", "04X2", "04A1"])
  })

  it("upload a link as a link", () => {
    const { door } = openDoor({ roster_kind: "none" })
    door.admit({ tap: "https://example.org/l/Tok3n" })
    expect(door.outbox()[0]?.identifier).toEqual({
      type: "link",
      value: "https://example.org/l/Tok3n",
    })
  })
})

describe("admit never throws", () => {
  it("says manifest_missing before anything was loaded", () => {
    expect(createBench().door.admit({ tap: "04A1" }).undetermined_reason).toBe("manifest_missing")
  })

  it("takes a plain string as it takes a tap", () => {
    const { door } = openDoor()
    expect(door.admit("04a1")).toMatchObject({ decision: "admitted" })
    expect(door.outbox()[0]?.identifier).toEqual({ type: "card", value: "04A1" })
    expect(door.admit({ tap: "04A2" })).toMatchObject({ blocked_reason: "already_admitted" })
    expect(door.admit(cleo)).toMatchObject({ decision: "admitted", wallet_address: cleo })
    expect(door.admit("")).toEqual(door.admit({ tap: "" }))
  })

  it("makes do with whatever it is handed", () => {
    const { door } = openDoor()
    const decide = (request: unknown): void => {
      expect(Reflect.apply(door.admit, door, [request])).toMatchObject({ decision: "undetermined" })
    }
    fc.assert(fc.property(fc.anything(), (junk) => decide(junk)))
    fc.assert(fc.property(fc.anything(), (tap) => decide({ tap })))
    decide({
      get tap() {
        throw new Error("no scanner")
      },
    })
    decide(Proxy.revocable({}, {}).proxy)
  })

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    8.64e15 + 1,
    "2026-11-21T19:00:00Z",
    null,
  ])("takes %j for no time", (at) => {
    const { door } = openDoor()
    expect(Reflect.apply(door.admit, door, [{ tap: "04A1", at }])).toMatchObject({
      decision: "undetermined",
    })
  })
})

describe("properties", () => {
  const taps = fc.array(
    fc.constantFrom("04A1", "04A2", anna, "04B1", cleo, "04D1", "04F1", "04ZZ", "04X1", "04X2"),
    { maxLength: 25 },
  )
  const settings = fc.record({
    roster_kind: fc.constantFrom("none", "members"),
    max_attendees: fc.constantFrom(null, 2, 3, 4),
    allow_reentry: fc.boolean(),
  })

  it("(a) a ticket holder never hears session_full", () => {
    fc.assert(
      fc.property(settings, taps, (change, sequence) => {
        const { door } = openDoor(change)
        for (const tap of [...sequence, "04A1"]) {
          const { wallet_address: wallet, blocked_reason: reason } = door.admit({ tap })
          expect(wallet === anna && reason === "session_full").toBe(false)
        }
      }),
      { numRuns: 60 },
    )
  })

  it("(b) without re-entry a wallet is admitted at most once, whatever is tapped in whatever order", () => {
    fc.assert(
      fc.property(settings, taps, (change, sequence) => {
        const { door } = openDoor({ ...change, allow_reentry: false })
        const admitted = sequence
          .map((tap) => ({ tap, verdict: door.admit({ tap }) }))
          .filter(({ verdict }) => verdict.decision === "admitted")
        const people = admitted.map(({ tap, verdict }) => verdict.wallet_address ?? tap)
        expect(new Set(people).size).toBe(people.length)
        expect(door.outbox()).toHaveLength(people.length)
      }),
      { numRuns: 60 },
    )
  })

  it("(d) walk-ins never exceed the seats that tickets leave", () => {
    fc.assert(
      fc.property(settings, taps, (change, sequence) => {
        const { door } = openDoor(change)
        const walkIns = sequence.filter((tap) => door.admit({ tap }).seat === "walk_in").length
        expect(walkIns).toBeLessThanOrEqual(
          change.max_attendees === null ? Number.POSITIVE_INFINITY : change.max_attendees - 2,
        )
      }),
      { numRuns: 60 },
    )
  })
})

it("does not share anything between two doors", () => {
  const now = () => OPENS
  const [one, two] = [
    new Door({ trustKeys, now, deviceId: "one" }),
    new Door({ trustKeys, now, deviceId: "two" }),
  ]
  const text = response({ generated_at: "2026-11-21T18:30:00Z" })
  one.load(text)
  two.load(text)
  expect(one.admit({ tap: "04A1" }).decision).toBe("admitted")
  expect(two.admit({ tap: "04A1" }).decision).toBe("admitted")
  expect(one.outbox()[0]?.idempotency_key).not.toBe(two.outbox()[0]?.idempotency_key)
})
