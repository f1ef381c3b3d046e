import { describe, expect, it } from "vitest"
import { openTierMoves } from "../../fixtures/tier-moves.ts"

const notFound = { _tag: "NotFound", what: "membership tier" }
const conflict = (reason: string) => ({ _tag: "Conflict", reason })
const faulty = { _tag: "Invalid", errors: { keep_current_members: expect.any(String) } }

describe("a move is refused", () => {
  it("where there is no such tier, or it is the same", async () => {
    const { move, symbolon, organization, make, tiers } = await openTierMoves()
    const elsewhere = await symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: (await make("an-owner")).uuid,
    })
    const theirs = await symbolon.tiers.create({
      organization: elsewhere.slug,
      name: "Theirs",
      priceCents: 1,
      paymentInterval: "monthly",
    })
    await symbolon.tiers.delete({ organization, tierUuid: tiers.open.uuid })
    for (const how of [
      { toTierSlug: "unknown" },
      { toTierSlug: theirs.slug },
      { toTierSlug: "open" },
      { tierUuid: tiers.open.uuid },
      { tierUuid: theirs.uuid },
      { tierUuid: "silver" },
    ])
      await expect(move(how)).rejects.toMatchObject(notFound)
    await expect(move({ toTierSlug: "silver" })).rejects.toMatchObject({
      _tag: "BadRequest",
      field: "membership_tier_slug",
    })
    await expect(move({ organization: "nowhere" })).rejects.toMatchObject({
      _tag: "NotFound",
      what: "organization",
    })
  })

  it("between what is paid once and what has terms, and where two currencies cannot be converted", async () => {
    const { move, tiers, add, work, slugOf } = await openTierMoves()
    await expect(move({ toTierSlug: "life" })).rejects.toMatchObject(conflict("kinds_cross"))
    await expect(move({ tierUuid: tiers.life.uuid })).rejects.toMatchObject(conflict("kinds_cross"))
    await expect(move({ toTierSlug: "dollar", term: "convert" })).rejects.toMatchObject(
      conflict("currencies_differ"),
    )
    const ann = await add("ann")
    expect(await move({ toTierSlug: "dollar" })).toMatchObject({ memberships: 1 })
    await work()
    expect(await slugOf(ann)).toBe("dollar")
  })

  it("to all but managers of that organization", async () => {
    const { forClub, as, organization, tiers, add, slugOf, work } = await openTierMoves()
    const ann = await add("ann")
    const ask = { organization, tierUuid: tiers.silver.uuid, toTierSlug: "secret" }
    for (const by of [
      forClub("staff"),
      forClub("door"),
      forClub("outsider"),
      as("owner"),
      as("outsider"),
    ])
      for (const dryRun of [true, false])
        await expect(by.tiers.moveMemberships({ ...ask, dryRun })).rejects.toMatchObject({
          _tag: "Forbidden",
        })
    await work()
    expect(await slugOf(ann)).toBe("silver")
    await forClub("manager").tiers.moveMemberships(ask)
    await work()
    expect(await slugOf(ann)).toBe("secret")
  })
})

describe("a new price with the old one kept", () => {
  it.each([
    ["no price", {}],
    ["the price that it has", { priceCents: 50_000 }],
    ["another name", { name: "Silver plus" }],
    ["another interval", { priceCents: 80_000, paymentInterval: "yearly" }],
  ])("is refused with %s, and nothing changes", async (_, how) => {
    const { add, change, pricesOf, symbolon, organization, tiers } = await openKeeping()
    const ann = await add("ann")
    await expect(change({ ...how, keepCurrentMembers: true })).rejects.toMatchObject(faulty)
    expect(await pricesOf(ann)).toEqual([undefined])
    expect((await symbolon.tiers.get({ organization, tierUuid: tiers.silver.uuid })).tier).toEqual(
      tiers.silver,
    )
  })

  it("is all or nothing: what else is refused of the change keeps everybody as they are", async () => {
    const { add, change, pricesOf } = await openKeeping()
    const ann = await add("ann")
    const refused = { _tag: "Conflict", reason: "members_on_tier" }
    await expect(
      change({ priceCents: 80_000, currency: "EUR", keepCurrentMembers: true }),
    ).rejects.toMatchObject(refused)
    expect(await pricesOf(ann)).toEqual([undefined])
  })
})

const openKeeping = async () => {
  const moves = await openTierMoves()
  const { byManager, organization, tiers } = moves
  const change = (how: object) =>
    byManager.tiers.update({ organization, tierUuid: tiers.silver.uuid, ...how })
  const pricesOf = async (...userUuids: readonly string[]) =>
    (await Promise.all(userUuids.map(moves.row))).map(({ customPriceCents }) => customPriceCents)
  return { ...moves, change, pricesOf }
}
