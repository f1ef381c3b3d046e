import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Tap } from "./identifier.ts"
import { readTap } from "./identifier.ts"
import type { CheckinManifest } from "./manifest.ts"
import {
  justifiesAdmission,
  manifestDoorState,
  type OpenManifest,
  openManifest,
} from "./open-manifest.ts"
import { decideAdmission, type DoorState } from "./rules.ts"

const sample: CheckinManifest = JSON.parse(
  readFileSync(new URL("../../../../vectors/door/manifest.json", import.meta.url), "utf8"),
)
const anna = `sy1${"q".repeat(38)}`
const dora = `sy1${"r".repeat(38)}`
const AT = Date.UTC(2026, 10, 21, 19)

const opened = (change: Partial<CheckinManifest> = {}): OpenManifest => {
  const open = openManifest({ ...sample, ...change })
  if (open === null) throw new Error("the sample contradicts itself")
  return open
}
const tap = (presented: string): Tap => readTap(presented) ?? { type: "card", value: "" }
const verdict = (presented: string, change: Partial<CheckinManifest> = {}, at = AT) =>
  decideAdmission(manifestDoorState(opened(change)), tap(presented), at)

describe("a manifest at the door", () => {
  it("leads every card and the wallet of a holder to one person", () => {
    for (const presented of ["04A1", "04a2", anna, anna.toUpperCase()]) {
      expect(verdict(presented)).toMatchObject({
        decision: "admitted",
        wallet_address: anna,
        seat: "ticket",
      })
    }
  })

  it("knows that somebody is inside by a card which only the roster lists", () => {
    const admitted = { [anna]: { card_identifiers: ["04A1"], has_ticket: true } }
    for (const presented of ["04A1", "04A2", anna])
      expect(verdict(presented, { admitted }).blocked_reason).toBe("already_admitted")
  })

  it("knows that somebody is inside who has left the roster, and does not re-admit them by the roster", () => {
    const gone = { roster: {}, admitted: sample.admitted }
    expect(verdict("04D1", gone).blocked_reason).toBe("already_admitted")
    expect(verdict("04D1", { ...gone, allow_reentry: true })).toMatchObject({
      decision: "admitted",
      reentry: true,
    })
  })

  it("answers a frozen card from the list, listed or not, before re-entry", () => {
    expect(verdict("04F1").blocked_reason).toBe("card_frozen")
    expect(verdict("04f1", { roster_kind: "none" }).blocked_reason).toBe("card_frozen")
    expect(
      verdict("04D1", { frozen_card_identifiers: ["04D1"], allow_reentry: true }).blocked_reason,
    ).toBe("card_frozen")
    // The rule looks at the tapped card; the holder's wallet is not frozen.
    expect(verdict(dora, { frozen_card_identifiers: ["04D1"], allow_reentry: true }).decision).toBe(
      "admitted",
    )
  })

  it("cases 11 to 13: judges the window where it is enforced and ignores its times where it is not", () => {
    const [opens, closes] = [Date.UTC(2026, 10, 21, 18, 30), Date.UTC(2026, 10, 21, 23)]
    expect(verdict("04A1", {}, opens - 1).blocked_reason).toBe("checkin_not_started")
    expect(verdict("04A1", {}, opens).decision).toBe("admitted")
    expect(verdict("04A1", {}, closes - 1).decision).toBe("admitted")
    expect(verdict("04A1", {}, closes).blocked_reason).toBe("checkin_ended")
    expect(verdict("04A1", { enforces_checkin_window: false }, closes).decision).toBe("admitted")
  })

  it("cannot explain whom it does not list, unless everybody may walk in", () => {
    expect(verdict("04ZZ")).toMatchObject({
      decision: "undetermined",
      undetermined_reason: "not_on_roster",
      wallet_address: null,
    })
    expect(verdict("04ZZ", { roster_kind: "a_later_kind" }).decision).toBe("undetermined")
    expect(verdict("04ZZ", { roster_kind: "none" })).toMatchObject({
      decision: "admitted",
      seat: "walk_in",
      wallet_address: null,
    })
  })

  it("never lets a capped walk-in door refuse a ticket holder", () => {
    const full = { roster_kind: "none", max_attendees: 2 } as const
    expect(verdict("04A1", full)).toMatchObject({ decision: "admitted", seat: "ticket" })
    expect(verdict("04ZZ", full).blocked_reason).toBe("session_full")
  })

  it("refuses to open when one card has two owners", () => {
    const thief = { [dora]: { card_identifiers: ["04A1"], has_ticket: false } }
    expect(openManifest({ ...sample, admitted: thief })).toBeNull()
    expect(openManifest({ ...sample, roster: { ...sample.roster, ...thief } })).toBeNull()
  })
})

describe("justifiesAdmission", () => {
  const [generated, until, tolerance] = [
    Date.UTC(2026, 10, 21, 18),
    Date.UTC(2026, 10, 22, 6),
    300_000,
  ]
  const anytime = opened({ enforces_checkin_window: false })

  it("holds from generated_at minus the tolerance until just before valid_until", () => {
    const justified = (at: number) => justifiesAdmission(anytime, tap("04A1"), at)
    expect(
      [generated - tolerance - 1, generated - tolerance, until - 1, until].map(justified),
    ).toEqual([false, true, true, false])
  })

  it("does not hold for a payload that was closed, full, or listed the person without re-entry", () => {
    expect(justifiesAdmission(opened({ checkin_open: false }), tap("04A1"), AT)).toBe(false)
    expect(justifiesAdmission(opened({ max_attendees: 2 }), tap("04B1"), AT)).toBe(false)
    expect(justifiesAdmission(opened(), tap("04D1"), AT)).toBe(false)
    expect(justifiesAdmission(opened({ allow_reentry: true }), tap("04D1"), AT)).toBe(true)
    expect(justifiesAdmission(opened(), tap("04ZZ"), AT)).toBe(false)
  })
})

describe("parity of door and server", () => {
  it("door and server give one verdict on every gate that the payload expresses", () => {
    const settings = fc.record({
      cancelled: fc.boolean(),
      checkin_open: fc.boolean(),
      enforces_checkin_window: fc.boolean(),
      allow_reentry: fc.boolean(),
      max_attendees: fc.option(fc.nat(5)),
      roster_kind: fc.constantFrom("none", "members"),
      frozen_card_identifiers: fc.constantFrom<readonly string[]>([], ["04A1"]),
    })
    const instants = fc.integer({
      min: Date.UTC(2026, 10, 21, 18, 29),
      max: Date.UTC(2026, 10, 21, 23, 1),
    })
    fc.assert(
      fc.property(
        settings,
        fc.constantFrom("04A1", "04A2", "04B1", "04D1"),
        instants,
        (change, presented, at) => {
          const manifest = { ...sample, ...change }
          expect(decideAdmission(serverState(manifest, presented), tap(presented), at)).toEqual(
            verdict(presented, change, at),
          )
        },
      ),
    )
  })

  /** What a server would read from its database for the same session and person. */
  const serverState = (manifest: CheckinManifest, card: string): DoorState => {
    const owner = Object.entries(sample.roster).find(([, holder]) =>
      holder.card_identifiers.includes(card),
    )
    const when = (text: string | null) =>
      manifest.enforces_checkin_window && text !== null ? Date.parse(text) : null
    return {
      configuration: {
        ...manifest,
        cancelled_at: null,
        closed_by: null,
        checkin_opens_at: when(manifest.checkin_opens_at),
        checkin_closes_at: when(manifest.checkin_closes_at),
      },
      reserved: 2,
      walk_ins: 0,
      find: () => ({
        wallet_address: owner?.[0] ?? null,
        card_frozen: manifest.frozen_card_identifiers.includes(card),
        admitted: owner?.[0] === dora,
        first_admitted_at: null,
        on_roster: true,
        has_ticket: owner?.[1].has_ticket === true,
        failed_gates: {},
      }),
    }
  }
})
