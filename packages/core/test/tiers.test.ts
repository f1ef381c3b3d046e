import { describe, expect, it } from "vitest"
import type { Caller } from "../src/index.ts"
import {
  dayMs,
  createStaffedOrganization,
  page,
  userCaller,
  forbidden,
  tokenClaims,
} from "./fixtures/staffed-organization.ts"

const notFound = { _tag: "NotFound", what: "membership tier" }

/** A club with a public and a private tier, and somebody on each. */
const openTiers = async () => {
  const club = await createStaffedOrganization()
  const { symbolon, club: organization, make } = club
  const open = await symbolon.tiers.create({
    organization,
    name: "Open",
    paymentInterval: "monthly",
    priceCents: 500,
    position: 2,
  })
  const closed = await symbolon.tiers.create({
    organization,
    name: "Closed",
    visibility: "private",
    paymentInterval: "monthly",
  })
  const join = async (username: string, tierSlug: string) => {
    const user = await make(username)
    await symbolon.memberships.add({
      organization,
      member: { type: "user_id", value: user.uuid },
      tierSlug,
    })
    return symbolon.as(userCaller(user.uuid))
  }
  const find = (tierUuid: string) => symbolon.tiers.get({ organization, tierUuid })
  return { ...club, organization, open, closed, join, find }
}

describe("a private tier", () => {
  it("is shown to staff, and to who is on it until they are no more", async () => {
    const { as, organization, open, closed, join, advance, symbolon, clubUuid } = await openTiers()
    const [holder, other] = [await join("a-holder", closed.slug), await join("an-other", open.slug)]
    const appOf = (organizationUuid: string): Caller => ({
      kind: "client",
      ...tokenClaims,
      organizationUuid,
      serviceRole: undefined,
    })
    const [yes, no] = [
      [symbolon, as("owner"), as("staff"), as("root"), holder, symbolon.as(appOf(clubUuid))],
      [as("door"), as("outsider"), other],
    ]
    const seen = async (by: (typeof yes)[number]) => {
      const listed = await by.tiers.list({ organization, page: { ...page, sortBy: "position" } })
      return listed.items.map(({ name }) => name)
    }
    for (const by of yes) {
      expect((await by.tiers.get({ organization, tierUuid: closed.uuid })).tier).toEqual(closed)
      expect(await seen(by)).toEqual(["Closed", "Open"])
    }
    for (const by of no) {
      await expect(by.tiers.get({ organization, tierUuid: closed.uuid })).rejects.toMatchObject(
        notFound,
      )
      expect((await by.tiers.get({ organization, tierUuid: open.uuid })).tier).toEqual(open)
      expect(await seen(by)).toEqual(["Open"])
    }
    await advance(35 * dayMs)
    expect(await seen(holder)).toEqual(["Closed", "Open"])
    await advance(5 * dayMs)
    expect(await seen(holder)).toEqual(["Open"])
    await expect(holder.tiers.get({ organization, tierUuid: closed.uuid })).rejects.toMatchObject(
      notFound,
    )
  })

  it("is listed by its visibility to those who see it", async () => {
    const { as, organization, closed, join } = await openTiers()
    const holder = await join("a-holder", closed.slug)
    const named = async (by: typeof holder, visibility: "public" | "private") =>
      (await by.tiers.list({ organization, visibility, page })).items.map(({ name }) => name)
    expect(await named(as("staff"), "private")).toEqual(["Closed"])
    expect(await named(holder, "private")).toEqual(["Closed"])
    expect(await named(as("outsider"), "private")).toEqual([])
    expect(await named(holder, "public")).toEqual(["Open"])
  })
})

describe("what is counted of a tier", () => {
  it("moves with the clock, and blockers are for staff", async () => {
    const { as, organization, open, join, advance, find } = await openTiers()
    await join("member-one", open.slug)
    await advance(20 * dayMs)
    await join("member-two", open.slug)
    const counted = async () => (await find(open.uuid)).members
    expect(await counted()).toEqual({ active: 2, lapsed: 0 })
    await advance(11 * dayMs)
    expect(await counted()).toEqual({ active: 1, lapsed: 1 })
    expect((await find(open.uuid)).blockers).toEqual({ memberships: 2, cards: 0, cardModels: 0 })
    expect(
      (await as("staff").tiers.get({ organization, tierUuid: open.uuid })).blockers,
    ).toMatchObject({ memberships: 2 })
    const requested = await as("outsider").tiers.get({ organization, tierUuid: open.uuid })
    expect(requested).toMatchObject({ members: { active: 1, lapsed: 1 }, blockers: undefined })
    await advance(7 * dayMs)
    expect(await counted()).toEqual({ active: 1, lapsed: 0 })
  })
})

describe("changing a tier", () => {
  it("changes what is sent, says when, and leaves the slug", async () => {
    const { forClub, organization, open, advance, clock, find } = await openTiers()
    await advance(1000)
    const changed = await forClub("manager").tiers.update({
      organization,
      tierUuid: open.uuid,
      name: "Wide open",
      entitlements: { lounge: true },
    })
    expect(changed).toEqual({
      ...open,
      name: "Wide open",
      entitlements: { lounge: true },
      updatedAt: clock.now(),
    })
    expect((await find(open.uuid)).tier).toEqual(changed)
  })

  it("grants its members at once what it grants now", async () => {
    const { forClub, organization, open, join, team, symbolon } = await openTiers()
    await symbolon.memberships.add({
      organization,
      member: { type: "user_id", value: team.outsider.uuid },
      tierSlug: open.slug,
    })
    await join("member-one", open.slug)
    const granted = async () =>
      (
        await symbolon.entitlements.check({
          organization,
          userUuid: team.outsider.uuid,
          key: "pool",
        })
      ).granted
    expect(await granted()).toBe(false)
    await forClub("owner").tiers.update({
      organization,
      tierUuid: open.uuid,
      entitlements: { pool: true },
    })
    expect(await granted()).toBe(true)
  })

  it("keeps currency and kind of interval while somebody could still renew", async () => {
    const { forClub, organization, open, join, advance, find } = await openTiers()
    const change = (how: {
      readonly currency?: string
      readonly paymentInterval?: "one_time" | "yearly"
      readonly priceCents?: number
    }) => forClub("manager").tiers.update({ organization, tierUuid: open.uuid, ...how })
    await join("member-one", open.slug)
    const held = (fields: readonly string[]) => ({
      _tag: "Conflict",
      reason: "members_on_tier",
      details: { fields, memberships: 1 },
    })
    await expect(change({ currency: "EUR", priceCents: 7 })).rejects.toMatchObject(
      held(["currency"]),
    )
    await advance(36 * dayMs)
    await expect(change({ paymentInterval: "one_time", currency: "EUR" })).rejects.toMatchObject(
      held(["currency", "payment_interval"]),
    )
    expect((await find(open.uuid)).tier).toEqual(open)
    expect(await change({ paymentInterval: "yearly", priceCents: 900 })).toMatchObject({
      paymentInterval: "yearly",
      priceCents: 900,
    })
    await advance(dayMs)
    expect(await change({ paymentInterval: "one_time", currency: "EUR" })).toMatchObject({
      paymentInterval: "one_time",
      currency: "EUR",
    })
  })

  it("is for managers of that organization", async () => {
    const { forClub, organization, open, symbolon, make, find } = await openTiers()
    const elsewhere = await symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: (await make("an-owner")).uuid,
    })
    for (const name of ["staff", "door", "outsider"] as const) {
      await expect(
        forClub(name).tiers.update({ organization, tierUuid: open.uuid, name: "Mine" }),
      ).rejects.toMatchObject(forbidden)
      await expect(
        forClub(name).tiers.delete({ organization, tierUuid: open.uuid }),
      ).rejects.toMatchObject(forbidden)
    }
    for (const tierUuid of [open.uuid, "unknown", open.slug]) {
      await expect(
        symbolon.tiers.update({ organization: elsewhere.slug, tierUuid, name: "Mine" }),
      ).rejects.toMatchObject(notFound)
      await expect(
        symbolon.tiers.delete({ organization: elsewhere.slug, tierUuid }),
      ).rejects.toMatchObject(notFound)
      await expect(
        symbolon.tiers.get({ organization: elsewhere.slug, tierUuid }),
      ).rejects.toMatchObject(notFound)
    }
    expect((await find(open.uuid)).tier).toEqual(open)
  })
})

describe("deleting a tier", () => {
  it("is refused while somebody is on it, lapsed or not, and takes it out of sight for good", async () => {
    const { as, forClub, organization, open, closed, join, advance, clock, symbolon } =
      await openTiers()
    const named = { organization, tierUuid: closed.uuid }
    const remove = () => forClub("manager").tiers.delete(named)
    const holder = await join("a-holder", closed.slug)
    const inUse = {
      _tag: "Conflict",
      reason: "tier_in_use",
      details: { memberships: 1, cards: 0, card_models: 0 },
    }
    await expect(remove()).rejects.toMatchObject(inUse)
    await advance(36 * dayMs)
    await expect(remove()).rejects.toMatchObject(inUse)
    await advance(dayMs)
    expect(await remove()).toEqual({ ...closed, updatedAt: clock.now(), deletedAt: clock.now() })
    for (const by of [symbolon, as("owner"), holder]) {
      await expect(by.tiers.get(named)).rejects.toMatchObject(notFound)
      expect((await by.tiers.list({ organization, page })).items).toEqual([open])
    }
    for (const again of [remove(), forClub("owner").tiers.update({ ...named, name: "Back" })])
      await expect(again).rejects.toMatchObject(notFound)
  })

  it("leaves its slug taken, and its name in the rows of those who were on it", async () => {
    const { organization, closed, join, advance, symbolon } = await openTiers()
    await join("a-holder", closed.slug)
    await advance(60 * dayMs)
    await symbolon.tiers.delete({ organization, tierUuid: closed.uuid })
    const next = await symbolon.tiers.create({ organization, name: "Closed" })
    expect(next.slug).toMatch(/^closed-[a-z0-9]{6}$/)
    const { items } = await symbolon.memberships.listMembers({
      organization,
      status: "ended",
      page,
    })
    expect(items.map(({ tier }) => [tier.name, tier.slug])).toEqual([["Closed", "closed"]])
    const current = await symbolon.memberships.listMembers({ organization, page })
    expect(current.items).toEqual([])
    const member = { type: "username", value: "a-stranger" } as const
    await expect(
      symbolon.memberships.add({ organization, member, tierSlug: closed.slug }),
    ).rejects.toMatchObject(notFound)
  })
})
