import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openRealServer, type RealServer } from "./real-server.ts"
import { failureOf } from "./server.ts"

let real: RealServer
beforeAll(async () => {
  real = await openRealServer()
})
afterAll(() => real.close())

describe("cards", () => {
  it("are made, taken, assigned, claimed, frozen, offered and withdrawn", async () => {
    const { symbolon, client, slug, person } = real
    await symbolon.cards.manufacture({ cards: [{ identifier: "CARD-1", cardType: "nfc" }] })
    const { accepted, refused } = await client.cards.addToInventory(slug, {
      cards: [{ identifier: "card-1" }, { identifier: "CARD-99" }],
    })
    expect(accepted).toMatchObject([{ identifier: "CARD-1" }])
    expect(refused).toMatchObject([{ identifier: "CARD-99" }])
    const uuid = accepted[0]?.uuid ?? ""
    const [ada, bob] = [await person(), await person()]
    const { slug: deckhands } = await client.tiers.create(slug, { name: "Deckhands" })
    await client.memberships.add(slug, { user_uuid: ada.uuid, membership_tier_slug: deckhands })
    expect(
      await client.cards.updateState(slug, uuid, { holder_user_uuid: ada.uuid }),
    ).toMatchObject({ uuid })
    const claimed = await ada.client.cards.claim({ identifier: "CARD-1" })
    expect(claimed).toMatchObject({ uuid, membership_effect: "none" })
    expect(await ada.client.cards.update(uuid, { name: "My card", is_frozen: true })).toMatchObject(
      {
        is_frozen: true,
      },
    )
    expect(await failureOf(bob.client.cards.get(uuid))).toMatchObject({ code: "not_found" })
    await ada.client.cards.update(uuid, {
      is_frozen: false,
      offered_to: { type: "username", value: bob.username },
    })
    await bob.client.cards.claim({ identifier: "CARD-1" })
    expect(await bob.client.cards.list().toArray()).toMatchObject([{ uuid }])
    expect(await ada.client.cards.list().toArray()).toEqual([])
    expect(await client.cards.listInventory(slug).toArray()).toMatchObject([{ uuid }])
    await client.cards.updateState(slug, uuid, { withdrawn: true })
    expect(await bob.client.cards.list().toArray()).toEqual([])
  })
})

describe("rewards", () => {
  it("are made, claimed, issued to one and to many, and opened", async () => {
    const { symbolon, client, slug, club, person } = real
    const drink = await client.rewards.create(slug, {
      organization_uuid: club.uuid,
      name: "Free drink",
      supply_total: 5,
      content_config: {
        storage_type: "internal",
        content_template: {
          data: {},
          items: [{ type: "coupon", title: "One drink", code: "DRINK-1" }],
          content_version: "1",
        },
      },
    })
    const tier = await client.tiers.create(slug, { name: "Crew" })
    const people = [await person(), await person(), await person()]
    for (const { uuid } of people)
      await client.memberships.add(slug, { user_uuid: uuid, membership_tier_slug: tier.slug })
    const [ada, bob] = people
    const claimed = await ada?.client.rewards.claim(drink.slug, { idempotency_key: "mine" })
    expect(claimed).toMatchObject({ status: "confirmed", supply_remaining: 4 })
    const redeemed = await client.rewards.redeem(drink.slug, {
      identifier: { type: "user_id", value: bob?.uuid ?? "" },
      idempotency_key: "order-1",
    })
    expect(redeemed).toMatchObject({ supply_remaining: 3 })
    const ask = { audience: { type: "members" }, idempotency_key: "spring" } as const
    const dry = await client.rewards.propagate(drink.slug, { ...ask, dry_run: true })
    const asked = await client.rewards.propagate(drink.slug, ask)
    expect(asked).toEqual({ ...dry, batch_uuid: expect.any(String) })
    expect(asked).toMatchObject({
      matched: 4,
      scheduled: 2,
      skipped: [{ reason: "already_issued", count: 2 }],
    })
    while ((await symbolon.work.runDue()) > 0) continue
    expect(await client.console.rewards.getBatch(slug, asked.batch_uuid ?? "")).toMatchObject({
      status: "finished",
      issued: 2,
    })
    const issued = await client.rewards.listRedemptions(drink.slug).toArray()
    expect(issued.map(({ issued_by }) => issued_by).toSorted()).toEqual([
      "claim",
      "propagate",
      "propagate",
      "redeem",
    ])
    const [held] = (await bob?.client.rewards.list().toArray()) ?? []
    expect(held?.cached_content.items).toMatchObject([{ type: "coupon", code: "DRINK-1" }])
  })
})
