import { scopesFor } from "@symbolon/core/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let club: string
let tiers: string
let silver: string
let gold: string
beforeEach(async () => {
  world = await startTestServer()
  club = `/api/v1/organizations/${world.club.slug}`
  tiers = `${club}/membership-tiers`
  silver = await make("Silver", { price_cents: 50_000, payment_interval: "monthly" })
  gold = await make("Gold", { price_cents: 100_000, payment_interval: "monthly" })
})
afterEach(() => world.close())

const make = async (name: string, of: object): Promise<string> =>
  (await readBody(await world.call("POST", tiers, { name, ...of }), 201)).uuid
const move = (body: unknown, from = silver) =>
  world.call("POST", `${tiers}/${from}/memberships/move`, body)
const join = async (membership_tier_slug: string, of: object = {}): Promise<string> => {
  const { user } = await world.symbolon.users.create({
    username: `member-${++people}`,
    firstName: "Member",
  })
  await readBody(
    await world.call("POST", `${club}/memberships`, {
      user_uuid: user.uuid,
      membership_tier_slug,
      ...of,
    }),
    201,
  )
  return user.uuid
}
let people = 0
const work = () => world.symbolon.testClock?.moveTo(world.symbolon.clock.now())
const counts = async (uuid: string) => {
  const { member_count, lapsed_count } = await readBody(
    await world.call("GET", `${tiers}/${uuid}`),
    200,
  )
  return [member_count, lapsed_count]
}
const replyBody = async () =>
  (
    await portsOf(world.symbolon).storage.transact("read", (tx) => tx.outbox.list(undefined, 1000))
  ).filter(({ type }) => type === "membership.tier_changed")
const toGold = { membership_tier_slug: "gold" }

describe("moving the members of a tier", () => {
  it("is told by a dry run with 200, and done in the background with 202 and the same report", async () => {
    const [ann, dear] = [
      await join("silver"),
      await join("silver", { custom_tier_price_cents: 30_000 }),
    ]
    const report = {
      memberships: 2,
      from_tier_uuid: silver,
      to_tier_uuid: gold,
      skipped: [],
      still_blocking_delete: { memberships: 0, cards: 0, card_models: 0 },
    }
    const body = { ...toGold, term: "convert", custom_pricing: "carry" }
    expect(await readBody(await move({ ...body, dry_run: true }), 200)).toEqual({
      ...report,
      scheduled: false,
    })
    expect(await counts(silver)).toEqual([2, 0])
    expect(await readBody(await move(body), 202)).toEqual({ ...report, scheduled: true })
    expect(await counts(silver)).toEqual([2, 0])
    await work()
    expect([await counts(silver), await counts(gold)]).toEqual([
      [0, 0],
      [2, 0],
    ])
    expect((await replyBody()).map(({ data }) => data)).toEqual(
      [ann, dear].map((user_uuid) => ({
        origin: "user_app",
        schema_version: 1,
        user_uuid,
        organization_uuid: world.club.uuid,
        tier_slug: "gold",
      })),
    )
    // Asked for once more it finds nobody.
    expect(await readBody(await move(body), 202)).toEqual({
      ...report,
      scheduled: true,
      memberships: 0,
    })
    await work()
    expect(await replyBody()).toHaveLength(2)
    expect(await readBody(await world.call("DELETE", `${tiers}/${silver}`), 200)).toEqual({
      message: "The tier Silver is deleted.",
    })
  })

  it("names who stays and why, and what then still blocks deletion", async () => {
    await make("Dollar", { price_cents: 1000, payment_interval: "monthly", currency: "USD" })
    const dear = await join("silver", { custom_tier_price_cents: 30_000 })
    await join("silver")
    const username = `member-${people - 1}`
    expect(
      await readBody(await move({ membership_tier_slug: "dollar", custom_pricing: "carry" }), 202),
    ).toMatchObject({
      memberships: 1,
      skipped: [{ user_uuid: dear, username, reason: "custom_price_currency" }],
      still_blocking_delete: { memberships: 1, cards: 0, card_models: 0 },
    })
    await work()
    expect(await readBody(await world.call("DELETE", `${tiers}/${silver}`), 409)).toMatchObject({
      details: { reason: "tier_in_use", memberships: 1 },
    })
  })

  it("takes those who lapsed along, as they are", async () => {
    await join("silver", { valid_until: "2026-11-22T10:00:00.000Z" })
    await world.symbolon.testClock?.moveTo(new Date("2026-11-22T10:00:00.000Z"))
    const token = await world.tokenFor(scopesFor("organization"), { organization: world.club.slug })
    const reply = await world.send(`${tiers}/${silver}/memberships/move`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(toGold),
    })
    expect(await readBody(reply, 202)).toMatchObject({ memberships: 1 })
    await work()
    const { members } = await world.symbolon.tiers.get({
      organization: world.club.slug,
      tierUuid: gold,
    })
    expect(members).toEqual({ active: 0, lapsed: 1 })
  })
})

describe("a move is refused", () => {
  const bad: readonly (readonly [string, unknown, string])[] = [
    ["no tier", {}, "membership_tier_slug"],
    ["an empty slug", { membership_tier_slug: "" }, "membership_tier_slug"],
    ["10,000 characters", { membership_tier_slug: "x".repeat(10_000) }, "membership_tier_slug"],
    ["null", { membership_tier_slug: null }, "membership_tier_slug"],
    ["an unknown term", { ...toGold, term: "prorate" }, "term"],
    ["an unknown policy", { ...toGold, custom_pricing: "ignore" }, "custom_pricing"],
    ["a dry run in words", { ...toGold, dry_run: "yes" }, "dry_run"],
    ["something else", { ...toGold, now: "2026-11-21T10:00:00.000Z" }, "now"],
  ]
  it.each(bad)("with %s: 422 and the field's name", async (_, body, field) => {
    const refused = await readBody(await move(body), 422)
    expect(refused).toMatchObject({ code: "validation_error" })
    expect(Object.keys(refused.errors)).toEqual([field])
  })

  it("as malformed JSON: 400", async () =>
    expect(await readBody(await move("{"), 400)).toMatchObject({ code: "bad_request" }))

  it("to the same tier: 400 and the field's name", async () =>
    expect(await readBody(await move({ membership_tier_slug: "silver" }), 400)).toMatchObject({
      code: "bad_request",
      errors: { membership_tier_slug: expect.any(String) },
    }))

  it("from or to what is not there: 404", async () => {
    for (const reply of [
      await move({ membership_tier_slug: "unknown" }),
      await move(toGold, "unknown"),
      await move(toGold, "silver"),
      await world.call(
        "POST",
        `/api/v1/organizations/nowhere/membership-tiers/${silver}/memberships/move`,
        toGold,
      ),
    ])
      expect(await readBody(reply, 404)).toMatchObject({ code: "not_found" })
  })

  it.each([false, true])(
    "where tiers cannot be crossed or converted: 409 with the reason, dry run %s",
    async (dry_run) => {
      await make("Life", {})
      await make("Dollar", { price_cents: 1000, payment_interval: "monthly", currency: "USD" })
      const reasons = async (body: object) =>
        (await readBody(await move({ ...body, dry_run }), 409))["details"]
      expect(await reasons({ membership_tier_slug: "life" })).toEqual({ reason: "kinds_cross" })
      expect(await reasons({ membership_tier_slug: "dollar", term: "convert" })).toEqual({
        reason: "currencies_differ",
      })
    },
  )

  it.each([false, true])(
    "where something was agreed with members: 409 naming them, dry run %s",
    async (dry_run) => {
      const dear = await join("silver", {
        custom_tier_price_cents: 30_000,
        custom_tier_payment_interval: "yearly",
      })
      await join("silver")
      const one = {
        user_uuid: dear,
        username: `member-${people - 1}`,
        custom_tier_price_cents: 30_000,
        custom_tier_payment_interval: "yearly",
      }
      expect(await readBody(await move({ ...toGold, dry_run }), 409)).toMatchObject({
        code: "conflict",
        details: { reason: "custom_terms", members: [one] },
      })
      await work()
      expect(await counts(silver)).toEqual([2, 0])
    },
  )

  it("where nobody may stay behind and somebody would: 409 naming them", async () => {
    await make("Cheap", { price_cents: 1, payment_interval: "monthly" })
    const far = await join("silver", { valid_until: "2027-11-21T10:00:00.000Z" })
    const body = { membership_tier_slug: "cheap", term: "convert" }
    expect(await readBody(await move(body), 409)).toMatchObject({
      details: {
        reason: "members_stay",
        skipped: [{ user_uuid: far, username: `member-${people}`, reason: "out_of_range" }],
      },
    })
    expect(
      await readBody(await move({ ...body, custom_pricing: "clear", dry_run: true }), 200),
    ).toMatchObject({ memberships: 0 })
  })

  it("while another runs, and so is what its tiers' members are counted by: 409", async () => {
    await join("silver")
    await readBody(await move(toGold), 202)
    const running = {
      details: { reason: "move_running", from_tier_uuid: silver, to_tier_uuid: gold },
    }
    expect(await readBody(await move(toGold), 409)).toMatchObject(running)
    expect(
      await readBody(await move({ membership_tier_slug: "silver", dry_run: true }, gold), 409),
    ).toMatchObject(running)
    for (const uuid of [silver, gold]) {
      expect(await readBody(await world.call("DELETE", `${tiers}/${uuid}`), 409)).toMatchObject(
        running,
      )
      for (const body of [
        { currency: "EUR" },
        { payment_interval: "one_time" },
        { price_cents: 1 },
        { grace_period_days: 0 },
      ])
        expect(
          await readBody(await world.call("PATCH", `${tiers}/${uuid}`, body), 409),
        ).toMatchObject(running)
      await readBody(
        await world.call("PATCH", `${tiers}/${uuid}`, { visibility: "private", name: "Closing" }),
        200,
      )
    }
    await join("gold")
    await work()
    expect(await counts(gold)).toEqual([2, 0])
    await readBody(await world.call("DELETE", `${tiers}/${silver}`), 200)
  })
})

describe("keeping the price for those who are on a tier", () => {
  it("makes the old one what is agreed with them", async () => {
    const ann = await join("silver")
    const change = { price_cents: 80_000, keep_current_members: true }
    expect(
      await readBody(await world.call("PATCH", `${tiers}/${silver}`, change), 200),
    ).toMatchObject({
      price_cents: 80_000,
    })
    const member = async (uuid: string) =>
      readBody(await world.call("GET", `${club}/memberships/${uuid}`), 200)
    expect(await member(ann)).toMatchObject({
      custom_tier_price_cents: 50_000,
      tier_price_cents: 80_000,
    })
    expect(await member(await join("silver"))).toMatchObject({ custom_tier_price_cents: null })
  })

  it.each([
    [{ keep_current_members: true }],
    [{ keep_current_members: true, price_cents: 50_000 }],
    [{ keep_current_members: true, price_cents: 1, payment_interval: "yearly" }],
    [{ keep_current_members: "yes", price_cents: 1 }],
    [{ keep_current_members: null, price_cents: 1 }],
  ])("is refused with %j: 422 and the field's name", async (body) => {
    const refused = await readBody(await world.call("PATCH", `${tiers}/${silver}`, body), 422)
    expect(Object.keys(refused.errors)).toEqual(["keep_current_members"])
    expect(await readBody(await world.call("GET", `${tiers}/${silver}`), 200)).toMatchObject({
      price_cents: 50_000,
    })
  })
})
