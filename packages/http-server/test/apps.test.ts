import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startTestServer, start, type TestServer } from "./fixtures/world.ts"

let world: TestServer
beforeEach(async () => {
  world = await startTestServer()
})
afterEach(() => world.close())

const apps = () => `/console/v1/organizations/${world.club.slug}/apps`

/** The members that tests go on with; which of them are there is what each test expects first. */
interface Said {
  readonly [name: string]: unknown
  readonly client_id: string
  readonly client_secret: string
  readonly access_token: string
  readonly name: string
  readonly errors: Readonly<Record<string, string>>
  readonly items: readonly Said[]
}
const body = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as Said,
})

const paidClub = {
  name: "Till",
  grant_types: ["client_credentials"],
  scopes: ["wallet:read"],
  service_role: "staff",
}

const tokenAnswer = (clientId: string, clientSecret: string) =>
  world.send("/oauth2/token", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  })

describe("POST .../apps", () => {
  it("registers an app and tells its secret once", async () => {
    const response = await world.call("POST", apps(), {
      ...paidClub,
      website_url: "https://till.example/",
    })
    expect(response.headers.get("cache-control")).toBe("no-store")
    const { status, body: made } = await body(response)
    expect(status).toBe(201)
    const { client_secret, ...app } = made
    expect(client_secret).toMatch(/^sy_cs_/)
    expect(app).toEqual({
      client_id: expect.any(String),
      organization_uuid: world.club.uuid,
      name: "Till",
      client_type: "confidential",
      redirect_uris: [],
      post_logout_redirect_uris: [],
      grant_types: ["client_credentials"],
      scopes: ["wallet:read"],
      service_role: "staff",
      first_party: false,
      icon_url: null,
      website_url: "https://till.example/",
      policy_url: null,
      tos_url: null,
      created_at: start.toISOString(),
      updated_at: null,
    })
    expect((await tokenAnswer(app.client_id, client_secret)).status).toBe(200)
    expect(await body(await world.call("GET", `${apps()}/${app.client_id}`))).toEqual({
      status: 200,
      body: app,
    })
    const list = await body(await world.call("GET", `${apps()}?sort_by=name`))
    expect(list.body.items).toContainEqual(app)
    expect(JSON.stringify(list.body)).not.toMatch(/secret|sy_cs_/)
  })

  it("needs no more than a name, and gives a public app no secret", async () => {
    expect(await body(await world.call("POST", apps(), { name: "Bare" }))).toMatchObject({
      status: 201,
      body: {
        client_type: "confidential",
        grant_types: ["client_credentials"],
        scopes: [],
        service_role: null,
      },
    })
    const phone = {
      name: "Phone",
      client_type: "public",
      grant_types: ["authorization_code"],
      redirect_uris: ["com.example.club:/cb"],
    }
    expect(await body(await world.call("POST", apps(), phone))).toMatchObject({
      status: 201,
      body: { client_secret: null },
    })
  })

  it.each<readonly [string, object, readonly string[]]>([
    ["no name", { name: undefined }, ["name"]],
    ["a name of blanks", { name: "  " }, ["name"]],
    ["a field it does not have", { client_id: "mine" }, ["client_id"]],
    ["an unknown grant", { grant_types: ["password"] }, ["grant_types.0"]],
    ["an unknown scope", { scopes: ["wallet:read", "walet:read"] }, ["scopes.1"]],
    ["an unknown role", { service_role: "admin" }, ["service_role"]],
    [
      "a redirect URI that leads astray",
      { redirect_uris: ["https://till.example/cb", "http://till.example/cb"] },
      ["redirect_uris.1"],
    ],
    ["a link that is code", { icon_url: "javascript:alert(1)" }, ["icon_url"]],
    [
      "a public app that acts for itself",
      { client_type: "public", service_role: undefined },
      ["grant_types"],
    ],
    ["several", { name: "x".repeat(101), tos_url: 7 }, ["name", "tos_url"]],
  ])("names what is wrong: %s", async (_, change, fields) => {
    const refused = await body(await world.call("POST", apps(), { ...paidClub, ...change }))
    expect(refused).toMatchObject({ status: 422, body: { code: "validation_error" } })
    expect(Object.keys(refused.body.errors).toSorted()).toEqual(fields)
  })

  it("lets only the service say that an app is its own", async () => {
    expect(
      (await body(await world.call("POST", apps(), { ...paidClub, first_party: true }))).status,
    ).toBe(403)
  })
})

describe("PATCH .../apps/{client_id}", () => {
  it("changes what is sent; null clears; a token loses at once what the app loses", async () => {
    const made = (await body(await world.call("POST", apps(), paidClub))).body
    const { access_token } = (await body(await tokenAnswer(made.client_id, made.client_secret)))
      .body
    const asApp = async () =>
      (
        await world.send("/api/v1/wallets", {
          headers: { authorization: `Bearer ${access_token}` },
        })
      ).status
    expect(await asApp()).toBe(200)
    const at = `${apps()}/${made.client_id}`
    const { client_secret: _, ...app } = made
    expect(await body(await world.call("PATCH", at, { name: "Bar", service_role: null }))).toEqual({
      status: 200,
      body: { ...app, name: "Bar", service_role: null, updated_at: start.toISOString() },
    })
    expect(await body(await world.call("PATCH", at, { scopes: [] }))).toMatchObject({
      status: 200,
      body: { name: "Bar", scopes: [] },
    })
    expect(await asApp()).toBe(401)
  })
  it("refuses what would not be registered, and what cannot change", async () => {
    const { client_id } = (await body(await world.call("POST", apps(), paidClub))).body
    const refused = await body(
      await world.call("PATCH", `${apps()}/${client_id}`, { grant_types: ["authorization_code"] }),
    )
    expect(Object.keys(refused.body.errors).toSorted()).toEqual(["redirect_uris", "service_role"])
    expect(
      (await body(await world.call("PATCH", `${apps()}/${client_id}`, { client_type: "public" })))
        .status,
    ).toBe(422)
  })
})

describe("POST .../apps/{client_id}/secrets", () => {
  it("answers another secret, and two are good at a time", async () => {
    const { client_id, client_secret: first } = (
      await body(await world.call("POST", apps(), paidClub))
    ).body
    const another = async () => {
      const response = await world.call("POST", `${apps()}/${client_id}/secrets`, {})
      expect(response.headers.get("cache-control")).toBe("no-store")
      const answer = await body(response)
      expect(answer).toEqual({
        status: 201,
        body: { client_id, client_secret: expect.stringMatching(/^sy_cs_/) },
      })
      return answer.body.client_secret
    }
    const second = await another()
    expect([
      (await tokenAnswer(client_id, first)).status,
      (await tokenAnswer(client_id, second)).status,
    ]).toEqual([200, 200])
    const third = await another()
    expect([
      (await tokenAnswer(client_id, first)).status,
      (await tokenAnswer(client_id, third)).status,
    ]).toEqual([401, 200])
  })
  it("has none for a public app", async () => {
    const phone = {
      name: "Phone",
      client_type: "public",
      grant_types: ["authorization_code"],
      redirect_uris: ["com.example.club:/cb"],
    }
    const { client_id } = (await body(await world.call("POST", apps(), phone))).body
    expect(
      await body(await world.call("POST", `${apps()}/${client_id}/secrets`, {})),
    ).toMatchObject({
      status: 409,
      body: { details: { reason: "client_is_public" } },
    })
  })
})

describe("DELETE .../apps/{client_id}", () => {
  it("ends the app's tokens and leaves nothing to be found", async () => {
    const { client_secret, ...app } = (await body(await world.call("POST", apps(), paidClub))).body
    const at = `${apps()}/${app.client_id}`
    const { access_token } = (await body(await tokenAnswer(app.client_id, client_secret))).body
    expect(await body(await world.call("DELETE", at))).toEqual({ status: 200, body: app })
    expect(
      (
        await world.send("/api/v1/wallets", {
          headers: { authorization: `Bearer ${access_token}` },
        })
      ).status,
    ).toBe(401)
    expect((await tokenAnswer(app.client_id, client_secret)).status).toBe(401)
    for (const [method, path, sent] of [
      ["GET", at],
      ["PATCH", at, { name: "Back" }],
      ["DELETE", at],
      ["POST", `${at}/secrets`, {}],
    ] as const)
      expect((await body(await world.call(method, path, sent))).status).toBe(404)
    expect(
      (await body(await world.call("GET", apps()))).body.items.map(({ name }) => name),
    ).toEqual(["App"])
  })
})

describe("who may", () => {
  const as = async (token: string, method = "GET", path = apps(), sent?: unknown) =>
    (await world.call(method, path, sent, { authorization: `Bearer ${token}` })).status

  it("the owner, by a token of their own or for the organization; nobody without a role there", async () => {
    const own = await world.tokenFor([])
    const bound = await world.tokenFor([], { organization: world.club.slug })
    expect([await as(own), await as(bound), await as(own, "POST", apps(), paidClub)]).toEqual([
      200, 200, 201,
    ])
    expect(await as(await world.tokenFor([], { userUuid: world.ada.uuid }))).toBe(403)
  })
  it("no third-party app, whatever its role", async () => {
    const { client_id, client_secret } = (
      await body(await world.call("POST", apps(), { ...paidClub, service_role: "owner" }))
    ).body
    const { access_token } = (await body(await tokenAnswer(client_id, client_secret))).body
    expect(await as(access_token)).toBe(403)
  })
  it("the service's own staff alone for a first-party app: nobody else changes it, removes it or gets a secret of it", async () => {
    const { client } = await world.symbolon.apps.create({
      organization: world.club.slug,
      name: "Front",
      clientType: "confidential",
      grantTypes: ["client_credentials"],
      scopes: ["wallet:read"],
      isFirstParty: true,
    })
    const at = `${apps()}/${client.clientId}`
    const owner = await world.tokenFor([])
    expect([
      await as(owner, "GET", at),
      await as(owner, "PATCH", at, { name: "Mine" }),
      await as(owner, "POST", `${at}/secrets`, {}),
      await as(owner, "DELETE", at),
    ]).toEqual([200, 403, 403, 403])
    expect(
      (
        await world.symbolon.apps.createSecret({
          organization: world.club.slug,
          clientId: client.clientId,
        })
      ).clientSecret,
    ).toMatch(/^sy_cs_/)
  })
  it("and another organization's apps read as absent", async () => {
    const other = await world.symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: world.ada.uuid,
    })
    const theirs = `/console/v1/organizations/${other.slug}/apps`
    expect((await world.call("GET", theirs)).status).toBe(403)
    const ada = await world.tokenFor([], { userUuid: world.ada.uuid })
    expect(await as(ada, "GET", `${theirs}/${world.client.clientId}`)).toBe(404)
  })
})
