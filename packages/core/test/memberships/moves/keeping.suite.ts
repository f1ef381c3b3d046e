import { describe, expect, it } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { dayMs } from "../../fixtures/staffed-organization.ts"
import { openTierMoves } from "../../fixtures/tier-moves.ts"

/** What becomes of a tier's members when its price changes, whatever the engine. */
export const keptPricesSuite = (
  storage: string,
  open: () => Promise<Storage | undefined>,
): void => {
  const openOn = async () => {
    const moves = await openTierMoves(await open())
    const { byManager, organization, tiers } = moves
    const change = (how: object) =>
      byManager.tiers.update({ organization, tierUuid: tiers.silver.uuid, ...how })
    const pricesOf = async (...userUuids: readonly string[]) =>
      (await Promise.all(userUuids.map(moves.row))).map(({ customPriceCents }) => customPriceCents)
    return { ...moves, change, pricesOf }
  }

  describe(`a tier's new price on ${storage}`, () => {
    it("is not for those who are on it, if they are to keep the old one: it becomes what is agreed with them", async () => {
      const {
        add,
        change,
        pricesOf,
        advance,
        inDays,
        tiers,
        symbolon,
        organization,
        stored,
        tierChanges: reported,
        expectSound,
        team,
        clock,
      } = await openOn()
      const [ann, lapsed, gone] = [
        await add("ann"),
        await add("lapsed", tiers.silver, { validUntil: inDays(3) }),
        await add("gone", tiers.silver, { validUntil: inDays(1) }),
      ]
      const agreed = await add("agreed", tiers.silver, { customPriceCents: 0 })
      const yearly = await add("yearly", tiers.silver, { customPaymentInterval: "yearly" })
      const other = await add("other", tiers.gold)
      const remaining = await add("left")
      await symbolon.memberships.removeMember({ organization, userUuid: remaining })
      await advance(8 * dayMs)
      expect(
        await change({ priceCents: 80_000, name: "Silver plus", keepCurrentMembers: true }),
      ).toMatchObject({
        priceCents: 80_000,
        name: "Silver plus",
      })
      const late = await add("late")
      const prices = [50_000, 50_000, undefined, 0, 50_000, undefined, undefined, undefined]
      expect(await pricesOf(ann, lapsed, gone, agreed, yearly, other, remaining, late)).toEqual(
        prices,
      )
      const { membership, terms, history } = await stored(ann)
      expect(membership).toMatchObject({
        validUntil: inDays(30),
        revision: 2,
        updatedAt: clock.now(),
      })
      expect(terms).toMatchObject([{ priceCents: 50_000, endsAt: inDays(30) }])
      const by = { kind: "organization", uuid: team.manager.uuid }
      expect(history.at(-1)).toMatchObject({
        cause: "org_change",
        by,
        before: { customPriceCents: undefined },
        at: clock.now(),
      })
      expect((await stored(agreed)).history).toHaveLength(1)
      expect(await reported()).toEqual([])
      await expectSound([ann, lapsed, agreed, yearly, other, late])
      // The next term is paid at the price that was kept.
      await symbolon.memberships.renewMember({ organization, userUuid: ann })
      expect((await stored(ann)).terms.map(({ priceCents }) => priceCents)).toEqual([
        50_000, 50_000,
      ])
    })

    it("is for everybody from their next renewal on, unless that is said", async () => {
      const { add, change, pricesOf, stored, symbolon, organization } = await openOn()
      const ann = await add("ann")
      for (const keepCurrentMembers of [undefined, false])
        await change({
          priceCents: keepCurrentMembers === false ? 90_000 : 80_000,
          keepCurrentMembers,
        })
      expect(await pricesOf(ann)).toEqual([undefined])
      await symbolon.memberships.renewMember({ organization, userUuid: ann })
      expect((await stored(ann)).terms.map(({ priceCents }) => priceCents)).toEqual([
        50_000, 90_000,
      ])
    })

    it("is kept from by thousands, page by page", async () => {
      const { seed, change, tiers, inside } = await openOn()
      await seed(1001, tiers.silver, (n) => (n % 7 === 0 ? { customPriceCents: n } : {}))
      await change({ priceCents: 1, keepCurrentMembers: true })
      const found = await inside((tx) =>
        tx.memberships.onTier({ tierUuid: tiers.silver.uuid, after: undefined, limit: 2000 }),
      )
      expect(
        found.map(({ customPriceCents }) => customPriceCents).filter((price) => price === 50_000),
      ).toHaveLength(858)
      expect(new Set(found.map(({ customPriceCents }) => customPriceCents)).size).toBe(144)
      expect((await inside((tx) => tx.tiers.find(tiers.silver.uuid)))?.priceCents).toBe(1)
    })
  })
}
