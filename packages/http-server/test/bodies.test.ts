import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { allEndpoints } from "../src/endpoints.ts"
import { templateOf } from "../src/route.ts"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
beforeAll(async () => {
  world = await startTestServer()
})
afterAll(() => world.close())

const writes = allEndpoints.filter(({ method, base }) => method !== "GET" && base !== "oauth2")
/** Those whose query is looked at first are left to tests of their own. */
const withoutBody = writes.filter(
  ({ body, query }) => body === undefined && query?.safeParse({}).success !== false,
)
const withOptionalBody = writes.filter(({ body }) => body?.safeParse({}).success === true)
const withRequiredBody = writes.filter(({ body }) => body?.safeParse({}).success === false)

/** The endpoint's path with something that does not exist in place of each parameter. */
const pathOf = (endpoint: (typeof writes)[number]): string =>
  templateOf(endpoint).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name.endsWith("uuid") ? "0198c0de-0000-7000-8000-000000000000" : "none",
  )

const send = (
  endpoint: (typeof writes)[number],
  body?: string,
  type = "application/json",
  token = world.token,
) =>
  world.send(pathOf(endpoint), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": type }),
    },
    ...(body === undefined ? {} : { body }),
  })

/** The token that the endpoint takes: the app's, or Ada's where only a user may call. */
const mayCall = async (endpoint: (typeof writes)[number]): Promise<string | undefined> => {
  for (const token of [world.token, world.userToken]) {
    const reply = await send(endpoint, undefined, undefined, token)
    if (reply.status !== 403 && reply.status !== 401) return token
  }
  return undefined
}

describe("a write that takes no body", () => {
  it("there are some, of each kind", () => {
    expect(withoutBody.length).toBeGreaterThan(15)
    expect(withOptionalBody.length).toBeGreaterThan(8)
    expect(withRequiredBody.length).toBeGreaterThan(20)
  })

  it.each(withoutBody.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s refuses members, and what is no JSON",
    async (_, endpoint) => {
      const token = await mayCall(endpoint)
      // What acts as nobody the world has is walked by the authorisation tests.
      if (token === undefined) return
      expect(
        (await readBody(await send(endpoint, '{"terms":3}', undefined, token), 422)).errors,
      ).toEqual({
        terms: "is not a field of this call",
      })
      expect(
        await readBody(await send(endpoint, '{"terms":', undefined, token), 400),
      ).toMatchObject({
        code: "bad_request",
      })
      expect(await readBody(await send(endpoint, "[]", undefined, token), 422)).toMatchObject({
        errors: { _root: "must be an object" },
      })
      expect(
        await readBody(
          await send(endpoint, "terms=3", "application/x-www-form-urlencoded", token),
          415,
        ),
      ).toMatchObject({
        code: "unsupported_media_type",
      })
      expect((await send(endpoint, "{}", undefined, token)).status).toBe(
        (await send(endpoint, undefined, undefined, token)).status,
      )
    },
  )

  it("renews one term only when nothing more was asked", async () => {
    const tier = await world.symbolon.tiers.create({
      organization: world.club.slug,
      name: "Crew",
      paymentInterval: "monthly",
    })
    await world.symbolon.memberships.add({
      organization: world.club.slug,
      member: { type: "username", value: "ada" },
      tierSlug: tier.slug,
    })
    const renew = (body?: string) =>
      world.send(`/api/v1/memberships/${world.club.slug}/renew`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${world.userToken}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body }),
      })
    expect((await readBody(await renew('{"terms":3}'), 422)).errors).toEqual({
      terms: "is not a field of this call",
    })
    expect(await readBody(await renew('{"terms"'), 400)).toMatchObject({ code: "bad_request" })
    expect((await renew()).status).toBe(200)
  })
})

describe("a write whose body may be left out", () => {
  it.each(withOptionalBody.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s takes none as {}",
    async (_, endpoint) => {
      const none = await send(endpoint)
      expect(none.status).not.toBe(415)
      expect(none.status).toBe((await send(endpoint, "{}")).status)
    },
  )
})

describe("a write whose body is required", () => {
  it.each(withRequiredBody.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s names what it needs",
    async (_, endpoint) => {
      const token = await mayCall(endpoint)
      if (token === undefined) return
      const { errors } = await readBody(await send(endpoint, undefined, undefined, token), 422)
      const asksForOneOf = endpoint.name === "test.setClock"
      // A field that is one of several values lists them.
      const needs = asksForOneOf
        ? /^send exactly one of now and advance_ms$/
        : /^is required(: one of \w+(, \w+)+)?$/
      expect(Object.values(errors)).toContainEqual(expect.stringMatching(needs))
    },
  )
})
