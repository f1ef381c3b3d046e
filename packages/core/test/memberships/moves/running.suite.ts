import { describe, expect, it } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { page } from "../../fixtures/staffed-organization.ts"
import { openTierMoves } from "../../fixtures/tier-moves.ts"
import { portsOf } from "../../../src/effect.ts"

const busy = { _tag: "Conflict", reason: "move_running" }

/** What holds while members are on their way, whatever the engine. */
export const runningMovesSuite = (
  storage: string,
  open: () => Promise<Storage | undefined>,
): void => {
  /** A move of 450 that has not begun yet. */
  const openRunning = async (term: "keep" | "convert" = "keep") => {
    const moves = await openTierMoves(await open())
    await moves.seed(450)
    const report = await moves.move({ term })
    const [requested] = await moves.running()
    if (requested === undefined) throw new Error("Nothing was asked for.")
    return { ...moves, report, next: () => moves.batch(requested.uuid), requested }
  }

  describe(`while a move runs on ${storage}`, () => {
    it("continues batch by batch, as the counts of both tiers show, until every member has moved", async () => {
      const {
        report,
        next,
        counts,
        tiers,
        running,
        tierChanges: reported,
        requested,
        inside,
        clock,
      } = await openRunning()
      expect(report).toMatchObject({ memberships: 450, isScheduled: true })
      const progress: unknown[] = []
      for (let isMore = true; isMore; ) {
        isMore = await next()
        progress.push([
          (await counts(tiers.silver)).active,
          (await counts(tiers.gold)).active,
          (await running()).length,
        ])
      }
      expect(progress).toEqual([
        [250, 200, 1],
        [50, 400, 1],
        [0, 450, 1],
        [0, 450, 0],
      ])
      expect(await next()).toBe(false)
      const done = await inside((tx) => tx.membershipMoves.find(requested.uuid))
      expect(done).toMatchObject({ movedCount: 450, skippedCount: 0, finishedAt: clock.now() })
      const names = (await reported()).map((data) => data["user_uuid"])
      expect(new Set(names).size).toBe(450)
      expect(names).toHaveLength(450)
    })

    it("its tiers keep what members are counted by, and are neither deleted nor moved from or to", async () => {
      const { tiers, symbolon, organization, move, next, work, running } = await openRunning()
      const { silver, gold, open: free } = tiers
      const change = (tier: typeof silver, how: object) =>
        symbolon.tiers.update({ organization, tierUuid: tier.uuid, ...how })
      const refusals = async () => {
        for (const tier of [silver, gold]) {
          await expect(
            symbolon.tiers.delete({ organization, tierUuid: tier.uuid }),
          ).rejects.toMatchObject({
            ...busy,
            details: { from_tier_uuid: silver.uuid, to_tier_uuid: gold.uuid },
          })
          for (const how of [
            { priceCents: 1 },
            { currency: "EUR" },
            { paymentInterval: "one_time" },
            { paymentInterval: "yearly" },
            { gracePeriodDays: 3 },
          ])
            await expect(change(tier, how)).rejects.toMatchObject(busy)
        }
        for (const dryRun of [true, false])
          for (const [from, to] of [
            [silver, free],
            [free, silver],
            [gold, free],
            [free, gold],
            [silver, gold],
            [gold, silver],
          ] as const)
            await expect(
              move({ tierUuid: from.uuid, toTierSlug: to.slug, dryRun }),
            ).rejects.toMatchObject(busy)
      }
      await refusals()
      await next()
      await refusals()
      for (const tier of [silver, gold]) {
        const harmless = {
          visibility: "private",
          name: "Renamed",
          priceCents: tier.priceCents,
          currency: tier.currency,
          entitlements: { pool: true },
        }
        expect(await change(tier, harmless)).toMatchObject({
          visibility: "private",
          name: "Renamed",
        })
      }
      // Other tiers are nobody's affair.
      await change(free, { currency: "EUR", gracePeriodDays: 1 })
      expect(await move({ tierUuid: free.uuid, toTierSlug: "secret" })).toMatchObject({
        memberships: 0,
      })
      expect(await running()).toHaveLength(2)
      await work()
      expect(await running()).toEqual([])
      expect(await change(gold, { priceCents: 1, gracePeriodDays: 3 })).toMatchObject({
        priceCents: 1,
      })
      await symbolon.tiers.delete({ organization, tierUuid: silver.uuid })
    })

    it("members come and go: each is moved once, or stays where they went themselves", async () => {
      const {
        add,
        tiers,
        symbolon,
        organization,
        next,
        slugOf,
        tierChanges: reported,
        expectSound,
        inside,
        counts,
        requested,
      } = await openRunning()
      const open = async (tierUuid: string) =>
        inside((tx) => tx.memberships.onTier({ tierUuid, after: undefined, limit: 1000 }))
      const waiting = await open(tiers.silver.uuid)
      const [first, second, third, fourth] = [0, 300, 301, 302].map(
        (n) => waiting[n]?.userUuid ?? "",
      )
      await next()
      // One who was moved goes back, ones who wait leave, go elsewhere, or are given another date;
      // newcomers come to either tier.
      await symbolon.memberships.changeTier({
        organization,
        userUuid: first ?? "",
        tierSlug: "silver",
      })
      await symbolon.memberships.removeMember({ organization, userUuid: second ?? "" })
      await symbolon.memberships.changeTier({
        organization,
        userUuid: third ?? "",
        tierSlug: "gold",
      })
      await symbolon.memberships.changeTier({
        organization,
        userUuid: fourth ?? "",
        tierSlug: "open",
      })
      const [late, toGold] = [await add("late"), await add("to-gold", tiers.gold)]
      while (await next()) continue
      const people = [first, second, third, fourth, late, toGold].map(String)
      expect(await Promise.all(people.map(slugOf))).toEqual([
        "silver",
        "silver",
        "gold",
        "open",
        "gold",
        "gold",
      ])
      const times = new Map<unknown, number>()
      for (const { user_uuid } of await reported())
        times.set(user_uuid, (times.get(user_uuid) ?? 0) + 1)
      expect(people.map((userUuid) => times.get(userUuid) ?? 0)).toEqual([2, 0, 1, 1, 1, 0])
      expect(times.size).toBe(450)
      await expectSound(people)
      expect(await counts(tiers.silver)).toEqual({ active: 1, lapsed: 0 })
      // 447 of the 450, and the one who came late.
      expect(await inside((tx) => tx.membershipMoves.find(requested.uuid))).toMatchObject({
        movedCount: 448,
        skippedCount: 0,
      })
      expect(
        (await symbolon.memberships.listMembers({ organization, status: "current", page }))
          .totalItems,
      ).toBe(451)
    })

    it("whoever joins or renews after it was asked for has their time converted from then on, and loses none", async () => {
      const {
        add,
        clock,
        inDays,
        next,
        row,
        expectSound,
        symbolon,
        organization,
        move,
        running,
        batch,
        tiers,
      } = await openRunning("convert")
      while (await next()) continue
      const lapsed = await add("lapsed", tiers.cheap, { validUntil: inDays(1) })
      await symbolon.testClock?.moveTo(inDays(2))
      await move({ tierUuid: tiers.cheap.uuid, toTierSlug: "gold", term: "convert" })
      const [requested] = await running()
      clock.set(inDays(3))
      const late = await add("late", tiers.cheap, { validUntil: inDays(13) })
      await symbolon.memberships.renewMember({ organization, userUuid: lapsed })
      const { validUntil } = await row(lapsed)
      clock.set(inDays(4))
      while (await batch(requested?.uuid ?? "")) continue
      // A hundred thousandth of what was left when each of them came.
      const part = (until: Date) =>
        new Date(
          inDays(3).getTime() + Math.floor((until.getTime() - inDays(3).getTime()) / 100_000),
        )
      expect((await row(late)).validUntil).toEqual(part(inDays(13)))
      expect((await row(lapsed)).validUntil).toEqual(part(validUntil ?? inDays(0)))
      await expectSound([late, lapsed])
    })

    it("somebody whose time has run out meanwhile is moved as of when it was asked for", async () => {
      const {
        add,
        inDays,
        clock,
        next,
        row,
        expectSound,
        symbolon,
        organization,
        move,
        running,
        batch,
        tiers,
      } = await openRunning()
      while (await next()) continue
      const brief = await add("brief", tiers.gold, { validUntil: inDays(1) })
      const short = await add("short", tiers.gold, { validUntil: inDays(1) })
      await symbolon.memberships.leave({ organization, userUuid: short })
      await move({ tierUuid: tiers.gold.uuid, toTierSlug: "silver", term: "convert" })
      const [requested] = await running()
      clock.set(inDays(1.5))
      while (await batch(requested?.uuid ?? "")) continue
      expect(await row(brief)).toMatchObject({ tierUuid: tiers.silver.uuid, validUntil: inDays(2) })
      expect(await row(short)).toMatchObject({
        tierUuid: tiers.silver.uuid,
        validUntil: inDays(2),
        renewableUntil: inDays(2),
      })
      await expectSound([brief, short])
    })
  })

  describe(`several workers at a move on ${storage}`, () => {
    it("take turns: everybody is moved once", async () => {
      const {
        next,
        tierChanges: reported,
        running,
        counts,
        tiers,
        inside,
        requested,
      } = await openRunning()
      const work = async (): Promise<void> => {
        while (await next()) continue
      }
      await Promise.all([work(), work(), work(), work()])
      expect(await running()).toEqual([])
      expect(await reported()).toHaveLength(450)
      expect(await counts(tiers.gold)).toEqual({ active: 450, lapsed: 0 })
      expect(await inside((tx) => tx.membershipMoves.find(requested.uuid))).toMatchObject({
        movedCount: 450,
      })
    })

    it("one that stopped between two batches is followed by the next, once its lease ran out", async () => {
      const {
        symbolon,
        next,
        tierChanges: reported,
        running,
        advance,
        inside,
        clock,
      } = await openRunning()
      const taken = await portsOf(symbolon).storage.transact("write", (tx) =>
        tx.jobs.claim({
          now: clock.now(),
          leaseUntil: new Date(clock.now().getTime() + 60_000),
          queue: "work",
          limit: 16,
          perGroup: 16,
          organizationShare: Infinity,
          running: [],
        }),
      )
      expect(taken.map(({ kind }) => kind)).toEqual(["membership-move"])
      await next()
      await advance(59_999)
      expect(await running()).toMatchObject([{ movedCount: 200 }])
      await advance(1)
      expect(await running()).toEqual([])
      expect(await reported()).toHaveLength(450)
      expect((await inside((tx) => tx.jobs.nextDue("work")))?.getTime()).toBeGreaterThan(
        clock.now().getTime(),
      )
    })
  })
}
