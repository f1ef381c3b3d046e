import { createHmac } from "node:crypto"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import {
  type TestClub,
  firstMonth,
  membership,
  createTestClub,
  type TierSlug,
} from "../fixtures/club.ts"

let club: TestClub
let connection: { readonly uuid: string; readonly secret: string }
beforeEach(async () => {
  club = await createTestClub()
  const path = `/console/v1/organizations/${club.world.club.slug}/payment-connections`
  const made = await club.asClub("POST", path, 201, { backend: "manual" })
  connection = { uuid: String(made["connection_uuid"]), secret: String(made["secret"]) }
})
afterEach(() => club.close())

const now = "2026-11-21T10:00:00.000Z"
const checkout = (purpose: string, slug?: TierSlug) =>
  club.asAda("POST", `${club.own}/checkout`, 201, {
    purpose,
    ...(slug === undefined ? {} : { membership_tier_slug: slug }),
  })

/** The callback of a payment that arrived, as docs/memberships.md has it. */
const pay = async ({
  uuid: checkout_uuid,
  amount_cents,
  currency,
}: Readonly<Record<string, unknown>>): Promise<void> => {
  const body = JSON.stringify({
    event_id: `of ${String(checkout_uuid)}`,
    type: "paid",
    checkout_uuid,
    amount_cents,
    currency,
  })
  const headers = {
    "x-payment-signature": `sha256=${createHmac("sha256", connection.secret).update(body).digest("hex")}`,
  }
  const path = `/webhooks/in/payments/manual/${connection.uuid}`
  const reply = await club.world.send(path, { method: "POST", headers, body })
  expect([reply.status, await reply.json()]).toEqual([200, { received: true }])
}
const sent = (type: string, more: object = {}) => [
  `membership.${type}`,
  { user_uuid: club.ada.uuid, ...more },
]
const own = () => club.asAda("GET", club.own, 200)

describe("a payment arrives", () => {
  it("T21: for joining: the membership begins then, at the price that was asked for, and once", async () => {
    const newCheckout = await checkout("join", "gold")
    expect(newCheckout).toMatchObject({
      purpose: "join",
      amount_cents: 50_000,
      currency: "PHP",
      status: "open",
    })
    await club.asAda("GET", club.own, 404)
    await club.asClub("PATCH", `${club.at}/membership-tiers/${club.tier("gold").uuid}`, 200, {
      price_cents: 80_000,
    })
    expect(await club.events()).toEqual([])
    await pay(newCheckout)
    const begun = membership(club, "gold", { ...firstMonth, tier_price_cents: 80_000 })
    expect(await own()).toEqual(begun)
    await pay(newCheckout)
    expect(await own()).toEqual(begun)
    expect(await club.events()).toEqual([sent("joined", { tier_slug: "gold" })])
    const { history } = await club.asAda(
      "GET",
      `${club.at}/memberships/${club.ada.uuid}?include=history`,
      200,
    )
    expect(history).toMatchObject([
      { cause: "join", payment_ref: newCheckout.uuid, actor: { kind: "payment" } },
    ])
  })

  it("T24: for renewing: one term more, and a notice is withdrawn", async () => {
    await club.admit("gold")
    await club.asAda("DELETE", club.own, 200)
    await club.events()
    await pay(await checkout("renew"))
    const dates = {
      valid_until: "2027-01-21T10:00:00.000Z",
      renewable_until: "2027-01-28T10:00:00.000Z",
      cancelled_at: null,
    }
    expect(await own()).toEqual(membership(club, "gold", { ...dates, updated_at: now }))
    expect(await club.events()).toEqual([sent("renewed")])
  })

  it("T8, T24: for renewing what has lapsed: it goes on as itself, from the payment on", async () => {
    const { uuid } = await club.admit("gold")
    await club.to("2026-12-22T10:00:00.000Z")
    await pay(await checkout("renew"))
    expect(await own()).toMatchObject({
      uuid,
      joined_at: now,
      valid_until: "2027-01-22T10:00:00.000Z",
    })
  })

  it("T26: for another tier: a term of it begins then, what was left is credited, and a notice is withdrawn", async () => {
    await club.admit("gold", { custom_tier_price_cents: 10 })
    await club.asClub("PATCH", `${club.at}/memberships/${club.ada.uuid}`, 200, {
      custom_tier_price_cents: null,
    })
    await club.asAda("DELETE", club.own, 200)
    await club.events()
    const newCheckout = await checkout("change", "life")
    // 30 days of a month of 30.436875 days at 0.10: 9 of its 10 cents, rounded down.
    expect(newCheckout).toMatchObject({ amount_cents: 899_991 })
    await pay(newCheckout)
    expect(await own()).toEqual(membership(club, "life", { updated_at: now }))
    expect(await club.events()).toEqual([sent("tier_changed", { tier_slug: "life" })])
  })

  it("T1, T10: leaving and changing close what was open for renewing", async () => {
    await club.admit("gold")
    const renewal = await checkout("renew")
    await club.asAda("DELETE", club.own, 200)
    expect(await club.asAda("GET", `${club.own}/checkout/${renewal.uuid}`, 200)).toMatchObject({
      status: "cancelled",
    })
    const again = await checkout("renew")
    await club.asAda("PATCH", club.own, 200, { membership_tier_slug: "platinum" })
    expect(await club.asAda("GET", `${club.own}/checkout/${again.uuid}`, 200)).toMatchObject({
      status: "cancelled",
    })
  })
})
