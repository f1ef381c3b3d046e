import { bases } from "@symbolon/core/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { allEndpoints } from "../src/endpoints.ts"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let session: { readonly slug: string; readonly uuid: string }
beforeEach(async () => {
  world = await startTestServer()
  session = await newSession("Evening")
})
afterEach(() => world.close())

const evening = {
  startTime: new Date("2026-11-21T09:00:00Z"),
  endTime: new Date("2026-11-21T18:00:00Z"),
}
const newSession = async (name: string, times = evening) => {
  const { symbolon, club } = world
  const activity = await symbolon.activities.create({ organization: club.slug, name: "Sailing" })
  return symbolon.sessions.create({ activity: activity.slug, name, ...times })
}
const issue = async (body: object = {}, slug = session.slug) => {
  const reply = await world.call("POST", `/api/v1/sessions/${slug}/device-tokens`, body)
  expect(reply.headers.get("cache-control")).toBe("no-store")
  const replyBody = await readBody(reply, 201)
  return { uuid: String(replyBody["device_uuid"]), token: String(replyBody["token"]), replyBody }
}
const as =
  (token: string) =>
  (method: string, path: string, body?: unknown): Promise<Response> =>
    world.send(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
const door = (slug = session.slug) => `/api/v1/sessions/${slug}`
const tap = { identifier: { type: "username", value: "ada" }, idempotency_key: "tap-1" }

describe("a door token over HTTP", () => {
  it("is told once, with its term", async () => {
    const { replyBody, uuid } = await issue({ device_name: "  Pier " })
    expect(replyBody).toEqual({
      device_uuid: uuid,
      device_name: "Pier",
      session_uuid: session.uuid,
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      not_before: "2026-11-20T09:00:00.000Z",
      expires_at: "2026-11-22T18:00:00.000Z",
    })
    expect((await issue({ device_name: null })).replyBody).toMatchObject({ device_name: null })
    for (const bad of [{ device_name: "" }, { device_name: "x".repeat(256) }, { session: "other" }])
      await readBody(await world.call("POST", `${door()}/device-tokens`, bad), 422)
    expect(
      await readBody(await world.call("POST", `${door("none")}/device-tokens`, {}), 404),
    ).toMatchObject({ code: "not_found" })
    const over = await newSession("Yesterday", {
      startTime: new Date("2026-11-20T08:00:00Z"),
      endTime: new Date("2026-11-20T10:00:00Z"),
    })
    expect(
      await readBody(await world.call("POST", `${door(over.slug)}/device-tokens`, {}), 409),
    ).toMatchObject({
      code: "conflict",
      details: { reason: "session_over" },
    })
  })

  it("is renewed for the same device, which keeps its keys; the former token ends", async () => {
    const { uuid, token } = await issue({ device_name: "Pier" })
    const first = await readBody(await as(token)("POST", `${door()}/admit`, tap), 200)
    const renewed = await issue({ device_uuid: uuid })
    expect(renewed.replyBody).toMatchObject({
      device_uuid: uuid,
      device_name: "Pier",
      session_uuid: session.uuid,
    })
    await readBody(await as(token)("POST", `${door()}/admit`, tap), 401)
    expect(await readBody(await as(renewed.token)("POST", `${door()}/admit`, tap), 200)).toEqual({
      ...first,
      replayed: true,
    })
    const other = await newSession("Morning")
    await readBody(
      await world.call("POST", `${door(other.slug)}/device-tokens`, { device_uuid: uuid }),
      404,
    )
    await readBody(await world.call("POST", `${door()}/device-tokens`, { device_uuid: "" }), 422)
  })

  it("opens the manifest, the trust keys and the admissions of its session", async () => {
    const call = as((await issue()).token)
    expect(await readBody(await call("GET", `${door()}/checkin-manifest`), 200)).toMatchObject({
      payload: { type: "checkin_manifest" },
    })
    expect(
      (await readBody(await call("GET", `${door(session.uuid)}/checkin-manifest/trust-keys`), 200))
        .keys,
    ).toHaveLength(1)
    expect(await readBody(await call("POST", `${door()}/admit`, tap), 200)).toMatchObject({
      decision: "admitted",
      replayed: false,
    })
    expect(
      (await readBody(await call("POST", `${door()}/admit`, { admissions: [tap] }), 200)).results,
    ).toMatchObject([{ replayed: true }])
  })

  it("opens no other session, and does not tell which there are", async () => {
    const call = as((await issue()).token)
    const other = await newSession("Morning")
    for (const [slug, status] of [
      [other.slug, 403],
      [other.uuid, 403],
      ["none", 403],
    ] as const) {
      await readBody(await call("GET", `${door(slug)}/checkin-manifest`), status)
      await readBody(await call("GET", `${door(slug)}/checkin-manifest/trust-keys`), status)
      await readBody(await call("POST", `${door(slug)}/admit`, tap), status)
      await readBody(await call("POST", `${door(slug)}/admit`, { admissions: [tap] }), status)
    }
  })

  it("opens nothing else at all", async () => {
    const call = as((await issue()).token)
    const open = new Set([
      "sessions.checkinManifest",
      "sessions.checkinManifestDelta",
      "sessions.checkinTrustKeys",
      "sessions.admit",
    ])
    const others = allEndpoints.filter(
      ({ access, name }) => access !== undefined && !open.has(name),
    )
    expect(others.length).toBeGreaterThan(20)
    for (const { base, method, path, body, name } of others) {
      const place = `${bases[base]}${path.replaceAll(/\{\w+\}/g, (param) => (param === "{session_slug}" ? session.slug : "x"))}`
      const reply = await call(method, place, body === undefined ? undefined : {})
      expect({ name, status: reply.status }).toEqual({ name, status: 403 })
    }
    expect(await readBody(await call("GET", "/api/v1/wallets"), 403)).toMatchObject({
      code: "forbidden",
    })
  })

  it("ends when it says, and the moment it is revoked", async () => {
    const [one, two] = [await issue(), await issue()]
    const get = (token: string) => as(token)("GET", `${door()}/checkin-manifest/trust-keys`)
    await readBody(await get(one.token), 200)
    await readBody(await world.call("DELETE", `/console/v1/device-tokens/${one.uuid}`), 200)
    const refused = await get(one.token)
    expect(refused.headers.get("www-authenticate")).toContain("Bearer")
    expect(await readBody(refused, 401)).toMatchObject({ code: "invalid_credentials" })
    await world.symbolon.testClock?.moveTo(new Date("2026-11-22T17:59:59.999Z"))
    await readBody(await get(two.token), 200)
    await world.symbolon.testClock?.moveTo(new Date("2026-11-22T18:00:00.000Z"))
    await readBody(await get(two.token), 401)
  })

  it("ends with its maker's place on the team; another maker renews the device, which keeps its keys", async () => {
    const place = { organization: world.club.slug, userUuid: world.ada.uuid }
    await world.symbolon.staff.add({ ...place, role: "staff" })
    const asAda = await world.tokenFor(["session:devices:write"], {
      userUuid: world.ada.uuid,
      organization: world.club.uuid,
    })
    const made = await readBody(await as(asAda)("POST", `${door()}/device-tokens`, {}), 201)
    const admit = async (token: unknown, status: number) =>
      readBody(await as(String(token))("POST", `${door()}/admit`, tap), status)
    await admit(made["token"], 200)
    const removed = `/console/v1/organizations/${world.club.slug}/staff/${world.ada.uuid}`
    await readBody(await world.call("DELETE", removed), 200)
    expect(await admit(made["token"], 401)).toMatchObject({ code: "invalid_credentials" })
    const { client } = world
    const authorization = `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}`
    const introspected = await world.send("/oauth2/introspect", {
      method: "POST",
      headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token: String(made["token"]) }).toString(),
    })
    expect(await readBody(introspected, 200)).toEqual({ active: false })
    const renewed = await issue({ device_uuid: made["device_uuid"] })
    expect(await admit(renewed.token, 200)).toMatchObject({ replayed: true })
  })

  it("is counted by itself: neither its app nor another door spends its allowance", async () => {
    await world.close()
    world = await startTestServer({ limits: "on" })
    session = await newSession("Evening")
    const [one, two] = [as((await issue()).token), as((await issue()).token)]
    const left = async (call: ReturnType<typeof as>) =>
      (await call("POST", `${door()}/admit`, tap)).headers.get("ratelimit-remaining")
    expect([
      await left(one),
      await left(one),
      await left(two),
      await left(as(world.token)),
      await left(one),
    ]).toEqual(["19", "18", "19", "19", "17"])
  })
})

describe("the devices of a session in the console", () => {
  const list = `/console/v1/sessions`
  it("are listed without their tokens, and ended", async () => {
    const one = await issue({ device_name: "Pier" })
    await issue({}, (await newSession("Morning")).slug)
    const listed = await readBody(
      await world.call("GET", `${list}/${session.slug}/device-tokens`),
      200,
    )
    expect(listed).toMatchObject({
      total_items: 1,
      items: [
        {
          device_uuid: one.uuid,
          device_name: "Pier",
          session_uuid: session.uuid,
          client_id: world.client.clientId,
          created_by_user_uuid: null,
          created_at: "2026-11-21T10:00:00.000Z",
          revoked_at: null,
        },
      ],
    })
    expect(JSON.stringify(listed)).not.toContain(one.token.split(".")[2])
    const ended = await readBody(
      await world.call("DELETE", `/console/v1/device-tokens/${one.uuid}`),
      200,
    )
    expect(ended).toMatchObject({ device_uuid: one.uuid, revoked_at: "2026-11-21T10:00:00.000Z" })
    expect(
      (await readBody(await world.call("GET", `${list}/${session.slug}/device-tokens`), 200)).items,
    ).toEqual([ended])
    await readBody(await world.call("DELETE", `/console/v1/device-tokens/${session.uuid}`), 404)
    await readBody(await world.call("GET", `${list}/none/device-tokens`), 404)
  })

  it("are for managers; whoever is on the team may make one", async () => {
    const { uuid } = await issue()
    const asAda = await world.tokenFor(["session:devices:write"], {
      userUuid: world.ada.uuid,
      organization: world.club.uuid,
    })
    for (const [method, path, body, role] of [
      ["POST", `${door()}/device-tokens`, {}, "staff"],
      ["GET", `${list}/${session.slug}/device-tokens`, undefined, "manager"],
    ] as const)
      expect(await readBody(await as(asAda)(method, path, body), 403)).toMatchObject({
        details: { role },
      })
    // To a user with no part in the organization a device is not there.
    const known = await readBody(
      await as(asAda)("DELETE", `/console/v1/device-tokens/${uuid}`),
      404,
    )
    expect(known).toEqual(
      await readBody(
        await as(asAda)("DELETE", "/console/v1/device-tokens/0198c0de-0000-7000-8000-0000000000aa"),
        404,
      ),
    )
    await world.symbolon.staff.add({
      organization: world.club.slug,
      userUuid: world.ada.uuid,
      role: "staff",
    })
    expect(
      await readBody(await as(asAda)("DELETE", `/console/v1/device-tokens/${uuid}`), 403),
    ).toMatchObject({ details: { role: "manager" } })
  })
})
