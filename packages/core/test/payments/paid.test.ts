import { describe, expect, it } from "vitest"
import { dayMs, openTestCheckouts } from "../fixtures/checkouts.ts"

const refused = (_tag: string, more: object = {}) => expect.objectContaining({ _tag, ...more })
const at = (iso: string) => new Date(iso)

describe("a payment to join", () => {
  it("T21 makes the membership, with its first term, its wallet and its event", async () => {
    const { customer, pay, tiers, clock, events, connection, expectSound, club } =
      await openTestCheckouts()
    const ada = await customer("ada")
    const checkout = await ada.open("join", "gold")
    expect(await ada.row()).toBeUndefined()
    expect((await ada.wallets()).items).toHaveLength(1)
    expect(await pay(checkout)).toEqual(["applied"])
    expect(await ada.view()).toMatchObject({
      status: "active",
      membership: {
        tierUuid: tiers.gold.uuid,
        joinedAt: clock.now(),
        validUntil: at("2026-12-21T10:00:00.000Z"),
        renewableUntil: at("2026-12-28T10:00:00.000Z"),
      },
    })
    const [{ terms, history } = { terms: [], history: [] }] = await expectSound(ada.userUuid)
    expect(terms).toMatchObject([
      {
        priceCents: 150_000,
        currency: "PHP",
        interval: "monthly",
        paymentRef: checkout.uuid,
        cause: "join",
      },
    ])
    expect(history).toMatchObject([
      { cause: "join", paymentRef: checkout.uuid, by: { kind: "payment", uuid: connection.uuid } },
    ])
    expect((await events(ada.userUuid)).map(({ type, data }) => [type, data])).toEqual([
      [
        "membership.joined",
        {
          origin: "user_app",
          schema_version: 1,
          user_uuid: ada.userUuid,
          organization_uuid: club.uuid,
          tier_slug: "gold",
        },
      ],
    ])
    expect((await ada.wallets()).items.map(({ organizationUuid }) => organizationUuid)).toEqual([
      undefined,
      club.uuid,
    ])
  })

  it("T21 is honoured at the price that was quoted, on a tier that became private, and late", async () => {
    const { customer, pay, symbolon, tiers, advance, of, expectSound } = await openTestCheckouts()
    const ada = await customer("ada")
    const checkout = await ada.open("join", "gold")
    await symbolon.tiers.update({
      ...of,
      tierUuid: tiers.gold.uuid,
      priceCents: 900_000,
      visibility: "private",
    })
    advance(40 * dayMs)
    expect(await pay(checkout)).toEqual(["applied"])
    expect(await ada.view()).toMatchObject({
      status: "active",
      membership: { validUntil: at("2027-01-31T10:00:00.000Z") },
    })
    expect((await expectSound(ada.userUuid))[0]?.terms).toMatchObject([{ priceCents: 150_000 }])
  })

  it("takes the place of a membership whose time ran out", async () => {
    const { customer, advance, pay, expectSound } = await openTestCheckouts()
    const ada = await customer("ada")
    await ada.buy("join", "silver")
    advance(60 * dayMs)
    expect(await pay(await ada.open("join", "gold"))).toEqual(["applied"])
    const stored = await expectSound(ada.userUuid)
    expect(new Set(stored.map(({ membership }) => membership.endedBy))).toEqual(
      new Set(["lapsed", undefined]),
    )
    expect(await ada.reported()).toEqual(["joined silver", "joined gold"])
  })

  it("of somebody who is a member by now waits for a person, and nothing else changes", async () => {
    const { customer, pay, parkedPayments, find } = await openTestCheckouts()
    const ada = await customer("ada")
    const [gold, silver] = [await ada.open("join", "gold"), await ada.open("join", "silver")]
    expect(await pay(silver)).toEqual(["applied"])
    // Whoever has joined owes nothing for joining any more.
    expect((await find(gold.uuid)).status).toBe("cancelled")
    const row = await ada.row()
    expect(await pay(gold)).toEqual(["unapplied already_member"])
    expect(await ada.row()).toEqual(row)
    expect(await ada.reported()).toEqual(["joined silver"])
    expect(await parkedPayments()).toMatchObject([
      {
        received: { outcome: "unapplied", reason: "already_member" },
        checkout: { uuid: gold.uuid },
      },
    ])
    expect(await find(gold.uuid)).toMatchObject({ status: "paid", isApplied: false })
  })

  it("for a deleted tier is not applied", async () => {
    const { customer, pay, symbolon, tiers, of, advance } = await openTestCheckouts()
    const ada = await customer("ada")
    const checkout = await ada.open("join", "silver")
    advance(2 * dayMs)
    await symbolon.tiers.delete({ ...of, tierUuid: tiers.silver.uuid })
    expect(await pay(checkout)).toEqual(["unapplied no_membership_tier"])
    expect(await ada.row()).toBeUndefined()
  })

  it("of a user whose account was deleted is not applied", async () => {
    const { customer, pay, symbolon, find } = await openTestCheckouts()
    const ada = await customer("ada")
    const checkout = await ada.open("join", "gold")
    await symbolon.users.delete({ userUuid: ada.userUuid })
    expect((await find(checkout.uuid)).status).toBe("cancelled")
    expect(await pay(checkout)).toEqual(["unapplied account_deleted"])
    expect(await ada.row()).toBeUndefined()
  })

  it.each([
    ["a cent less", { amountCents: 149_999 }, "mismatched amount"],
    ["another currency", { currency: "EUR" }, "mismatched currency"],
  ])("of %s than was asked for makes nobody a member", async (_, reported, outcome) => {
    const { customer, pay } = await openTestCheckouts()
    const ada = await customer("ada")
    const checkout = await ada.open("join", "gold")
    expect(await pay(checkout, reported)).toEqual([outcome])
    expect([await ada.row(), await ada.reported()]).toEqual([undefined, []])
    expect(await pay(checkout, { eventId: "right" })).toEqual(["applied"])
  })
})

describe("a payment to renew", () => {
  it("T23 is asked for where renewing costs something", async () => {
    const { customer, tiers } = await openTestCheckouts()
    const ada = await customer("ada")
    await ada.buy("join", "gold")
    const before = await ada.row()
    await expect(ada.renew()).rejects.toEqual(
      refused("PaymentRequired", {
        purpose: "renew",
        amountCents: 150_000,
        currency: "PHP",
        tierSlug: tiers.gold.slug,
      }),
    )
    expect(await ada.row()).toEqual(before)
  })

  it("T24 lengthens the membership, and withdraws a notice", async () => {
    const { customer, advance, expectSound } = await openTestCheckouts()
    const ada = await customer("ada")
    await ada.buy("join", "gold")
    advance(dayMs)
    await ada.leave()
    expect((await ada.view()).status).toBe("active_with_notice")
    await ada.buy("renew")
    expect(await ada.view()).toMatchObject({
      status: "active",
      membership: {
        validUntil: at("2027-01-21T10:00:00.000Z"),
        renewableUntil: at("2027-01-28T10:00:00.000Z"),
        cancelledAt: undefined,
      },
    })
    expect(await ada.reported()).toEqual(["joined gold", "renewed"])
    await expectSound(ada.userUuid)
  })

  it("T24 of one that lapsed begins anew when it is paid; of one that is over it waits for a person", async () => {
    const { customer, advance, pay, expectSound } = await openTestCheckouts()
    const [ada, bea] = [await customer("ada"), await customer("bea")]
    for (const one of [ada, bea]) await one.buy("join", "gold")
    advance(33 * dayMs)
    const [now, never] = [await ada.open("renew"), await bea.open("renew")]
    expect((await ada.view()).status).toBe("lapsed")
    expect(await pay(now)).toEqual(["applied"])
    expect(await ada.view()).toMatchObject({
      status: "active",
      membership: { validUntil: at("2027-01-24T10:00:00.000Z") },
    })
    advance(5 * dayMs)
    expect(await pay(never)).toEqual(["unapplied no_membership"])
    expect(await bea.reported()).toEqual(["joined gold"])
    for (const { userUuid } of [ada, bea]) await expectSound(userUuid)
  })

  it("renews on the tier that they are on by then, for what it is worth there", async () => {
    const { customer, pay, tiers, symbolon, of, expectSound } = await openTestCheckouts()
    const ada = await customer("ada")
    await ada.buy("join", "silver")
    const checkout = await ada.open("renew")
    const { tierSlug, userUuid } = { tierSlug: tiers.gold.slug, userUuid: ada.userUuid }
    await symbolon.memberships.updateMember({ ...of, userUuid, tierSlug, term: "keep" })
    const before = await ada.row()
    expect(await pay(checkout)).toEqual(["applied"])
    const after = await ada.row()
    expect(after?.tierUuid).toBe(tiers.gold.uuid)
    // A month of silver is a third of one of gold: from the 21st of December to the 21st of January
    // there are 31 days.
    expect((after?.validUntil?.getTime() ?? 0) - (before?.validUntil?.getTime() ?? 0)).toBe(
      (31 * dayMs) / 3,
    )
    expect(await ada.reported()).toEqual(["joined silver", "tier_changed gold", "renewed"])
    await expectSound(ada.userUuid)
  })

  it("T25 is not taken for what never ends", async () => {
    const { customer } = await openTestCheckouts()
    const ada = await customer("ada")
    await ada.join("friend")
    await expect(ada.open("renew")).rejects.toEqual(refused("Conflict", { reason: "one_time" }))
    const { symbolon, of, tiers } = await openTestCheckouts()
    const { user } = await symbolon.users.create({ username: "bea", firstName: "Bea" })
    await symbolon.memberships.add({
      ...of,
      member: { type: "user_id", value: user.uuid },
      tierSlug: tiers.gold.slug,
      validUntil: null,
    })
    await expect(
      symbolon.memberships.checkout({ ...of, userUuid: user.uuid, purpose: "renew" }),
    ).rejects.toEqual(refused("Conflict", { reason: "never_expires" }))
    expect(
      (await symbolon.memberships.get({ ...of, userUuid: user.uuid })).membership.validUntil,
    ).toBeUndefined()
  })
})

describe("a payment to change the tier", () => {
  it("T26 begins a term of the new tier", async () => {
    const { customer, advance, expectSound } = await openTestCheckouts()
    const ada = await customer("ada")
    await ada.join("friend")
    await expect(ada.change("silver")).rejects.toEqual(
      refused("PaymentRequired", { purpose: "change", amountCents: 50_000 }),
    )
    await ada.buy("change", "silver")
    expect(await ada.view()).toMatchObject({
      tier: { slug: "silver" },
      membership: { validUntil: at("2026-12-21T10:00:00.000Z") },
    })
    advance(dayMs)
    // Days of one price become days of another without money: there is nothing to pay for.
    await expect(ada.quote("change", "gold")).rejects.toEqual(
      refused("Conflict", { reason: "nothing_owed" }),
    )
    await expect(ada.open("change", "gold")).rejects.toEqual(
      refused("Conflict", { reason: "nothing_owed" }),
    )
    expect(await ada.reported()).toEqual(["joined friend", "tier_changed silver"])
    await expectSound(ada.userUuid)
  })

  it("T26 asks for the price less what the time left is worth, drops what was agreed, and withdraws a notice", async () => {
    const { customer, advance, symbolon, of, expectSound, pay } = await openTestCheckouts()
    const life = await symbolon.tiers.create({
      ...of,
      name: "Life",
      priceCents: 500_000,
      paymentInterval: "one_time",
    })
    const ada = await customer("ada")
    await ada.buy("join", "gold")
    await symbolon.memberships.updateMember({
      ...of,
      userUuid: ada.userUuid,
      customPriceCents: 10_000,
    })
    advance(15 * dayMs)
    await ada.leave()
    const requested = {
      ...of,
      userUuid: ada.userUuid,
      purpose: "change",
      tierSlug: life.slug,
    } as const
    // 15 of the 30 days at 150,000 for 30.436875 days, rounded down.
    const creditCents = Math.floor((15 * 150_000) / 30.436875)
    expect(await symbolon.memberships.quoteCheckout(requested)).toMatchObject({
      amountCents: 500_000 - creditCents,
      creditCents,
      validUntil: undefined,
    })
    const { checkout } = await symbolon.memberships.checkout(requested)
    expect(await pay(checkout)).toEqual(["applied"])
    expect(await ada.view()).toMatchObject({
      status: "active",
      tier: { slug: "life" },
      membership: { validUntil: undefined, cancelledAt: undefined, customPriceCents: undefined },
    })
    expect(await ada.reported()).toEqual(["joined gold", "tier_changed life"])
    const [stored] = await expectSound(ada.userUuid)
    // What the term was quoted at, not what was left to pay of it.
    expect(stored?.terms).toMatchObject([{ priceCents: 500_000, paymentRef: checkout.uuid }])
  })

  it("that comes so late that the credit is used up waits for a person", async () => {
    const { customer, advance, symbolon, of, pay } = await openTestCheckouts()
    const life = await symbolon.tiers.create({
      ...of,
      name: "Life",
      priceCents: 500_000,
      paymentInterval: "one_time",
    })
    const ada = await customer("ada")
    await ada.buy("join", "gold")
    const { checkout } = await symbolon.memberships.checkout({
      ...of,
      userUuid: ada.userUuid,
      purpose: "change",
      tierSlug: life.slug,
    })
    advance(2 * dayMs)
    expect(await pay(checkout)).toEqual(["unapplied credit_used_up"])
    expect((await ada.view()).tier.slug).toBe("gold")
  })
})
