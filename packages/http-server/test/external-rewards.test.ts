import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let answered: unknown
const content = { data: {}, items: [{ type: "coupon", code: "MADE-1" }], content_version: "1" }
let world: TestServer
beforeAll(async () => {
  world = await startTestServer({
    outgoingHttp: {
      send: async () => ({
        kind: "answer",
        status: 200,
        headers: {},
        body: Buffer.from(JSON.stringify(answered)),
        isCut: false,
        durationMs: 1,
      }),
      urlProblem: async () => undefined,
      close: async () => undefined,
    },
  })
})
afterAll(() => world.close())

const asUser = (token: string, path: string, method = "GET", body?: object) =>
  world.send(path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

beforeEach(() => {
  answered = { content }
})

/** A reward that a webhook makes. */
const externalReward = async () => {
  const { club, symbolon } = world
  const { webhook } = await symbolon.webhooks.create({
    organization: club.slug,
    url: "https://club.example/hooks",
    events: [],
  })
  return readBody(
    await world.call("POST", `/api/v1/organizations/${club.slug}/rewards`, {
      organization_uuid: club.uuid,
      name: "Poem",
      supply_total: 3,
      content_config: { storage_type: "external", external_webhook_uuid: webhook.uuid },
    }),
    201,
  )
}

it("an external reward is asked for with 202, polled, and shown to its receiver and its team", async () => {
  const { symbolon } = world
  const made = await externalReward()
  const claim = () =>
    asUser(world.userToken, `/api/v1/rewards/${String(made["slug"])}/claim`, "POST", {
      idempotency_key: "one",
    })
  const asked = await readBody(await claim(), 202)
  expect(asked).toEqual({
    transaction_id: null,
    status: "pending",
    delivery_uuid: expect.any(String),
    wallet_address: expect.any(String),
    reward_template_uuid: made["uuid"],
    points: 0,
    supply_remaining: 2,
  })
  const again = await claim()
  expect(again.headers.get("idempotent-replayed")).toBe("true")
  expect(await readBody(again, 202)).toEqual(asked)
  const path = `/api/v1/rewards/deliveries/${String(asked["delivery_uuid"])}`
  expect(await readBody(await asUser(world.userToken, path), 200)).toEqual({
    delivery_uuid: asked["delivery_uuid"],
    status: "pending",
    reward_template_uuid: made["uuid"],
    transaction_id: null,
    failure_reason: null,
    errors: null,
    attempts: 0,
    next_attempt_at: expect.any(String),
    created_at: expect.any(String),
    completed_at: null,
  })
  while ((await symbolon.work.runDue()) > 0) continue
  const done = await readBody(await world.call("GET", path), 200)
  expect(done).toMatchObject({
    status: "completed",
    transaction_id: expect.any(String),
    attempts: 1,
    next_attempt_at: null,
    completed_at: expect.any(String),
  })
  expect(await readBody(await claim(), 200)).toMatchObject({
    transaction_id: done["transaction_id"],
    status: "confirmed",
  })
  const { user } = await symbolon.users.create({ username: "nosy", firstName: "Nosy" })
  const other = await world.tokenFor(["reward:read"], { userUuid: user.uuid })
  await readBody(await asUser(other, path), 404)
  await readBody(await world.call("GET", "/api/v1/rewards/deliveries/unknown"), 404)
})

it("what is wrong with an answer is shown to the team, not to its receiver", async () => {
  answered = { content: { ...content, items: [{ type: "coupon" }] } }
  const { club, symbolon } = world
  const made = await externalReward()
  const claim = `/api/v1/rewards/${String(made["slug"])}/claim`
  const asked = await readBody(await asUser(world.userToken, claim, "POST", {}), 202)
  while ((await symbolon.work.runDue()) > 0) continue
  const uuid = String(asked["delivery_uuid"])
  const path = `/api/v1/rewards/deliveries/${uuid}`
  const errors = { "content.items.0.code": "is required" }
  expect(await readBody(await world.call("GET", path), 200)).toMatchObject({
    failure_reason: "bad_answer",
    errors,
  })
  expect(await readBody(await asUser(world.userToken, path), 200)).toMatchObject({
    failure_reason: "bad_answer",
    errors: null,
  })
  const inConsole = `/console/v1/organizations/${club.slug}/deliveries/${uuid}`
  expect(await readBody(await world.call("GET", inConsole), 200)).toMatchObject({
    last_error_code: "bad_answer",
    errors,
    attempts: [{ error_code: "bad_answer", response_snippet: null }],
  })
})
