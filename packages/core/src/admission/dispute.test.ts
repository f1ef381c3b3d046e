import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { duplicateAdmission, settled } from "./dispute.ts"
import type { Admission } from "./presence.ts"

const admission: fc.Arbitrary<Admission> = fc
  .record({
    uuid: fc.uuid(),
    clientId: fc.constantFrom("one", "two"),
    idempotencyKey: fc.constantFrom("a", "b", "c"),
    second: fc.integer({ min: 0, max: 3 }),
    allowsReentry: fc.boolean(),
    ownDispute: fc.constantFrom(
      undefined,
      "card_frozen",
      "session_cancelled",
      "checkin_closed",
      "late_upload",
    ),
    wasDisputed: fc.constantFrom(undefined, duplicateAdmission, "over_capacity"),
    hasTicket: fc.boolean(),
    ordinal: fc.nat(),
    admissionsAllowed: fc.constantFrom(undefined, 1, 2, 3),
  })
  .map(({ second, wasDisputed, ...row }) => ({
    presenceUuid: "p",
    sessionUuid: "s",
    walletAddress: "w",
    occurredAt: new Date(second * 1000),
    recordedAt: new Date(0),
    isOffline: true,
    source: "offline",
    cardIdentifier: undefined,
    deviceReference: undefined,
    manifestVersion: 1,
    isReentry: wasDisputed === undefined,
    disputedReason: wasDisputed,
    seatsLeft: undefined,
    seatsVersion: undefined,
    answeredReentry: false,
    answeredDispute: undefined,
    answeredFirstAdmittedAt: new Date(0),
    ...row,
  }))
const all = fc.uniqueArray(admission, {
  minLength: 1,
  maxLength: 6,
  selector: ({ ordinal }) => ordinal,
})

describe("settled", () => {
  it("takes the earliest for the first, whatever the order of upload and whatever was settled before", () => {
    fc.assert(
      fc.property(all, fc.infiniteStream(fc.nat()), fc.boolean(), (admissions, noise, isOver) => {
        const shuffled = admissions
          .map((one) => ({ one, at: noise.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ one }) => one)
        const result = settled(admissions, isOver)
        expect(settled(shuffled, isOver)).toEqual(result)
        expect(settled(result.admissions, isOver)).toEqual(result)
        const [first, ...later] = result.admissions
        expect(result.facts.firstAdmittedAt).toEqual(first?.occurredAt)
        expect(
          admissions.every(({ occurredAt }) => occurredAt >= result.facts.firstAdmittedAt),
        ).toBe(true)
        expect(first?.isReentry).toBe(false)
        expect(first?.disputedReason).not.toBe(duplicateAdmission)
        for (const [index, one] of later.entries())
          expect(one.isReentry).toBe(one.allowsReentry && index + 1 < (one.admissionsAllowed ?? 9))
        const atFirst = admissions.filter(
          ({ occurredAt }) => occurredAt.getTime() === first?.occurredAt.getTime(),
        )
        expect(first?.ordinal).toBe(Math.min(...atFirst.map(({ ordinal }) => ordinal)))
        expect(result.facts.seat).toBe(first?.hasTicket === true ? "ticket" : "walk_in")
        const isFrozen = result.admissions.some(
          ({ disputedReason }) => disputedReason === "card_frozen",
        )
        const stored = ["card_frozen", "session_cancelled"]
        expect(!isFrozen || stored.includes(result.facts.disputedReason ?? "")).toBe(true)
      }),
    )
  })

  const one = fc.sample(admission, 1)[0]
  const reported = (ownDispute: string | undefined, isOver: boolean) =>
    one === undefined ? undefined : settled([{ ...one, ownDispute }], isOver).facts.disputedReason

  it.each([
    [undefined, false, undefined],
    [undefined, true, "over_capacity"],
    ["late_upload", false, "late_upload"],
    ["late_upload", true, "over_capacity"],
    ["card_frozen", true, "card_frozen"],
    ["checkin_closed", true, "checkin_closed"],
  ])("says of %s, over capacity %s: %s", (own, isOver, reason) =>
    expect(reported(own, isOver)).toBe(reason),
  )
})
