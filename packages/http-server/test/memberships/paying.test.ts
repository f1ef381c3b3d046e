import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { envelopes, firstMonth, membership, refused, type TierSlug } from "../fixtures/club.ts"
import { openPaidClub, type PaidClub } from "../fixtures/payments.ts"

let paidClub: PaidClub
beforeEach(async () => {
  paidClub = await openPaidClub()
})
afterEach(() => paidClub.close())

const dayMs = 86_400_000
const later = (days: number) =>
  paidClub.to(new Date(paidClub.world.symbolon.clock.now().getTime() + days * dayMs).toISOString())
const view = (status = 200) => paidClub.asAda("GET", paidClub.own, status)
const events = () => paidClub.events()
const event = (type: string, more: object = {}) => [
  `membership.${type}`,
  { user_uuid: paidClub.ada.uuid, ...more },
]
const joining = (slug: TierSlug) => ({ purpose: "join", membership_tier_slug: slug })

describe("a checkout", () => {
  it("is opened once: asking again while it is open answers the same one", async () => {
    const request = { ...joining("gold"), return_url: "https://club.example/back" }
    const checkout = await paidClub.openCheckout(request)
    expect(checkout).toEqual({
      uuid: expect.any(String),
      purpose: "join",
      organization_uuid: paidClub.world.club.uuid,
      user_uuid: paidClub.ada.uuid,
      membership_tier_uuid: paidClub.tier("gold").uuid,
      amount_cents: 50_000,
      currency: "PHP",
      checkout_url: null,
      status: "open",
      expires_at: "2026-11-22T10:00:00.000Z",
      created_at: "2026-11-21T10:00:00.000Z",
    })
    expect(await paidClub.openCheckout(request, 200)).toEqual(checkout)
    expect(await paidClub.asAda("GET", `${paidClub.own}/checkout/${checkout.uuid}`, 200)).toEqual(
      checkout,
    )
    await paidClub.to("2026-11-22T10:00:00.000Z")
    expect(await paidClub.asAda("GET", `${paidClub.own}/checkout/${checkout.uuid}`, 200)).toEqual({
      ...checkout,
      status: "expired",
    })
    expect((await paidClub.openCheckout(request)).uuid).not.toBe(checkout.uuid)
  })

  it("is only quoted in a dry run", async () => {
    expect(await paidClub.openCheckout({ ...joining("gold"), dry_run: true }, 200)).toEqual({
      purpose: "join",
      amount_cents: 50_000,
      currency: "PHP",
      credit_cents: 0,
      ...firstMonth,
    })
    // Nothing was opened: the next one is new.
    await paidClub.openCheckout(joining("gold"), 201)
  })

  it("is nobody else's, and of no other organization", async () => {
    const { uuid } = await paidClub.openCheckout(joining("gold"))
    const { symbolon, owner } = paidClub.world
    const elsewhere = await symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: owner.uuid,
    })
    const absent = refused(
      "not_found",
      "There is no such checkout, or you do not have access to it.",
    )
    expect(await paidClub.asBo("GET", `${paidClub.own}/checkout/${uuid}`, 404)).toEqual(absent)
    expect(
      await paidClub.asAda("GET", `/api/v1/memberships/${elsewhere.slug}/checkout/${uuid}`, 404),
    ).toEqual(absent)
    expect(await paidClub.asAda("GET", `${paidClub.own}/checkout/nothing`, 404)).toEqual(absent)
    expect(
      await paidClub.asAda("GET", `/api/v1/memberships/nowhere/checkout/${uuid}`, 404),
    ).toEqual(envelopes.noOrganization)
  })

  it.each<readonly [string, object, readonly string[]]>([
    ["no purpose", { membership_tier_slug: "gold" }, ["purpose"]],
    ["a purpose that there is not", { purpose: "give", membership_tier_slug: "gold" }, ["purpose"]],
    ["no tier to join on", { purpose: "join" }, ["membership_tier_slug"]],
    ["no tier to change to", { purpose: "change" }, ["membership_tier_slug"]],
    [
      "a tier to renew on",
      { purpose: "renew", membership_tier_slug: "gold" },
      ["membership_tier_slug"],
    ],
    [
      "a tier that is no text",
      { purpose: "join", membership_tier_slug: 5 },
      ["membership_tier_slug"],
    ],
    [
      "a tier without end",
      { purpose: "join", membership_tier_slug: "x".repeat(10_000) },
      ["membership_tier_slug"],
    ],
    ["an address that is none", { ...joining("gold"), return_url: "back" }, ["return_url"]],
    [
      "an address that runs",
      { ...joining("gold"), return_url: "javascript:alert(1)" },
      ["return_url"],
    ],
    ["a dry run that is no flag", { ...joining("gold"), dry_run: "yes" }, ["dry_run"]],
    ["a member it does not have", { ...joining("gold"), amount_cents: 1 }, ["amount_cents"]],
  ])("names what is wrong: %s", async (_, sent, fields) => {
    const answer = await paidClub.openCheckout(sent, 422)
    expect(answer).toMatchObject({ code: "validation_error" })
    expect(Object.keys(answer["errors"] as object)).toEqual(fields)
  })

  it("is refused where there is nothing to pay, nobody to pay, or nothing to pay for", async () => {
    const before = await paidClub.stored()
    expect(await paidClub.openCheckout(joining("friend"), 409)).toMatchObject({
      code: "conflict",
      details: { reason: "nothing_owed" },
    })
    for (const slug of ["board", "none"] as const)
      expect(
        await paidClub.openCheckout({ purpose: "join", membership_tier_slug: slug }, 404),
      ).toEqual(envelopes.noTier)
    expect(await paidClub.openCheckout({ purpose: "renew" }, 404)).toEqual(envelopes.noMembership)
    expect(
      await paidClub.openCheckout({ purpose: "change", membership_tier_slug: "gold" }, 404),
    ).toEqual(envelopes.noMembership)
    expect(
      await paidClub.asAda("POST", "/api/v1/memberships/nowhere/checkout", 404, joining("gold")),
    ).toEqual(envelopes.noOrganization)
    expect(await paidClub.stored()).toEqual(before)
    await paidClub.admit("gold")
    expect(await paidClub.openCheckout(joining("gold"), 409)).toMatchObject({
      details: { reason: "already_member", status: "active", tier_slug: "gold" },
    })
    const { connectionUuid, world } = paidClub
    await paidClub.asClub(
      "DELETE",
      `/console/v1/organizations/${world.club.slug}/payment-connections/${connectionUuid}`,
      200,
    )
    expect(await paidClub.openCheckout({ purpose: "renew" }, 409)).toMatchObject({
      details: { reason: "no_payments" },
    })
  })
})

describe("a payment", () => {
  it("T17, T21: makes a member of whoever was asked for it", async () => {
    expect(
      await paidClub.asAda("POST", paidClub.own, 402, { membership_tier_slug: "gold" }),
    ).toEqual(envelopes.owed("join", 50_000, "gold"))
    const checkout = await paidClub.openCheckout(joining("gold"))
    await view(404)
    await paidClub.sendCallback(checkout, "paid")
    expect(await view()).toEqual(membership(paidClub, "gold", firstMonth))
    expect(await events()).toEqual([event("joined", { tier_slug: "gold" })])
    expect(await paidClub.asAda("GET", `${paidClub.own}/checkout/${checkout.uuid}`, 200)).toEqual({
      ...checkout,
      status: "paid",
    })
    const { items } = await paidClub.asAda("GET", "/api/v1/wallets", 200)
    expect(items).toHaveLength(2)
  })

  it("T23, T24: renews, and withdraws a notice", async () => {
    await paidClub.buy("join", "gold")
    await paidClub.asAda("DELETE", paidClub.own, 200)
    await events()
    expect(await paidClub.asAda("POST", `${paidClub.own}/renew`, 402)).toEqual(
      envelopes.owed("renew", 50_000, "gold"),
    )
    await paidClub.buy("renew")
    expect(await view()).toMatchObject({
      valid_until: "2027-01-21T10:00:00.000Z",
      renewable_until: "2027-01-28T10:00:00.000Z",
      cancelled_at: null,
    })
    expect(await events()).toEqual([event("renewed")])
  })

  it("T25: is not asked for where nothing ever ends", async () => {
    await paidClub.admit("gold", { valid_until: null })
    expect(await paidClub.openCheckout({ purpose: "renew" }, 409)).toMatchObject({
      code: "conflict",
      details: { reason: "never_expires" },
    })
    expect(await paidClub.asAda("POST", `${paidClub.own}/renew`, 409)).toMatchObject({
      details: { reason: "never_expires" },
    })
  })

  it("T12, T26: changes the tier, less what the time left is worth", async () => {
    await paidClub.buy("join", "gold")
    await events()
    await later(15)
    const creditCents = Math.floor((15 * 50_000) / 30.436875)
    expect(
      await paidClub.asAda("PATCH", paidClub.own, 402, { membership_tier_slug: "life" }),
    ).toEqual(envelopes.owed("change", 900_000 - creditCents, "life"))
    const checkout = await paidClub.buy("change", "life")
    expect(checkout).toMatchObject({ purpose: "change", amount_cents: 900_000 - creditCents })
    expect(await view()).toMatchObject({
      tier_slug: "life",
      valid_until: null,
      renewable_until: null,
    })
    expect(await events()).toEqual([event("tier_changed", { tier_slug: "life" })])
  })

  it("T38: of a join that is taken back ends the membership", async () => {
    const checkout = await paidClub.buy("join", "gold")
    await events()
    await later(1)
    await paidClub.sendCallback(checkout, "reversed")
    expect(await view(404)).toEqual(envelopes.noMembership)
    expect(await events()).toEqual([event("left", { ended_by: "removed" })])
    expect(
      await paidClub.asClub("GET", `${paidClub.at}/memberships/${paidClub.ada.uuid}`, 200),
    ).toMatchObject({
      status: "ended",
      ended_by: "removed",
    })
  })

  it("T39: of a renewal that is taken back takes its time", async () => {
    await paidClub.buy("join", "gold")
    const checkout = await paidClub.buy("renew")
    await events()
    await paidClub.sendCallback(checkout, "reversed")
    expect(await view()).toMatchObject(firstMonth)
    expect(await events()).toEqual([])
  })

  it("T40: of a change that is taken back goes back to the tier before", async () => {
    await paidClub.asAda("POST", paidClub.own, 201, { membership_tier_slug: "friend" })
    const checkout = await paidClub.buy("change", "gold")
    await events()
    await paidClub.sendCallback(checkout, "reversed")
    expect(await view()).toMatchObject({ tier_slug: "friend", valid_until: null })
    expect(await events()).toEqual([event("tier_changed", { tier_slug: "friend" })])
  })

  it("counts once, however often and in whatever order it is told of", async () => {
    const checkout = await paidClub.openCheckout(joining("gold"))
    const words = [
      "failed",
      "paid",
      "expired",
      "paid",
      "failed",
      "paid",
      "expired",
      "paid",
      "paid",
      "failed",
    ] as const
    await Promise.all(words.map((word) => paidClub.sendCallback(checkout, word)))
    expect(await view()).toEqual(membership(paidClub, "gold", firstMonth))
    expect(await events()).toEqual([event("joined", { tier_slug: "gold" })])
    await Promise.all(
      [...words, ...words].map((word) =>
        paidClub.sendCallback(checkout, word === "expired" ? "reversed" : word),
      ),
    )
    expect(await view(404)).toEqual(envelopes.noMembership)
    expect(await events()).toEqual([event("left", { ended_by: "removed" })])
    expect(await paidClub.parkedPayments()).toEqual([])
  })

  it("of other money than was asked for, or for what cannot be given, waits for a person", async () => {
    const [gold, platinum] = [
      await paidClub.openCheckout(joining("gold")),
      await paidClub.openCheckout(joining("platinum")),
    ]
    await paidClub.sendCallback(gold, "paid", { amount_cents: 49_999, event_id: "less" })
    await paidClub.sendCallback(gold, "paid", { currency: "EUR", event_id: "euros" })
    await view(404)
    await paidClub.sendCallback(platinum, "paid")
    await paidClub.sendCallback(gold, "paid")
    expect(await view()).toMatchObject({ tier_slug: "platinum" })
    expect(await paidClub.parkedPayments()).toEqual([
      "paid amount",
      "paid currency",
      "paid already_member",
    ])
    expect(await events()).toEqual([event("joined", { tier_slug: "platinum" })])
  })
})
