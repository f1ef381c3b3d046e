import { describe, expect } from "vitest"
import type { Storage } from "../../../src/index.ts"
import { day, now, tiers } from "../../fixtures/tiers.ts"
import { expectRow, type Person, rowsOn } from "./scene.ts"

const inDays = (count: number): Date => new Date(now.getTime() + count * day)
const untilXmas = new Date("2026-12-21T00:00:00.000Z")
const payer = { kind: "payment", uuid: "connection" }
const ofAnn = { origin: "user_app", schema_version: 1, user_uuid: "ann", organization_uuid: "club" }

/** Opens a checkout, to be paid later. */
const opened = async (ann: Person, ...requested: Parameters<Person["checkout"]>) => {
  const openedCheckout = await ann.checkout(...requested)
  if (typeof openedCheckout === "string") throw new Error(`no checkout: ${openedCheckout}`)
  return openedCheckout
}

/**
 * Rows of the reference's table whose trigger is a payment, through the facade and its callbacks.
 */
export const paymentRowsSuite = (storage: string, open: () => Promise<Storage>): void => {
  const row = rowsOn(storage, open)

  describe(`payments on ${storage}`, () => {
    row("T8: a lapsed membership is renewed as itself by a payment, from now", async (ann) => {
      await ann.pay("join", tiers.silver)
      const { uuid, joinedAt } = ann.row()
      ann.go(new Date("2026-12-25T12:00:00.000Z"))
      const done = await ann.pay("renew")
      expectRow(done, "T8")
      expect(ann.row()).toMatchObject({
        uuid,
        joinedAt,
        validUntil: new Date("2027-01-25T12:00:00.000Z"),
        anchorTerms: 1,
      })
      expect(done.events).toMatchObject([{ type: "membership.renewed", data: ofAnn }])
      expect(ann.terms()).toHaveLength(1)
      await ann.showsRight()
    })

    row(
      "T21: a paid checkout makes the membership at the price that was quoted, with a wallet",
      async (ann) => {
        const openedCheckout = await opened(ann, "join", tiers.silver)
        expect(ann.stored()).toEqual([])
        await ann.world.setPrice(tiers.silver, 80_000)
        ann.life.edit(tiers.silver, { priceCents: 80_000 })
        const done = await ann.arrive(openedCheckout)
        expectRow(done, "T21")
        expect(done.events).toMatchObject([
          { type: "membership.joined", data: { ...ofAnn, tier_slug: "silver" } },
        ])
        expect(ann.row()).toMatchObject({
          validUntil: untilXmas,
          renewableUntil: inDays(37),
          anchorAt: now,
          anchorTerms: 1,
        })
        const rate = { priceCents: 50_000, currency: "PHP", interval: "monthly" }
        expect(ann.terms()).toEqual([
          {
            ...rate,
            startsAt: now,
            endsAt: untilXmas,
            cause: "join",
            paymentRef: openedCheckout.ref,
          },
        ])
        expect(ann.history()).toMatchObject([
          { cause: "join", by: payer, paymentRef: openedCheckout.ref },
        ])
        await ann.showsRight()
      },
    )

    row("T21: a payment for somebody who is a member already waits for a person", async (ann) => {
      const [openedCheckout, other] = [
        await opened(ann, "join", tiers.silver),
        await opened(ann, "join", tiers.gold),
      ]
      await ann.arrive(openedCheckout)
      expect(other.status).toBe("cancelled")
      const done = await ann.arrive(other)
      expectRow(done, "T21")
      expect(done).toMatchObject({ result: "unapplied already_member", events: [] })
      const page = { page: 1, pageSize: 10, sortBy: "created_at", sortOrder: "asc" } as const
      const waiting = await ann.world.symbolon.paymentEvents.list({
        organization: ann.world.organization,
        page,
      })
      expect(waiting.items.map(({ received }) => received.reason)).toEqual(["already_member"])
    })

    row(
      "T24: paying renews early without loss, counted from the anchor, and withdraws a notice",
      async (ann) => {
        ann.go(new Date("2027-01-31T10:00:00.000Z"))
        await ann.pay("join", tiers.silver)
        ann.advance(day)
        await ann.leave()
        const done = await ann.pay("renew")
        expectRow(done, "T24")
        expect(ann.row()).toMatchObject({
          validUntil: new Date("2027-03-31T10:00:00.000Z"),
          cancelledAt: undefined,
          anchorTerms: 2,
        })
        expect(ann.terms().map(({ priceCents }) => priceCents)).toEqual([50_000, 50_000])
        expect(done.events).toMatchObject([{ type: "membership.renewed" }])
        expect(ann.history().at(-1)).toMatchObject({
          cause: "renew",
          by: payer,
          paymentRef: done.checkout.ref,
        })
        expect(ann.status()).toBe("active")
      },
    )

    row(
      "T24: a renewal never changes the tier: on another one it buys what it is worth there",
      async (ann) => {
        await ann.add(tiers.silver)
        const openedCheckout = await opened(ann, "renew")
        await ann.amend({ tier: tiers.gold })
        expectRow(await ann.arrive(openedCheckout), "T24")
        // 31 days of silver from 21 December are worth half as many of gold.
        expect(ann.row()).toMatchObject({
          tierUuid: "tier gold",
          validUntil: new Date(untilXmas.getTime() + 15.5 * day),
        })
      },
    )

    row(
      "T26: a paid change begins a term of the target now, takes what was left as credit, and withdraws a notice",
      async (ann) => {
        await ann.join(tiers.open)
        await ann.leave()
        ann.advance(day)
        const done = await ann.pay("change", tiers.silver)
        expectRow(done, "T26")
        const term = {
          validUntil: new Date("2026-12-22T00:00:00.000Z"),
          anchorAt: inDays(1),
          anchorTerms: 1,
        }
        expect(ann.row()).toMatchObject({
          tierUuid: "tier silver",
          cancelledAt: undefined,
          ...term,
        })
        expect(done.events).toMatchObject([
          { type: "membership.tier_changed", data: { ...ofAnn, tier_slug: "silver" } },
        ])
        expect(ann.history().at(-1)).toMatchObject({
          cause: "tier_change",
          by: payer,
          paymentRef: done.checkout.ref,
        })
      },
    )

    row(
      "T26: a lifetime is bought for the difference, and what came too late waits for a person",
      async (ann) => {
        await ann.add(tiers.silver, { validUntil: inDays(30) })
        const { checkout: openedCheckout } = await ann.pay("change", tiers.lifetime)
        expect(openedCheckout.amountCents).toBe(450_718)
        expect(ann.row()).toMatchObject({ validUntil: undefined, renewableUntil: undefined })
        await ann.amend({ validUntil: inDays(10) })
        ann.go(inDays(11))
        await ann.add(tiers.silver)
        await ann.change(tiers.open)
        const late = await opened(ann, "change", tiers.gold)
        ann.advance(10 * day)
        expect((await ann.arrive(late)).result).toBe("unapplied credit_used_up")
      },
    )

    row(
      "T38: the payment of a join that is taken back ends the membership that it made",
      async (ann) => {
        const { checkout: openedCheckout } = await ann.pay("join", tiers.silver)
        ann.advance(day)
        const renewal = await opened(ann, "renew")
        const done = await ann.reverse(openedCheckout)
        expectRow(done, "T38")
        expect(ann.row()).toMatchObject({
          endedAt: inDays(1),
          validUntil: inDays(1),
          endedBy: "removed",
        })
        expect(done.events).toMatchObject([
          { type: "membership.left", data: { ...ofAnn, ended_by: "removed" } },
        ])
        expect(ann.history().at(-1)).toMatchObject({
          cause: "reversal",
          by: payer,
          paymentRef: openedCheckout.ref,
        })
        expect(renewal.status).toBe("cancelled")
        await ann.showsRight()
      },
    )

    row(
      "T38: of a membership that is over is noted in its history alone, whatever the payer is by now",
      async (ann) => {
        const { checkout: openedCheckout } = await ann.pay("join", tiers.silver)
        await ann.remove()
        await ann.join(tiers.guest)
        const before = ann.stored().map(({ membership }) => membership)
        const done = await ann.reverse(openedCheckout)
        expect(done).toMatchObject({
          result: "applied",
          row: "reversePayment: 1.6, over",
          events: [],
        })
        expect(ann.stored().map(({ membership }) => membership)).toEqual(before)
        expect(ann.stored()[0]?.history.at(-1)).toMatchObject({
          cause: "reversal",
          paymentRef: openedCheckout.ref,
        })
      },
    )

    row(
      "T39: a renewal that is taken back brings the row back as it was, the notice with it",
      async (ann) => {
        await ann.pay("join", tiers.silver)
        await ann.leave()
        const [before, terms] = [ann.row(), ann.terms()]
        const { checkout: openedCheckout } = await ann.pay("renew")
        ann.advance(day)
        const done = await ann.reverse(openedCheckout)
        expectRow(done, "T39")
        expect(ann.row()).toEqual({
          ...before,
          revision: before.revision + 2,
          updatedAt: inDays(1),
        })
        expect(ann.terms()).toEqual(terms)
        expect(done.events).toEqual([])
      },
    )

    row(
      "T39: with another after it, what was bought is taken out, and never before now",
      async (ann) => {
        await ann.pay("join", tiers.silver)
        const { checkout: openedCheckout } = await ann.pay("renew")
        await ann.pay("renew")
        expectRow(await ann.reverse(openedCheckout), "T39")
        // Its 31 days from 21 December.
        expect(ann.row()).toMatchObject({
          validUntil: new Date("2027-01-21T00:00:00.000Z"),
          anchorTerms: 0,
        })
      },
    )

    row(
      "T40: a change that is taken back goes back to the tier and the time that was left",
      async (ann) => {
        await ann.add(tiers.open, { validUntil: inDays(40), customPaymentInterval: "yearly" })
        const { checkout: openedCheckout } = await ann.pay("change", tiers.gold)
        ann.advance(5 * day)
        const done = await ann.reverse(openedCheckout)
        expectRow(done, "T40")
        expect(ann.row()).toMatchObject({
          tierUuid: "tier open",
          validUntil: inDays(40),
          customPaymentInterval: "yearly",
        })
        expect(done.events).toMatchObject([
          { type: "membership.tier_changed", data: { ...ofAnn, tier_slug: "open" } },
        ])
      },
    )

    row("T40: names no tier that was deleted meanwhile", async (ann) => {
      await ann.join(tiers.open)
      const { checkout: openedCheckout } = await ann.pay("change", tiers.gold)
      await ann.world.deleteTier(tiers.open)
      ann.life.edit(tiers.open, { deletedAt: ann.now() })
      const done = await ann.reverse(openedCheckout)
      expectRow(done, "T40")
      expect(done.events).toMatchObject([
        { type: "membership.tier_changed", data: { tier_slug: "" } },
      ])
      expect((await ann.renew()).result).toBe("409 tier_deleted")
    })

    row("T21, T24, T38: a callback that is told again changes nothing (P17)", async (ann) => {
      const openedCheckout = await opened(ann, "join", tiers.silver)
      await ann.arrive(openedCheckout, "the one")
      expect(await ann.tellAgain(openedCheckout, "the one")).toBe("repeated")
      expect((await ann.arrive(openedCheckout, "another")).result).toBe("ignored already_paid")
      await ann.reverse(openedCheckout)
      expect((await ann.reverse(openedCheckout)).result).toBe("ignored already_reversed")
      expect((await ann.arrive(openedCheckout)).result).toBe("ignored reversed_before")
      expect(ann.events()).toHaveLength(2)
    })
  })
}
