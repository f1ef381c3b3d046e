import { describe, expect, it } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { dayMs } from "../../fixtures/staffed-organization.ts"
import { openTierMoves } from "../../fixtures/tier-moves.ts"

const conflict = (reason: string) => ({ _tag: "Conflict", reason })

/**
 * What a move of a tier's members does, whatever the engine
 * (docs/membership-rules.md#moving-a-tier).
 */
export const movesSuite = (storage: string, open: () => Promise<Storage | undefined>): void => {
  const openOn = async () => openTierMoves(await open())

  describe(`a move on ${storage}`, () => {
    it("T37 takes everybody along, those who lapsed too, tells of each once, and leaves a tier that can be deleted", async () => {
      const {
        add,
        advance,
        move,
        work,
        row,
        tierChanges: reported,
        tiers,
        inDays,
        counts,
        symbolon,
        organization,
        clubUuid,
        expectSound,
        stored,
        team,
      } = await openOn()
      const [ann, lapsed, gone, forEver] = [
        await add("ann"),
        await add("lapsed", tiers.silver, { validUntil: inDays(3) }),
        await add("gone", tiers.silver, { validUntil: inDays(1) }),
        await add("for-ever", tiers.silver, { validUntil: null }),
      ]
      const noticed = await add("noticed")
      await symbolon.memberships.leave({ organization, userUuid: noticed })
      await advance(8 * dayMs)
      const before = await Promise.all([ann, lapsed, gone, forEver, noticed].map(row))
      const report = {
        memberships: 4,
        fromTierUuid: tiers.silver.uuid,
        toTierUuid: tiers.gold.uuid,
        skipped: [],
        stillBlockingDelete: { memberships: 0, cards: 0, cardModels: 0 },
      }
      expect(await move({ dryRun: true })).toEqual({ ...report, isScheduled: false })
      expect(await Promise.all([ann, lapsed, gone, forEver, noticed].map(row))).toEqual(before)
      expect(await move()).toEqual({ ...report, isScheduled: true })
      await work()
      const after = await Promise.all([ann, lapsed, gone, forEver, noticed].map(row))
      const movedBy = ({ revision }: { readonly revision: number }) => ({
        tierUuid: tiers.gold.uuid,
        revision: revision + 1,
        updatedAt: inDays(8),
      })
      expect(after).toEqual(before.map((one, n) => (n === 2 ? one : { ...one, ...movedBy(one) })))
      expect(await reported()).toEqual(
        [ann, lapsed, forEver, noticed].map((user_uuid) => ({
          origin: "user_app",
          schema_version: 1,
          user_uuid,
          organization_uuid: clubUuid,
          tier_slug: "gold",
        })),
      )
      expect((await stored(ann)).history.at(-1)).toMatchObject({
        at: inDays(8),
        cause: "move",
        by: { kind: "organization", uuid: team.manager.uuid },
        conversion: undefined,
      })
      await expectSound([ann, lapsed, forEver, noticed])
      expect([await counts(tiers.silver), await counts(tiers.gold)]).toEqual([
        { active: 0, lapsed: 0 },
        { active: 3, lapsed: 1 },
      ])
      await symbolon.tiers.delete({ organization, tierUuid: tiers.silver.uuid })
    })

    it("converts what is left at each tier's price per day, counted from when it was asked for", async () => {
      const {
        add,
        move,
        row,
        tiers,
        inDays,
        advance,
        clock,
        running,
        batch,
        symbolon,
        organization,
        expectSound,
        stored,
      } = await openOn()
      const ann = await add("ann")
      const twin = await add("twin")
      const lapsed = await add("lapsed", tiers.silver, { validUntil: inDays(3) })
      const forEver = await add("for-ever", tiers.silver, { validUntil: null })
      const supplied = await add("given", tiers.silver, { customPriceCents: 0 })
      const noticed = await add("noticed")
      await symbolon.memberships.leave({ organization, userUuid: noticed })
      await advance(4 * dayMs)
      expect(await move({ term: "convert", customPricing: "clear" })).toMatchObject({
        memberships: 6,
        skipped: [],
      })
      const [requested] = await running()
      // Hours later, when the worker comes to it.
      clock.set(new Date(inDays(4).getTime() + dayMs / 4))
      while (await batch(requested?.uuid ?? "")) continue
      expect(await row(ann)).toMatchObject({
        validUntil: inDays(17),
        renewableUntil: inDays(24),
        anchorAt: inDays(17),
        anchorTerms: 0,
      })
      expect((await row(twin)).validUntil).toEqual(inDays(17))
      expect(await row(noticed)).toMatchObject({
        validUntil: inDays(17),
        renewableUntil: inDays(17),
        tierUuid: tiers.gold.uuid,
      })
      expect((await row(lapsed)).validUntil).toEqual(inDays(3))
      expect((await row(forEver)).validUntil).toBeUndefined()
      // What was given has no worth to be said otherwise: nobody loses time because one side is
      // free.
      expect(await row(supplied)).toMatchObject({
        validUntil: inDays(30),
        customPriceCents: undefined,
      })
      expect((await stored(ann)).history.at(-1)).toMatchObject({
        conversion: { priceCents: 100_000, currency: "PHP", interval: "monthly" },
      })
      await expectSound([ann, twin, lapsed, forEver, supplied, noticed])
    })

    it("tells of it as the platform's own where its staff asked", async () => {
      const {
        add,
        forClub,
        organization,
        tiers,
        work,
        tierChanges: reported,
        stored,
        team,
      } = await openOn()
      const ann = await add("ann")
      await forClub("root").tiers.moveMemberships({
        organization,
        tierUuid: tiers.silver.uuid,
        toTierSlug: "gold",
      })
      await work()
      expect(await reported()).toMatchObject([{ origin: "admin", user_uuid: ann }])
      expect((await stored(ann)).history.at(-1)).toMatchObject({
        by: { kind: "service", uuid: team.root.uuid },
      })
    })

    it("asked for once more finds nobody, and does nothing", async () => {
      const { add, move, work, row, tierChanges: reported, running } = await openOn()
      const ann = await add("ann")
      await move()
      await work()
      const after = await row(ann)
      expect(await move()).toMatchObject({ isScheduled: true, memberships: 0, skipped: [] })
      expect(await running()).toHaveLength(1)
      await work()
      expect(await running()).toEqual([])
      expect(await row(ann)).toEqual(after)
      expect(await reported()).toHaveLength(1)
    })
  })

  describe(`what was agreed with members, in a move on ${storage}`, () => {
    const openAgreed = async () => {
      const moves = await openOn()
      const plain = await moves.add("plain")
      const dear = await moves.add("dear", moves.tiers.silver, { customPriceCents: 25_000 })
      const yearly = await moves.add("yearly", moves.tiers.silver, {
        customPaymentInterval: "yearly",
      })
      const over = await moves.add("over", moves.tiers.silver, {
        customPriceCents: 1,
        validUntil: new Date(moves.clock.now().getTime() + 1),
      })
      await moves.advance(8 * dayMs)
      return { ...moves, plain, dear, yearly, over }
    }

    it("refuses the whole of it and names them, unless told what becomes of it", async () => {
      const { move, dear, yearly, running, slugOf, work, plain } = await openAgreed()
      const named = {
        ...conflict("custom_terms"),
        details: {
          members: expect.toSatisfy((members: readonly object[]) => {
            const one = (
              user_uuid: string,
              username: string,
              price: number | null,
              interval: string | null,
            ) => ({
              user_uuid,
              username,
              custom_tier_price_cents: price,
              custom_tier_payment_interval: interval,
            })
            expect(members).toEqual([
              one(dear, "dear", 25_000, null),
              one(yearly, "yearly", null, "yearly"),
            ])
            return true
          }),
        },
      }
      for (const dryRun of [true, false])
        await expect(move({ dryRun })).rejects.toMatchObject(named)
      expect(await running()).toEqual([])
      await work()
      expect(await slugOf(plain)).toBe("silver")
    })

    it("is carried along, with its worth", async () => {
      const { move, work, row, dear, yearly, inDays, tiers, expectSound } = await openAgreed()
      expect(await move({ term: "convert", customPricing: "carry" })).toMatchObject({
        memberships: 3,
        skipped: [],
      })
      await work()
      // The same price on both sides: the date stays.
      expect(await row(dear)).toMatchObject({
        tierUuid: tiers.gold.uuid,
        customPriceCents: 25_000,
        validUntil: inDays(30),
      })
      expect(await row(yearly)).toMatchObject({
        tierUuid: tiers.gold.uuid,
        customPaymentInterval: "yearly",
      })
      await expectSound([dear, yearly])
    })

    it("is dropped, and the time left is still worth what it was put there at", async () => {
      const { move, work, row, dear, yearly, inDays, tiers } = await openAgreed()
      await move({ term: "convert", customPricing: "clear" })
      await work()
      // 22 days at 25,000 a month are 5.5 at 100,000.
      expect(await row(dear)).toMatchObject({
        tierUuid: tiers.gold.uuid,
        customPriceCents: undefined,
        validUntil: inDays(8 + 5.5),
      })
      expect(await row(yearly)).toMatchObject({ customPaymentInterval: undefined })
    })

    it("after it began is kept", async () => {
      const { add, move, running, work, row, symbolon, organization, tiers } = await openOn()
      const ann = await add("ann")
      await move()
      expect(await running()).toHaveLength(1)
      await symbolon.memberships.updateMember({ organization, userUuid: ann, customPriceCents: 7 })
      await work()
      expect(await row(ann)).toMatchObject({ tierUuid: tiers.gold.uuid, customPriceCents: 7 })
    })
  })

  describe(`who cannot be moved on ${storage}`, () => {
    it("is named with the reason, stays, and still blocks deletion; the others go", async () => {
      const { add, move, work, slugOf, tiers, symbolon, organization, counts, inDays } =
        await openOn()
      const [ann, dear, lapsed] = [
        await add("ann"),
        await add("dear", tiers.silver, { customPriceCents: 30_000 }),
        await add("lapsed", tiers.silver, { validUntil: inDays(1), customPriceCents: 30_000 }),
      ]
      const expected = {
        memberships: 1,
        skipped: [
          { userUuid: dear, username: "dear", reason: "custom_price_currency" },
          { userUuid: lapsed, username: "lapsed", reason: "custom_price_currency" },
        ],
        stillBlockingDelete: { memberships: 2, cards: 0, cardModels: 0 },
      }
      const how = { toTierSlug: "dollar", customPricing: "carry" } as const
      await symbolon.testClock?.moveTo(inDays(2))
      expect(await move({ ...how, dryRun: true })).toMatchObject(expected)
      expect(await move(how)).toMatchObject(expected)
      await work()
      expect(await Promise.all([ann, dear, lapsed].map(slugOf))).toEqual([
        "dollar",
        "silver",
        "silver",
      ])
      const { blockers } = await symbolon.tiers.get({ organization, tierUuid: tiers.silver.uuid })
      expect(blockers).toEqual(expected.stillBlockingDelete)
      expect(await counts(tiers.dollar)).toEqual({ active: 1, lapsed: 0 })
    })

    it("is judged by what their time was paid in, and by how far it would reach", async () => {
      const { add, move, work, slugOf, tiers, symbolon, organization, inDays } = await openOn()
      const [ann, foreign, far] = [
        await add("ann"),
        await add("foreign", tiers.dollar),
        await add("far", tiers.silver, { validUntil: inDays(365) }),
      ]
      await symbolon.memberships.updateMember({
        organization,
        userUuid: foreign,
        tierSlug: "silver",
        customPriceCents: null,
      })
      const how = { toTierSlug: "cheap", term: "convert", customPricing: "clear" } as const
      const skipped = [
        { userUuid: foreign, username: "foreign", reason: "currencies_differ" },
        { userUuid: far, username: "far", reason: "out_of_range" },
      ]
      expect(await move(how)).toMatchObject({ memberships: 1, skipped })
      await work()
      expect(await Promise.all([ann, foreign, far].map(slugOf))).toEqual([
        "cheap",
        "silver",
        "silver",
      ])
    })

    it("stops all of it where nobody may stay behind", async () => {
      const { add, move, running, tiers, inDays } = await openOn()
      await add("ann")
      const far = await add("far", tiers.silver, { validUntil: inDays(365) })
      const refused = {
        ...conflict("members_stay"),
        details: { skipped: [{ user_uuid: far, username: "far", reason: "out_of_range" }] },
      }
      for (const dryRun of [true, false])
        await expect(move({ toTierSlug: "cheap", term: "convert", dryRun })).rejects.toMatchObject(
          refused,
        )
      expect(await running()).toEqual([])
      expect(await move({ toTierSlug: "cheap" })).toMatchObject({ memberships: 2, skipped: [] })
    })
  })
}
