import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type App,
  askToken,
  openProvider,
  type Provider,
  tokensOf,
} from "../../fixtures/oauth-provider.ts"
import {
  basicOf,
  call,
  codeFor,
  exchange,
  introspect,
  invalidGrant,
  meddle,
  partOf,
  redeem,
  refresh,
  refused,
  revoke,
  sendForm,
} from "./kit.ts"

let provider: Provider
let app: App
beforeAll(async () => {
  provider = await openProvider()
  app = await provider.app()
})
afterAll(() => provider.close())

const invalidClient = [401, "invalid_client"] as const
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` })
const grant = "grant_type=client_credentials"

describe("attack 26: client authentication", () => {
  it("takes one method, one client and the right secret", async () => {
    const { clientId, clientSecret = "" } = app
    const other = await provider.app()
    const good = { authorization: basicOf(app) }
    expect((await sendForm(provider, grant, { headers: good })).status).toBe(200)
    for (const [body, headers] of [
      [`${grant}&client_id=${clientId}&client_secret=${clientSecret}`, good],
      [`${grant}&client_secret=${clientSecret}`, good],
      [`${grant}&client_id=${other.clientId}`, good],
      [
        `${grant}&client_id=${clientId}&client_id=${other.clientId}&client_secret=${clientSecret}`,
        {},
      ],
    ] as const)
      expect(refused(await sendForm(provider, body, { headers }))).toEqual([400, "invalid_request"])
    for (const headers of [
      { authorization: "Basic" },
      { authorization: "Basic =" },
      { authorization: "Basic !!!!" },
      { authorization: "Basic YWJj" },
      { authorization: `Bearer ${clientSecret}` },
      { authorization: `Digest ${clientSecret}` },
      basic(`${clientId}`),
      basic(`${clientId}:`),
      basic(`${clientId}:%zz`),
      basic(`%zz:${clientSecret}`),
      basic(`${clientId}:${clientSecret} `),
      basic(`${clientId}:${clientSecret.toUpperCase()}`),
      basic(`${clientId.toUpperCase()}:${clientSecret}`),
      basic(`${clientId}:${other.clientSecret}`),
      basic(`nobody:${clientSecret}`),
      basic(`:${clientSecret}`),
      basic(`${clientId}:\u0000${clientSecret}`),
      basic(`${clientId}:${"0".repeat(64)}`),
    ])
      expect([headers, refused(await sendForm(provider, grant, { headers }))]).toEqual([
        headers,
        invalidClient,
      ])
    for (const body of [
      grant,
      `${grant}&client_id=${clientId}`,
      `${grant}&client_id=${clientId}&client_secret=wrong`,
      `${grant}&client_secret=${clientSecret}`,
    ])
      expect([body, refused(await sendForm(provider, body))]).toEqual([body, invalidClient])
  })

  it("takes no secret of a public app, and none that was retired or whose app was removed", async () => {
    const page = await provider.app({
      clientType: "public",
      redirectUris: ["https://page.example/"],
    })
    expect(
      refused(
        await sendForm(
          provider,
          `grant_type=refresh_token&refresh_token=x&client_id=${page.clientId}&client_secret=x`,
        ),
      ),
    ).toEqual(invalidClient)
    expect(
      refused(
        await sendForm(provider, "grant_type=refresh_token&refresh_token=x", {
          headers: basic(`${page.clientId}:x`),
        }),
      ),
    ).toEqual(invalidClient)
    expect(refused(await askToken(provider, page, { grant_type: "client_credentials" }))).toEqual([
      400,
      "unauthorized_client",
    ])

    const named = { organization: provider.club.slug, clientId: app.clientId }
    const rotated = await provider.app()
    const add = async () =>
      (await provider.symbolon.apps.createSecret({ ...named, clientId: rotated.clientId }))
        .clientSecret
    const [second, third] = [await add(), await add()]
    const status = async (clientSecret: string | undefined) =>
      (
        await sendForm(provider, grant, {
          headers: { authorization: basicOf({ ...rotated, clientSecret }) },
        })
      ).status
    expect([await status(rotated.clientSecret), await status(second), await status(third)]).toEqual(
      [401, 200, 200],
    )
    await provider.symbolon.apps.delete({ ...named, clientId: rotated.clientId })
    expect([await status(second), await status(third)]).toEqual([401, 401])
  })

  it("is asked for by introspection, revocation and every grant, in the same words", async () => {
    const wrong = { ...app, clientSecret: "sy_cs_wrong" }
    const nobody = { ...app, clientId: "00000000-0000-7000-8000-000000000000" }
    const code = await codeFor(provider, app, provider.ada)
    const tokens = await tokensOf(provider, app, provider.ada)
    const said = new Set<string>()
    for (const client of [wrong, nobody, { ...app, clientSecret: undefined }])
      for (const reply of [
        await redeem(provider, client, code),
        await refresh(provider, client, tokens["refresh_token"]),
        await exchange(provider, client, tokens["access_token"], {
          organization_uuid: provider.club.uuid,
        }),
        await askToken(provider, client, { grant_type: "client_credentials" }),
        await askToken(provider, client, { token: tokens["access_token"] ?? "" }, "introspect"),
        await revoke(provider, client, tokens["access_token"]),
      ]) {
        expect(refused(reply)).toEqual(invalidClient)
        said.add(JSON.stringify(reply.body))
      }
    expect(said.size).toBe(1)
    // Nothing was used up, and nothing ended.
    expect((await refresh(provider, app, tokens["refresh_token"])).status).toBe(200)
    expect((await redeem(provider, app, code)).status).toBe(200)
  })
})

describe("attack 29: introspection as an oracle", () => {
  it("tells strangers nothing at all, in the same bytes", async () => {
    const tokens = await tokensOf(provider, app, provider.ada)
    const ended = await tokensOf(provider, app, provider.ada)
    await revoke(provider, app, ended["access_token"])
    const otherApp = await provider.app({
      organization: (
        await provider.symbolon.organizations.create({
          name: "Elsewhere",
          ownerUuid: provider.olga.uuid,
        })
      ).slug,
    })
    const code = await codeFor(provider, app, provider.ada)
    const own = await askToken(provider, app, { grant_type: "client_credentials" })
    for (const token of [
      tokens["access_token"],
      tokens["refresh_token"],
      tokens["id_token"],
      ended["access_token"],
      own.body["access_token"],
      code.code,
      "x",
      `sy_rt_${"A".repeat(43)}`,
      "a.b.c",
      "\ud83d\ude00",
    ])
      expect(await introspect(provider, otherApp, token)).toEqual({ active: false })
    for (const token of [
      tokens["id_token"],
      ended["access_token"],
      ended["refresh_token"],
      code.code,
      "x",
    ])
      expect(await introspect(provider, app, token)).toEqual({ active: false })
    expect(await introspect(provider, app, tokens["access_token"])).toMatchObject({
      active: true,
      token_use: "access",
    })
    expect(await introspect(provider, app, tokens["refresh_token"])).toMatchObject({
      active: true,
      token_use: "refresh",
    })
    const nobody = await sendForm(provider, `token=${tokens["access_token"]}`, {
      path: "introspect",
    })
    expect(refused(nobody)).toEqual(invalidClient)
  })

  it("refuses a public client, which proves nothing by its id, even about its own tokens", async () => {
    const page = await provider.app({
      clientType: "public",
      redirectUris: ["https://page.example/"],
    })
    const ownPage = await provider.app({
      isFirstParty: true,
      clientType: "public",
      redirectUris: ["https://own.example/"],
    })
    const tokens = await tokensOf(provider, page, provider.ada)
    const others = await tokensOf(provider, app, provider.ada)
    for (const client of [page, ownPage])
      for (const token of [
        tokens["access_token"],
        tokens["refresh_token"],
        others["access_token"],
        "x",
      ])
        expect(
          refused(await askToken(provider, client, { token: token ?? "" }, "introspect")),
        ).toEqual(invalidClient)
    const { introspection_endpoint_auth_methods_supported: methods } = (await (
      await fetch(`${provider.issuer}/.well-known/openid-configuration`)
    ).json()) as Record<string, readonly string[]>
    expect(methods).toEqual(["client_secret_basic", "client_secret_post"])
  })

  it("tells an app's own token with the organization it is bound to", async () => {
    const { body } = await askToken(provider, app, { grant_type: "client_credentials" })
    const token = body["access_token"] ?? ""
    expect(partOf(token, 1)).toMatchObject({ organization_uuid: provider.club.uuid })
    expect(await introspect(provider, app, token)).toMatchObject({
      active: true,
      organization_uuid: provider.club.uuid,
    })
    const platform = await provider.app({ organization: undefined, isFirstParty: true })
    const unbound =
      (await askToken(provider, platform, { grant_type: "client_credentials" })).body[
        "access_token"
      ] ?? ""
    expect(partOf(unbound, 1)).not.toHaveProperty("organization_uuid")
    expect(await introspect(provider, platform, unbound)).not.toHaveProperty("organization_uuid")
  })

  it("shows the apps of one organization each other's tokens", async () => {
    const sibling = await provider.app()
    const tokens = await tokensOf(provider, app, provider.ada)
    const own = await askToken(provider, app, { grant_type: "client_credentials" })
    for (const token of [tokens["access_token"], tokens["refresh_token"], own.body["access_token"]])
      expect(await introspect(provider, sibling, token)).toMatchObject({
        active: true,
        client_id: app.clientId,
      })
    // Two apps of no organization are not siblings.
    const [one, other] = [
      await provider.app({ organization: undefined }),
      await provider.app({
        organization: undefined,
        isFirstParty: true,
        clientType: "public",
        redirectUris: ["https://own.example/"],
      }),
    ]
    const unbound = await tokensOf(provider, other, provider.ada)
    expect(await introspect(provider, one, unbound["access_token"])).toEqual({ active: false })
  })

  it("shows an organization's app the tokens bound to it, and the platform's own apps all", async () => {
    const { body } = await exchange(
      provider,
      app,
      (await tokensOf(provider, app, provider.olga, { scope: "organization:read" }))[
        "access_token"
      ],
      { organization_uuid: provider.club.uuid },
    )
    const sibling = await provider.app()
    const platform = await provider.app({ isFirstParty: true })
    expect(await introspect(provider, sibling, body["access_token"])).toMatchObject({
      active: true,
      organization_uuid: provider.club.uuid,
    })
    expect(
      await introspect(
        provider,
        platform,
        (await tokensOf(provider, app, provider.ada))["access_token"],
      ),
    ).toMatchObject({
      active: true,
    })
  })

  it("lets nobody end another's session by revoking what is not theirs", async () => {
    const tokens = await tokensOf(provider, app, provider.ada)
    const page = await provider.app({
      clientType: "public",
      redirectUris: ["https://page.example/"],
    })
    const otherApp = await provider.app()
    for (const token of [tokens["access_token"], tokens["refresh_token"]]) {
      expect(refused(await revoke(provider, otherApp, token))).toEqual([400, "invalid_request"])
      expect((await revoke(provider, page, token)).status).toBe(200)
    }
    expect((await call(provider, tokens["access_token"] ?? "")).status).toBe(200)
    expect((await refresh(provider, app, tokens["refresh_token"])).status).toBe(200)
    for (const unknown of ["x", `sy_rt_${"A".repeat(43)}`, tokens["id_token"]])
      expect((await revoke(provider, otherApp, unknown)).status).toBe(200)
  })
})

describe("attack 31: a user who is shut out or gone", () => {
  it("has no good token and no way to a new one", async () => {
    const { symbolon } = provider
    const endings = {
      disabled: (userUuid: string) => symbolon.users.disable({ userUuid }),
      deleted: (userUuid: string) => symbolon.users.delete({ userUuid }),
      // Even if the sessions were left open by mistake.
      "disabled behind our back": (uuid: string) =>
        meddle(provider, async (tx) => {
          const user = await tx.users.lock(uuid)
          if (user !== undefined)
            await tx.users.change({ ...user, disabledAt: symbolon.clock.now() })
        }),
    }
    for (const [how, end] of Object.entries(endings)) {
      const username = `gone-${how.length}`
      const password = "battery staple 2"
      const { user } = await symbolon.users.create({ username, firstName: "Gus", password })
      const gus = { uuid: user.uuid, username, password }
      const tokens = await tokensOf(provider, app, gus)
      const waiting = await codeFor(provider, app, gus)
      await end(user.uuid)
      expect([how, (await call(provider, tokens["access_token"] ?? "")).status]).toEqual([how, 401])
      expect([how, refused(await refresh(provider, app, tokens["refresh_token"]))]).toEqual([
        how,
        invalidGrant,
      ])
      expect([how, refused(await redeem(provider, app, waiting))]).toEqual([how, invalidGrant])
      expect([how, await introspect(provider, app, tokens["access_token"])]).toEqual([
        how,
        { active: false },
      ])
      expect([how, await introspect(provider, app, tokens["refresh_token"])]).toEqual([
        how,
        { active: false },
      ])
      await expect(tokensOf(provider, app, gus)).rejects.toThrow("401")
    }
  })
})

describe("attack 32: an app that was removed, or has less than it had", () => {
  const change = (client: App, what: object) =>
    provider.symbolon.apps.update({
      organization: provider.club.slug,
      clientId: client.clientId,
      ...what,
    })
  const status = async (token: string | undefined) => (await call(provider, token ?? "")).status
  const openid = { scope: "openid wallet:read" }

  it("loses its tokens with it", async () => {
    const removed = await provider.app()
    const tokens = await tokensOf(provider, removed, provider.ada, openid)
    const platform = await provider.app({ isFirstParty: true })
    await provider.symbolon.apps.delete({
      organization: provider.club.slug,
      clientId: removed.clientId,
    })
    expect(refused(await refresh(provider, removed, tokens["refresh_token"]))).toEqual(
      invalidClient,
    )
    expect(await status(tokens["access_token"])).toBe(401)
    expect(await introspect(provider, platform, tokens["access_token"])).toEqual({ active: false })
    expect(await introspect(provider, platform, tokens["refresh_token"])).toEqual({ active: false })
  })

  it("loses its tokens with a scope that they carry", async () => {
    const less = await provider.app()
    const tokens = await tokensOf(provider, less, provider.ada, openid)
    const waiting = await codeFor(provider, less, provider.ada, openid)
    await change(less, { scopes: ["openid"] })
    expect(refused(await refresh(provider, less, tokens["refresh_token"]))).toEqual([
      400,
      "invalid_scope",
    ])
    expect(refused(await redeem(provider, less, waiting))).toEqual([400, "invalid_scope"])
    expect(await status(tokens["access_token"])).toBe(401)
    expect(await introspect(provider, less, tokens["access_token"])).toEqual({ active: false })
  })

  it("loses its tokens with the grant they came by, and its refreshes with that grant", async () => {
    const less = await provider.app()
    const tokens = await tokensOf(provider, less, provider.ada, openid)
    await change(less, { grantTypes: ["authorization_code"] })
    expect(await introspect(provider, less, tokens["refresh_token"])).toEqual({ active: false })
    expect(refused(await refresh(provider, less, tokens["refresh_token"]))).toEqual([
      400,
      "unauthorized_client",
    ])
    expect(await status(tokens["access_token"])).toBe(200)
    await change(less, { grantTypes: ["client_credentials"] })
    expect(await status(tokens["access_token"])).toBe(401)
    expect(refused(await redeem(provider, less, { code: "x", verifier: "y" }))).toEqual([
      400,
      "unauthorized_client",
    ])
  })
})
