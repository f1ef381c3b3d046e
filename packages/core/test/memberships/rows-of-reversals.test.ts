import { describe, expect, it } from "vitest"
import { explainEnd, foldHistory } from "../../src/memberships/index.ts"
import { day, now, tiers } from "../fixtures/tiers.ts"
import { type Life, openLife, outcomeOf, payer } from "./life.ts"

const inDays = (count: number): Date => new Date(now.getTime() + count * day)
const untilXmas = new Date("2026-12-21T00:00:00.000Z")

/** Pays, and gives the payment's name. */
const paid = (life: Life, ...[purpose, tier]: Parameters<Life["pay"]>): string => {
  const opened = life.checkout(purpose, tier)
  if (opened._tag === "Failure") throw new Error(`no checkout: ${outcomeOf(opened)}`)
  expect(outcomeOf(opened.success.arrive())).toBe("ok")
  return opened.success.ref
}

describe("the payment of a join is taken back", () => {
  it("T38 ends the membership that it made", () => {
    const life = openLife()
    const join = paid(life, "join", tiers.silver)
    life.advance(day)
    expect(outcomeOf(life.reverse(join))).toBe("ok")
    expect(life.row()).toMatchObject({
      endedAt: inDays(1),
      validUntil: inDays(1),
      endedBy: "removed",
    })
    expect(life.lastEvent()).toBe("membership.left removed")
    expect(life.history().at(-1)).toMatchObject({ cause: "reversal", paymentRef: join, by: payer })
  })

  it.each([
    ["after a notice", (life: Life) => life.leave()],
    ["after a tier change", (life: Life) => life.change(tiers.gold)],
    ["once it lapsed", (life: Life) => life.go(untilXmas)],
  ])("T38 %s too: nothing else carries it", (_, meanwhile) => {
    const life = openLife()
    const join = paid(life, "join", tiers.silver)
    life.advance(day)
    meanwhile(life)
    life.reverse(join)
    expect(life.row()).toMatchObject({ endedBy: "removed", endedAt: life.now() })
  })

  it("T38 leaves the time that others paid for", () => {
    const life = openLife()
    const join = paid(life, "join", tiers.silver)
    paid(life, "renew")
    life.advance(10 * day)
    expect(outcomeOf(life.reverse(join))).toBe("ok")
    // 61 days in all without the 30 of the join.
    expect(life.row()).toMatchObject({ validUntil: inDays(31), endedAt: undefined })
    expect(life.events).toHaveLength(2)
    expect(life.terms()).toMatchObject([
      { startsAt: inDays(10), endsAt: inDays(31), paymentRef: "payment 2" },
    ])
  })

  it("T38 of a lifetime: the same, and a date that the organization gave stands", () => {
    const life = openLife()
    const join = paid(life, "join", tiers.patron)
    life.change(tiers.lifetime)
    life.reverse(join)
    expect(life.row()).toMatchObject({ endedBy: "removed" })
    const supplied = openLife()
    const other = paid(supplied, "join", tiers.silver)
    supplied.amend({ validUntil: null })
    expect(outcomeOf(supplied.reverse(other))).toBe("409 endless_remainder")
  })
})

describe("the payment of a renewal is taken back", () => {
  it("T39 brings the row back as it was, the notice with it", () => {
    const life = openLife()
    paid(life, "join", tiers.silver)
    life.leave()
    const before = life.row()
    const terms = life.terms()
    const renewal = paid(life, "renew")
    life.advance(day)
    expect(outcomeOf(life.reverse(renewal))).toBe("ok")
    expect(life.row()).toEqual({ ...before, revision: before.revision + 2, updatedAt: inDays(1) })
    expect(life.terms()).toEqual(terms)
    expect(life.events.map(({ type }) => type)).toEqual(["membership.joined", "membership.renewed"])
  })

  it("T39 leaves it lapsed, or ended, where its own time had passed", () => {
    const life = openLife()
    paid(life, "join", tiers.silver)
    life.go(inDays(31))
    const renewal = paid(life, "renew")
    life.go(inDays(33))
    expect(outcomeOf(life.reverse(renewal))).toBe("ok")
    expect(life.status()).toBe("lapsed")
    life.go(inDays(37))
    expect(life.status()).toBe("ended")
    expect(life.events).toHaveLength(2)
  })

  it("T39 takes the bought time out where something came after it, and never before now", () => {
    const life = openLife()
    paid(life, "join", tiers.silver)
    const first = paid(life, "renew")
    paid(life, "renew")
    expect(life.row().validUntil).toEqual(new Date("2027-02-21T00:00:00.000Z"))
    life.reverse(first)
    // Its 31 days from 21 December.
    expect(life.row()).toMatchObject({
      validUntil: new Date("2027-01-21T00:00:00.000Z"),
      anchorTerms: 0,
    })
    const late = openLife()
    paid(late, "join", tiers.silver)
    const renewal = paid(late, "renew")
    late.go(inDays(50))
    late.leave()
    late.reverse(renewal)
    expect(late.row()).toMatchObject({
      validUntil: inDays(50),
      renewableUntil: inDays(50),
      endedAt: undefined,
    })
    expect(late.status()).toBe("ended")
  })

  it("T39 takes it out at the rates that it went through", () => {
    const life = openLife()
    life.add(tiers.silver, { validUntil: inDays(30) })
    const renewal = paid(life, "renew")
    life.change(tiers.gold)
    expect(life.row().validUntil).toEqual(inDays(30.5))
    life.reverse(renewal)
    // 31 days of silver had become 15.5 of gold.
    expect(life.row()).toMatchObject({ validUntil: inDays(15), tierUuid: tiers.gold.uuid })
  })

  it("T39 of one that lapsed before it takes no more than it gave", () => {
    const life = openLife()
    paid(life, "join", tiers.silver)
    life.go(inDays(33))
    const renewal = paid(life, "renew")
    paid(life, "renew")
    const { validUntil } = life.row()
    life.reverse(renewal)
    expect(life.row().validUntil).toEqual(new Date((validUntil?.getTime() ?? 0) - 31 * day))
  })

  it("happens once, for a payment that is known, and never to what is over", () => {
    const life = openLife()
    const join = paid(life, "join", tiers.silver)
    const renewal = paid(life, "renew")
    expect(outcomeOf(life.reverse("another"))).toBe("404")
    expect([life.reverse(renewal), life.reverse(renewal)].map(outcomeOf)).toEqual(["ok", "same"])
    life.remove()
    const row = life.row()
    const { length } = life.events
    expect(outcomeOf(life.reverse(join))).toBe("ok")
    expect(life.row()).toEqual(row)
    expect(life.events).toHaveLength(length)
    expect(life.history().at(-1)).toMatchObject({ cause: "reversal", before: row, after: row })
    const old = openLife()
    const other = paid(old, "join", tiers.silver)
    old.go(inDays(90))
    const ended = old.row()
    old.reverse(other)
    expect(old.row()).toEqual(ended)
  })

  it("after another was taken back, is undone as if that had not been", () => {
    const life = openLife()
    paid(life, "join", tiers.silver)
    const { validUntil, anchorTerms } = life.row()
    const one = paid(life, "renew")
    const other = paid(life, "renew")
    life.reverse(other)
    life.reverse(one)
    expect(life.row()).toMatchObject({ validUntil, anchorTerms })
    expect(foldHistory(life.history())).toEqual(life.row())
  })
})

describe("the payment of a tier change is taken back", () => {
  it("T40 goes back to the tier, to what was agreed and to the time that was left", () => {
    const life = openLife()
    life.add(tiers.open, { validUntil: inDays(40), customPaymentInterval: "yearly" })
    const change = paid(life, "change", tiers.gold)
    life.advance(5 * day)
    expect(outcomeOf(life.reverse(change))).toBe("ok")
    expect(life.row()).toMatchObject({
      tierUuid: tiers.open.uuid,
      validUntil: inDays(40),
      customPaymentInterval: "yearly",
    })
    expect(life.lastEvent()).toBe("membership.tier_changed open")
  })

  it("T40 names no tier that is gone", () => {
    const life = openLife()
    life.join(tiers.open)
    const change = paid(life, "change", tiers.gold)
    life.edit(tiers.open, { deletedAt: now })
    life.reverse(change)
    expect(life.row().tierUuid).toBe(tiers.open.uuid)
    expect(life.lastEvent()).toBe("membership.tier_changed")
    expect(outcomeOf(life.renew())).toBe("409 tier_deleted")
  })

  it("T40 of a lifetime goes back to days", () => {
    const life = openLife()
    life.add(tiers.silver, { validUntil: inDays(30) })
    const change = paid(life, "change", tiers.lifetime)
    life.amend({ customPriceCents: 1 })
    life.advance(day)
    expect(outcomeOf(life.reverse(change))).toBe("ok")
    expect(life.row()).toMatchObject({
      tierUuid: tiers.silver.uuid,
      validUntil: inDays(30),
      customPriceCents: undefined,
    })
    const patron = openLife()
    patron.add(tiers.silver, { validUntil: inDays(30) })
    const other = paid(patron, "change", tiers.patron)
    patron.change(tiers.lifetime)
    expect(outcomeOf(patron.reverse(other))).toBe("409 endless_remainder")
  })

  it("T40 with a renewal after it: what the renewal is worth on the old tier stays", () => {
    const life = openLife()
    life.add(tiers.gold, { validUntil: inDays(2) })
    life.change(tiers.open)
    const change = paid(life, "change", tiers.silver)
    paid(life, "renew")
    life.edit(tiers.open, { priceCents: 200_000 })
    expect(outcomeOf(life.reverse(change))).toBe("ok")
    // 31 days at 50,000 last 7.75 at 200,000, after the two days that were left.
    expect(life.row()).toMatchObject({ tierUuid: tiers.open.uuid, validUntil: inDays(9.75) })
    expect(life.lastEvent()).toBe("membership.tier_changed open")
  })

  it("T40 with another change after it: the tier stays, and only what was paid for goes", () => {
    const life = openLife()
    life.add(tiers.silver, { validUntil: inDays(30) })
    life.change(tiers.open)
    const change = paid(life, "change", tiers.gold)
    life.change(tiers.silver)
    // 30 days of gold, half of which its credit had paid for, are 60 of silver.
    expect(life.row().validUntil).toEqual(inDays(60))
    expect(outcomeOf(life.reverse(change))).toBe("ok")
    expect(life.row()).toMatchObject({ tierUuid: tiers.silver.uuid, validUntil: inDays(30) })
    expect(life.lastEvent()).toBe("membership.tier_changed silver")
  })
})

describe("explainEnd", () => {
  it("says what gave every date, and by whom", () => {
    const life = openLife()
    paid(life, "join", tiers.silver)
    const renewal = paid(life, "renew")
    life.leave()
    expect(explainEnd(life.row(), life.history())).toMatchObject({
      validUntil: new Date("2027-01-21T00:00:00.000Z"),
      cause: "renew",
      at: now,
      by: payer,
      paymentRef: renewal,
      formerly: untilXmas,
    })
    life.advance(day)
    life.change(tiers.gold)
    const explained = explainEnd(life.row(), life.history())
    expect(explained).toMatchObject({
      cause: "tier_change",
      at: inDays(1),
      conversion: { priceCents: 100_000, interval: "monthly" },
    })
    expect(explained?.dates.map(({ cause }) => cause)).toEqual(["join", "renew", "tier_change"])
    life.remove()
    expect(explainEnd(life.row(), life.history())).toMatchObject({
      cause: "end",
      endedBy: "removed",
      by: { kind: "organization" },
    })
  })

  it("says nothing where the history does not tell", () => {
    const life = openLife()
    paid(life, "join", tiers.silver)
    expect(explainEnd(life.row(), [])).toBeUndefined()
    expect(explainEnd({ ...life.row(), validUntil: now }, life.history())).toBeUndefined()
  })
})
