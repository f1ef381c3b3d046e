import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Tier } from "../../src/index.ts"
import { permitMove } from "../../src/memberships/index.ts"
import { day, now, tierOf, tiers } from "../fixtures/tiers.ts"
import { openLife, outcomeOf, staff } from "./life.ts"

const inDays = (count: number): Date => new Date(now.getTime() + count * day)
const untilXmas = new Date("2026-12-21T00:00:00.000Z")

const member = (tier: Tier = tiers.silver, validUntil: Date | null = inDays(30)) => {
  const life = openLife()
  expect(outcomeOf(life.add(tier, { validUntil }))).toBe("ok")
  return life
}

const lapsed = (tier: Tier = tiers.silver) => {
  const life = member(tier)
  life.go(inDays(31))
  expect(life.status()).toBe("lapsed")
  return life
}

describe("adding", () => {
  it("T27 on any tier, for one term, until a date, or without an end", () => {
    const life = openLife()
    expect(outcomeOf(life.add(tiers.secret))).toBe("ok")
    expect(life.row()).toMatchObject({ validUntil: untilXmas, anchorAt: now, anchorTerms: 1 })
    expect(life.lastEvent()).toBe("membership.joined secret")
    expect(life.history()).toMatchObject([
      { cause: "join", by: { kind: "organization", uuid: "olga" }, paymentRef: undefined },
    ])
    expect(member(tiers.silver, inDays(3)).row()).toMatchObject({
      anchorAt: inDays(3),
      anchorTerms: 0,
      renewableUntil: inDays(10),
    })
    expect(member(tiers.silver, null).row()).toMatchObject({
      validUntil: undefined,
      renewableUntil: undefined,
    })
    expect(member(tiers.guest, inDays(3)).row()).toMatchObject({
      validUntil: inDays(3),
      renewableUntil: inDays(3),
    })
  })

  it("T27 with an agreed price and interval, at which the first term is put there", () => {
    const life = openLife()
    life.add(tiers.silver, { customPriceCents: 90_000, customPaymentInterval: "quarterly" })
    expect(life.row()).toMatchObject({
      customPriceCents: 90_000,
      validUntil: new Date("2027-02-21T00:00:00.000Z"),
    })
    expect(life.row().renewableUntil).toEqual(new Date("2027-03-07T00:00:00.000Z"))
    expect(life.terms()).toMatchObject([{ priceCents: 90_000, interval: "quarterly" }])
  })

  it.each([
    ["valid_until", { validUntil: now }],
    ["valid_until", { validUntil: new Date("+010000-01-01T00:00:00.000Z") }],
    ["valid_until", { validUntil: new Date(Number.NaN) }],
    ["custom_tier_price_cents", { customPriceCents: -1 }],
    ["custom_tier_price_cents", { customPriceCents: 0.5 }],
    ["custom_tier_price_cents", { customPriceCents: 100_000_000_000 }],
    ["custom_tier_payment_interval", { customPaymentInterval: "one_time" }],
  ] as const)("T27 refuses a wrong %s", (field, of) => {
    const answer = openLife().add(tiers.silver, of)
    expect(outcomeOf(answer)).toBe("422")
    expect(answer).toMatchObject({ failure: { errors: { [field]: expect.any(String) } } })
  })

  it("T27 refuses terms on a tier that is paid once, and tiers that are not there", () => {
    expect(outcomeOf(openLife().add(tiers.guest, { customPaymentInterval: "monthly" }))).toBe("422")
    expect([tiers.gone, tiers.foreign].map((tier) => outcomeOf(openLife().add(tier)))).toEqual([
      "404",
      "404",
    ])
  })

  it("T28 nobody twice", () => {
    expect(outcomeOf(member().add(tiers.gold))).toBe("409 already_member")
    expect(lapsed().add(tiers.gold)).toMatchObject({
      failure: { details: { status: "lapsed", tier_slug: "silver" } },
    })
  })
})

describe("changing a membership", () => {
  it("T29 to any tier, its dates kept unless asked", () => {
    const life = member()
    const before = life.row()
    expect(outcomeOf(life.amend({ tier: tiers.secret }))).toBe("ok")
    expect(life.row()).toMatchObject({
      tierUuid: tiers.secret.uuid,
      validUntil: before.validUntil,
      renewableUntil: before.renewableUntil,
    })
    expect(life.terms()).toMatchObject([{ priceCents: 50_000 }])
    expect(life.lastEvent()).toBe("membership.tier_changed secret")
    expect(outcomeOf(life.amend({ tier: tiers.gold, term: "convert" }))).toBe("ok")
    expect(life.row().validUntil).toEqual(inDays(15))
  })

  it("T29 keeps dates that have no worth or no end, under convert too", () => {
    const ends = (from: Tier, validUntil: Date | null, to: Tier) => {
      const life = member(from, validUntil)
      expect(outcomeOf(life.amend({ tier: to, term: "convert" }))).toBe("ok")
      return life.row().validUntil
    }
    expect(ends(tiers.open, inDays(30), tiers.gold)).toEqual(inDays(30))
    expect(ends(tiers.silver, inDays(30), tiers.open)).toEqual(inDays(30))
    expect(ends(tiers.silver, null, tiers.gold)).toBeUndefined()
    expect(ends(tiers.lifetime, null, tiers.guest)).toBeUndefined()
    expect(ends(tiers.patron, inDays(4), tiers.lifetime)).toEqual(inDays(4))
  })

  it("T29 leaves one that lapsed lapsed, its dates untouched, and keeps a notice", () => {
    const life = lapsed()
    const { validUntil } = life.row()
    expect(outcomeOf(life.amend({ tier: tiers.gold, term: "convert" }))).toBe("ok")
    expect(life.status()).toBe("lapsed")
    expect(life.row().validUntil).toEqual(validUntil)
    const leaving = member()
    leaving.leave()
    leaving.amend({ tier: tiers.gold, term: "convert" })
    expect(leaving.row()).toMatchObject({
      validUntil: inDays(15),
      renewableUntil: inDays(15),
      cancelledAt: now,
    })
  })

  it("T29 refuses what cannot be said, and what is not there", () => {
    expect(outcomeOf(member().amend({ tier: tiers.guest }))).toBe("409 kinds_cross")
    expect(outcomeOf(member(tiers.guest).amend({ tier: tiers.silver }))).toBe("409 kinds_cross")
    expect(outcomeOf(member().amend({ tier: tiers.dollar, term: "convert" }))).toBe(
      "409 currencies_differ",
    )
    expect(outcomeOf(member().amend({ tier: tiers.dollar }))).toBe("ok")
    expect([tiers.gone, tiers.foreign].map((tier) => outcomeOf(member().amend({ tier })))).toEqual([
      "404",
      "404",
    ])
    expect(outcomeOf(openLife().amend({ tier: tiers.gold }))).toBe("404")
  })

  it("T29 asks what becomes of what was agreed; to the same tier nothing changes", () => {
    const life = member()
    life.amend({ customPriceCents: 30_000 })
    const answer = life.amend({ tier: tiers.gold })
    expect(outcomeOf(answer)).toBe("409 custom_terms")
    expect(answer).toMatchObject({
      failure: { details: { custom_tier_price_cents: 30_000, custom_tier_payment_interval: null } },
    })
    expect(outcomeOf(life.amend({ tier: tiers.silver }))).toBe("same")
    expect(
      outcomeOf(life.amend({ tier: tiers.gold, customPriceCents: 60_000, term: "convert" })),
    ).toBe("ok")
    // 30 days at 50,000 a month last 25 at 60,000.
    expect(life.row()).toMatchObject({ customPriceCents: 60_000, validUntil: inDays(25) })
    expect(outcomeOf(life.amend({ tier: tiers.silver, customPriceCents: null }))).toBe("ok")
    expect(life.row().customPriceCents).toBeUndefined()
    const timed = member()
    timed.amend({ customPaymentInterval: "yearly" })
    expect(outcomeOf(timed.amend({ tier: tiers.gold, customPriceCents: null }))).toBe(
      "409 custom_terms",
    )
  })

  it("T30 sets the date, as an extension at the price in force or a cut, and counts on from there", () => {
    const life = member()
    life.amend({ customPriceCents: 10_000 })
    expect(outcomeOf(life.amend({ validUntil: inDays(50) }))).toBe("ok")
    expect(life.row()).toMatchObject({
      validUntil: inDays(50),
      renewableUntil: inDays(57),
      anchorAt: inDays(50),
      anchorTerms: 0,
    })
    expect(life.terms()).toMatchObject([
      { priceCents: 50_000, endsAt: inDays(30) },
      { priceCents: 10_000, startsAt: inDays(30), cause: "org_change" },
    ])
    life.amend({ validUntil: inDays(10) })
    expect(life.terms()).toMatchObject([{ priceCents: 50_000, endsAt: inDays(10) }])
    expect(life.events).toHaveLength(1)
    expect(outcomeOf(life.amend({ validUntil: inDays(10) }))).toBe("same")
    expect(outcomeOf(life.amend({ validUntil: now }))).toBe("ok")
    expect(life.status()).toBe("lapsed")
  })

  it("T30 without an end withdraws a notice; a date keeps it", () => {
    const life = member()
    life.leave()
    expect(outcomeOf(life.amend({ validUntil: inDays(40) }))).toBe("ok")
    expect(life.row()).toMatchObject({ cancelledAt: now, renewableUntil: inDays(40) })
    expect(outcomeOf(life.amend({ validUntil: null }))).toBe("ok")
    expect(life.row()).toMatchObject({
      cancelledAt: undefined,
      validUntil: undefined,
      renewableUntil: undefined,
    })
    expect(life.status()).toBe("active")
    expect(outcomeOf(life.amend({ validUntil: inDays(40) }))).toBe("ok")
    expect(life.terms().at(-1)?.endsAt).toEqual(inDays(40))
  })

  it("T30 refuses a date that passed, and one beside a conversion", () => {
    expect(outcomeOf(member().amend({ validUntil: new Date(now.getTime() - 1) }))).toBe("422")
    expect(outcomeOf(member().amend({ validUntil: new Date("+010000-01-01T00:00:00.000Z") }))).toBe(
      "422",
    )
    expect(
      outcomeOf(member().amend({ tier: tiers.gold, term: "convert", validUntil: inDays(5) })),
    ).toBe("422")
  })

  it.each([inDays(60), null])(
    "T31 a date ahead revives one that lapsed, as a renewal (%s)",
    (validUntil) => {
      const life = lapsed()
      expect(outcomeOf(life.amend({ validUntil: inDays(31) }))).toBe("422")
      expect(outcomeOf(life.amend({ validUntil }))).toBe("ok")
      expect(life.status()).toBe("active")
      expect(life.row().validUntil).toEqual(validUntil ?? undefined)
      expect(life.lastEvent()).toBe("membership.renewed")
      expect(life.terms()).toMatchObject([
        { startsAt: inDays(31), endsAt: validUntil ?? undefined },
      ])
    },
  )

  it("T31 with another tier at once sends both events", () => {
    const life = lapsed()
    life.amend({ tier: tiers.gold, validUntil: inDays(60) })
    expect(life.events.slice(1).map(({ type }) => type)).toEqual([
      "membership.tier_changed",
      "membership.renewed",
    ])
  })

  it("T32 an agreed price holds from the next renewal on, and the running term stays", () => {
    const life = member()
    const before = life.row()
    expect(outcomeOf(life.amend({ customPriceCents: 0, customPaymentInterval: "yearly" }))).toBe(
      "ok",
    )
    expect(life.row()).toMatchObject({
      customPriceCents: 0,
      customPaymentInterval: "yearly",
      validUntil: before.validUntil,
    })
    expect(life.row().renewableUntil).toEqual(before.renewableUntil)
    expect(life.terms()).toMatchObject([{ priceCents: 50_000 }])
    expect(outcomeOf(life.renew())).toBe("ok")
    expect(life.row().validUntil).toEqual(new Date("2027-12-21T00:00:00.000Z"))
    expect(outcomeOf(life.amend({ customPriceCents: null, customPaymentInterval: null }))).toBe(
      "ok",
    )
    expect(life.row()).toMatchObject({
      customPriceCents: undefined,
      customPaymentInterval: undefined,
    })
    expect(outcomeOf(life.amend({ customPaymentInterval: "one_time" }))).toBe("422")
    expect(outcomeOf(life.amend({}))).toBe("same")
  })

  it("T32 a member keeps the price that the tier had, unless something is agreed", () => {
    const life = member()
    const ask = { by: staff, priceCents: 50_000 }
    expect(outcomeOf(life.perform("keepPrice", ask))).toBe("ok")
    expect(life.row().customPriceCents).toBe(50_000)
    expect(outcomeOf(life.perform("keepPrice", { ...ask, priceCents: 1 }))).toBe("same")
    expect(outcomeOf(life.perform("keepPrice", { ...ask, priceCents: -1 }))).toBe("422")
    expect(outcomeOf(openLife().perform("keepPrice", ask))).toBe("404")
  })

  it("T33 renews by so many terms at once, with one event, and withdraws a notice", () => {
    const life = openLife()
    life.add(tiers.silver)
    life.leave()
    expect(outcomeOf(life.renewByOrganization(12))).toBe("ok")
    expect(life.row()).toMatchObject({
      validUntil: new Date("2027-12-21T00:00:00.000Z"),
      anchorTerms: 13,
      cancelledAt: undefined,
    })
    expect(life.events).toHaveLength(2)
    expect(outcomeOf(life.renewByOrganization(1))).toBe("409 too_far_ahead")
    expect([0, 13, 1.5].map((count) => outcomeOf(life.renewByOrganization(count)))).toEqual([
      "422",
      "422",
      "422",
    ])
    const late = lapsed()
    expect(outcomeOf(late.renewByOrganization(2))).toBe("ok")
    expect(late.row().validUntil).toEqual(new Date("2027-02-22T00:00:00.000Z"))
    expect(outcomeOf(openLife().renewByOrganization(1))).toBe("404")
  })
})

describe("ending a membership", () => {
  const states = [
    ["active", () => member()],
    [
      "active_with_notice",
      () => {
        const life = member()
        life.leave()
        return life
      },
    ],
    ["lapsed", () => lapsed()],
    ["active", () => member(tiers.silver, null)],
  ] as const

  it.each(states)("T34 removes at once one that is %s", (status, made) => {
    const life = made()
    expect(life.status()).toBe(status)
    expect(outcomeOf(life.remove())).toBe("ok")
    const at = life.now()
    expect(life.row()).toMatchObject({
      validUntil: at,
      renewableUntil: at,
      cancelledAt: at,
      endedAt: at,
      endedBy: "removed",
    })
    expect(life.lastEvent()).toBe("membership.left removed")
  })

  it("T35 there is nobody to remove", () => {
    expect(outcomeOf(openLife().remove())).toBe("404")
    const life = member()
    life.remove()
    expect(outcomeOf(life.remove())).toBe("404")
    const old = member()
    old.go(inDays(40))
    expect(outcomeOf(old.remove())).toBe("404")
  })

  it.each(states)(
    "T36 an organization that closes ends one that is %s, and every checkout",
    (_, made) => {
      const life = made()
      const answer = life.perform("closeOrganization", { by: staff })
      expect(answer).toMatchObject({ success: { closesCheckouts: ["join", "renew", "change"] } })
      expect(life.row()).toMatchObject({ endedAt: life.now(), endedBy: "closed" })
      expect(life.lastEvent()).toBe("membership.left closed")
      expect(outcomeOf(life.perform("closeOrganization", { by: staff }))).toBe("404")
    },
  )

  it.each(states)("T41 a deleted account leaves: one that is %s", (_, made) => {
    const life = made()
    expect(outcomeOf(life.perform("closeAccount", { by: { kind: "service" } }))).toBe("ok")
    expect(life.row()).toMatchObject({ endedBy: "left" })
    expect(life.lastEvent()).toBe("membership.left left")
    expect(outcomeOf(openLife().perform("closeAccount", { by: { kind: "service" } }))).toBe("404")
  })
})

describe("moving all members of a tier", () => {
  const ask = {
    by: staff,
    tier: tiers.gold,
    term: "keep",
    customPricing: "clear",
    asOf: now,
  } as const

  it("T37 moves each, lapsed ones too, by keeping or converting", () => {
    const life = member()
    expect(outcomeOf(life.perform("moveMember", ask))).toBe("ok")
    expect(life.row()).toMatchObject({ tierUuid: tiers.gold.uuid, validUntil: inDays(30) })
    expect(life.lastEvent()).toBe("membership.tier_changed gold")
    expect(life.history().at(-1)?.cause).toBe("move")
    const other = member()
    other.perform("moveMember", { ...ask, term: "convert" })
    expect(other.row().validUntil).toEqual(inDays(15))
    const late = lapsed()
    const { validUntil } = late.row()
    expect(
      outcomeOf(late.perform("moveMember", { ...ask, term: "convert", asOf: late.now() })),
    ).toBe("ok")
    expect(late.row().validUntil).toEqual(validUntil)
    expect(late.status()).toBe("lapsed")
  })

  it("T37 counts from when the move was asked for, whenever somebody's turn comes", () => {
    const life = member()
    life.advance(5 * day)
    life.perform("moveMember", { ...ask, term: "convert" })
    expect(life.row()).toMatchObject({ validUntil: inDays(15), updatedAt: inDays(5) })
    const later = openLife({ at: inDays(5) })
    later.add(tiers.silver, { validUntil: inDays(35) })
    later.perform("moveMember", { ...ask, term: "convert" })
    expect(later.row().validUntil).toEqual(inDays(20))
  })

  it("T37 carries what was agreed, or clears it, weighing the time left at what it cost", () => {
    const carried = openLife()
    carried.add(tiers.silver, { validUntil: inDays(30), customPriceCents: 25_000 })
    carried.perform("moveMember", { ...ask, term: "convert", customPricing: "carry" })
    expect(carried.row()).toMatchObject({ customPriceCents: 25_000, validUntil: inDays(30) })
    const cleared = openLife()
    cleared.add(tiers.silver, { validUntil: inDays(30), customPriceCents: 25_000 })
    cleared.perform("moveMember", { ...ask, term: "convert" })
    expect(cleared.row()).toMatchObject({ customPriceCents: undefined, validUntil: inDays(7.5) })
  })

  it("T37 says why somebody is skipped", () => {
    const life = openLife()
    life.add(tiers.silver, { validUntil: inDays(30), customPriceCents: 25_000 })
    expect(
      outcomeOf(life.preview("moveMember", { ...ask, tier: tiers.dollar, customPricing: "carry" })),
    ).toBe("409 custom_price_currency")
    expect(
      outcomeOf(life.preview("moveMember", { ...ask, tier: tiers.dollar, term: "convert" })),
    ).toBe("409 currencies_differ")
    expect(outcomeOf(life.preview("moveMember", { ...ask, tier: tiers.guest }))).toBe(
      "409 kinds_cross",
    )
    expect(outcomeOf(life.preview("moveMember", { ...ask, tier: tiers.silver }))).toBe("same")
    expect(outcomeOf(life.preview("moveMember", { ...ask, tier: tiers.gone }))).toBe("404")
    expect(outcomeOf(openLife().preview("moveMember", ask))).toBe("404")
    life.edit(tiers.silver, { paymentInterval: "one_time" })
    life.edit(tiers.gold, { paymentInterval: "one_time" })
    life.amend({ customPriceCents: null })
    const stored = openLife()
    stored.add(tiers.silver, { customPaymentInterval: "yearly" })
    stored.edit(tiers.silver, { paymentInterval: "one_time" })
    const carry = { ...ask, tier: tiers.lifetime, customPricing: "carry" } as const
    expect(outcomeOf(stored.preview("moveMember", carry))).toBe("409 custom_interval_kind")
    const far = member(tiers.annual, new Date("9000-01-01T00:00:00.000Z"))
    const penny = tierOf("penny", { priceCents: 1, paymentInterval: "weekly" })
    expect(outcomeOf(far.preview("moveMember", { ...ask, tier: penny, term: "convert" }))).toBe(
      "409 out_of_range",
    )
  })

  const custom = {
    userUuid: "u",
    username: "bo",
    customPriceCents: 5,
    customPaymentInterval: undefined,
  }
  it.each([
    ["ok", tiers.silver, tiers.gold, "convert", []],
    ["404", tiers.silver, undefined, "keep", []],
    ["404", tiers.silver, tiers.gone, "keep", []],
    ["404", tiers.silver, tiers.foreign, "keep", []],
    ["400", tiers.silver, tiers.silver, "keep", []],
    ["409 kinds_cross", tiers.silver, tiers.guest, "keep", []],
    ["409 currencies_differ", tiers.silver, tiers.dollar, "convert", []],
    ["ok", tiers.silver, tiers.dollar, "keep", []],
    ["ok", tiers.open, tiers.dollar, "convert", []],
    ["409 custom_terms", tiers.silver, tiers.gold, "keep", [custom]],
  ] as const)("T37 is %s as asked for", (expected, from, to, term, members) => {
    const answer = permitMove(from, to, { term, customPricing: "refuse" }, members)
    expect(
      Result.isSuccess(answer) ? "ok" : outcomeOf(answer as Parameters<typeof outcomeOf>[0]),
    ).toBe(expected)
  })

  it("T37 names who has agreed terms, and takes them if told what to do", () => {
    expect(
      permitMove(tiers.silver, tiers.gold, { term: "keep", customPricing: "refuse" }, [custom]),
    ).toMatchObject({
      failure: {
        details: {
          members: [
            {
              user_uuid: "u",
              username: "bo",
              custom_tier_price_cents: 5,
              custom_tier_payment_interval: null,
            },
          ],
        },
      },
    })
    for (const customPricing of ["carry", "clear"] as const)
      expect(
        Result.isSuccess(
          permitMove(tiers.silver, tiers.gold, { term: "keep", customPricing }, [custom]),
        ),
      ).toBe(true)
  })
})
