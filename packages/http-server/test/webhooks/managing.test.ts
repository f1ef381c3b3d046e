import { Writable } from "node:stream"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { scopesFor } from "@symbolon/core/contract"
import {
  expectedSignature,
  type RecordingHttp,
  recordingHttp,
} from "../../../core/test/fixtures/recording-http.ts"
import { openLog } from "../../src/log.ts"
import { readBody, type ReplyBody } from "../fixtures/read.ts"
import { start, startTestServer, type TestServer } from "../fixtures/world.ts"

let world: TestServer
let receivers: RecordingHttp
let logged: string
beforeEach(async () => {
  receivers = recordingHttp()
  logged = ""
  const to = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged += chunk.toString()
      done()
    },
  })
  world = await startTestServer({ outgoingHttp: receivers, logger: openLog("trace", to) })
})
afterEach(() => world.close())

const at = (path = "") => `/console/v1/organizations/${world.club.slug}/webhooks${path}`
const sent = { url: "https://club.example/hooks", events: ["*"] }

const create = async (more: object = {}): Promise<ReplyBody> =>
  readBody(await world.call("POST", at(), { ...sent, ...more }), 201)

/** Every route about one webhook or delivery, with a body that is good. */
const routes = (webhook: string, delivery: string, organization = world.club.slug) => {
  const base = `/console/v1/organizations/${organization}`
  const range = { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" }
  return [
    ["GET", `${base}/webhooks/${webhook}`, undefined],
    ["PATCH", `${base}/webhooks/${webhook}`, { enabled: true }],
    ["POST", `${base}/webhooks/${webhook}/secret`, {}],
    ["POST", `${base}/webhooks/${webhook}/test`, {}],
    ["GET", `${base}/webhooks/${webhook}/deliveries`, undefined],
    ["POST", `${base}/webhooks/${webhook}/redeliver`, range],
    ["GET", `${base}/deliveries/${delivery}`, undefined],
    ["POST", `${base}/deliveries/${delivery}/redeliver`, {}],
    ["DELETE", `${base}/webhooks/${webhook}`, undefined],
  ] as const
}

describe("POST .../webhooks", () => {
  it("answers the webhook with its secret, once", async () => {
    const reply = await world.call("POST", at(), { ...sent, description: "Bookkeeping" })
    expect(reply.headers.get("cache-control")).toBe("no-store")
    const { secret, ...webhook } = await readBody(reply, 201)
    expect(secret).toMatch(/^whsec_/)
    expect(webhook).toEqual({
      uuid: expect.any(String),
      organization_uuid: world.club.uuid,
      url: "https://club.example/hooks",
      description: "Bookkeeping",
      events: ["*"],
      enabled: true,
      key_id: expect.stringMatching(/^[0-9a-f]{8}$/),
      created_at: start.toISOString(),
      updated_at: start.toISOString(),
      rotated_at: null,
    })
    expect(await readBody(await world.call("GET", at(`/${webhook.uuid}`)), 200)).toEqual(webhook)
    expect(await readBody(await world.call("GET", at()), 200)).toEqual({
      total_items: 1,
      total_pages: 1,
      current_page: 1,
      items: [webhook],
    })
    const changed = await world.call("PATCH", at(`/${webhook.uuid}`), { enabled: false })
    expect(await readBody(changed, 200)).toEqual({ ...webhook, enabled: false })
    const named = at(`/${webhook.uuid.toUpperCase()}`)
    expect(await readBody(await world.call("DELETE", named), 200)).toEqual({
      ...webhook,
      enabled: false,
    })
    await readBody(await world.call("GET", named), 404)
  })

  it.each<readonly [string, object, string]>([
    ["no URL", { url: undefined }, "url"],
    ["a URL that is none", { url: "club.example" }, "url"],
    ["a URL that is code", { url: "javascript:alert(1)" }, "url"],
    ["loopback", { url: "http://127.0.0.1:8080/hooks" }, "url"],
    ["a private network", { url: "http://192.168.0.1/hooks" }, "url"],
    ["a URL that is too long", { url: `https://club.example/${"x".repeat(2048)}` }, "url"],
    ["a description with a control character", { description: "a\u0001b" }, "description"],
    ["no events", { events: undefined }, "events"],
    ["an event that is no list", { events: "*" }, "events"],
    ["an unknown event", { events: ["membership.lost"] }, "events.0"],
    ["an event twice", { events: ["activity.deleted", "activity.deleted"] }, "events"],
    ["all and one", { events: ["activity.deleted", "*"] }, "events"],
    ["a word for yes", { enabled: "true" }, "enabled"],
    ["a field it does not have", { secret: "mine" }, "secret"],
  ])("names what is wrong, in a change too: %s", async (_, wrong, field) => {
    const refused = await readBody(await world.call("POST", at(), { ...sent, ...wrong }), 422)
    expect(refused).toMatchObject({ code: "validation_error" })
    expect(Object.keys(refused.errors)).toEqual([field])
    expect((await readBody(await world.call("GET", at()), 200)).total_items).toBe(0)
    const [value] = Object.values(wrong)
    if (value === undefined) return
    const { secret: _secret, ...webhook } = await create()
    const change = await world.call("PATCH", at(`/${webhook.uuid}`), wrong)
    expect(Object.keys((await readBody(change, 422)).errors)).toEqual([field])
    expect(await readBody(await world.call("GET", at(`/${webhook.uuid}`)), 200)).toEqual(webhook)
  })
})

describe("PATCH .../webhooks/{webhook_uuid}", () => {
  it("changes what is sent; null clears the description", async () => {
    const { secret: _, ...webhook } = await create({ description: "Old" })
    const path = at(`/${webhook.uuid}`)
    const change = {
      url: "http://club.example/new",
      description: null,
      events: ["membership.left", "membership.joined"],
    }
    expect(await readBody(await world.call("PATCH", path, change), 200)).toEqual({
      ...webhook,
      ...change,
    })
    expect(await readBody(await world.call("PATCH", path, {}), 200)).toEqual({
      ...webhook,
      ...change,
    })
  })
})

describe("POST .../webhooks/{webhook_uuid}/secret", () => {
  it("answers another secret, which signs from then on", async () => {
    const { uuid, secret, key_id } = await create()
    const reply = await world.call("POST", at(`/${uuid}/secret`))
    expect(reply.headers.get("cache-control")).toBe("no-store")
    const rotated = await readBody(reply, 200)
    expect(rotated).toEqual({ secret: expect.stringMatching(/^whsec_/) })
    expect(rotated["secret"]).not.toBe(secret)
    const after = await readBody(await world.call("GET", at(`/${uuid}`)), 200)
    expect(after).toMatchObject({ rotated_at: start.toISOString() })
    expect(after["key_id"]).not.toBe(key_id)
    await readBody(await world.call("POST", at(`/${uuid}/test`), {}), 202)
    await world.symbolon.testClock?.moveTo(start)
    const [request] = receivers.requests
    expect(request?.headers["x-webhook-signature"]).toBe(
      expectedSignature(String(rotated["secret"]), request?.body ?? new Uint8Array()),
    )
  })

  it("is the only place for a secret beside the creation: no other answer and no log has one", async () => {
    const { uuid, secret } = await create()
    const rotated = await readBody(await world.call("POST", at(`/${uuid}/secret`), {}), 200)
    const started = await readBody(await world.call("POST", at(`/${uuid}/test`), {}), 202)
    await world.symbolon.testClock?.moveTo(start)
    const said: string[] = []
    for (const [method, path, body] of routes(uuid, String(started["delivery_uuid"])))
      if (!path.endsWith("/secret")) said.push(await (await world.call(method, path, body)).text())
    said.push(await (await world.call("GET", at())).text(), logged)
    expect(logged).toContain("/webhooks/{webhook_uuid}/secret")
    for (const hidden of [secret, rotated["secret"]])
      expect(said.filter((text) => text.includes(String(hidden)))).toEqual([])
    expect(said.filter((text) => text.includes("whsec_"))).toEqual([])
  })
})

describe("deliveries", () => {
  const failed = async () => {
    receivers.answerWith(410)
    const { uuid } = await create({ events: ["membership.joined"] })
    const { delivery_uuid } = await readBody(await world.call("POST", at(`/${uuid}/test`)), 202)
    await world.symbolon.testClock?.moveTo(start)
    receivers.answerWith(204)
    const delivery = `/console/v1/organizations/${world.club.slug}/deliveries/${String(delivery_uuid)}`
    return { uuid, deliveryUuid: String(delivery_uuid), delivery }
  }

  it("are listed, and read with their attempts", async () => {
    const { uuid, deliveryUuid, delivery } = await failed()
    const expected = {
      uuid: deliveryUuid,
      webhook_uuid: uuid,
      event: "webhook.test",
      state: "failed",
      attempt_count: 1,
      next_attempt_at: null,
      last_status: 410,
      last_error_code: "refused",
      created_at: start.toISOString(),
      finished_at: start.toISOString(),
      redelivery_of: null,
    }
    expect(await readBody(await world.call("GET", delivery), 200)).toEqual({
      ...expected,
      errors: null,
      attempts: [
        {
          n: 1,
          started_at: start.toISOString(),
          duration_ms: 2,
          status: 410,
          error_code: "refused",
          response_snippet: "thank you",
          key_id: expect.stringMatching(/^[0-9a-f]{8}$/),
        },
      ],
    })
    const list = async (query: string, status = 200) =>
      readBody(await world.call("GET", at(`/${uuid}/deliveries?${query}`)), status)
    expect((await list("")).items).toEqual([expected])
    expect((await list("state=failed&event=webhook.test")).items).toEqual([expected])
    for (const query of ["state=success", "event=membership.joined"])
      expect((await list(query)).items).toEqual([])
    expect(Object.keys((await list("state=lost", 422)).errors)).toEqual(["state"])
    expect(Object.keys((await list("event=lost", 422)).errors)).toEqual(["event"])
  })

  it("are sent again, one or all of a time", async () => {
    const { uuid, deliveryUuid, delivery } = await failed()
    const again = await readBody(await world.call("POST", `${delivery}/redeliver`), 201)
    expect(again).toEqual({ delivery_uuid: expect.any(String) })
    expect(again["delivery_uuid"]).not.toBe(deliveryUuid)
    const range = { from: "2026-11-21T00:00:00+08:00", to: "2026-11-22T00:00:00Z", state: "failed" }
    const scheduled = await world.call("POST", at(`/${uuid}/redeliver`), range)
    expect(await readBody(scheduled, 202)).toEqual({ scheduled: 1 })
    await world.symbolon.testClock?.moveTo(start)
    const ids = receivers.requests.map(({ headers }) => headers["x-webhook-delivery"])
    expect(ids.length).toBe(3)
    expect(new Set(ids).size).toBe(3)
    const all = await readBody(await world.call("GET", at(`/${uuid}/deliveries`)), 200)
    expect(all.items.map(({ redelivery_of }) => redelivery_of)).toEqual([
      deliveryUuid,
      deliveryUuid,
      null,
    ])
  })

  it.each<readonly [string, object, string]>([
    ["no beginning", { from: undefined }, "from"],
    ["no end", { to: undefined }, "to"],
    ["a date that is none", { from: "yesterday" }, "from"],
    ["an end before the beginning", { to: "2026-10-01T00:00:00Z" }, "to"],
    ["a state that has not ended", { state: "pending" }, "state"],
    ["a field it does not have", { event: "membership.left" }, "event"],
  ])("are not sent again by a range with %s", async (_, wrong, field) => {
    const { uuid } = await create()
    const range = { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z", ...wrong }
    const refused = await readBody(await world.call("POST", at(`/${uuid}/redeliver`), range), 422)
    expect(Object.keys(refused.errors)).toEqual([field])
  })

  it("are not started for a webhook that is disabled", async () => {
    const { uuid, deliveryUuid } = await failed()
    await readBody(await world.call("PATCH", at(`/${uuid}`), { enabled: false }), 200)
    const starting = routes(uuid, deliveryUuid).filter(([, path]) =>
      /\/(test|redeliver)$/.test(path),
    )
    expect(starting.length).toBe(3)
    for (const [method, path, body] of starting)
      expect(await readBody(await world.call(method, path, body), 409)).toMatchObject({
        code: "conflict",
        details: { reason: "webhook_disabled" },
      })
  })
})

describe("a webhook of another organization", () => {
  it("is absent, as one that is not there", async () => {
    const { uuid } = await create()
    const started = await readBody(await world.call("POST", at(`/${uuid}/test`)), 202)
    const before = await readBody(await world.call("GET", at(`/${uuid}`)), 200)
    const elsewhere = await world.symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: world.ada.uuid,
    })
    const token = await world.tokenFor(scopesFor("organization"), {
      userUuid: world.ada.uuid,
      organization: elsewhere.slug,
    })
    const ask = async (call: readonly [string, string, object | undefined], by: string) => {
      const [method, path, body] = call
      const headers = { authorization: `Bearer ${by}` }
      const reply = await world.call(method, path, body, headers)
      const { request_id: _, ...said } = await readBody(reply, reply.status)
      return { status: reply.status, said }
    }
    const noUuid = "0198c0de-0000-7000-8000-0000000000aa"
    const real = routes(uuid, String(started["delivery_uuid"]), elsewhere.slug)
    const missing = routes(noUuid, noUuid, elsewhere.slug)
    for (const [n, call] of real.entries()) {
      const answer = await ask(call, token)
      expect(answer.status, `${call[0]} ${call[1]}`).toBe(404)
      expect(answer).toEqual(await ask(missing[n] ?? call, token))
    }
    for (const call of routes(uuid, String(started["delivery_uuid"])))
      expect((await ask(call, token)).status).toBe(403)
    expect(await readBody(await world.call("GET", at(`/${uuid}`)), 200)).toEqual(before)
  })
})

describe("the roles", () => {
  it("owner and manager change webhooks, staff look, others do not", async () => {
    const { symbolon, club } = world
    const { uuid } = await create()
    const started = await readBody(await world.call("POST", at(`/${uuid}/test`)), 202)
    const organization = club.slug
    const hire = async (role: "manager" | "staff" | "door") => {
      const { user } = await symbolon.users.create({ username: `the-${role}`, firstName: role })
      await symbolon.staff.add({ organization, userUuid: user.uuid, role })
      return world.tokenFor(scopesFor("organization"), { userUuid: user.uuid, organization })
    }
    const [manager, staff, door] = [await hire("manager"), await hire("staff"), await hire("door")]
    const status = async (
      [method, path, body]: readonly [string, string, object | undefined],
      token: string,
    ) => (await world.call(method, path, body, { authorization: `Bearer ${token}` })).status
    const calls = [
      ["GET", at(), undefined],
      ["POST", at(), sent],
      ...routes(uuid, String(started["delivery_uuid"])),
    ] as const
    for (const call of calls) {
      expect(await status(call, door)).toBe(403)
      expect(await status(call, world.userToken)).toBe(403)
      expect(await status(call, staff)).toBe(call[0] === "GET" ? 200 : 403)
    }
    for (const call of calls) expect(await status(call, manager)).toBeLessThan(300)
  })
})
