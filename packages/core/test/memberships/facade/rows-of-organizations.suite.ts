import { describe, expect } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { day, now, tiers } from "../../fixtures/tiers.ts"
import { expectRow, rowsOn, type Scene } from "./scene.ts"

const inDays = (count: number): Date => new Date(now.getTime() + count * day)
const untilXmas = new Date("2026-12-21T00:00:00.000Z")
const staff = { kind: "organization", uuid: "olga" }
const ofAnn = { origin: "user_app", schema_version: 1, user_uuid: "ann", organization_uuid: "club" }

/** Rows of the reference's table whose trigger is the organization, through the facade. */
export const organizationRowsSuite = (storage: string, open: () => Promise<Storage>): void => {
  const row = rowsOn(storage, open)
  const lapsed = async (ann: Scene) => {
    await ann.add(tiers.silver, { validUntil: inDays(30) })
    ann.go(inDays(31))
  }

  describe(`organizations on ${storage}`, () => {
    row(
      "T27: a member is added on any tier, with a price, an interval and a date, and without a payment",
      async (ann) => {
        const done = await ann.add(tiers.secret)
        expectRow(done, "T27")
        expect(ann.row()).toMatchObject({
          tierUuid: "tier secret",
          validUntil: untilXmas,
          anchorAt: now,
          anchorTerms: 1,
        })
        expect(done.events).toMatchObject([
          { type: "membership.joined", data: { ...ofAnn, tier_slug: "secret" } },
        ])
        expect(ann.history()).toMatchObject([{ cause: "join", by: staff, paymentRef: undefined }])
        await ann.showsRight()
        const bo = await ann.enter("bo")
        await bo.add(tiers.silver, {
          customPriceCents: 90_000,
          customPaymentInterval: "quarterly",
          validUntil: inDays(3),
        })
        expect(bo.row()).toMatchObject({
          customPriceCents: 90_000,
          customPaymentInterval: "quarterly",
          validUntil: inDays(3),
          anchorTerms: 0,
        })
        expect(bo.terms()).toMatchObject([{ priceCents: 90_000, interval: "quarterly" }])
      },
    )

    row("T27: a wrong field is named, and a tier that is not there is not", async (ann) => {
      const wrong = await ann.add(tiers.silver, {
        validUntil: now,
        customPriceCents: 100,
        customPaymentInterval: "one_time",
      })
      expectRow(wrong, "T27, wrong field")
      expect(wrong.refusal).toMatchObject({ _tag: "Invalid" })
      expect(Object.keys((wrong.refusal as { readonly errors: object }).errors).toSorted()).toEqual(
        ["custom_tier_payment_interval", "valid_until"],
      )
      const negative = await ann.add(tiers.silver, { customPriceCents: -1 })
      expect(negative.refusal).toMatchObject({
        _tag: "Invalid",
        errors: { custom_tier_price_cents: expect.any(String) },
      })
      for (const tier of [tiers.gone, tiers.foreign])
        expect((await ann.add(tier)).result).toBe("404")
      expect(ann.stored()).toEqual([])
    })

    row("T28: nobody is added twice, whatever they are", async (ann) => {
      await lapsed(ann)
      const done = await ann.add(tiers.gold)
      expectRow(done, "T28")
      expect(done).toMatchObject({
        result: "409 already_member",
        refusal: { details: { status: "lapsed", tier_slug: "silver" } },
      })
    })

    row("T29: to any tier, its dates kept or converted as asked", async (ann) => {
      await ann.add(tiers.silver, { validUntil: inDays(30) })
      const done = await ann.amend({ tier: tiers.secret })
      expectRow(done, "T29")
      expect(ann.row()).toMatchObject({
        tierUuid: "tier secret",
        validUntil: inDays(30),
        renewableUntil: inDays(37),
      })
      expect(done.events).toMatchObject([
        { type: "membership.tier_changed", data: { ...ofAnn, tier_slug: "secret" } },
      ])
      expect(ann.history().at(-1)).toMatchObject({ cause: "org_change", by: staff })
      expectRow(await ann.amend({ tier: tiers.gold, term: "convert" }), "T29")
      expect(ann.row().validUntil).toEqual(inDays(15))
      expect((await ann.amend({ tier: tiers.guest })).result).toBe("409 kinds_cross")
      expect((await ann.amend({ tier: tiers.foreign })).result).toBe("404")
    })

    row(
      "T29: one that lapsed is moved and stays lapsed; agreed terms must be sent again",
      async (ann) => {
        await lapsed(ann)
        const { validUntil } = ann.row()
        expectRow(await ann.amend({ tier: tiers.gold, term: "convert" }), "T29")
        expect(ann.row()).toMatchObject({ tierUuid: "tier gold", validUntil })
        expect(ann.status()).toBe("lapsed")
        await ann.amend({ customPriceCents: 3000 })
        const details = { custom_tier_price_cents: 3000, custom_tier_payment_interval: null }
        expect(await ann.amend({ tier: tiers.silver })).toMatchObject({
          result: "409 custom_terms",
          refusal: { details },
        })
        expect((await ann.amend({ tier: tiers.silver, customPriceCents: null })).result).toBe("ok")
      },
    )

    row(
      "T30: a date extends or shortens, is recorded with who set it, and sends nothing",
      async (ann) => {
        await ann.add(tiers.silver, { validUntil: inDays(30) })
        const done = await ann.amend({ validUntil: inDays(50) })
        expectRow(done, "T30")
        expect(done.events).toEqual([])
        expect(ann.row()).toMatchObject({
          validUntil: inDays(50),
          renewableUntil: inDays(57),
          anchorAt: inDays(50),
          anchorTerms: 0,
        })
        expect(ann.terms()).toMatchObject([
          { endsAt: inDays(30) },
          { startsAt: inDays(30), cause: "org_change" },
        ])
        expect(ann.history().at(-1)).toMatchObject({ cause: "org_change", by: staff })
        await ann.leave()
        expectRow(await ann.amend({ validUntil: null }), "T30")
        expect(ann.row()).toMatchObject({
          cancelledAt: undefined,
          validUntil: undefined,
          renewableUntil: undefined,
        })
        expect((await ann.amend({ validUntil: null })).result).toBe("same")
        expect(await ann.amend({ validUntil: inDays(-1) })).toMatchObject({
          result: "422",
          refusal: { errors: { valid_until: expect.any(String) } },
        })
      },
    )

    row("T31: a date ahead revives one that lapsed, as a renewal", async (ann) => {
      await lapsed(ann)
      const done = await ann.amend({ validUntil: inDays(60) })
      expectRow(done, "T31")
      expect(ann.status()).toBe("active")
      expect(done.events).toMatchObject([{ type: "membership.renewed", data: ofAnn }])
      expect(ann.terms()).toMatchObject([{ startsAt: inDays(31), endsAt: inDays(60) }])
      await ann.showsRight()
    })

    row(
      "T29, T31: another tier and a date at once revive one that lapsed, with both events",
      async (ann) => {
        await lapsed(ann)
        const done = await ann.amend({ tier: tiers.gold, validUntil: inDays(60) })
        expect(done.row).toBe("amendMember: T29 and T31")
        expect(done.events.map(({ type }) => type)).toEqual([
          "membership.tier_changed",
          "membership.renewed",
        ])
      },
    )

    row(
      "T32: an agreed price holds from the next renewal on, and the running term stays",
      async (ann) => {
        await ann.add(tiers.silver)
        const { validUntil, renewableUntil } = ann.row()
        const done = await ann.amend({ customPriceCents: 0, customPaymentInterval: "yearly" })
        expectRow(done, "T32")
        expect(done.events).toEqual([])
        expect(ann.row()).toMatchObject({
          customPriceCents: 0,
          customPaymentInterval: "yearly",
          validUntil,
          renewableUntil,
        })
        expect(ann.terms()).toMatchObject([{ priceCents: 50_000 }])
        expectRow(await ann.renew(), "T22")
        expect(ann.row().validUntil).toEqual(new Date("2027-12-21T00:00:00.000Z"))
        expect((await ann.amend({ customPaymentInterval: "one_time" })).result).toBe("422")
      },
    )

    row("T33: so many terms at once, with one event, and a notice is withdrawn", async (ann) => {
      await ann.add(tiers.silver)
      await ann.leave()
      const done = await ann.renewByOrganization(3, "paid at the desk")
      expectRow(done, "T33")
      expect(ann.row()).toMatchObject({
        validUntil: new Date("2027-03-21T00:00:00.000Z"),
        anchorTerms: 4,
        cancelledAt: undefined,
      })
      expect(done.events).toMatchObject([{ type: "membership.renewed", data: ofAnn }])
      expect(ann.history().at(-1)).toMatchObject({
        cause: "renew",
        by: staff,
        note: "paid at the desk",
      })
      expect(await ann.renewByOrganization(13)).toMatchObject({
        result: "422",
        refusal: { errors: { terms: expect.any(String) } },
      })
    })

    row("T34: removes at once, in every live state, and closes every checkout", async (ann) => {
      for (const step of [() => Promise.resolve(), ann.leave, async () => ann.advance(31 * day)]) {
        await ann.add(tiers.silver)
        const renewal = await ann.checkout("renew")
        await step()
        const done = await ann.remove()
        expectRow(done, "T34")
        const at = ann.now()
        expect(ann.row()).toMatchObject({
          validUntil: at,
          renewableUntil: at,
          cancelledAt: at,
          endedAt: at,
          endedBy: "removed",
        })
        expect(done.events).toMatchObject([
          { type: "membership.left", data: { ...ofAnn, ended_by: "removed" } },
        ])
        expect(ann.history().at(-1)).toMatchObject({ cause: "end", by: staff })
        expect(renewal).toMatchObject({ status: "cancelled" })
      }
      expect(ann.stored()).toHaveLength(3)
      await ann.showsRight()
    })

    row("T34: by the platform's own staff, whose event says so", async (ann) => {
      await ann.add(tiers.silver)
      const done = await ann.removeByPlatform()
      expectRow(done, "T34")
      expect(done.events).toMatchObject([{ data: { ...ofAnn, origin: "admin" } }])
      expect(ann.history().at(-1)).toMatchObject({ by: { kind: "service" } })
    })

    row("T35: there is nobody to remove", async (ann) => {
      expectRow(await ann.remove(), "T35")
      await ann.add(tiers.silver)
      ann.go(inDays(60))
      const done = await ann.remove()
      expectRow(done, "T35")
      expect(done).toMatchObject({
        result: "404",
        refusal: { _tag: "NotFound", what: "membership" },
      })
    })
  })
}
