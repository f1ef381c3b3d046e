import { afterEach, beforeEach, describe, expect, it } from "vitest"
import {
  type TestClub,
  envelopes,
  firstMonth,
  membership,
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
const change = (slug: string, status: number) =>
  club.asAda("PATCH", club.own, status, { membership_tier_slug: slug })
const changed = (slug: TierSlug) => [
  "membership.tier_changed",
  { user_uuid: club.ada.uuid, tier_slug: slug },
]
const halfAMonth = {
  valid_until: "2026-12-06T10:00:00.000Z",
  renewable_until: "2026-12-13T10:00:00.000Z",
}

describe("the holder changes tier", () => {
  it("T10: the time left is said in the other tier's days, and what was agreed is dropped", async () => {
    await club.admit("gold")
    await club.events()
    expect(await change("platinum", 200)).toEqual(
      membership(club, "platinum", { ...halfAMonth, updated_at: now }),
    )
    expect(await club.events()).toEqual([changed("platinum")])
    await club.asClub("PATCH", `${club.at}/memberships/${club.ada.uuid}`, 200, {
      custom_tier_price_cents: 70_000,
    })
    expect(await change("gold", 200)).toEqual(
      membership(club, "gold", { ...firstMonth, updated_at: now }),
    )
  })

  it.each<readonly [TierSlug, TierSlug, object, object]>([
    ["gold", "crew", {}, firstMonth],
    ["gold", "friend", {}, { valid_until: null, renewable_until: null }],
    ["crew", "board", { visibility: "public" }, firstMonth],
    ["friend", "crew", {}, { valid_until: null, renewable_until: null }],
    ["crew", "friend", {}, { valid_until: null, renewable_until: null }],
    // 30 days at 500 a month are 36 at 5,000 a year: vector C5.
    [
      "gold",
      "year",
      {},
      { valid_until: "2026-12-27T10:00:00.000Z", renewable_until: "2027-01-26T10:00:00.000Z" },
    ],
  ])("T10: from %s to %s, where no money is needed", async (from, to, opened, dates) => {
    await club.asClub("PATCH", `${club.at}/membership-tiers/${club.tier(to).uuid}`, 200, opened)
    await club.admit(from)
    expect(await change(to, 200)).toEqual(membership(club, to, { ...dates, updated_at: now }))
  })

  it("T11: not while it is lapsed: it is renewed first", async () => {
    await club.admit("gold")
    await club.to("2026-12-21T10:00:00.000Z")
    const before = await club.stored()
    const replyBody = refused("conflict", "The term of the membership ran out: renew it first.", {
      reason: "lapsed",
      status: "lapsed",
      tier_slug: "gold",
    })
    for (const slug of ["platinum", "crew", "gold"])
      expect(await change(slug, 409)).toEqual(replyBody)
    expect(await club.stored()).toEqual(before)
  })

  it.each<readonly [TierSlug, TierSlug, number]>([
    ["friend", "gold", 50_000],
    ["crew", "gold", 50_000],
    ["crew", "life", 900_000],
    // 30 days of a month of 30.436875 days at 500.00: rounded down.
    ["gold", "life", 900_000 - 49_282],
  ])(
    "T12: from %s to %s needs money: 402 with what is owed, and nothing is written",
    async (from, to, owed) => {
      await club.admit(from)
      const before = await club.stored()
      expect(await change(to, 402)).toEqual(envelopes.owed("change", owed, to))
      expect(await club.stored()).toEqual(before)
    },
  )

  it("T12: somebody at an agreed price of 0 pays like anybody", async () => {
    await club.admit("gold", { custom_tier_price_cents: 0 })
    expect(await change("platinum", 402)).toEqual(envelopes.owed("change", 100_000, "platinum"))
  })

  it("T13: not to a tier that is private, deleted, another organization's, or none; nor without a membership", async () => {
    await club.asClub("DELETE", `${club.at}/membership-tiers/${club.tier("mate").uuid}`, 200)
    for (const slug of ["board", "mate", "none"])
      expect(await change(slug, 404)).toEqual(envelopes.noTier)
    expect(await change("gold", 404)).toEqual(envelopes.noMembership)
    await club.admit("crew")
    const before = await club.stored()
    for (const slug of ["board", "mate", "none"])
      expect(await change(slug, 404)).toEqual(envelopes.noTier)
    expect(await club.stored()).toEqual(before)
  })

  it("T14: to the tier they are on nothing happens, however often it is asked, and the agreed price stays", async () => {
    await club.admit("gold", {
      custom_tier_price_cents: 700,
      custom_tier_payment_interval: "weekly",
    })
    await club.events()
    const before = await club.stored()
    const row = await club.asAda("GET", club.own, 200)
    for (const _ of [1, 2, 3]) expect(await change("gold", 200)).toEqual(row)
    expect(row).toMatchObject({
      custom_tier_price_cents: 700,
      custom_tier_payment_interval: "weekly",
      updated_at: null,
    })
    await club.asClub("PATCH", `${club.at}/membership-tiers/${club.tier("gold").uuid}`, 200, {
      visibility: "private",
    })
    expect(await change("gold", 200)).toEqual(row)
    expect(before).toMatchObject({
      rows: [{ revision: 1 }],
      events: [{ type: "membership.joined" }],
    })
    expect(await club.stored()).toMatchObject({
      rows: [{ revision: 1 }],
      history: [[{ cause: "join" }]],
      events: [{}],
    })
  })

  it("T15: under notice, which stays", async () => {
    await club.admit("gold")
    await club.asAda("DELETE", club.own, 200)
    await club.events()
    const noticed = {
      ...halfAMonth,
      renewable_until: halfAMonth.valid_until,
      cancelled_at: now,
      updated_at: now,
    }
    expect(await change("platinum", 200)).toEqual(membership(club, "platinum", noticed))
    expect(await club.events()).toEqual([changed("platinum")])
  })

  it("T15: under notice to what never ends: the notice runs out all the same", async () => {
    await club.admit("gold")
    await club.asAda("DELETE", club.own, 200)
    expect(await change("friend", 200)).toMatchObject({
      valid_until: firstMonth.valid_until,
      cancelled_at: now,
    })
  })

  it.each<readonly [TierSlug, object, TierSlug, string, string]>([
    ["gold", {}, "euro", "currencies_differ", "What is left was paid in another currency."],
    [
      "life",
      {},
      "gold",
      "endless_remainder",
      "The membership never ends, so no number of days says what is left of it.",
    ],
    [
      "gold",
      { valid_until: null },
      "year",
      "endless_remainder",
      "The membership never ends, so no number of days says what is left of it.",
    ],
    [
      "platinum",
      { valid_until: "9000-01-01T00:00:00Z" },
      "cheap" as TierSlug,
      "out_of_range",
      "The membership would end after the year 9999.",
    ],
  ])(
    "409 where the time left cannot be said: from %s %j to %s",
    async (from, more, to, reason, replyBody) => {
      await club.asClub("POST", `${club.at}/membership-tiers`, 201, {
        name: "cheap",
        price_cents: 1,
        payment_interval: "yearly",
      })
      await club.admit(from, more)
      const before = await club.stored()
      expect(await change(to, 409)).toEqual(
        refused("conflict", replyBody, { reason, status: "active", tier_slug: from }),
      )
      expect(await club.stored()).toEqual(before)
    },
  )
})
