import { describe, expect } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { day, now, tiers } from "../../fixtures/tiers.ts"
import { expectRow, rowsOn } from "./scene.ts"

const inDays = (count: number): Date => new Date(now.getTime() + count * day)
const untilXmas = new Date("2026-12-21T00:00:00.000Z")
const ofAnn = { origin: "user_app", schema_version: 1, user_uuid: "ann", organization_uuid: "club" }

/** Rows about joining a tier and going to another, through the facade. */
export const tierRowsSuite = (storage: string, open: () => Promise<Storage>): void => {
  const row = rowsOn(storage, open)

  describe(`joining and changing on ${storage}`, () => {
    row(
      "T10: what is left is expressed in the new tier's days, and what was agreed is dropped",
      async (ann) => {
        await ann.add(tiers.silver, { validUntil: inDays(30) })
        await ann.amend({ customPriceCents: 40_000 })
        const renewal = await ann.checkout("renew")
        const done = await ann.change(tiers.gold)
        expectRow(done, "T10")
        const to = {
          tierUuid: "tier gold",
          customPriceCents: undefined,
          validUntil: inDays(15),
          renewableUntil: inDays(22),
        }
        expect(ann.row()).toMatchObject({ ...to, anchorAt: inDays(15), anchorTerms: 0 })
        expect(done.events).toMatchObject([
          { type: "membership.tier_changed", data: { ...ofAnn, tier_slug: "gold" } },
        ])
        expect(Object.keys(done.events[0]?.data ?? {})).toHaveLength(5)
        expect(ann.terms()).toMatchObject([
          { startsAt: now, endsAt: inDays(15), priceCents: 100_000, cause: "tier_change" },
        ])
        expect(ann.history().at(-1)).toMatchObject({
          cause: "tier_change",
          conversion: { priceCents: 100_000, interval: "monthly" },
        })
        expect(renewal).toMatchObject({ status: "cancelled" })
        await ann.showsRight()
      },
    )

    row("T11: is refused for one that lapsed, its own tier included", async (ann) => {
      await ann.add(tiers.silver, { validUntil: inDays(30) })
      ann.go(inDays(30))
      for (const tier of [tiers.gold, tiers.silver]) {
        const done = await ann.change(tier)
        expectRow(done, "T11")
        expect(done).toMatchObject({
          result: "409 lapsed",
          refusal: { details: { status: "lapsed", tier_slug: "silver" } },
        })
      }
      expect(await ann.checkout("change", tiers.gold)).toBe("409 lapsed")
    })

    row("T12: from something free to what costs something is owed first", async (ann) => {
      await ann.join(tiers.guest)
      const done = await ann.change(tiers.silver)
      expectRow(done, "T12")
      expect(done).toMatchObject({
        result: "402",
        refusal: { amountCents: 50_000, currency: "PHP", purpose: "change", tierSlug: "silver" },
      })
    })

    row(
      "T13: a tier that is private, deleted, missing or another organization's is not there",
      async (ann) => {
        await ann.add(tiers.silver)
        const hidden = [tiers.secret, tiers.gone, undefined, tiers.foreign]
        for (const tier of hidden) {
          const done = await ann.change(tier)
          expectRow(done, "T13")
          expect(done).toMatchObject({
            result: "404",
            refusal: { _tag: "NotFound", what: "membership tier" },
          })
          expect(await ann.checkout("change", tier)).toBe("404")
        }
        await ann.remove()
        expectRow(await ann.change(tiers.secret), "T13")
        expect(await ann.change(tiers.gold)).toMatchObject({
          result: "404",
          refusal: { what: "membership" },
        })
      },
    )

    row(
      "T14: to the present tier nothing changes, closed as it may be, and what was agreed stays",
      async (ann) => {
        await ann.add(tiers.secret, { customPriceCents: 1 })
        const before = ann.row()
        const done = await ann.change(tiers.secret)
        expectRow(done, "T14")
        expect(done).toMatchObject({ result: "same", events: [] })
        expect(ann.row()).toEqual(before)
      },
    )

    row("T15: under notice the notice stays", async (ann) => {
      await ann.add(tiers.silver, { validUntil: inDays(30) })
      await ann.leave()
      const done = await ann.change(tiers.gold)
      expectRow(done, "T15")
      expect(ann.row()).toMatchObject({
        validUntil: inDays(15),
        renewableUntil: inDays(15),
        cancelledAt: now,
      })
      expect(done.events).toMatchObject([
        { type: "membership.tier_changed", data: { tier_slug: "gold" } },
      ])
      expect(ann.status()).toBe("active_with_notice")
    })

    row("T16: something free and offered to all is joined, with a wallet", async (ann) => {
      const done = await ann.join(tiers.open)
      expectRow(done, "T16")
      expect(ann.row()).toMatchObject({
        validUntil: untilXmas,
        renewableUntil: inDays(37),
        anchorAt: now,
        anchorTerms: 1,
        joinedAt: now,
      })
      expect(done.events).toMatchObject([
        { type: "membership.joined", createdAt: now, data: { ...ofAnn, tier_slug: "open" } },
      ])
      expect(Object.keys(done.events[0]?.data ?? {})).toHaveLength(5)
      expect(ann.history()).toMatchObject([
        { cause: "join", by: { kind: "holder", uuid: "ann" }, before: undefined },
      ])
      const page = { page: 1, pageSize: 10, sortBy: "created_at", sortOrder: "asc" } as const
      const { items } = await ann.self.wallets.list({ of: { userUuid: ann.user.uuid }, page })
      expect(items.map(({ organizationUuid }) => organizationUuid)).toContain(ann.world.clubUuid)
      await ann.showsRight()
    })

    row(
      "T16: a term is a month of the organization's own calendar",
      async (ann) => {
        expectRow(await ann.join(tiers.open), "T16")
        // 31 January, 07:00 in Manila; a month on is 28 February there, when it is still the 27th
        // in London.
        expect(ann.row().validUntil).toEqual(new Date("2027-02-27T23:00:00.000Z"))
      },
      { zone: "Asia/Manila", at: new Date("2027-01-30T23:00:00.000Z") },
    )

    row("T17: what costs something is owed first, and nothing is made", async (ann) => {
      const done = await ann.join(tiers.gold)
      expectRow(done, "T17")
      expect(done).toMatchObject({
        result: "402",
        refusal: { amountCents: 100_000, currency: "PHP", purpose: "join", tierSlug: "gold" },
      })
      expect(ann.stored()).toEqual([])
    })

    row(
      "T18: a tier that is private, deleted, missing or another organization's is not joined",
      async (ann) => {
        for (const tier of [tiers.secret, tiers.gone, undefined, tiers.foreign]) {
          const done = await ann.join(tier)
          expectRow(done, "T18")
          expect(done).toMatchObject({ result: "404", refusal: { what: "membership tier" } })
          expect(await ann.checkout("join", tier)).toBe("404")
        }
      },
    )

    row("T19: one membership at a time, with or without notice", async (ann) => {
      await ann.add(tiers.silver)
      for (const status of ["active", "active_with_notice"]) {
        const done = await ann.join(tiers.silver)
        expectRow(done, "T19")
        expect(done.result).toBe("409 already_member")
        expect(done.refusal).toMatchObject({ details: { status, tier_slug: "silver" } })
        expect(await ann.checkout("join", tiers.gold)).toBe("409 already_member")
        if (status === "active") await ann.leave()
      }
    })

    row("T20: one that lapsed is renewed, or ended first", async (ann) => {
      await ann.add(tiers.silver)
      ann.go(untilXmas)
      const done = await ann.join(tiers.guest)
      expectRow(done, "T20")
      expect(done).toMatchObject({
        result: "409 already_member",
        refusal: { details: { status: "lapsed", tier_slug: "silver" } },
      })
      await ann.leave()
      expectRow(await ann.join(tiers.guest), "T16")
    })
  })
}
