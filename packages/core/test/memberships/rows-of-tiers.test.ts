import { describe, expect, it } from "vitest"
import type { Tier } from "../../src/index.ts"
import { day, now, tierOf, tiers } from "../fixtures/tiers.ts"
import { type Life, openLife, outcomeOf } from "./life.ts"

const inDays = (count: number): Date => new Date(now.getTime() + count * day)

/** A member with 30 days left, put there by the organization at the tier's price. */
const member = (tier: Tier = tiers.silver, validUntil: Date | null = inDays(30)) => {
  const life = openLife()
  expect(outcomeOf(life.add(tier, { validUntil }))).toBe("ok")
  return life
}

describe("a member's own tier change", () => {
  it("T10 expresses what is left in the new tier's days, and drops what was agreed", () => {
    const life = member()
    life.amend({ customPriceCents: 40_000 })
    expect(outcomeOf(life.change(tiers.gold))).toBe("ok")
    expect(life.row()).toMatchObject({
      tierUuid: tiers.gold.uuid,
      customPriceCents: undefined,
      validUntil: inDays(15),
      renewableUntil: inDays(22),
      anchorAt: inDays(15),
      anchorTerms: 0,
    })
    expect(life.lastEvent()).toBe("membership.tier_changed gold")
    expect(life.terms()).toMatchObject([
      { startsAt: now, endsAt: inDays(15), priceCents: 100_000, paymentRef: undefined },
    ])
    expect(life.history().at(-1)).toMatchObject({
      cause: "tier_change",
      conversion: { priceCents: 100_000 },
    })
  })

  it("T10 to no time at all, when what is left rounds down to that", () => {
    const life = openLife()
    life.edit(tiers.silver, { priceCents: 1 })
    life.edit(tiers.gold, { priceCents: 3 })
    life.add(life.tier(tiers.silver.uuid), { validUntil: new Date(now.getTime() + 1) })
    expect(outcomeOf(life.change(life.tier(tiers.gold.uuid)))).toBe("ok")
    expect(life.row().validUntil).toEqual(now)
    expect(life.status()).toBe("lapsed")
  })

  it("T11 is refused for one that lapsed, its own tier included", () => {
    const life = member()
    life.go(inDays(30))
    expect(outcomeOf(life.change(tiers.gold))).toBe("409 lapsed")
    expect(outcomeOf(life.change(tiers.silver))).toBe("409 lapsed")
    expect(outcomeOf(life.quoted("change", tiers.gold))).toBe("409 lapsed")
  })

  it.each([tiers.guest, tiers.open])(
    "T12 from $slug to what costs something is owed first",
    (free) => {
      const life = openLife()
      life.join(free)
      const answer = life.change(tiers.silver)
      expect(outcomeOf(answer)).toBe("402")
      expect(answer).toMatchObject({
        failure: { amountCents: 50_000, currency: "PHP", purpose: "change", tierSlug: "silver" },
      })
      expect(life.row().tierUuid).toBe(free.uuid)
    },
  )

  it("T12 holds for a member whose price was agreed to be nothing", () => {
    const life = openLife()
    life.add(tiers.silver, { customPriceCents: 0 })
    expect(life.change(tiers.gold)).toMatchObject({ failure: { amountCents: 100_000 } })
  })

  it("T12 counts what was paid before going down to something free", () => {
    const life = member()
    expect(outcomeOf(life.change(tiers.open))).toBe("ok")
    expect(life.row().validUntil).toEqual(inDays(30))
    // 30 days at 50,000 a month are worth 49,282.
    expect(life.change(tiers.gold)).toMatchObject({ failure: { amountCents: 100_000 - 49_282 } })
    expect(outcomeOf(life.change(tiers.guest))).toBe("ok")
    expect(life.row().validUntil).toBeUndefined()
    expect(life.change(tiers.gold)).toMatchObject({ failure: { amountCents: 100_000 - 49_282 } })
  })

  it.each([
    ["private", tiers.secret],
    ["deleted", tiers.gone],
    ["missing", undefined],
    ["another organization's", tiers.foreign],
  ])("T13 to a tier that is %s is 404, in every state", (_, tier) => {
    const life = member()
    expect(outcomeOf(life.change(tier))).toBe("404")
    expect(outcomeOf(life.quoted("change", tier))).toBe("404")
    life.go(inDays(30))
    expect(outcomeOf(life.change(tier))).toBe("404")
    expect(outcomeOf(openLife().change(tier))).toBe("404")
  })

  it("T13 without a membership is 404, to a tier that is offered too", () => {
    expect(outcomeOf(openLife().change(tiers.silver))).toBe("404")
    expect(outcomeOf(openLife().quoted("change", tiers.silver))).toBe("404")
  })

  it("T14 to the present tier changes nothing, closed as it may be, and keeps what was agreed", () => {
    const life = member(tiers.secret)
    life.amend({ customPriceCents: 1 })
    const before = life.row()
    expect(outcomeOf(life.change(tiers.secret))).toBe("same")
    expect(life.row()).toEqual(before)
    expect(life.events).toHaveLength(1)
    expect(outcomeOf(life.quoted("change", tiers.secret))).toBe("404")
  })

  it("T15 under notice keeps the notice", () => {
    const life = member()
    life.leave()
    expect(outcomeOf(life.change(tiers.gold))).toBe("ok")
    expect(life.status()).toBe("active_with_notice")
    expect(life.row()).toMatchObject({
      validUntil: inDays(15),
      renewableUntil: inDays(15),
      cancelledAt: now,
    })
    expect(life.lastEvent()).toBe("membership.tier_changed gold")
  })

  it("T15 under notice to something free without terms keeps the date, where the notice runs out", () => {
    const life = member()
    life.leave()
    expect(outcomeOf(life.change(tiers.guest))).toBe("ok")
    expect(life.row()).toMatchObject({
      tierUuid: tiers.guest.uuid,
      validUntil: inDays(30),
      renewableUntil: inDays(30),
      cancelledAt: now,
    })
    life.go(inDays(30))
    expect(life.status()).toBe("ended")
  })
})

/**
 * The ways in which a case below says what an answer comes to: the amount owed, why not, in how
 * many days it ends, or on which.
 */
const toldOf = (answer: ReturnType<Life["change"]>): readonly string[] => {
  if (answer._tag === "Failure") {
    const said = outcomeOf(answer)
    return ["amountCents" in answer.failure ? `${said} ${answer.failure.amountCents}` : said]
  }
  const end = answer.success.after.validUntil
  return end === undefined
    ? ["never"]
    : [`+${(end.getTime() - now.getTime()) / day}`, end.toISOString().slice(0, 10)]
}

describe("what becomes of the time left (2.3)", () => {
  const custom = (customPriceCents: number) => ({ customPriceCents })
  const bare = {}
  const cases: readonly (readonly [string, Tier, Date | null, object, Tier, string])[] = [
    ["priced to priced converts", tiers.silver, inDays(30), bare, tiers.gold, "+15"],
    [
      "the same price per day leaves it to the millisecond",
      tiers.silver,
      inDays(30),
      bare,
      tiers.annual,
      "+30",
    ],
    ["both free keeps", tiers.open, inDays(12), bare, tiers.visitor, "+12"],
    ["priced to free keeps", tiers.silver, inDays(30), bare, tiers.open, "+30"],
    ["priced to free for good never ends", tiers.silver, inDays(30), bare, tiers.guest, "never"],
    ["free to free for good never ends", tiers.open, inDays(30), bare, tiers.guest, "never"],
    ["free for good to free stays without an end", tiers.guest, null, bare, tiers.open, "never"],
    ["free for good to priced is owed", tiers.guest, null, bare, tiers.gold, "402 100000"],
    ["free for good with a date to free keeps it", tiers.guest, inDays(9), bare, tiers.open, "+9"],
    [
      "nothing of worth to priced is owed",
      tiers.silver,
      inDays(30),
      custom(0),
      tiers.gold,
      "402 100000",
    ],
    [
      "lifetime to a dearer one owes the difference",
      tiers.lifetime,
      null,
      bare,
      tiers.patron,
      "402 400000",
    ],
    ["lifetime to a cheaper one stays", tiers.patron, null, bare, tiers.lifetime, "never"],
    ["lifetime to something free stays", tiers.lifetime, null, bare, tiers.open, "never"],
    [
      "lifetime to something with terms has no days",
      tiers.lifetime,
      null,
      bare,
      tiers.silver,
      "409 endless_remainder",
    ],
    ["days cannot buy a lifetime", tiers.silver, inDays(30), bare, tiers.lifetime, "402 450718"],
    ["days that are worth one do", tiers.silver, inDays(3650), bare, tiers.lifetime, "never"],
    ["two currencies", tiers.silver, inDays(30), bare, tiers.dollar, "409 currencies_differ"],
    [
      "two currencies, paid once",
      tiers.lifetime,
      null,
      bare,
      tiers.dollarLifetime,
      "409 currencies_differ",
    ],
    ["two currencies, one free", tiers.open, inDays(3), bare, tiers.dollar, "402 1000"],
    ["without an end on terms, to something free", tiers.silver, null, bare, tiers.open, "never"],
    [
      "without an end on terms, to something free for good",
      tiers.silver,
      null,
      bare,
      tiers.guest,
      "never",
    ],
    [
      "without an end on terms, to priced",
      tiers.silver,
      null,
      bare,
      tiers.gold,
      "409 endless_remainder",
    ],
    [
      "without an end on free terms, to something free",
      tiers.open,
      null,
      bare,
      tiers.visitor,
      "never",
    ],
    [
      "without an end on free terms, to something free for good",
      tiers.open,
      null,
      bare,
      tiers.guest,
      "never",
    ],
    ["without an end on free terms, to priced", tiers.open, null, bare, tiers.gold, "402 100000"],
    [
      "without an end on free terms, to a lifetime",
      tiers.open,
      null,
      bare,
      tiers.lifetime,
      "402 500000",
    ],
    [
      "without an end on terms that are free for this member, to priced",
      tiers.silver,
      null,
      custom(0),
      tiers.gold,
      "402 100000",
    ],
    [
      "without an end on a free tier at an agreed price, to priced",
      tiers.open,
      null,
      custom(100),
      tiers.gold,
      "409 endless_remainder",
    ],
    [
      "without an end on terms, to a lifetime",
      tiers.silver,
      null,
      bare,
      tiers.lifetime,
      "409 endless_remainder",
    ],
    [
      "a lifetime with a date, to something with terms",
      tiers.lifetime,
      inDays(30),
      bare,
      tiers.silver,
      "409 no_price_per_day",
    ],
    [
      "a lifetime with a date, to a cheaper one",
      tiers.patron,
      inDays(30),
      bare,
      tiers.lifetime,
      "+30",
    ],
    [
      "a lifetime with a date, to a dearer one",
      tiers.lifetime,
      inDays(30),
      bare,
      tiers.patron,
      "402 900000",
    ],
    [
      "beyond the year 9999",
      tiers.annual,
      inDays(2_900_000),
      bare,
      tierOf("cheap", { priceCents: 1, paymentInterval: "weekly" }),
      "409 out_of_range",
    ],
  ]
  it.each(
    cases.map(([name, from, validUntil, agreed, to, expected]) => ({
      name,
      from,
      validUntil,
      agreed,
      to,
      expected,
    })),
  )("$name: $expected", ({ from, validUntil, agreed, to, expected }) => {
    const life = openLife()
    expect(outcomeOf(life.add(from, { validUntil, ...agreed }))).toBe("ok")
    const answer = life.preview("changeTier", { by: { kind: "holder" }, tier: to })
    expect(toldOf(answer)).toContain(expected)
  })

  it("a boundary: no time left at its very end, all of it a millisecond before", () => {
    const life = member()
    life.go(new Date(inDays(30).getTime() - 2))
    expect(outcomeOf(life.change(tiers.gold))).toBe("ok")
    expect(life.row().validUntil).toEqual(new Date(inDays(30).getTime() - 1))
    life.advance(1)
    expect(outcomeOf(life.change(tiers.silver))).toBe("409 lapsed")
  })
})

describe("a paid tier change", () => {
  it("T26 begins a term of the target now, takes what was left as credit, and withdraws a notice", () => {
    const life = openLife()
    life.join(tiers.open)
    life.leave()
    life.advance(day)
    expect(outcomeOf(life.pay("change", tiers.silver))).toBe("ok")
    expect(life.status()).toBe("active")
    expect(life.row()).toMatchObject({
      tierUuid: tiers.silver.uuid,
      validUntil: new Date("2026-12-22T00:00:00.000Z"),
      cancelledAt: undefined,
      anchorAt: inDays(1),
      anchorTerms: 1,
    })
    expect(life.lastEvent()).toBe("membership.tier_changed silver")
  })

  it.each([
    ["free terms", tiers.open],
    ["a tier that is free for good", tiers.guest],
  ])("T26 out of %s that never end begins the first term now", (_, from) => {
    const life = openLife()
    expect(outcomeOf(life.add(from, { validUntil: null }))).toBe("ok")
    life.advance(day)
    expect(outcomeOf(life.change(tiers.silver))).toBe("402")
    expect(life.quoted("change", tiers.silver)).toMatchObject({
      success: { amountCents: 50_000, creditCents: 0 },
    })
    expect(outcomeOf(life.pay("change", tiers.silver))).toBe("ok")
    expect(life.row()).toMatchObject({
      tierUuid: tiers.silver.uuid,
      validUntil: new Date("2026-12-22T00:00:00.000Z"),
      anchorAt: inDays(1),
      anchorTerms: 1,
    })
    expect(life.terms()).toMatchObject([
      { startsAt: inDays(1), endsAt: new Date("2026-12-22T00:00:00.000Z"), priceCents: 50_000 },
    ])
    expect(life.lastEvent()).toBe("membership.tier_changed silver")
    life.advance(day)
    expect(outcomeOf(life.pay("renew"))).toBe("ok")
  })

  it("T26 counts a lifetime that was paid, though its holder is on something free by now", () => {
    const life = openLife()
    life.pay("join", tiers.lifetime)
    expect(outcomeOf(life.change(tiers.open))).toBe("ok")
    expect(life.row().validUntil).toBeUndefined()
    expect(life.quoted("change", tiers.patron)).toMatchObject({
      success: { amountCents: 400_000, creditCents: 500_000 },
    })
    expect(outcomeOf(life.change(tiers.silver))).toBe("409 endless_remainder")
    expect(outcomeOf(life.change(tiers.lifetime))).toBe("ok")
    expect(life.row().validUntil).toBeUndefined()
  })

  it("T26 buys a lifetime for the difference", () => {
    const life = member()
    expect(life.quoted("change", tiers.lifetime)).toMatchObject({
      success: { amountCents: 450_718, creditCents: 49_282 },
    })
    life.pay("change", tiers.lifetime)
    expect(life.row()).toMatchObject({ validUntil: undefined, renewableUntil: undefined })
    expect(life.quoted("change", tiers.patron)).toMatchObject({
      success: { amountCents: 400_000, creditCents: 500_000 },
    })
    expect(outcomeOf(life.pay("change", tiers.patron))).toBe("ok")
    expect(life.terms()).toMatchObject([{ priceCents: 900_000, endsAt: undefined }])
  })

  it("T26 may be in another currency: then nothing is credited", () => {
    const life = member()
    expect(life.quoted("change", tiers.dollar)).toMatchObject({
      success: { amountCents: 1000, creditCents: 0, currency: "USD" },
    })
    expect(outcomeOf(life.pay("change", tiers.dollar))).toBe("ok")
    expect(life.row().validUntil).toEqual(new Date("2026-12-21T00:00:00.000Z"))
  })

  it("T26 is not quoted where nothing is owed, nor where days cannot be said", () => {
    expect(outcomeOf(member().quoted("change", tiers.gold))).toBe("409 nothing_owed")
    expect(outcomeOf(member().quoted("change", tiers.open))).toBe("409 nothing_owed")
    expect(outcomeOf(member().quoted("change", tiers.silver))).toBe("409 nothing_owed")
    expect(outcomeOf(member(tiers.silver, null).quoted("change", tiers.gold))).toBe(
      "409 endless_remainder",
    )
    expect(outcomeOf(member(tiers.lifetime, null).quoted("change", tiers.silver))).toBe(
      "409 endless_remainder",
    )
    expect(outcomeOf(openLife().quoted("join", tiers.guest))).toBe("409 nothing_owed")
    expect(outcomeOf(member(tiers.open).quoted("renew"))).toBe("409 nothing_owed")
  })

  const changing = (life: ReturnType<typeof openLife>, tier: Tier) => {
    const opened = life.checkout("change", tier)
    if (opened._tag === "Failure") throw new Error("no checkout")
    return opened.success
  }

  it("T26 waits for a human where the tier is gone, or the membership lapsed, ended, or is there already", () => {
    const life = member(tiers.open)
    const opened = changing(life, tiers.silver)
    life.edit(tiers.silver, { deletedAt: now })
    expect(outcomeOf(opened.arrive())).toBe("404")
    life.edit(tiers.silver, { deletedAt: undefined })
    life.amend({ tier: tiers.silver })
    expect(outcomeOf(opened.arrive())).toBe("409 already_on_tier")
    life.amend({ tier: tiers.open })
    life.go(inDays(30))
    expect(outcomeOf(opened.arrive())).toBe("409 lapsed")
    life.leave()
    expect(outcomeOf(opened.arrive())).toBe("404")
  })

  it("T26 waits for a human where it came so late that the credit is used up", () => {
    const life = member()
    life.change(tiers.open)
    const opened = changing(life, tiers.gold)
    life.advance(10 * day)
    expect(outcomeOf(opened.arrive({ isLate: true }))).toBe("409 credit_used_up")
    expect(outcomeOf(opened.arrive({ isLate: false }))).toBe("ok")
  })

  it("T26 lengthens the new term by what a renewal added since the quote, and never loses it", () => {
    const life = openLife()
    life.add(tiers.silver, { validUntil: inDays(30) })
    life.change(tiers.open)
    const opened = changing(life, tiers.gold)
    life.amend({ validUntil: inDays(60), tier: tiers.silver })
    expect(outcomeOf(opened.arrive())).toBe("ok")
    const [bought, added] = life.terms()
    expect(bought?.endsAt).toEqual(new Date("2026-12-21T00:00:00.000Z"))
    // 30 more days of silver are worth 49,282 or 49,283 in all: that much of gold.
    expect(((added?.endsAt?.getTime() ?? 0) - (bought?.endsAt?.getTime() ?? 0)) / day).toBeCloseTo(
      15,
      3,
    )
    expect(life.row().validUntil).toEqual(added?.endsAt)
  })

  it("T26 paid twice by the same payment is paid once", () => {
    const life = member(tiers.open)
    const opened = changing(life, tiers.silver)
    expect([opened.arrive(), opened.arrive()].map(outcomeOf)).toEqual(["ok", "same"])
  })
})
