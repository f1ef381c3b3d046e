import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import {
  type TestClub,
  envelopes,
  firstMonth,
  member,
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

const join = (slug: string, status: number) =>
  club.asAda("POST", club.own, status, { membership_tier_slug: slug })
const add = (body: object, status: number) =>
  club.asClub("POST", `${club.at}/memberships`, status, body)
const joined = (slug: TierSlug) => [
  "membership.joined",
  { user_uuid: club.ada.uuid, tier_slug: slug },
]
const already = "The user is already a member."
const ranOut =
  "The user is a member whose term ran out: renew the membership, or end it and join again."

describe("somebody joins", () => {
  it("T16: on a free tier, for one term", async () => {
    expect(await join("crew", 201)).toEqual(membership(club, "crew", firstMonth))
    expect(await club.events()).toEqual([joined("crew")])
    expect(await club.asAda("GET", club.own, 200)).toEqual(membership(club, "crew", firstMonth))
  })

  it("T16: on a free tier without terms, for ever, and has a wallet there from then on", async () => {
    expect(await join("friend", 201)).toEqual(membership(club, "friend"))
    const { symbolon, ada, club: organization } = club.world
    const wallet = await portsOf(symbolon).storage.transact("read", (tx) =>
      tx.wallets.ofUser(ada.uuid, organization.uuid),
    )
    expect(wallet).toMatchObject({ userUuid: ada.uuid, organizationUuid: organization.uuid })
  })

  it("T9, T16: as a new member once the old membership cannot be renewed any more; no event tells of its end", async () => {
    const first = await join("crew", 201)
    await club.events()
    await club.to("2026-12-28T10:00:00.000Z")
    const again = await join("crew", 201)
    expect(again).toMatchObject({
      joined_at: "2026-12-28T10:00:00.000Z",
      valid_until: "2027-01-28T10:00:00.000Z",
    })
    expect(again.uuid).not.toBe(first.uuid)
    expect(await club.events()).toEqual([joined("crew")])
    const ended = await club.asClub("GET", `${club.at}/memberships?status=ended`, 200)
    expect(ended.items).toMatchObject([
      {
        uuid: first.uuid,
        status: "ended",
        ended_by: "lapsed",
        ended_at: "2026-12-28T10:00:00.000Z",
      },
    ])
  })

  it("T17: not on a tier that costs: 402 with what is owed, and nothing is written", async () => {
    const before = await club.stored()
    expect(await join("gold", 402)).toEqual(envelopes.owed("join", 50_000, "gold"))
    expect(await join("euro", 402)).toEqual(envelopes.owed("join", 1_000, "euro", "EUR"))
    expect(await club.stored()).toEqual(before)
  })

  it("T18: not on a tier that is private, deleted, another organization's, or none: they look the same", async () => {
    await club.asClub("DELETE", `${club.at}/membership-tiers/${club.tier("mate").uuid}`, 200)
    const { symbolon, owner } = club.world
    const elsewhere = await symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: owner.uuid,
    })
    await symbolon.tiers.create({ organization: elsewhere.slug, name: "Guest" })
    const before = await club.stored()
    for (const slug of ["board", "mate", "guest", "none", club.tier("crew").uuid])
      expect(await join(slug, 404)).toEqual(envelopes.noTier)
    expect(await club.stored()).toEqual(before)
    expect(
      await club.asAda("POST", "/api/v1/memberships/none", 404, { membership_tier_slug: "crew" }),
    ).toEqual(envelopes.noOrganization)
  })

  it("T19: not twice, with notice given or not, whatever the tier", async () => {
    await join("crew", 201)
    const before = await club.stored()
    const conflict = (status: string) =>
      refused("conflict", already, { reason: "already_member", status, tier_slug: "crew" })
    for (const slug of ["crew", "friend", "gold"])
      expect(await join(slug, 409)).toEqual(conflict("active"))
    expect(await join("board", 404)).toEqual(envelopes.noTier)
    expect(await club.stored()).toEqual(before)
    await club.asAda("DELETE", club.own, 200)
    expect(await join("friend", 409)).toEqual(conflict("active_with_notice"))
  })

  it("T20: not while they may still renew what they had", async () => {
    await join("crew", 201)
    await club.to("2026-12-21T10:00:00.000Z")
    expect(await join("crew", 409)).toEqual(
      refused("conflict", ranOut, {
        reason: "already_member",
        status: "lapsed",
        tier_slug: "crew",
      }),
    )
  })

  it("by the organization's uuid as by its slug", async () => {
    const path = `/api/v1/memberships/${club.world.club.uuid}`
    expect(await club.asAda("POST", path, 201, { membership_tier_slug: "crew" })).toEqual(
      membership(club, "crew", firstMonth),
    )
    expect(await club.asAda("GET", path, 200)).toEqual(membership(club, "crew", firstMonth))
  })
})

describe("the organization makes somebody a member", () => {
  it("T27: on any of its tiers, private or priced, and without a payment", async () => {
    expect(await club.admit("board")).toEqual(member(club, "board", firstMonth))
    expect(await club.events()).toEqual([joined("board")])
    await club.asClub("DELETE", `${club.at}/memberships/${club.ada.uuid}`, 200)
    expect(await club.admit("gold")).toEqual(member(club, "gold", firstMonth))
  })

  it("T27: until a date, or for ever, at a price and an interval of their own", async () => {
    const agreed = { custom_tier_price_cents: 0, custom_tier_payment_interval: "quarterly" }
    const until = { valid_until: "2027-03-01T00:00:00.000Z", ...agreed }
    expect(await club.admit("gold", until)).toEqual(
      member(club, "gold", { ...until, renewable_until: "2027-03-15T00:00:00.000Z" }),
    )
    await club.asClub("DELETE", `${club.at}/memberships/${club.ada.uuid}`, 200)
    expect(await club.admit("gold", { valid_until: null, custom_tier_price_cents: null })).toEqual(
      member(club, "gold"),
    )
  })

  it("T27: whoever an identifier leads to", async () => {
    const named = { identifier: { type: "username", value: "ada" }, membership_tier_slug: "crew" }
    expect(await add(named, 201)).toEqual(member(club, "crew", firstMonth))
  })

  it("T27: not whom nobody knows", async () => {
    const nobody = {
      message: "The identifier matches no wallet or user.",
      code: "identifier_unresolved",
      details: null,
    }
    const replyBody = (field: string) => ({
      ...nobody,
      errors: { [field]: "matches no wallet or user" },
    })
    const before = await club.stored()
    const slug = { membership_tier_slug: "crew" }
    expect(await add({ ...slug, identifier: { type: "username", value: "nobody" } }, 404)).toEqual(
      replyBody("identifier"),
    )
    expect(await add({ ...slug, identifier: { type: "card", value: "nothing" } }, 404)).toEqual(
      replyBody("identifier"),
    )
    expect(await add({ ...slug, user_uuid: "01900000-0000-7000-8000-000000000001" }, 404)).toEqual(
      replyBody("user_uuid"),
    )
    expect(await add({ user_uuid: club.ada.uuid, membership_tier_slug: "none" }, 404)).toEqual(
      envelopes.noTier,
    )
    expect(await club.stored()).toEqual(before)
  })

  it("T28: refuses an existing member", async () => {
    await club.admit("crew")
    const body = { user_uuid: club.ada.uuid, membership_tier_slug: "gold" }
    expect(await add(body, 409)).toEqual(
      refused("conflict", already, {
        reason: "already_member",
        status: "active",
        tier_slug: "crew",
      }),
    )
    await club.to("2026-12-21T10:00:00.000Z")
    expect(await add(body, 409)).toEqual(
      refused("conflict", ranOut, {
        reason: "already_member",
        status: "lapsed",
        tier_slug: "crew",
      }),
    )
  })
})

it("T42: no card can be claimed yet", () =>
  club.asAda("POST", "/api/v1/cards/claim", 404, { identifier: "NFC-1" }))
