import { afterEach, beforeEach, describe, expect, it } from "vitest"
import {
  type TestClub,
  envelopes,
  firstMonth,
  member,
  createTestClub,
  refused,
  type TierSlug,
} from "../fixtures/club.ts"

let club: TestClub
beforeEach(async () => {
  club = await createTestClub()
})
afterEach(() => club.close())

const now = "2026-11-21T10:00:00.000Z"
const hers = () => `${club.at}/memberships/${club.ada.uuid}`
const amend = (body: object, status = 200) => club.asClub("PATCH", hers(), status, body)
const remove = (status: number) => club.asClub("DELETE", hers(), status)
const changed = (slug: TierSlug) => [
  "membership.tier_changed",
  { user_uuid: club.ada.uuid, tier_slug: slug },
]
const conflict = (reason: string, message: string, tier_slug: string, more: object = {}) =>
  refused("conflict", message, { reason, status: "active", tier_slug, ...more })
const fresh = async (slug: TierSlug, more: object = {}) => {
  await club.admit(slug, more)
  await club.events()
}

describe("the organization changes a membership", () => {
  it("T29: the tier, private ones too, and the dates stay", async () => {
    await fresh("gold")
    expect(await amend({ membership_tier_slug: "board" })).toEqual(
      member(club, "board", { ...firstMonth, updated_at: now }),
    )
    expect(await club.events()).toEqual([changed("board")])
  })

  it("T29: or the time left is said in the other tier's days", async () => {
    await fresh("gold")
    const halved = {
      valid_until: "2026-12-06T10:00:00.000Z",
      renewable_until: "2026-12-13T10:00:00.000Z",
    }
    expect(await amend({ membership_tier_slug: "platinum", term: "convert" })).toEqual(
      member(club, "platinum", { ...halved, updated_at: now }),
    )
  })

  it("T29: what has lapsed moves too, and stays lapsed", async () => {
    await fresh("gold")
    const lapsed = "2026-12-22T10:00:00.000Z"
    await club.to(lapsed)
    for (const body of [
      { membership_tier_slug: "platinum" },
      { membership_tier_slug: "gold", term: "convert" },
    ])
      expect(await amend(body)).toEqual(
        member(club, body.membership_tier_slug as TierSlug, {
          ...firstMonth,
          status: "lapsed",
          updated_at: lapsed,
        }),
      )
    expect(await club.events()).toEqual([changed("platinum"), changed("gold")])
  })

  it("T29: not across what is paid once and what has terms", async () => {
    await fresh("gold")
    const crossing =
      "Members cannot move between a one-time tier and a tier with terms. Choose a tier of the same kind."
    expect(await amend({ membership_tier_slug: "life" }, 409)).toEqual(
      conflict("kinds_cross", crossing, "gold"),
    )
  })

  it("T29: an agreed price or interval moves to another tier only if the request sends it", async () => {
    await fresh("gold", { custom_tier_price_cents: 30_000, custom_tier_payment_interval: "weekly" })
    const before = await club.stored()
    const replyBody =
      "The member has an agreed price or interval. Send its value on the other tier, or null."
    const details = { custom_tier_price_cents: 30_000, custom_tier_payment_interval: "weekly" }
    for (const body of [
      {},
      { custom_tier_price_cents: null },
      { custom_tier_payment_interval: null },
    ])
      expect(await amend({ membership_tier_slug: "platinum", ...body }, 409)).toEqual(
        conflict("custom_terms", replyBody, "gold", details),
      )
    expect(await club.stored()).toEqual(before)
    const customPricing = { custom_tier_price_cents: 40_000, custom_tier_payment_interval: null }
    expect(await amend({ membership_tier_slug: "platinum", ...customPricing })).toMatchObject({
      tier_slug: "platinum",
      ...customPricing,
    })
  })

  it("T29: to the tier they are on nothing happens, however often it is asked", async () => {
    await fresh("gold", { custom_tier_price_cents: 30_000 })
    const before = await club.stored()
    const row = await club.asClub("GET", hers(), 200)
    for (const _ of [1, 2, 3]) expect(await amend({ membership_tier_slug: "gold" })).toEqual(row)
    expect(await amend({})).toEqual(row)
    expect(await club.stored()).toEqual(before)
  })

  it("T29: not to a tier of another organization, a deleted one, or none", async () => {
    await fresh("gold")
    await club.asClub("DELETE", `${club.at}/membership-tiers/${club.tier("mate").uuid}`, 200)
    for (const slug of ["mate", "none"])
      expect(await amend({ membership_tier_slug: slug }, 404)).toEqual(envelopes.noTier)
  })

  it("T29: not into another currency's days", async () => {
    await fresh("gold")
    expect(await amend({ membership_tier_slug: "euro", term: "convert" }, 409)).toEqual(
      conflict("currencies_differ", "What is left was paid in another currency.", "gold"),
    )
    expect(await amend({ membership_tier_slug: "euro" })).toEqual(
      member(club, "euro", { ...firstMonth, updated_at: now }),
    )
  })

  it.each<readonly [string, string | null, string | null]>([
    ["longer", "2027-06-01T00:00:00.000Z", "2027-06-08T00:00:00.000Z"],
    ["shorter", "2026-11-22T00:00:00.000Z", "2026-11-29T00:00:00.000Z"],
    ["for ever", null, null],
  ])("T30: the date: %s, with no event", async (_, valid_until, renewable_until) => {
    await fresh("gold")
    expect(await amend({ valid_until })).toEqual(
      member(club, "gold", { valid_until, renewable_until, updated_at: now }),
    )
    expect(await club.events()).toEqual([])
  })

  it("T30: a date in another zone is the same moment, and until now is over at once", async () => {
    await fresh("gold")
    expect(await amend({ valid_until: "2027-01-01T08:00:00+08:00" })).toMatchObject({
      valid_until: "2027-01-01T00:00:00.000Z",
    })
    expect(await amend({ valid_until: now })).toMatchObject({ status: "lapsed", valid_until: now })
    expect(await club.events()).toEqual([])
  })

  it("T30: under notice, which stays; without an end it is withdrawn", async () => {
    await fresh("gold")
    await club.asAda("DELETE", club.own, 200)
    const later = "2027-02-01T00:00:00.000Z"
    expect(await amend({ valid_until: later })).toMatchObject({
      status: "active_with_notice",
      valid_until: later,
      renewable_until: later,
      cancelled_at: now,
    })
    expect(await amend({ valid_until: null })).toMatchObject({
      status: "active",
      valid_until: null,
      cancelled_at: null,
    })
  })

  it("T31: a date ahead for what has lapsed renews it", async () => {
    await fresh("gold")
    await club.to("2026-12-22T10:00:00.000Z")
    expect(await amend({ valid_until: "2027-01-01T00:00:00.000Z" })).toMatchObject({
      status: "active",
      joined_at: now,
    })
    expect(await club.events()).toEqual([["membership.renewed", { user_uuid: club.ada.uuid }]])
  })

  it("T32: price and interval, from the next renewal on; null goes back to the tier's", async () => {
    await fresh("gold")
    const agreed = { custom_tier_price_cents: 0, custom_tier_payment_interval: "yearly" }
    expect(await amend(agreed)).toEqual(
      member(club, "gold", { ...firstMonth, ...agreed, updated_at: now }),
    )
    expect(await club.events()).toEqual([])
    expect(await club.asAda("POST", `${club.own}/renew`, 200)).toMatchObject({
      valid_until: "2027-12-21T10:00:00.000Z",
    })
    expect(
      await amend({ custom_tier_price_cents: null, custom_tier_payment_interval: null }),
    ).toMatchObject({
      custom_tier_price_cents: null,
      custom_tier_payment_interval: null,
      valid_until: "2027-12-21T10:00:00.000Z",
    })
  })

  it("T29 to T32: all at once", async () => {
    await fresh("gold")
    const all = {
      valid_until: "2027-05-01T00:00:00.000Z",
      custom_tier_price_cents: 5,
      custom_tier_payment_interval: "quarterly",
    }
    expect(await amend({ membership_tier_slug: "platinum", ...all })).toEqual(
      member(club, "platinum", {
        ...all,
        renewable_until: "2027-05-15T00:00:00.000Z",
        updated_at: now,
      }),
    )
    expect(await club.events()).toEqual([changed("platinum")])
  })
})

describe("the organization ends a membership", () => {
  it.each(["gold", "friend"] as const)("T34: at once: %s", async (slug) => {
    await fresh(slug)
    const ended = {
      valid_until: now,
      renewable_until: now,
      cancelled_at: now,
      updated_at: now,
      ended_at: now,
    }
    expect(await remove(200)).toEqual(
      member(club, slug, { ...ended, status: "ended", ended_by: "removed" }),
    )
    expect(await club.events()).toEqual([
      ["membership.left", { user_uuid: club.ada.uuid, ended_by: "removed" }],
    ])
    expect(await club.asAda("GET", club.own, 404)).toEqual(envelopes.noMembership)
    expect(await club.asClub("GET", hers(), 200)).toMatchObject({
      status: "ended",
      ended_by: "removed",
    })
  })

  it("T34: what has lapsed too", async () => {
    await fresh("gold")
    await club.to("2026-12-22T10:00:00.000Z")
    expect(await remove(200)).toMatchObject({
      status: "ended",
      ended_at: "2026-12-22T10:00:00.000Z",
      valid_until: "2026-12-22T10:00:00.000Z",
    })
  })

  it("T35: not what is not there, not twice, and not what is over", async () => {
    expect(await remove(404)).toEqual(envelopes.noMembership)
    await fresh("gold")
    await remove(200)
    expect(await remove(404)).toEqual(envelopes.noMembership)
    expect(await amend({ valid_until: null }, 404)).toEqual(envelopes.noMembership)
    await fresh("gold")
    await club.to(firstMonth.renewable_until)
    expect(await remove(404)).toEqual(envelopes.noMembership)
    expect(await club.events()).toEqual([])
  })
})
