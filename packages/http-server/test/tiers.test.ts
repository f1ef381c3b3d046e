import { scopesFor } from "@symbolon/core/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let tiers: string
beforeEach(async () => {
  world = await startTestServer()
  tiers = `/api/v1/organizations/${world.club.slug}/membership-tiers`
})
afterEach(() => world.close())

const make = async (body: unknown) => readBody(await world.call("POST", tiers, body), 201)
const change = (uuid: string, body: unknown) => world.call("PATCH", `${tiers}/${uuid}`, body)
const join = async (membership_tier_slug: string, user_uuid = world.ada.uuid) =>
  readBody(
    await world.call("POST", `/api/v1/organizations/${world.club.slug}/memberships`, {
      user_uuid,
      membership_tier_slug,
    }),
    201,
  )
const asAda = (path: string) =>
  world.send(path, { headers: { authorization: `Bearer ${world.userToken}` } })

const plain = {
  slug: "gold",
  name: "Gold",
  description: null,
  price_cents: 0,
  currency: "PHP",
  payment_interval: "one_time",
  image_url: null,
  image_file_uuid: null,
  inclusions: [],
  visibility: "public",
  entitlements: {},
  reward_points_multiplier: "1",
  grace_period_days: null,
  position: 0,
  created_at: "2026-11-21T10:00:00.000Z",
  updated_at: null,
}
const full = {
  name: "Gold",
  description: "Shiny",
  price_cents: 99_999_999_999,
  currency: "JPY",
  payment_interval: "yearly",
  visibility: "private",
  image_file_uuid: null,
  inclusions: ["A locker", "Free tea"],
  entitlements: { lounge: true, guests: 2, word: "été" },
  reward_points_multiplier: "1.25",
  grace_period_days: 365,
  position: 100_000,
}

describe("making a tier", () => {
  it("with a name alone, and with everything", async () => {
    const first = await make({ name: "Gold" })
    expect(first).toEqual({ uuid: first.uuid, ...plain })
    const second = await make(full)
    expect(second).toEqual({
      ...plain,
      ...full,
      uuid: second.uuid,
      slug: expect.stringMatching(/^gold-/),
    })
  })

  it.each([
    ["1.50", "1.5"],
    ["0", "0"],
    ["0.0001", "0.0001"],
    ["9999.9999", "9999.9999"],
  ])("writes the multiplier %s as %s", async (sent, replyBody) =>
    expect(await make({ name: "Gold", reward_points_multiplier: sent })).toMatchObject({
      reward_points_multiplier: replyBody,
    }),
  )
})

const bad: readonly (readonly [string, unknown, readonly string[]])[] = [
  ["a control character in a name", { name: "Go\u0007ld" }, ["name"]],
  ["two lines", { name: "Go\nld" }, ["name"]],
  ["10,000 characters", { name: "x".repeat(10_000) }, ["name"]],
  ["nothing but blanks", { name: "   " }, ["name"]],
  ["a long description", { description: "x".repeat(2001) }, ["description"]],
  ["a price that is too high", { price_cents: 100_000_000_000 }, ["price_cents"]],
  ["a negative price", { price_cents: -1 }, ["price_cents"]],
  ["half a cent", { price_cents: 0.5 }, ["price_cents"]],
  ["an unknown currency", { currency: "XXX" }, ["currency"]],
  ["a currency in lower case", { currency: "php" }, ["currency"]],
  ["an unknown interval", { payment_interval: "daily" }, ["payment_interval"]],
  ["an unknown visibility", { visibility: "hidden" }, ["visibility"]],
  ["a file", { image_file_uuid: "01900000-0000-7000-8000-000000000001" }, ["image_file_uuid"]],
  ["too many inclusions", { inclusions: Array.from({ length: 51 }, () => "x") }, ["inclusions"]],
  ["an inclusion that is too long", { inclusions: ["x".repeat(201)] }, ["inclusions.0"]],
  ["the reserved entitlement", { entitlements: { member: true } }, ["entitlements.member"]],
  ["an entitlement in capitals", { entitlements: { Lounge: true } }, ["entitlements.Lounge"]],
  ["an entitlement of nothing", { entitlements: { lounge: null } }, ["entitlements.lounge"]],
  [
    "too many entitlements",
    { entitlements: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, 1])) },
    ["entitlements"],
  ],
  [
    "a multiplier that is a number",
    { reward_points_multiplier: 1.5 },
    ["reward_points_multiplier"],
  ],
  [
    "a multiplier with five places",
    { reward_points_multiplier: "1.00001" },
    ["reward_points_multiplier"],
  ],
  ["a negative multiplier", { reward_points_multiplier: "-1" }, ["reward_points_multiplier"]],
  ["a huge multiplier", { reward_points_multiplier: "10000" }, ["reward_points_multiplier"]],
  ["too much grace", { grace_period_days: 366 }, ["grace_period_days"]],
  ["negative grace", { grace_period_days: -1 }, ["grace_period_days"]],
  ["a position below the first", { position: -1 }, ["position"]],
  ["a position without end", { position: 100_001 }, ["position"]],
  ["a slug", { slug: "silver" }, ["slug"]],
  ["what only reads have", { member_count: 0, uuid: "x" }, ["member_count", "uuid"]],
]

describe.each(bad)("%s", (_, sent, fields) => {
  it("is refused with the field's name, making and changing", async () => {
    const { uuid } = await make({ name: "Gold" })
    for (const reply of [
      await world.call("POST", tiers, { name: "Silver", ...Object(sent) }),
      await change(uuid, sent),
    ]) {
      const replyBody = await readBody(reply, 422)
      expect(replyBody).toMatchObject({ code: "validation_error" })
      expect(Object.keys(replyBody.errors)).toEqual(fields)
    }
    expect((await readBody(await world.call("GET", tiers), 200)).items).toEqual([
      { uuid, ...plain },
    ])
  })
})

it.each([
  "name",
  "price_cents",
  "currency",
  "payment_interval",
  "visibility",
  "inclusions",
  "entitlements",
  "position",
])("a tier always has %s: null is refused", async (field) => {
  const { uuid } = await make({ name: "Gold" })
  expect(Object.keys((await readBody(await change(uuid, { [field]: null }), 422)).errors)).toEqual([
    field,
  ])
})

describe("reading one tier", () => {
  it("tells its counts to everybody, and what blocks its deletion to staff", async () => {
    const tier = await make({ name: "Gold", payment_interval: "monthly" })
    await join("gold")
    const counts = { member_count: 1, lapsed_count: 0, deleted_at: null }
    expect(await readBody(await world.call("GET", `${tiers}/${tier.uuid}`), 200)).toEqual({
      ...tier,
      ...counts,
      delete_blockers: { memberships: 1, cards: 0, card_models: 0 },
    })
    expect(await readBody(await asAda(`${tiers}/${tier.uuid}`), 200)).toEqual({
      ...tier,
      ...counts,
      delete_blockers: null,
    })
    await world.symbolon.testClock?.moveTo(new Date("2026-12-22T10:00:00Z"))
    const token = await world.tokenFor(scopesFor("user"), { userUuid: world.ada.uuid })
    expect(
      await readBody(
        await world.send(`${tiers}/${tier.uuid}`, {
          headers: { authorization: `Bearer ${token}` },
        }),
        200,
      ),
    ).toMatchObject({
      member_count: 0,
      lapsed_count: 1,
    })
  })

  it("is for nobody but staff and those on it, if it is private", async () => {
    const { uuid } = await make({ name: "Gold", visibility: "private" })
    const names = async (path: string) =>
      (await readBody(await asAda(path), 200)).items.map(({ slug }) => slug)
    await make({ name: "Silver", position: 1 })
    expect(await readBody(await asAda(`${tiers}/${uuid}`), 404)).toMatchObject({
      code: "not_found",
    })
    expect(await names(`${tiers}?sort_by=position&sort_order=desc`)).toEqual(["silver"])
    await join("gold")
    await readBody(await asAda(`${tiers}/${uuid}`), 200)
    expect(await names(`${tiers}?sort_by=position&sort_order=desc`)).toEqual(["silver", "gold"])
    expect(await names(`${tiers}?visibility=private`)).toEqual(["gold"])
    await readBody(await asAda(`${tiers}?sort_by=currency`), 422)
    await readBody(await asAda(`${tiers}?visibility=hidden`), 422)
  })

  it.each(["unknown", "01900000-0000-7000-8000-000000000001", "gold"])(
    "%s is none",
    async (uuid) => {
      await make({ name: "Gold" })
      for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const)
        expect(
          await readBody(await world.call(method, `${tiers}/${uuid}`, body), 404),
        ).toMatchObject({
          code: "not_found",
        })
    },
  )
})

describe("changing a tier", () => {
  it("changes what is sent and nothing else; null clears", async () => {
    const tier = await make(full)
    await world.symbolon.testClock?.moveTo(new Date("2026-11-21T10:00:01Z"))
    const later = { updated_at: "2026-11-21T10:00:01.000Z" }
    expect(
      await readBody(
        await change(tier.uuid, { name: "Platinum", reward_points_multiplier: "2.0" }),
        200,
      ),
    ).toEqual({
      ...tier,
      ...later,
      name: "Platinum",
      reward_points_multiplier: "2",
    })
    const cleared = { description: null, grace_period_days: null, image_file_uuid: null }
    expect(await readBody(await change(tier.uuid, cleared), 200)).toMatchObject({
      ...cleared,
      name: "Platinum",
      position: 100_000,
    })
    expect(await readBody(await change(tier.uuid, {}), 200)).toMatchObject({
      ...cleared,
      name: "Platinum",
    })
  })

  it("is refused where members stand in the way, and says in which fields", async () => {
    const { uuid } = await make({ name: "Gold", payment_interval: "monthly", price_cents: 500 })
    await join("gold")
    expect(
      await readBody(await change(uuid, { currency: "EUR", payment_interval: "one_time" }), 409),
    ).toMatchObject({
      code: "conflict",
      details: {
        reason: "members_on_tier",
        fields: ["currency", "payment_interval"],
        memberships: 1,
      },
    })
    expect(
      await readBody(await change(uuid, { payment_interval: "weekly", price_cents: 700 }), 200),
    ).toMatchObject({ price_cents: 700 })
  })
})

describe("deleting a tier", () => {
  it("is refused with what blocks it, and else done", async () => {
    const { uuid } = await make({ name: "Gold" })
    const { uuid: other } = await make({ name: "Silver" })
    await join("gold")
    expect(await readBody(await world.call("DELETE", `${tiers}/${uuid}`), 409)).toMatchObject({
      code: "conflict",
      details: { reason: "tier_in_use", memberships: 1, cards: 0, card_models: 0 },
    })
    expect(await readBody(await world.call("DELETE", `${tiers}/${other}`), 200)).toEqual({
      message: "The tier Silver is deleted.",
    })
    for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const)
      await readBody(await world.call(method, `${tiers}/${other}`, body), 404)
    expect(
      (await readBody(await world.call("GET", tiers), 200)).items.map(({ slug }) => slug),
    ).toEqual(["gold"])
    await readBody(
      await world.call("POST", `/api/v1/organizations/${world.club.slug}/memberships`, {
        user_uuid: world.owner.uuid,
        membership_tier_slug: "silver",
      }),
      404,
    )
  })
})
