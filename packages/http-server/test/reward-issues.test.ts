import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let slug: string
beforeAll(async () => {
  world = await startTestServer()
  slug = await make("Free drink", 3)
})
afterAll(() => world.close())

const make = async (name: string, supply: number | null): Promise<string> => {
  const made = await readBody(
    await world.call("POST", `/api/v1/organizations/${world.club.slug}/rewards`, {
      organization_uuid: world.club.uuid,
      name,
      supply_total: supply,
      content_config: {
        storage_type: "internal",
        content_template: {
          data: {},
          items: [{ type: "coupon", code: "DRINK-1" }],
          content_version: "1",
        },
      },
    }),
    201,
  )
  return String(made["slug"])
}
const asAda = (path: string, body?: object) =>
  world.send(`/api/v1${path}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${world.userToken}`, "content-type": "application/json" },
  })
const redeem = (body: object) => world.call("POST", `/api/v1/rewards/${slug}/redeem`, body)
const ada = { identifier: { type: "username", value: "ada" } }

describe("propagate over HTTP", () => {
  it("is 202 with a report, 200 as a dry run and when it is repeated; its batch can be read", async () => {
    const reward = await make("Anniversary", null)
    const propagate = (body: object) =>
      world.call("POST", `/api/v1/rewards/${reward}/propagate`, body)
    const identifiers = [ada.identifier, { type: "username", value: "nobody-of-that-name" }]
    const body = { audience: { type: "identifiers", identifiers }, idempotency_key: "all" }
    const report = {
      matched: 1,
      scheduled: 1,
      skipped: [{ reason: "identifier_unresolved", count: 1, positions: [1] }],
    }
    const dry = await readBody(await propagate({ ...body, dry_run: true }), 200)
    expect(dry).toEqual({ ...report, batch_uuid: null })
    const asked = await readBody(await propagate(body), 202)
    expect(asked).toEqual({ ...report, batch_uuid: expect.any(String) })
    const again = await propagate(body)
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(await readBody(again, 202)).toEqual(asked)
    await world.symbolon.work.runDue()
    const batch = `/console/v1/organizations/${world.club.slug}/reward-batches/`
    expect(
      await readBody(await world.call("GET", `${batch}${String(asked["batch_uuid"])}`), 200),
    ).toEqual({
      ...report,
      batch_uuid: asked["batch_uuid"],
      reward_template_uuid: expect.any(String),
      status: "finished",
      stop_reason: null,
      issued: 1,
      refused: [],
      created_at: expect.any(String),
      finished_at: expect.any(String),
    })
    await readBody(await world.call("GET", `${batch}${world.club.uuid}`), 404)
  })

  it("names what is wrong with an audience, and is not for members", async () => {
    const path = `/rewards/${slug}/propagate`
    const ask = { idempotency_key: "k", audience: { type: "members" } }
    await readBody(await asAda(path, ask), 403)
    const bad = async (audience: object) =>
      Object.keys(
        (await readBody(await world.call("POST", `/api/v1${path}`, { ...ask, audience }), 422))[
          "errors"
        ] as object,
      )
    expect(await bad({ type: "everybody" })).toEqual(["audience.type"])
    expect(await bad({ type: "tier" })).toEqual(["audience.membership_tier_slug"])
    expect(await bad({ type: "identifiers", identifiers: [] })).toEqual(["audience.identifiers"])
    expect(await bad({ type: "members", tier: "gold" })).toEqual(["audience.tier"])
  })
})

describe("claim and redeem over HTTP", () => {
  it("a claim is 201, the same again 200 with a header, another one 409", async () => {
    const first = await asAda(`/rewards/${slug}/claim`, { idempotency_key: "a" })
    expect(await readBody(first, 201)).toEqual({
      transaction_id: expect.any(String),
      status: "confirmed",
      delivery_uuid: null,
      wallet_address: expect.any(String),
      reward_template_uuid: expect.any(String),
      points: 0,
      supply_remaining: 2,
    })
    expect(first.headers.get("idempotent-replayed")).toBeNull()
    const again = await asAda(`/rewards/${slug}/claim`, { idempotency_key: "a" })
    await readBody(again, 200)
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    const second = await readBody(await asAda(`/rewards/${slug}/claim`, {}), 409)
    expect(second).toMatchObject({ code: "conflict", details: { reason: "already_issued" } })
  })

  it("staff issue to an identifier, which is named where it is nobody's", async () => {
    const issued = await readBody(await redeem({ ...ada, reference_id: "order-1" }), 201)
    const transaction = await readBody(
      await asAda(`/transactions/${String(issued["transaction_id"])}`),
      200,
    )
    expect(transaction).toMatchObject({ reference_id: "order-1", transaction_type: "reward" })
    const nobody = { identifier: { type: "username", value: "nobody-at-all" } }
    expect((await readBody(await redeem(nobody), 404))["code"]).toBe("identifier_unresolved")
  })

  it.each([
    [{}, "identifier"],
    [{ ...ada, idempotency_key: "" }, "idempotency_key"],
    [{ ...ada, idempotency_key: "x".repeat(191) }, "idempotency_key"],
    [{ ...ada, metadata: { constructor: 1 } }, "metadata.constructor"],
    [{ ...ada, metadata: { superseded_by: "fake", row: 1 } }, "metadata.superseded_by"],
    [{ ...ada, metadata: { text: "x".repeat(4096) } }, "metadata"],
    [{ ...ada, reference_id: "x".repeat(256) }, "reference_id"],
    [{ ...ada, points: 5 }, "points"],
  ])("a body that is wrong names the field: %#", async (body, field) => {
    const { errors } = await readBody(await redeem(body), 422)
    expect(Object.keys(errors as object)).toEqual([field])
  })

  it("a user's token issues nothing, and lists nothing of what was issued", async () => {
    await readBody(await asAda(`/rewards/${slug}/redeem`, ada), 403)
    await readBody(await asAda(`/rewards/${slug}/redemptions`), 403)
    const { items } = await readBody(
      await world.call("GET", `/api/v1/rewards/${slug}/redemptions`),
      200,
    )
    // On a clock that stands they are in no order.
    const by = (items ?? []).map((one) => one["issued_by"])
    expect(new Set(by)).toEqual(new Set(["claim", "redeem"]))
  })

  it("none are left when the supply is used up", async () => {
    await readBody(await redeem(ada), 201)
    const refused = await readBody(await redeem(ada), 409)
    expect(refused).toMatchObject({ details: { reason: "supply_exhausted" } })
  })
})
