import { describe, expect, it } from "vitest"
import { day, now, tiers } from "../fixtures/tiers.ts"
import { openLife, outcomeOf } from "./life.ts"

const inDays = (count: number): Date => new Date(now.getTime() + count * day)
const untilXmas = new Date("2026-12-21T00:00:00.000Z")
const graceEnds = new Date("2026-12-28T00:00:00.000Z")

/** A paid member of the silver tier, from now to 21 December. */
const member = () => {
  const life = openLife()
  expect(outcomeOf(life.pay("join", tiers.silver))).toBe("ok")
  return life
}

describe("leaving", () => {
  it("T1 giving notice keeps everything until the term ends, closes checkouts, and sends nothing", () => {
    const life = member()
    life.advance(day)
    const answer = life.preview("leave", { by: { kind: "holder" } })
    expect(answer).toMatchObject({ success: { closesCheckouts: ["renew", "change"], events: [] } })
    expect(outcomeOf(life.leave())).toBe("ok")
    expect(life.status()).toBe("active_with_notice")
    expect(life.row()).toMatchObject({
      cancelledAt: inDays(1),
      validUntil: untilXmas,
      renewableUntil: untilXmas,
      endedAt: undefined,
    })
    expect(life.events).toHaveLength(1)
    expect(life.history().at(-1)).toMatchObject({
      cause: "notice",
      by: { kind: "holder", uuid: "ann" },
    })
  })

  it.each([
    ["paid once", tiers.lifetime, undefined],
    ["without an end on a tier with terms", tiers.silver, null],
    ["paid once and with a date", tiers.guest, inDays(30)],
  ] as const)("T2 what is %s ends at once", (_, tier, validUntil) => {
    const life = openLife()
    life.add(tier, { validUntil })
    life.advance(5)
    expect(outcomeOf(life.leave())).toBe("ok")
    const at = life.now()
    expect(life.row()).toMatchObject({
      validUntil: at,
      renewableUntil: at,
      cancelledAt: at,
      endedAt: at,
      endedBy: "left",
    })
    expect(life.lastEvent()).toBe("membership.left left")
    expect(life.status()).toBe("ended")
  })

  it("T3 what lapsed ends at once, its end set to now", () => {
    const life = member()
    life.go(new Date("2026-12-23T00:00:00.000Z"))
    expect(life.status()).toBe("lapsed")
    expect(outcomeOf(life.leave())).toBe("ok")
    expect(life.row()).toMatchObject({
      validUntil: life.now(),
      endedAt: life.now(),
      endedBy: "left",
    })
    expect(life.lastEvent()).toBe("membership.left left")
  })

  it("T4 notice is given once", () => {
    const life = member()
    life.leave()
    const answer = life.leave()
    expect(outcomeOf(answer)).toBe("409 already_cancelled")
    expect(answer).toMatchObject({
      failure: { details: { status: "active_with_notice", tier_slug: "silver" } },
    })
  })

  it("T5 resuming withdraws the notice, and grace is back", () => {
    const life = member()
    life.leave()
    life.go(new Date(untilXmas.getTime() - 1))
    expect(outcomeOf(life.resume())).toBe("ok")
    expect(life.status()).toBe("active")
    expect(life.row()).toMatchObject({
      cancelledAt: undefined,
      validUntil: untilXmas,
      renewableUntil: graceEnds,
    })
    expect(life.events).toHaveLength(1)
  })

  it("T5 resuming without notice, or without a membership, is refused", () => {
    expect(outcomeOf(openLife().resume())).toBe("404")
    const life = member()
    expect(outcomeOf(life.resume())).toBe("409 no_notice")
    life.leave()
    life.go(untilXmas)
    expect(outcomeOf(life.resume())).toBe("404")
  })
})

describe("time", () => {
  it("T6 a term that runs out leaves the membership lapsed, at that very instant", () => {
    const life = member()
    life.go(new Date(untilXmas.getTime() - 1))
    expect(life.status()).toBe("active")
    life.go(untilXmas)
    expect(life.status()).toBe("lapsed")
    expect(life.events).toHaveLength(1)
    expect(outcomeOf(life.change(tiers.gold))).toBe("409 lapsed")
  })

  it("T7 notice that runs out retires it, and it never lapses", () => {
    const life = member()
    life.leave()
    life.go(new Date(untilXmas.getTime() - 1))
    expect(life.status()).toBe("active_with_notice")
    life.go(untilXmas)
    expect(life.status()).toBe("ended")
    expect(outcomeOf(life.join(tiers.guest))).toBe("ok")
    expect(life.events.map(({ type }) => type)).toEqual(["membership.joined", "membership.joined"])
  })

  it("T9 the time to renew runs out: renewing is 404, and coming back is joining again", () => {
    const life = member()
    const { uuid } = life.row()
    life.go(new Date(graceEnds.getTime() - 1))
    expect(life.status()).toBe("lapsed")
    life.go(graceEnds)
    expect(life.status()).toBe("ended")
    expect(outcomeOf(life.pay("renew"))).toBe("404")
    expect(outcomeOf(life.renew())).toBe("404")
    expect(outcomeOf(life.pay("join", tiers.silver))).toBe("ok")
    expect(life.row().uuid).not.toBe(uuid)
    expect(life.row().joinedAt).toEqual(graceEnds)
    expect(life.records[0]?.membership).toMatchObject({
      uuid,
      endedAt: graceEnds,
      endedBy: "lapsed",
      revision: 2,
    })
    expect(life.records[0]?.history.at(-1)).toMatchObject({ cause: "lapse", by: { kind: "clock" } })
  })
})

describe("renewing", () => {
  it("T8 a lapsed membership is renewed as itself, from now", () => {
    const life = member()
    const before = life.row()
    life.go(new Date("2026-12-25T12:00:00.000Z"))
    expect(outcomeOf(life.pay("renew"))).toBe("ok")
    expect(life.row()).toMatchObject({
      uuid: before.uuid,
      joinedAt: before.joinedAt,
      validUntil: new Date("2027-01-25T12:00:00.000Z"),
      anchorAt: life.now(),
      anchorTerms: 1,
    })
    expect(life.lastEvent()).toBe("membership.renewed")
    expect(life.terms()).toHaveLength(1)
  })

  it("T8 a lapsed membership that is free is renewed by its holder", () => {
    const life = openLife()
    life.join(tiers.open)
    life.go(untilXmas)
    expect(outcomeOf(life.renew())).toBe("ok")
    expect(life.row().validUntil).toEqual(new Date("2027-01-21T00:00:00.000Z"))
  })

  it("T22 something free is renewed without a payment, and a notice is withdrawn", () => {
    const life = openLife()
    life.join(tiers.open)
    life.leave()
    expect(outcomeOf(life.renew())).toBe("ok")
    expect(life.status()).toBe("active")
    expect(life.row()).toMatchObject({
      validUntil: new Date("2027-01-21T00:00:00.000Z"),
      cancelledAt: undefined,
      anchorTerms: 2,
    })
    expect(life.row().renewableUntil).toEqual(new Date("2027-01-28T00:00:00.000Z"))
    expect(life.lastEvent()).toBe("membership.renewed")
  })

  it("T23 what costs something is owed first", () => {
    const life = member()
    const answer = life.renew()
    expect(outcomeOf(answer)).toBe("402")
    expect(answer).toMatchObject({
      failure: { amountCents: 50_000, currency: "PHP", purpose: "renew", tierSlug: "silver" },
    })
    life.leave()
    expect(outcomeOf(life.renew())).toBe("402")
    life.resume()
    life.go(untilXmas)
    expect(outcomeOf(life.renew())).toBe("402")
  })

  it("T24 paying renews early without loss, counted from the anchor, and withdraws a notice", () => {
    const life = openLife({ at: new Date("2026-01-31T10:00:00.000Z") })
    life.pay("join", tiers.silver)
    expect(life.row().validUntil).toEqual(new Date("2026-02-28T10:00:00.000Z"))
    life.advance(day)
    life.leave()
    expect(outcomeOf(life.pay("renew"))).toBe("ok")
    expect(life.status()).toBe("active")
    expect(life.row()).toMatchObject({
      validUntil: new Date("2026-03-31T10:00:00.000Z"),
      cancelledAt: undefined,
      anchorTerms: 2,
    })
    expect(life.terms().map(({ priceCents }) => priceCents)).toEqual([50_000, 50_000])
    expect(life.lastEvent()).toBe("membership.renewed")
  })

  it("T24 an agreed price is what a renewal costs, and another interval counts from where the last ended", () => {
    const life = member()
    life.amend({ customPriceCents: 120_000, customPaymentInterval: "quarterly" })
    expect(life.quoted("renew")).toMatchObject({ success: { amountCents: 120_000 } })
    life.pay("renew")
    expect(life.row()).toMatchObject({
      validUntil: new Date("2027-03-21T00:00:00.000Z"),
      anchorAt: untilXmas,
      anchorTerms: 1,
    })
  })

  it("T24 a price that changed since the checkout is honoured, whatever it is by now", () => {
    const life = member()
    const opened = life.checkout("renew")
    life.edit(tiers.silver, { priceCents: 70_000 })
    expect(outcomeOf(opened._tag === "Success" ? opened.success.arrive() : opened)).toBe("ok")
    expect(life.terms().at(-1)).toMatchObject({
      priceCents: 50_000,
      endsAt: new Date("2027-01-21T00:00:00.000Z"),
    })
    expect(life.quoted("renew")).toMatchObject({ success: { amountCents: 70_000 } })
  })

  it("T24 a renewal never changes the tier: on another one it buys what it is worth there", () => {
    const life = member()
    const opened = life.checkout("renew")
    life.amend({ tier: tiers.gold })
    expect(outcomeOf(opened._tag === "Success" ? opened.success.arrive() : opened)).toBe("ok")
    expect(life.row().tierUuid).toBe(tiers.gold.uuid)
    // 31 days of silver from 21 December are worth half as many of gold.
    expect(life.row().validUntil).toEqual(new Date(untilXmas.getTime() + 15.5 * day))
    expect(life.terms().at(-1)).toMatchObject({ priceCents: 100_000 })
  })

  it("T24 paid twice by the same payment is paid once", () => {
    const life = member()
    const opened = life.checkout("renew")
    if (opened._tag === "Failure") throw new Error("no checkout")
    expect([opened.success.arrive(), opened.success.arrive()].map(outcomeOf)).toEqual([
      "ok",
      "same",
    ])
    expect(life.events).toHaveLength(2)
  })

  it("T25 what never expires is not renewed by anybody", () => {
    const life = openLife()
    life.add(tiers.silver, { validUntil: null })
    expect(outcomeOf(life.renew())).toBe("409 never_expires")
    expect(outcomeOf(life.pay("renew"))).toBe("409 never_expires")
    expect(outcomeOf(life.renewByOrganization(1))).toBe("409 never_expires")
  })

  it("is refused for what is paid once, whatever its date", () => {
    const life = openLife()
    life.add(tiers.lifetime, { validUntil: inDays(10) })
    expect(outcomeOf(life.renew())).toBe("409 one_time")
    expect(outcomeOf(life.renewByOrganization(1))).toBe("409 one_time")
    expect(outcomeOf(life.pay("renew"))).toBe("409 one_time")
  })

  it("is refused once twelve terms lie ahead", () => {
    const life = member()
    life.renewByOrganization(10)
    expect(outcomeOf(life.pay("renew"))).toBe("ok")
    expect(life.row().validUntil).toEqual(new Date("2027-11-21T00:00:00.000Z"))
    expect(outcomeOf(life.pay("renew"))).toBe("409 too_far_ahead")
    expect(outcomeOf(life.renew())).toBe("409 too_far_ahead")
    life.advance(1)
    expect(outcomeOf(life.pay("renew"))).toBe("ok")
  })
})

describe("joining", () => {
  it("T16 something free and offered to all", () => {
    const life = openLife()
    expect(outcomeOf(life.join(tiers.guest))).toBe("ok")
    expect(life.row()).toMatchObject({
      validUntil: undefined,
      renewableUntil: undefined,
      anchorTerms: 0,
      revision: 1,
    })
    expect(life.events).toEqual([
      {
        at: now,
        type: "membership.joined",
        data: { user_uuid: "ann", organization_uuid: "club", tier_slug: "guest" },
      },
    ])
    const monthly = openLife()
    monthly.join(tiers.open)
    expect(monthly.row()).toMatchObject({
      validUntil: untilXmas,
      renewableUntil: graceEnds,
      anchorAt: now,
      anchorTerms: 1,
    })
  })

  it("T17 what costs something is owed first", () => {
    const life = openLife()
    const answer = life.join(tiers.gold)
    expect(outcomeOf(answer)).toBe("402")
    expect(answer).toMatchObject({
      failure: { amountCents: 100_000, currency: "PHP", purpose: "join", tierSlug: "gold" },
    })
    expect(life.records).toEqual([])
  })

  it.each([
    ["private", tiers.secret],
    ["deleted", tiers.gone],
    ["missing", undefined],
    ["another organization's", tiers.foreign],
  ])("T18 a tier that is %s is not there, for members neither", (_, tier) => {
    expect(outcomeOf(openLife().join(tier))).toBe("404")
    expect(outcomeOf(openLife().quoted("join", tier))).toBe("404")
    expect(outcomeOf(member().join(tier))).toBe("404")
  })

  it("T19 one membership at a time, with or without notice", () => {
    const life = member()
    const answer = life.join(tiers.guest)
    expect(outcomeOf(answer)).toBe("409 already_member")
    expect(answer).toMatchObject({
      failure: { details: { status: "active", tier_slug: "silver" } },
    })
    expect(outcomeOf(life.pay("join", tiers.silver))).toBe("409 already_member")
    life.leave()
    expect(life.join(tiers.guest)).toMatchObject({
      failure: { details: { status: "active_with_notice" } },
    })
  })

  it("T20 one that lapsed is renewed, or ended first", () => {
    const life = member()
    life.go(untilXmas)
    const answer = life.join(tiers.guest)
    expect(outcomeOf(answer)).toBe("409 already_member")
    expect(answer).toMatchObject({
      failure: {
        details: { status: "lapsed" },
        message: expect.stringContaining("renew the membership"),
      },
    })
    life.leave()
    expect(outcomeOf(life.join(tiers.guest))).toBe("ok")
  })

  it("T21 a paid checkout makes the membership, at the price that was quoted", () => {
    const life = openLife()
    const opened = life.checkout("join", tiers.silver)
    if (opened._tag === "Failure") throw new Error("no checkout")
    life.edit(tiers.silver, { priceCents: 80_000, visibility: "private" })
    expect(life.records).toEqual([])
    expect(outcomeOf(opened.success.arrive())).toBe("ok")
    expect(life.row()).toMatchObject({ validUntil: untilXmas, tierUuid: tiers.silver.uuid })
    expect(life.terms()).toEqual([
      {
        startsAt: now,
        endsAt: untilXmas,
        priceCents: 50_000,
        currency: "PHP",
        interval: "monthly",
        cause: "join",
        paymentRef: opened.success.ref,
      },
    ])
    expect(life.lastEvent()).toBe("membership.joined silver")
    expect(outcomeOf(opened.success.arrive())).toBe("409 already_member")
  })

  it("T42 a card makes a member, renews who lapsed on its tier, and does nothing to anybody else", () => {
    const life = openLife()
    expect(outcomeOf(life.claim(tiers.secret))).toBe("ok")
    expect(life.row()).toMatchObject({ validUntil: untilXmas, tierUuid: tiers.secret.uuid })
    expect(life.lastEvent()).toBe("membership.joined secret")
    expect(outcomeOf(life.claim(tiers.secret))).toBe("same")
    expect(outcomeOf(life.claim(tiers.gold))).toBe("same")
    life.go(untilXmas)
    expect(outcomeOf(life.claim(tiers.gold))).toBe("same")
    expect(outcomeOf(life.claim(tiers.secret))).toBe("ok")
    expect(life.row().validUntil).toEqual(new Date("2027-01-21T00:00:00.000Z"))
    expect(life.lastEvent()).toBe("membership.renewed")
    expect(life.history().map(({ cause }) => cause)).toEqual(["card", "card"])
  })
})
