import { describe, expect } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { day, now, tiers } from "../../fixtures/tiers.ts"
import { groupCalls } from "./group-calls.ts"
import { expectRow, type Person, rowsOn, type Scene } from "./scene.ts"

const inDays = (count: number): Date => new Date(now.getTime() + count * day)
const untilXmas = new Date("2026-12-21T00:00:00.000Z")
const ofAnn = { origin: "user_app", schema_version: 1, user_uuid: "ann", organization_uuid: "club" }

/**
 * Somebody active, somebody who gave notice, somebody who lapsed, and somebody whose time ran out,
 * all on the silver tier.
 */
const everybody = async (ann: Scene): Promise<readonly Person[]> => {
  const [bo, cy, di] = [await ann.enter("bo"), await ann.enter("cy"), await ann.enter("di")]
  await di.add(tiers.silver, { validUntil: inDays(1) })
  ann.go(inDays(31))
  await cy.add(tiers.silver, { validUntil: inDays(32) })
  for (const one of [ann, bo]) await one.add(tiers.silver, { validUntil: inDays(63) })
  await bo.leave()
  ann.go(inDays(33))
  expect([ann, bo, cy, di].map(({ status }) => status())).toEqual([
    "active",
    "active_with_notice",
    "lapsed",
    "ended",
  ])
  return [ann, bo, cy, di]
}

/**
 * Rows of the reference's table whose trigger is a whole tier, organization or account, or a card.
 */
export const platformRowsSuite = (storage: string, open: () => Promise<Storage>): void => {
  const row = rowsOn(storage, open)

  describe(`whole tiers, organizations and accounts on ${storage}`, () => {
    row(
      "T32: members keep the price that the tier had, unless something is agreed with them",
      async (ann) => {
        const bo = await ann.enter("bo")
        await ann.add(tiers.silver)
        await bo.add(tiers.silver, { customPriceCents: 7 })
        const { price } = groupCalls(ann.world, () => [ann, bo])
        expect(await price(tiers.silver, 60_000, true)).toEqual([
          "keepPrice: T32, price kept",
          "keepPrice: T32, agreed already",
        ])
        expect([ann, bo].map((one) => one.row().customPriceCents)).toEqual([50_000, 7])
        expect(ann.events()).toHaveLength(1)
      },
    )

    row(
      "T36: an organization that is deleted ends every live membership, with one event each, and no other",
      async (ann) => {
        const people = await everybody(ann)
        const { rows } = await groupCalls(ann.world, () => people).close()
        expect(rows).toEqual(people.slice(0, 3).map(() => "closeOrganization: T36"))
        const at = ann.now()
        for (const one of people.slice(0, 3)) {
          expect(one.row()).toMatchObject({
            validUntil: at,
            renewableUntil: at,
            cancelledAt: at,
            endedAt: at,
            endedBy: "closed",
          })
          expect(one.lastEvent()).toMatchObject({
            type: "membership.left",
            data: { ...ofAnn, ended_by: "closed" },
          })
          expect(one.history().at(-1)).toMatchObject({
            cause: "end",
            by: { kind: "organization", uuid: "owner" },
          })
        }
        expect(people[3]?.row().endedAt).toBeUndefined()
        const gone = await ann.self.memberships
          .join({ organization: ann.world.organization, tierSlug: "guest" })
          .catch((reason: unknown) => reason)
        expect(gone).toMatchObject({ _tag: "NotFound", what: "organization" })
      },
    )

    row(
      "T37: a move takes every live member of a tier along, lapsed ones unrevived, and reports as it said it would",
      async (ann) => {
        const people = await everybody(ann)
        const { move } = groupCalls(ann.world, () => people)
        const done = await move(tiers.silver, tiers.gold, {
          term: "convert",
          customPricing: "clear",
        })
        expect(done).toEqual({
          result: "ok",
          rows: people.slice(0, 3).map(() => "moveMember: T37"),
        })
        expect(people.map((one) => one.row().tierUuid)).toEqual([
          "tier gold",
          "tier gold",
          "tier gold",
          "tier silver",
        ])
        // 30 days of silver are worth 15 of gold; what lapsed keeps its dates.
        expect(people.map((one) => one.row().validUntil)).toEqual([
          inDays(48),
          inDays(48),
          inDays(32),
          inDays(1),
        ])
        expect(people.slice(0, 3).map(({ status }) => status())).toEqual([
          "active",
          "active_with_notice",
          "lapsed",
        ])
        expect(ann.lastEvent()).toMatchObject({
          type: "membership.tier_changed",
          data: { ...ofAnn, tier_slug: "gold" },
        })
        expect(ann.history().at(-1)).toMatchObject({
          cause: "move",
          by: { kind: "organization", uuid: "olga" },
        })
        expect(
          (await move(tiers.gold, tiers.guest, { term: "keep", customPricing: "clear" })).result,
        ).toBe("409 kinds_cross")
        expect(
          (await move(tiers.gold, tiers.gone, { term: "keep", customPricing: "clear" })).result,
        ).toBe("404")
        expect(
          (await move(tiers.gold, tiers.dollar, { term: "convert", customPricing: "clear" }))
            .result,
        ).toBe("409 currencies_differ")
      },
    )

    row("T37: who cannot be taken along stays, and the report says so", async (ann) => {
      const bo = await ann.enter("bo")
      await ann.add(tiers.silver)
      await bo.add(tiers.silver, { customPriceCents: 40_000 })
      const { move } = groupCalls(ann.world, () => [ann, bo])
      const done = await move(tiers.silver, tiers.dollar, { term: "keep", customPricing: "carry" })
      expect(done.rows).toEqual(["moveMember: T37", "moveMember: T37, skipped"])
      expect([ann, bo].map((one) => one.row().tierUuid)).toEqual(["tier dollar", "tier silver"])
    })

    row(
      "T41: whoever deletes their account leaves, and is asked for money no more",
      async (ann) => {
        await ann.add(tiers.silver)
        const renewal = await ann.checkout("renew")
        const rows = await groupCalls(ann.world, () => [ann]).deleteAccount(ann)
        expect(rows).toEqual(["closeAccount: T41"])
        expect(ann.row()).toMatchObject({ endedAt: now, validUntil: now, endedBy: "left" })
        expect(ann.lastEvent()).toMatchObject({
          type: "membership.left",
          data: { ...ofAnn, ended_by: "left" },
        })
        expect(renewal).toMatchObject({ status: "cancelled" })
        const back = await ann.self.memberships
          .join({ organization: ann.world.organization, tierSlug: "guest" })
          .catch((reason: unknown) => reason)
        expect(back).toMatchObject({ _tag: "NotFound" })
      },
    )

    row(
      "T41: by the platform, also for who lapsed; time that had run out is left as it is",
      async (ann) => {
        const people = await everybody(ann)
        const { deleteAccount } = groupCalls(ann.world, () => people)
        for (const one of people) await deleteAccount(one, "host")
        expect(people.map((one) => one.row().endedBy)).toEqual(["left", "left", "left", undefined])
        expect(ann.history().at(-1)).toMatchObject({ cause: "end", by: { kind: "service" } })
      },
    )

    row(
      "T42: a card makes a member, renews who lapsed on its tier, and does nothing to anybody else",
      async (ann) => {
        const joined = await ann.claim(tiers.secret)
        expectRow(joined, "T42, joined")
        expect(ann.row()).toMatchObject({ validUntil: untilXmas, tierUuid: "tier secret" })
        expect(joined.events).toMatchObject([
          { type: "membership.joined", data: { ...ofAnn, tier_slug: "secret" } },
        ])
        expect(ann.history()).toMatchObject([
          { cause: "card", by: { kind: "holder", uuid: "ann" } },
        ])
        expectRow(await ann.claim(tiers.secret), "T42, none")
        expectRow(await ann.claim(tiers.gold), "T42, none")
        ann.go(untilXmas)
        expect(await ann.claim(tiers.gold)).toMatchObject({ result: "same", events: [] })
        const renewed = await ann.claim(tiers.secret)
        expectRow(renewed, "T42, renewed")
        expect(renewed.events).toMatchObject([{ type: "membership.renewed", data: ofAnn }])
        expect(ann.row().validUntil).toEqual(new Date("2027-01-21T00:00:00.000Z"))
        expect((await ann.claim(tiers.gone)).result).toBe("404")
        const byAnn = ann.self.memberships.claimCard({
          organization: ann.world.organization,
          userUuid: ann.user.uuid,
          tierUuid: "x",
        })
        await expect(byAnn).rejects.toMatchObject({ _tag: "Forbidden" })
      },
    )
  })
}
