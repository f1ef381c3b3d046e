import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readBody, type ReplyBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let models: string
let inventory: string
beforeEach(async () => {
  world = await startTestServer()
  models = `/api/v1/organizations/${world.club.slug}/card-models`
  inventory = `/api/v1/organizations/${world.club.slug}/cards`
})
afterEach(() => world.close())

const asAda = (method: string, path: string, body?: unknown) =>
  world.send(`/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${world.userToken}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const refusedMembers = async (reply: Response) =>
  Object.keys((await readBody(reply, 422)).errors).toSorted()

const goldTier = () =>
  world.symbolon.tiers.create({
    organization: world.club.slug,
    name: "Gold",
    visibility: "private",
    paymentInterval: "yearly",
  })
const make = async (identifier: string, claim_code?: string, links: object = {}) => {
  const cards = [
    { identifier, card_type: "nfc", ...(claim_code === undefined ? {} : { claim_code }) },
  ]
  await readBody(await world.call("POST", "/console/v1/cards", { cards }), 200)
  const [card] = (
    await readBody(await world.call("POST", inventory, { cards: [{ identifier, ...links }] }), 200)
  ).accepted
  if (card === undefined) throw new Error("The card was refused.")
  return card as ReplyBody
}

describe("card models over the wire", () => {
  it("are created, listed, changed and deleted; a sent null clears a field", async () => {
    const gold = await goldTier()
    const body = {
      name: " Blue ",
      description: "With a boat",
      order_site_template_id: "site-1",
      membership_tier_uuid: gold.uuid,
      front_image_file_uuid: null,
    }
    const model = await readBody(await world.call("POST", models, body), 201)
    expect(model).toEqual({
      uuid: expect.any(String),
      name: "Blue",
      description: "With a boat",
      organization_uuid: world.club.uuid,
      front_image_url: null,
      back_image_url: null,
      order_site_template_id: "site-1",
      membership_tier_uuid: gold.uuid,
      is_active: true,
      profile_template_uuid: null,
      created_at: "2026-11-21T10:00:00.000Z",
      updated_at: null,
    })
    const one = `${models}/${model["uuid"]}`
    const changed = await readBody(
      await world.call("PATCH", one, { description: null, is_active: false }),
      200,
    )
    expect(changed).toEqual({
      ...model,
      description: null,
      is_active: false,
      updated_at: "2026-11-21T10:00:00.000Z",
    })
    expect(await readBody(await world.call("GET", one), 200)).toEqual(changed)
    expect((await readBody(await world.call("GET", models), 200)).items).toEqual([])
    expect(
      (await readBody(await world.call("GET", `${models}?include_inactive=true`), 200)).items,
    ).toEqual([changed])
    await readBody(await world.call("DELETE", one), 200)
    await readBody(await world.call("GET", one), 404)
  })

  it("name a tier of their organization, and take no unknown fields", async () => {
    const other = await world.symbolon.organizations.create({
      name: "Other",
      ownerUuid: world.ada.uuid,
    })
    const foreign = await world.symbolon.tiers.create({ organization: other.slug, name: "Theirs" })
    for (const membership_tier_uuid of [foreign.uuid, "nothing"])
      expect(
        await readBody(await world.call("POST", models, { name: "A", membership_tier_uuid }), 400),
      ).toMatchObject({ code: "bad_request", errors: { membership_tier_uuid: expect.any(String) } })
    const { uuid } = await world.symbolon.profileTemplates.create({
      organization: other.slug,
      name: "Theirs",
    })
    for (const profile_template_uuid of [uuid, "nothing"])
      expect(
        await readBody(await world.call("POST", models, { name: "A", profile_template_uuid }), 400),
      ).toMatchObject({ errors: { profile_template_uuid: expect.any(String) } })
    const own = await world.symbolon.profileTemplates.create({
      organization: world.club.slug,
      name: "Ours",
    })
    expect(
      await readBody(
        await world.call("POST", models, { name: "A", profile_template_uuid: own.uuid }),
        201,
      ),
    ).toMatchObject({ profile_template_uuid: own.uuid })
    expect(
      await refusedMembers(
        await world.call("POST", models, {
          name: "",
          description: "x".repeat(2001),
          front_image_file_uuid: "x",
          colour: "blue",
        }),
      ),
    ).toEqual(["colour", "description", "front_image_file_uuid", "name"])
    expect(
      await refusedMembers(await world.call("POST", models, { name: "x".repeat(256) })),
    ).toEqual(["name"])
  })
})

describe("a card that a person claims over the wire", () => {
  it("names a page of theirs, that of its model's template first", async () => {
    const { uuid } = await world.symbolon.profileTemplates.create({
      organization: world.club.slug,
      name: "Captain",
      shortDescription: "Captain",
    })
    const model = await readBody(
      await world.call("POST", models, { name: "Blue", profile_template_uuid: uuid }),
      201,
    )
    const { uuid: card } = await make("PAGE-1", undefined, { card_model_uuid: model["uuid"] })
    const claimed = await readBody(
      await asAda("POST", "/cards/claim", { identifier: "page-1" }),
      200,
    )
    const page = claimed["profile_page_uuid"]
    const [issued] = (
      await world.symbolon.profilePages.list({
        userUuid: world.ada.uuid,
        page: { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "desc" },
      })
    ).items
    expect(issued).toMatchObject({ uuid: page, cardUuid: card, shortDescription: "Captain" })
    const change = async (body: object, status: number) =>
      readBody(await asAda("PATCH", `/cards/${card}`, body), status)
    expect(await change({ profile_page_uuid: null }, 200)).toMatchObject({
      profile_page_uuid: null,
    })
    expect(await change({ profile_page_uuid: "nothing" }, 400)).toMatchObject({
      errors: { profile_page_uuid: expect.any(String) },
    })
    expect(await change({ profile_page_uuid: page }, 200)).toMatchObject({
      profile_page_uuid: page,
      custom_front_image_url: null,
      front_image_url: null,
    })
  })

  it("joins them to its tier, once; it is listed, renamed, made primary and frozen", async () => {
    const gold = await goldTier()
    const model = await readBody(
      await world.call("POST", models, { name: "Blue", membership_tier_uuid: gold.uuid }),
      201,
    )
    const made = await make("A7", "4711", { card_model_uuid: model["uuid"] })
    expect(made).toMatchObject({
      membership_tier_uuid: null,
      membership_tier: { uuid: gold.uuid },
      card_model: { uuid: model["uuid"], name: "Blue", is_active: true },
    })
    const wrong = await readBody(await asAda("POST", "/cards/claim", { identifier: "A7" }), 404)
    expect(
      await readBody(await asAda("POST", "/cards/claim", { identifier: "nothing" }), 404),
    ).toEqual(wrong)
    const claimed = await readBody(
      await asAda("POST", "/cards/claim", { identifier: "a7", claim_code: "4711" }),
      200,
    )
    const { membership_effect, ...card } = claimed
    expect(membership_effect).toBe("joined")
    expect(card).toEqual({
      ...made,
      holder_user_uuid: world.ada.uuid,
      claimed_at: "2026-11-21T10:00:00.000Z",
    })
    expect(
      await readBody(await asAda("GET", `/memberships/${world.club.slug}`), 200),
    ).toMatchObject({
      tier_uuid: gold.uuid,
    })
    const one = `/cards/${card["uuid"]}`
    expect(await readBody(await asAda("GET", one), 200)).toEqual(card)
    expect((await readBody(await asAda("GET", "/cards?identifier=a7"), 200)).items).toEqual([card])
    expect((await readBody(await asAda("GET", "/cards?identifier=a8"), 200)).items).toEqual([])
    const changed = { name: "Mine", is_primary: true, is_frozen: true }
    expect(await readBody(await asAda("PATCH", one, changed), 200)).toEqual({
      ...card,
      ...changed,
      frozen_by: "holder",
    })
    expect(
      await readBody(
        await asAda("PATCH", one, { offered_to: { type: "username", value: "owner" } }),
        409,
      ),
    ).toMatchObject({ details: { reason: "card_frozen" } })
    expect(
      await readBody(
        await asAda("PATCH", one, {
          is_frozen: false,
          offered_to: { type: "username", value: "owner" },
        }),
        200,
      ),
    ).toMatchObject({ frozen_by: null, offered_until: "2026-11-28T10:00:00.000Z" })
    await readBody(
      await world.call("PATCH", `${inventory}/${card["uuid"]}`, { withdrawn: true }),
      200,
    )
    await readBody(await asAda("GET", one), 404)
    expect(
      (await readBody(await world.call("GET", `${inventory}?search=7`), 200)).items,
    ).toMatchObject([
      { uuid: card["uuid"], holder_user_uuid: null, withdrawn_at: "2026-11-21T10:00:00.000Z" },
    ])
  })

  it("has the holder's name for its holder alone, and the organization's for both", async () => {
    const { uuid } = await make("A7", undefined, { name: "Blue" })
    await readBody(await asAda("POST", "/cards/claim", { identifier: "A7" }), 200)
    const one = `/cards/${uuid}`
    const name = async () => [
      (await readBody(await asAda("GET", one), 200))["name"],
      (await readBody(await world.call("GET", inventory), 200)).items[0]?.["name"],
    ]
    expect(await name()).toEqual(["Blue", "Blue"])
    await readBody(await asAda("PATCH", one, { name: "Diary" }), 200)
    expect(await name()).toEqual(["Diary", "Blue"])
    await readBody(await asAda("PATCH", one, { name: null }), 200)
    expect(await name()).toEqual(["Blue", "Blue"])
  })

  it("that is not the caller's is absent, also when it is offered to the caller", async () => {
    const { uuid } = await make("A7")
    const offered_to = { type: "username", value: "ada" }
    for (const card of [uuid, "01994f3e-7c00-7000-8000-000000000001"])
      await readBody(await asAda("PATCH", `/cards/${card}`, { offered_to }), 404)
    await readBody(await asAda("POST", "/cards/claim", { identifier: "A7" }), 200)
    await readBody(await asAda("PATCH", `/cards/${uuid}`, { offered_to }), 400)
  })

  it("is not withdrawn and given to a member in one call", async () => {
    const one = `${inventory}/${(await make("A7")).uuid}`
    const both = { withdrawn: true, holder_user_uuid: world.ada.uuid }
    expect(await refusedMembers(await world.call("PATCH", one, both))).toEqual(["holder_user_uuid"])
    await readBody(await world.call("PATCH", one, { ...both, holder_user_uuid: null }), 200)
  })

  it("is their primary card in their account", async () => {
    const { uuid } = await make("A7")
    await readBody(await asAda("POST", "/cards/claim", { identifier: "A7" }), 200)
    expect(await readBody(await asAda("GET", "/users/me"), 200)).toMatchObject({
      primary_card_identifier: null,
    })
    await readBody(await asAda("PATCH", `/cards/${uuid}`, { is_primary: true }), 200)
    expect(await readBody(await asAda("GET", "/users/me"), 200)).toMatchObject({
      primary_card_identifier: "A7",
    })
    const scopesSeen = async (...scopes: readonly string[]) => {
      const token = await world.tokenFor(scopes, { userUuid: world.ada.uuid })
      const headers = { authorization: `Bearer ${token}` }
      const me = await readBody(await world.send("/api/v1/users/me", { headers }), 200)
      return [me["primary_card_identifier"], me["wallet_address"] === null]
    }
    expect(await scopesSeen("user:read")).toEqual([null, true])
    expect(await scopesSeen("user:read", "wallet:read")).toEqual([null, false])
    expect(await scopesSeen("user:read", "card:read")).toEqual(["A7", true])
  })

  it.each([
    [{ is_primary: false }, ["is_primary"]],
    [{ is_frozen: null }, ["is_frozen"]],
    [{ name: "a\nb" }, ["name"]],
    [{ offered_to: "ben" }, ["offered_to"]],
    [
      { profile_page_uuid: 1, custom_front_image_file_uuid: "x" },
      ["custom_front_image_file_uuid", "profile_page_uuid"],
    ],
    [{ holder_user_uuid: "x" }, ["holder_user_uuid"]],
  ])("is not changed by %j", async (body, errors) => {
    const { uuid } = await make("A7")
    await readBody(await asAda("POST", "/cards/claim", { identifier: "A7" }), 200)
    expect(await refusedMembers(await asAda("PATCH", `/cards/${uuid}`, body))).toEqual(errors)
  })

  it("is claimed at most ten times a minute by one person, whatever the answers", async () => {
    await world.close()
    world = await startTestServer({ limits: "on" })
    const claim = () => asAda("POST", "/cards/claim", { identifier: "nothing" })
    for (let n = 0; n < 10; n += 1) expect((await claim()).status).toBe(404)
    const refused = await claim()
    expect(refused.status).toBe(429)
    expect(refused.headers.get("ratelimit-policy")).toContain("10;w=60")
  })
})
