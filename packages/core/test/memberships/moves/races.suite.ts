import { describe, expect, it } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { page } from "../../fixtures/staffed-organization.ts"
import { openTierMoves } from "../../fixtures/tier-moves.ts"

const crowd = 1000
/** Every so many members there is one who does something themselves. */
const every = 10

/** What a move and members who act while it runs must leave behind, whatever the engine. */
export const moveRacesSuite = (storage: string, open: () => Promise<Storage>): void => {
  describe(`a move while members act on ${storage}`, () => {
    it("leaves each of them moved once, or where they went themselves, with one event for each change", async () => {
      const world = await openTierMoves(await open())
      const {
        seed,
        move,
        running,
        batch,
        tierChanges: reported,
        inside,
        expectSound,
        symbolon,
        organization,
        tiers,
        add,
        stored,
        counts,
      } = world
      await seed(crowd)
      const members = (
        await inside((tx) =>
          tx.memberships.onTier({ tierUuid: tiers.silver.uuid, after: undefined, limit: crowd }),
        )
      ).map(({ userUuid }) => userUuid)
      // As many connections as will be needed, so that those who come at once do not come one after
      // the other.
      await Promise.all(
        Array.from({ length: 20 }, () => symbolon.tiers.list({ organization, page })),
      )
      expect(await move({ term: "convert" })).toMatchObject({ memberships: crowd })
      const [requested] = await running()
      const acts = [
        (userUuid: string) =>
          symbolon.memberships.changeTier({ organization, userUuid, tierSlug: "open" }),
        (userUuid: string) =>
          symbolon.memberships.changeTier({ organization, userUuid, tierSlug: "gold" }),
        (userUuid: string) => symbolon.memberships.renewMember({ organization, userUuid }),
        (userUuid: string) => symbolon.memberships.leave({ organization, userUuid }),
        (userUuid: string) => symbolon.memberships.removeMember({ organization, userUuid }),
        (userUuid: string) =>
          symbolon.memberships.updateMember({ organization, userUuid, customPriceCents: 7 }),
      ]
      const acting = members.filter((_, n) => n % every === 0)
      // All over the tier, so that some are before their turn and some after it: a few with each
      // pair of batches.
      const lots = Array.from({ length: 4 }, (_, lot) => acting.filter((__, n) => n % 4 === lot))
      const begun: Promise<unknown>[] = []
      const late: Promise<string>[] = []
      for (const [lot, some] of lots.entries()) {
        late.push(add(`late-${lot}`))
        begun.push(
          ...some.map(
            (userUuid, n) => acts[(n + lot) % acts.length]?.(userUuid) ?? Promise.resolve(),
          ),
        )
        await Promise.all([batch(requested?.uuid ?? ""), batch(requested?.uuid ?? "")])
      }
      await Promise.all([...begun, ...late])
      await symbolon.testClock?.moveTo(symbolon.clock.now())
      expect(await running()).toEqual([])

      const slugs = new Map(Object.values(tiers).map(({ uuid, slug }) => [uuid, slug]))
      const events = Map.groupBy(await reported(), (data) => String(data["user_uuid"]))
      const everybody = [...members, ...(await Promise.all(late))]
      const ends: Record<string, number> = {}
      const remaining: string[] = []
      for (const userUuid of everybody) {
        const { membership, history } = await stored(userUuid)
        const changes = history.filter(
          ({ before, after }) => before !== undefined && before.tierUuid !== after.tierUuid,
        )
        // One event for each change, in its order, and nobody is moved twice.
        expect((events.get(userUuid) ?? []).map((data) => data["tier_slug"])).toEqual(
          changes.map(({ after }) => slugs.get(after.tierUuid)),
        )
        expect(changes.filter(({ cause }) => cause === "move").length).toBeLessThanOrEqual(1)
        const slug =
          membership.endedAt === undefined ? (slugs.get(membership.tierUuid) ?? "") : "ended"
        const end = `${slug} by ${changes.map(({ cause }) => cause).join(" and ")}`
        ends[end] = (ends[end] ?? 0) + 1
        if (slug === "silver") remaining.push(userUuid)
      }
      console.log(`${storage}: ${JSON.stringify(ends)}`)
      // Nobody stays on the old tier but newcomers, whom the last batch may have passed already.
      expect(remaining.filter((userUuid) => members.includes(userUuid))).toEqual([])
      await expectSound(everybody)
      const done = await inside((tx) => tx.membershipMoves.find(requested?.uuid ?? ""))
      const moves = Object.entries(ends).reduce(
        (sum, [how, count]) => (how.includes("move") ? sum + count : sum),
        0,
      )
      expect(done).toMatchObject({ movedCount: moves, skippedCount: 0 })
      const here = await Promise.all(Object.values(tiers).map(counts))
      const gone = Object.entries(ends).reduce(
        (sum, [how, count]) => (how.startsWith("ended") ? sum + count : sum),
        0,
      )
      expect(here.reduce((sum, { active }) => sum + active, 0)).toBe(everybody.length - gone)
    })
  })
}
