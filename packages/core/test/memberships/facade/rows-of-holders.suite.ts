import { describe, expect } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { day, now, tiers } from "../../fixtures/tiers.ts"
import { expectRow, rowsOn } from "./scene.ts"

const untilXmas = new Date("2026-12-21T00:00:00.000Z")
const graceEnds = new Date("2026-12-28T00:00:00.000Z")
const inDays = (count: number): Date => new Date(now.getTime() + count * day)
const holder = { kind: "holder", uuid: "ann" }
/** What every event says of whom it is about. */
const ofAnn = { origin: "user_app", schema_version: 1, user_uuid: "ann", organization_uuid: "club" }

/** Rows of the reference's table whose trigger is the holder, or time, through the facade. */
export const holderRowsSuite = (storage: string, open: () => Promise<Storage>): void => {
  const row = rowsOn(storage, open)

  describe(`holders on ${storage}`, () => {
    row(
      "T1: giving notice keeps everything until the term ends, closes checkouts, and sends nothing",
      async (ann) => {
        await ann.pay("join", tiers.silver)
        const [renewal, change] = [
          await ann.checkout("renew"),
          await ann.checkout("change", tiers.lifetime),
        ]
        ann.advance(3_600_000)
        const done = await ann.leave()
        expectRow(done, "T1")
        expect(done.events).toEqual([])
        expect(ann.row()).toMatchObject({
          cancelledAt: ann.now(),
          validUntil: untilXmas,
          renewableUntil: untilXmas,
          endedAt: undefined,
        })
        expect(ann.history().at(-1)).toMatchObject({ cause: "notice", by: holder, at: ann.now() })
        expect([renewal, change]).toMatchObject([{ status: "cancelled" }, { status: "cancelled" }])
        await ann.showsRight()
      },
    )

    row("T2: what was paid once, or has no end, ends at once", async (ann) => {
      await ann.pay("join", tiers.lifetime)
      const done = await ann.leave()
      expectRow(done, "T2")
      const at = ann.now()
      expect(ann.row()).toMatchObject({
        validUntil: at,
        renewableUntil: at,
        cancelledAt: at,
        endedAt: at,
        endedBy: "left",
      })
      expect(done.events).toMatchObject([
        { type: "membership.left", data: { ...ofAnn, ended_by: "left" } },
      ])
      expect(Object.keys(done.events[0]?.data ?? {})).toHaveLength(5)
      expect(ann.terms()).toEqual([])
      await ann.add(tiers.silver, { validUntil: null })
      expectRow(await ann.leave(), "T2")
      expect(ann.stored()).toHaveLength(2)
    })

    row("T3: what lapsed ends at once, its end set to now", async (ann) => {
      await ann.add(tiers.silver)
      ann.go(inDays(32))
      expectRow(await ann.leave(), "T3")
      expect(ann.row()).toMatchObject({
        validUntil: inDays(32),
        endedAt: inDays(32),
        endedBy: "left",
      })
      expect(ann.lastEvent()).toMatchObject({ type: "membership.left", data: { ended_by: "left" } })
    })

    row("T4: notice is given once", async (ann) => {
      await ann.add(tiers.silver)
      await ann.leave()
      const done = await ann.leave()
      expectRow(done, "T4")
      expect(done).toMatchObject({
        result: "409 already_cancelled",
        refusal: { _tag: "Conflict", details: { tier_slug: "silver" } },
      })
    })

    row("T5: resuming withdraws the notice while it runs, and grace is back", async (ann) => {
      await ann.add(tiers.silver)
      expect((await ann.resume()).result).toBe("409 no_notice")
      await ann.leave()
      ann.go(new Date(untilXmas.getTime() - 1))
      const done = await ann.resume()
      expectRow(done, "T5")
      expect(done.events).toEqual([])
      expect(ann.row()).toMatchObject({
        cancelledAt: undefined,
        validUntil: untilXmas,
        renewableUntil: graceEnds,
      })
      expect(ann.history().at(-1)).toMatchObject({ cause: "resume", by: holder })
      await ann.leave()
      ann.go(untilXmas)
      expect(await ann.resume()).toMatchObject({ result: "404", refusal: { _tag: "NotFound" } })
    })

    row(
      "T6: a term that runs out leaves the membership lapsed at that very instant, and sends nothing",
      async (ann) => {
        await ann.add(tiers.silver)
        ann.go(new Date(untilXmas.getTime() - 1))
        await ann.showsRight()
        expect(ann.status()).toBe("active")
        ann.go(untilXmas)
        expect(ann.status()).toBe("lapsed")
        await ann.showsRight()
        await ann.agree(await ann.world.newEvents())
        expect(ann.history()).toHaveLength(1)
      },
    )

    row("T7: notice that runs out retires it, and it never lapses", async (ann) => {
      await ann.add(tiers.silver)
      await ann.leave()
      ann.go(untilXmas)
      expect(ann.status()).toBe("ended")
      await ann.showsRight()
      await ann.agree(await ann.world.newEvents())
    })

    row("T8: a lapsed membership that is free is renewed as itself, from now", async (ann) => {
      await ann.join(tiers.open)
      const { uuid, joinedAt } = ann.row()
      ann.go(inDays(33))
      const done = await ann.renew()
      expectRow(done, "T8")
      expect(ann.row()).toMatchObject({
        uuid,
        joinedAt,
        validUntil: new Date("2027-01-24T00:00:00.000Z"),
        anchorAt: inDays(33),
      })
      expect(done.events).toMatchObject([{ type: "membership.renewed", data: ofAnn }])
      expect(Object.keys(done.events[0]?.data ?? {})).toHaveLength(4)
    })

    row(
      "T9: the time to renew runs out: renewing is 404, and coming back is joining again",
      async (ann) => {
        await ann.add(tiers.open)
        const { uuid } = ann.row()
        ann.go(new Date(graceEnds.getTime() - 1))
        await ann.showsRight()
        ann.go(graceEnds)
        await ann.showsRight()
        const gone = await ann.renew()
        expectRow(gone, "T9")
        expect(gone.result).toBe("404")
        expectRow(await ann.join(tiers.open), "T16")
        expect(ann.row().uuid).not.toBe(uuid)
        const [old] = ann.stored()
        expect(old?.membership).toMatchObject({
          endedAt: graceEnds,
          endedBy: "lapsed",
          revision: 2,
        })
        expect(old?.history.at(-1)).toMatchObject({ cause: "lapse", by: { kind: "clock" } })
        expect(ann.events().map(({ type }) => type)).toEqual([
          "membership.joined",
          "membership.joined",
        ])
      },
    )

    row(
      "T22: something free is renewed without a payment, early without loss, and a notice is withdrawn",
      async (ann) => {
        await ann.join(tiers.open)
        await ann.leave()
        const done = await ann.renew()
        expectRow(done, "T22")
        expect(ann.row()).toMatchObject({
          validUntil: new Date("2027-01-21T00:00:00.000Z"),
          cancelledAt: undefined,
          anchorTerms: 2,
        })
        expect(ann.terms()).toMatchObject([
          { endsAt: untilXmas },
          { startsAt: untilXmas, cause: "renew", priceCents: 0 },
        ])
        expect(ann.history().at(-1)).toMatchObject({ cause: "renew", by: holder })
        expect(ann.lastEvent()?.type).toBe("membership.renewed")
      },
    )

    row("T23: what costs something is owed first, in every live state", async (ann) => {
      await ann.add(tiers.silver)
      for (const step of [
        () => Promise.resolve(),
        ann.leave,
        ann.resume,
        async () => ann.go(untilXmas),
      ]) {
        await step()
        const done = await ann.renew()
        expectRow(done, "T23")
        expect(done).toMatchObject({
          result: "402",
          refusal: { amountCents: 50_000, currency: "PHP", purpose: "renew", tierSlug: "silver" },
        })
      }
    })

    row("T25: what never expires is not renewed by anybody", async (ann) => {
      await ann.add(tiers.silver, { validUntil: null })
      const done = await ann.renew()
      expectRow(done, "T25")
      expect(done).toMatchObject({
        result: "409 never_expires",
        refusal: { details: { status: "active", tier_slug: "silver" } },
      })
      expect((await ann.renewByOrganization(1)).result).toBe("409 never_expires")
      expect(await ann.checkout("renew")).toBe("409 never_expires")
    })
  })
}
