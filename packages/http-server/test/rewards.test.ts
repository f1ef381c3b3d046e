import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readBody } from "./fixtures/read.ts"
import { start, startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let rewards: string
beforeAll(async () => {
  world = await startTestServer()
  rewards = `/api/v1/organizations/${world.club.slug}/rewards`
})
afterAll(() => world.close())

const content_template = {
  data: { greeting: "Welcome" },
  items: [{ type: "coupon", code: "DRINK-1", discount: { type: "percent", value: 100 } }],
  content_version: "1",
}
const bodyOf = (change: object = {}) => ({
  organization_uuid: world.club.uuid,
  name: "Free drink",
  content_config: { storage_type: "internal", content_template },
  ...change,
})
const make = async (change: object = {}) =>
  readBody(await world.call("POST", rewards, bodyOf(change)), 201)
const asAda = async (path: string) =>
  readBody(await world.send(path, { headers: { authorization: `Bearer ${world.userToken}` } }), 200)

const item = { type: "coupon", code: "DRINK-1" }

describe("JSON of the author's own in a content", () => {
  it.each([
    [{ data: { a: [{ ["__proto__"]: 1 }] } }, "data.a.0.__proto__"],
    [{ data: { constructor: 1 } }, "data.constructor"],
    [{ data: { n: 2 ** 53 } }, "data.n"],
    [{ data: { text: "a\u202eb" } }, "data.text"],
    [{ data: {}, items: [{ ...item, metadata: { a: { b: "\u2066" } } }] }, "items.0.metadata.a.b"],
  ])("is refused by its path: %j", async (content, field) => {
    const content_config = {
      storage_type: "internal",
      content_template: { content_version: "1", ...content },
    }
    const { errors } = await readBody(
      await world.call("POST", rewards, bodyOf({ content_config })),
      422,
    )
    expect(errors).toEqual({
      [`content_config.content_template.${field}`]: expect.any(String),
    })
  })

  it("is refused in the parameters of a generator", async () => {
    const content_config = {
      storage_type: "external",
      generator_params: { deep: { constructor: "x" } },
    }
    const body = bodyOf({ content_config, is_draft: true })
    expect((await readBody(await world.call("POST", rewards, body), 422)).errors).toEqual({
      "content_config.generator_params.deep.constructor": expect.any(String),
    })
  })
})

describe("reward templates", () => {
  it("are answered with every field of the API", async () => {
    const made = await make()
    expect(made).toEqual({
      uuid: expect.any(String),
      slug: "free-drink",
      organization_uuid: world.club.uuid,
      activity_uuid: null,
      name: "Free drink",
      version: 1,
      description: "",
      category: null,
      points: 0,
      supply_total: null,
      supply_redeemed: 0,
      required_entitlement: null,
      content_config: {
        storage_type: "internal",
        content_template: { ...content_template, generated_at: null },
        external_id: null,
        external_webhook_uuid: null,
        generator_params: null,
        cache_strategy: "on_demand",
        cache_ttl_seconds: null,
        mirror_assets: true,
      },
      status: "active",
      is_draft: false,
      archived_at: null,
      created_at: start.toISOString(),
      updated_at: null,
    })
    expect(await asAda("/api/v1/rewards/free-drink")).toEqual({ ...made, content_config: null })
    const list = await asAda(rewards)
    expect(list).toMatchObject({ items: [{ uuid: made["uuid"], content_config: null }] })
  })

  it("are changed, archived, hidden and restored", async () => {
    const { slug } = await make({ name: "Badge of honour", points: 0 })
    const path = `/api/v1/rewards/${String(slug)}`
    const changed = await readBody(
      await world.call("PATCH", path, { points: 25, supply_total: 3, description: "For all" }),
      200,
    )
    expect(changed).toMatchObject({ points: 25, supply_total: 3, version: 2 })
    expect(await readBody(await world.call("DELETE", path), 200)).toEqual({
      message: "The reward Badge of honour is archived.",
    })
    const gone = await world.send(path, {
      headers: { authorization: `Bearer ${world.userToken}` },
    })
    expect(gone.status).toBe(404)
    const archived = await readBody(await world.call("GET", `${rewards}?status=archived`), 200)
    expect(archived).toMatchObject({ total_items: 1, items: [{ slug, status: "archived" }] })
    expect(await readBody(await world.call("POST", `${path}/restore`, {}), 200)).toMatchObject({
      status: "active",
      archived_at: null,
      points: 25,
    })
  })

  it("take points by an update alone", async () => {
    const reply = await world.call("POST", rewards, bodyOf({ points: 5 }))
    expect(await readBody(reply, 422)).toMatchObject({
      errors: { points: expect.any(String) },
    })
  })

  it("need the scope to be written", async () => {
    const reader = await world.tokenFor(["reward:read"], { userUuid: world.ada.uuid })
    const reply = await world.send(rewards, {
      method: "POST",
      headers: { authorization: `Bearer ${reader}`, "content-type": "application/json" },
      body: JSON.stringify(bodyOf()),
    })
    expect(await readBody(reply, 403)).toMatchObject({ code: "forbidden" })
  })
})

/** For each type: an item that is good, and bad ones with the place of their fault. */
const items: Readonly<
  Record<string, { readonly good: object; readonly bad: readonly (readonly [object, string])[] }>
> = {
  attachment: {
    good: {
      url: "https://a.test/a.pdf",
      file_name: "a.pdf",
      content_type: "application/pdf",
      size_in_bytes: 10,
      sha256: "a".repeat(64),
    },
    bad: [
      [{}, "url"],
      [{ url: "javascript:alert(1)" }, "url"],
      [{ url: "https://a.test/", sha256: "A" }, "sha256"],
    ],
  },
  certificate: {
    good: {
      title: "Sailor",
      recipient_name: "Ada",
      issued_on: "2026-01-31",
      credits_earned: 1.5,
      signatories: [{ name: "The Captain" }],
    },
    bad: [
      [{ title: "Sailor" }, "recipient_name"],
      [{ title: "Sailor", recipient_name: "Ada", issued_on: "2026-02-30" }, "issued_on"],
      [{ title: "Sailor", recipient_name: "Ada", signatories: [{}] }, "signatories.0.name"],
    ],
  },
  badge: {
    good: {
      title: "Swimmer",
      criteria: { narrative: "Swims" },
      achievement_id: "urn:uuid:01a2b3c4-d5e6-4f70-8a9b-0c1d2e3f4a5b#0",
      tags: ["water"],
    },
    bad: [
      [
        {
          title: "Swimmer",
          criteria: { narrative: "Swims" },
          achievement_id: "javascript:alert(1)",
        },
        "achievement_id",
      ],
      [{ title: "Swimmer" }, "criteria"],
      [{ title: "Swimmer", criteria: {} }, "criteria"],
      [{ criteria: { narrative: "Swims" } }, "title"],
    ],
  },
  coupon: {
    good: {
      code: "TEN",
      discount: { type: "amount", amount_cents: 1000, currency: "EUR" },
      valid_from: "2026-01-01T00:00:00.000Z",
      valid_until: "2026-02-01T00:00:00.000Z",
      barcode: { format: "qr", value: "TEN" },
    },
    bad: [
      [{}, "code"],
      [{ code: "TEN", discount: { type: "percent", value: 101 } }, "discount.value"],
      [
        {
          code: "TEN",
          valid_from: "2026-02-01T00:00:00.000Z",
          valid_until: "2026-01-01T00:00:00.000Z",
        },
        "valid_until",
      ],
    ],
  },
  voucher: {
    good: { code: "V1", value: { amount_cents: 500, currency: "EUR" }, pin: "1234" },
    bad: [
      [{ code: "V1" }, "value"],
      [{ code: "V1", value: { amount_cents: 1.5, currency: "EUR" } }, "value.amount_cents"],
      [{ code: "V1", value: { amount_cents: 1, currency: "eur" } }, "value.currency"],
      [{ code: "V1", value: { amount_cents: 1, currency: "EUR" }, benefit: "Tea" }, "value"],
    ],
  },
  ticket: {
    good: {
      title: "Regatta",
      ticket_number: "R-1",
      seat: { row: "A", number: "7" },
      transferable: true,
      transfer_limit: 2,
      max_admissions: 1,
    },
    bad: [
      [{ title: "Regatta" }, "ticket_number"],
      [{ ticket_number: "R-1" }, "title"],
      [{ title: "Regatta", ticket_number: "R-1", max_admissions: 0 }, "max_admissions"],
    ],
  },
  asset: {
    good: { asset_type: "character_part", slot: "head", url: "https://a.test/hat.png" },
    bad: [
      [{ asset_type: "background" }, "url"],
      [{ asset_type: "character_part", url: "https://a.test/hat.png" }, "slot"],
      [{ asset_type: "house", url: "https://a.test/" }, "asset_type"],
    ],
  },
}

describe.each(Object.entries(items))("an item of type %s", (type, { good, bad }) => {
  const send = (item: object) =>
    world.call(
      "POST",
      rewards,
      bodyOf({
        content_config: {
          storage_type: "internal",
          content_template: { data: {}, items: [{ type, ...item }], content_version: "1" },
        },
      }),
    )

  it("is kept as it was sent, but for a uid", async () => {
    const made = await readBody(await send({ ...good, uid: "mine" }), 201)
    expect(made).toMatchObject({
      content_config: { content_template: { items: [{ type, ...good }] } },
    })
    expect(JSON.stringify(made)).not.toContain("mine")
  })

  it.each(bad)("is refused with the path of its fault: %j", async (item, place) => {
    const { errors } = await readBody(await send(item), 422)
    expect(Object.keys(errors as object)).toEqual([
      `content_config.content_template.items.0.${place}`,
    ])
  })
})

it("an item of another type, or with a field of none, names its path", async () => {
  for (const [item, place] of [
    [{ type: "gift" }, "type"],
    [{ type: "coupon", code: "A", colour: "red" }, "colour"],
  ] as const) {
    const contents = { data: {}, items: [item], content_version: "1" }
    const reply = await world.call(
      "POST",
      rewards,
      bodyOf({ content_config: { storage_type: "internal", content_template: contents } }),
    )
    const { errors } = await readBody(reply, 422)
    expect(Object.keys(errors as object)).toEqual([
      `content_config.content_template.items.0.${place}`,
    ])
  }
})
