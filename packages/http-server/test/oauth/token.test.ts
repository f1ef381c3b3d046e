import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startTestServer, registerClient, type TestServer } from "../fixtures/world.ts"

let world: TestServer
beforeEach(async () => {
  world = await startTestServer({ limits: "on" })
})
afterEach(() => world.close())

const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`
const ask = (
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
  query = "",
) =>
  world.send(`/oauth2/token${query}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: typeof fields === "string" ? fields : new URLSearchParams(fields).toString(),
  })
const grant = { grant_type: "client_credentials" }
const replyBody = async (reply: Response) => {
  const body = (await reply.json()) as Record<string, unknown>
  expect([reply.headers.get("cache-control"), reply.headers.get("pragma")]).toEqual([
    "no-store",
    "no-cache",
  ])
  if (reply.status !== 200) {
    expect(Object.keys(body)).toEqual(["error", "error_description"])
    expect(body["error_description"]).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  }
  return [reply.status, body["error"]]
}

describe("POST /oauth2/token", () => {
  it("issues a token by Basic and by post, and the token works", async () => {
    const { clientId, clientSecret } = world.client
    for (const reply of [
      await ask(grant, { authorization: basic(clientId, clientSecret) }),
      await ask({ ...grant, client_id: clientId, client_secret: clientSecret }),
    ]) {
      const body = (await reply.json()) as Record<string, string>
      expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600 })
      expect(
        (
          await world.send("/api/v1/organizations", {
            headers: { authorization: `Bearer ${body["access_token"]}` },
          })
        ).status,
      ).toBe(200)
    }
    const narrow = await ask(
      { ...grant, scope: "wallet:read" },
      { authorization: basic(clientId, clientSecret) },
    )
    expect(await narrow.json()).toMatchObject({ scope: "wallet:read" })
    // The body may name the client that Basic proves.
    expect(
      await replyBody(
        await ask(
          { ...grant, client_id: clientId },
          { authorization: basic(clientId, clientSecret) },
        ),
      ),
    ).toEqual([200, undefined])
  })

  it("refuses in the words of RFC 6749", async () => {
    const { clientId, clientSecret } = world.client
    const good = { authorization: basic(clientId, clientSecret) }
    expect(await replyBody(await ask({}, good))).toEqual([400, "invalid_request"])
    expect(await replyBody(await ask({ grant_type: "password" }, good))).toEqual([
      400,
      "unsupported_grant_type",
    ])
    expect(await replyBody(await ask({ ...grant, scope: "everything" }, good))).toEqual([
      400,
      "invalid_scope",
    ])
    expect(await replyBody(await ask({ ...grant, scope: "x".repeat(1025) }, good))).toEqual([
      400,
      "invalid_request",
    ])
    expect(
      await replyBody(
        await ask({ ...grant, client_id: clientId, client_secret: clientSecret }, good),
      ),
    ).toEqual([400, "invalid_request"])
    expect(await replyBody(await ask({ ...grant, client_id: "another" }, good))).toEqual([
      400,
      "invalid_request",
    ])
    expect(
      await replyBody(
        await ask("grant_type=client_credentials&grant_type=client_credentials", good),
      ),
    ).toEqual([400, "invalid_request"])
    expect(
      await replyBody(
        await ask(grant, good, `?client_id=${clientId}&client_secret=${clientSecret}`),
      ),
    ).toEqual([400, "invalid_request"])
    expect(
      await replyBody(
        await ask(JSON.stringify(grant), { ...good, "content-type": "application/json" }),
      ),
    ).toEqual([415, "invalid_request"])
    expect(
      await replyBody(await ask(`grant_type=client_credentials&x=${"y".repeat(20_000)}`, good)),
    ).toEqual([413, "invalid_request"])
    const { apps } = world.symbolon
    const open = await apps.create({
      organization: world.club.slug,
      name: "Page",
      clientType: "public",
      grantTypes: ["authorization_code"],
      scopes: [],
      redirectUris: ["https://page.test/"],
    })
    expect(
      await replyBody(await ask({ ...grant, client_id: open.client.clientId, client_secret: "x" })),
    ).toEqual([401, "invalid_client"])
    const reply = await fetch(`${world.url}/oauth2/token`)
    expect([
      reply.status,
      reply.headers.get("allow"),
      ((await reply.json()) as { error: string }).error,
    ]).toEqual([405, "OPTIONS, POST", "invalid_request"])
  })

  it("answers a wrong secret 401, with a challenge where Basic was tried", async () => {
    const { clientId } = world.client
    const tried = await ask(grant, { authorization: basic(clientId, "wrong") })
    expect(tried.headers.get("www-authenticate")).toBe('Basic realm="oauth2"')
    expect(await replyBody(tried)).toEqual([401, "invalid_client"])
    const posted = await ask({ ...grant, client_id: clientId, client_secret: "wrong" })
    expect(posted.headers.get("www-authenticate")).toBeNull()
    expect(await replyBody(posted)).toEqual([401, "invalid_client"])
    for (const authorization of [
      "Basic !",
      "Basic YWJj",
      `Basic ${Buffer.from("%zz:x").toString("base64")}`,
    ])
      expect(await replyBody(await ask(grant, { authorization }))).toEqual([401, "invalid_client"])
  })

  it("stops reading after five failures a minute, from that address", async () => {
    const { clientId, clientSecret } = world.client
    const failing = () => ask(grant, { authorization: basic(clientId, "wrong") })
    for (let failed = 1; failed <= 5; failed += 1)
      expect(await replyBody(await failing())).toEqual([401, "invalid_client"])
    const refused = await ask(grant, { authorization: basic(clientId, clientSecret) })
    expect([
      refused.headers.get("retry-after"),
      refused.headers.get("ratelimit-policy"),
      refused.headers.get("ratelimit-remaining"),
    ]).toEqual(["60", "5;w=60", "0"])
    expect(await replyBody(refused)).toEqual([429, "rate_limit_exceeded"])
    await world.symbolon.testClock?.moveTo(new Date(world.symbolon.clock.now().getTime() + 60_000))
    expect(
      await replyBody(await ask(grant, { authorization: basic(clientId, clientSecret) })),
    ).toEqual([200, undefined])
  })

  it("stops no good client at introspection and revocation, and those who fail there stop nobody here", async () => {
    const { clientId, clientSecret } = world.client
    const good = { authorization: basic(clientId, clientSecret) }
    const at = (path: string, headers: Record<string, string>) =>
      world.send(path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: "token=unknown",
      })
    for (const path of ["/oauth2/introspect", "/oauth2/revoke"]) {
      const wrong = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          at(path, { authorization: basic(`nobody-${n}`, "wrong") }),
        ),
      )
      expect(wrong.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        401, 401, 401, 401, 401, 429, 429, 429,
      ])
      expect((await at(path, good)).status).toBe(200)
    }
    expect(await replyBody(await ask(grant, good))).toEqual([200, undefined])
    for (let failed = 1; failed <= 5; failed += 1)
      await ask(grant, { authorization: basic("nobody", "wrong") })
    expect(await replyBody(await ask(grant, good))).toEqual([429, "rate_limit_exceeded"])
    expect((await at("/oauth2/introspect", good)).status).toBe(200)
  })

  it("takes no body as a form without fields", async () => {
    const empty = (headers: Record<string, string>) =>
      world.send("/oauth2/token", { method: "POST", headers })
    expect(await replyBody(await empty({}))).toEqual([401, "invalid_client"])
    const { clientId, clientSecret } = world.client
    expect(await replyBody(await empty({ authorization: basic(clientId, clientSecret) }))).toEqual([
      400,
      "invalid_request",
    ])
  })

  it("tells no more than five callers at once that they failed", async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask(grant, { authorization: basic(`nobody-${index}`, "wrong") }),
      ),
    )
    const answers = await Promise.all(replies.map(replyBody))
    expect([
      answers.filter(([status]) => status === 401).length,
      answers.filter(([status]) => status === 429).length,
    ]).toEqual([5, 15])
  })

  it("takes twenty calls a minute of a client from an address", async () => {
    const { clientId, clientSecret } = world.client
    const good = { authorization: basic(clientId, clientSecret) }
    for (let call = 1; call <= 20; call += 1) expect((await ask(grant, good)).status).toBe(200)
    expect(await replyBody(await ask(grant, good))).toEqual([429, "rate_limit_exceeded"])
    const another = await registerClient(world.symbolon, world.club.slug)
    expect(
      (await ask(grant, { authorization: basic(another.clientId, another.clientSecret) })).status,
    ).toBe(200)
  })
})

describe("what the authorization server publishes", () => {
  it("refusals of unknown paths as of the others", async () => {
    for (const path of ["/oauth2/zz", "/oauth2/token/zz", "/oauth2/%zz"]) {
      const reply = await world.send(path)
      expect(Object.keys((await reply.json()) as object)).toEqual(["error", "error_description"])
      expect(reply.status).toBe(path.includes("%") ? 400 : 404)
    }
    expect((await (await world.send("/oauth2")).json()) as object).toHaveProperty("code")
  })

  it("keys, without their private parts", async () => {
    const reply = await world.send("/oauth2/.well-known/jwks.json")
    const { keys } = (await reply.json()) as { keys: Record<string, string>[] }
    expect(reply.headers.get("cache-control")).toBe("public, max-age=300")
    for (const key of keys)
      expect(Object.keys(key).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"])
    const [head = ""] = world.token.split(".")
    expect(keys.map(({ kid }) => kid)).toContain(
      JSON.parse(Buffer.from(head, "base64url").toString()).kid,
    )
  })
  it("scopes in words, all or those asked for", async () => {
    const all = (await (await world.send("/oauth2/scopes")).json()) as {
      scopes: { name: string }[]
    }
    expect(all.scopes.length).toBeGreaterThan(10)
    expect(await (await world.send("/oauth2/scopes?scope=wallet:read+nothing")).json()).toEqual({
      scopes: [
        {
          name: "wallet:read",
          description: "See wallets and their balance",
          group: "wallets",
          audience: ["user", "organization", "client"],
          sensitive: false,
        },
      ],
    })
    const long = await world.send(`/oauth2/scopes?scope=${"x".repeat(2000)}`)
    expect([long.status, ((await long.json()) as { error: string }).error]).toEqual([
      400,
      "invalid_request",
    ])
  })
})
