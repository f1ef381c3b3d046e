import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openBrowser } from "../fixtures/cookie-browser.ts"
import {
  askToken,
  authorizeAs,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
  tokensOf,
} from "../fixtures/oauth-provider.ts"

let provider: Provider
beforeEach(async () => {
  provider = await openProvider()
})
afterEach(() => provider.close())

const call = (token: string, path = "/api/v1/wallets") =>
  fetch(`${provider.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })
const claimsOf = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString())

describe("the code flow", () => {
  it("signs somebody in, asks for consent, and gives tokens that work", async () => {
    const app = await provider.app()
    const { answer, verifier } = await authorizeAs(provider, app, provider.ada)
    expect([answer.get("state"), answer.get("iss")]).toEqual(["af0ifjsldkj", provider.issuer])
    const { status, body } = await askToken(provider, app, {
      grant_type: "authorization_code",
      code: answer.get("code") ?? "",
      redirect_uri: app.redirectUri,
      code_verifier: verifier,
    })
    expect([status, body["token_type"], body["expires_in"], body["scope"]]).toEqual([
      200,
      "Bearer",
      3600,
      "openid profile wallet:read",
    ])
    expect(body["refresh_token"]).toMatch(/^sy_rt_/)
    const { sid } = claimsOf(body["access_token"] ?? "")
    expect(claimsOf(body["id_token"] ?? "")).toMatchObject({
      iss: provider.issuer,
      sub: provider.ada.uuid,
      aud: app.clientId,
      sid,
      acr: "1",
    })
    expect((await call(body["access_token"] ?? "")).status).toBe(200)
    const info = await call(body["access_token"] ?? "", "/oauth2/userinfo")
    expect(await info.json()).toMatchObject({
      sub: provider.ada.uuid,
      name: "Ada Lovelace",
      preferred_username: "ada",
    })
  })

  it("asks a signed-in user for consent once, and a first-party app for none", async () => {
    const app = await provider.app()
    const { browser } = await authorizeAs(provider, app, provider.ada)
    const again = await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge }))
    expect([again.status, new URL(again.location ?? "").searchParams.has("code")]).toEqual([
      303,
      true,
    ])
    const more = await browser.get(
      authorizeUrl({
        provider,
        app,
        challenge: pkce().challenge,
        parameters: { scope: "openid profile wallet:read wallet:transfer" },
      }),
    )
    expect(more.json).toMatchObject({ status: "consent_required", user: { username: "ada" } })
    expect(
      (more.json as { scopes: { already_granted: boolean }[] }).scopes.map(
        (scope) => scope.already_granted,
      ),
    ).toEqual([true, true, true, false])
    const own = await provider.app({ isFirstParty: true })
    const silent = await browser.get(
      authorizeUrl({ provider, app: own, challenge: pkce().challenge }),
    )
    expect(new URL(silent.location ?? "").searchParams.get("code")).toMatch(/^sy_code_/)
  })

  it("tells the app that the user said no", async () => {
    const app = await provider.app()
    const browser = openBrowser()
    const interaction = (
      await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge }))
    ).json as Record<string, string>
    const sent = { challenge: interaction["challenge"], csrf_token: interaction["csrf_token"] }
    const consent = (
      await browser.post(`${provider.baseUrl}/oauth2/login`, { ...sent, ...provider.ada })
    ).json as Record<string, string>
    const denied = await browser.post(`${provider.baseUrl}/oauth2/consent`, {
      challenge: consent["challenge"],
      csrf_token: consent["csrf_token"],
      decision: "deny",
    })
    const { searchParams } = new URL((denied.json as { redirect_to: string }).redirect_to)
    expect([searchParams.get("error"), searchParams.get("state"), searchParams.get("iss")]).toEqual(
      ["access_denied", "af0ifjsldkj", provider.issuer],
    )
  })

  it("says in the body of a redirect which error it has, to a program", async () => {
    const app = await provider.app()
    const parameters = { scope: "openid wallet:fly" }
    const url = authorizeUrl({ provider, app, challenge: pkce().challenge, parameters })
    const refused = await openBrowser().get(url)
    expect([refused.status, refused.json]).toEqual([
      303,
      {
        redirect_to: refused.location,
        error: "invalid_scope",
        error_description: new URL(refused.location ?? "").searchParams.get("error_description"),
      },
    ])
    expect((await openBrowser().get(url, { accept: "text/html" })).text).toBe("")
  })

  it("works for a program that keeps no cookies until it is signed in", async () => {
    const app = await provider.app({ isFirstParty: true })
    const interaction = (
      await openBrowser().get(authorizeUrl({ provider, app, challenge: pkce().challenge }))
    ).json as Record<string, string>
    const sent = {
      challenge: interaction["challenge"],
      csrf_token: interaction["csrf_token"],
      username: "ada",
    }
    const wrong = await openBrowser().post(`${provider.baseUrl}/oauth2/login`, {
      ...sent,
      password: "no",
    })
    expect([wrong.status, wrong.json]).toMatchObject([
      401,
      { status: "login_required", error: "invalid_credentials" },
    ])
    const right = await openBrowser().post(`${provider.baseUrl}/oauth2/login`, {
      ...sent,
      password: provider.ada.password,
    })
    expect([right.status, Object.keys(right.json as object)]).toEqual([200, ["redirect_to"]])
  })
})

describe("refreshing", () => {
  it("rotates, narrows one access token and not the session, and ends the session when a token comes twice", async () => {
    const app = await provider.app()
    const first = await tokensOf(provider, app, provider.ada)
    const refresh = (token: string | undefined, more: Record<string, string> = {}) =>
      askToken(provider, app, { grant_type: "refresh_token", refresh_token: token ?? "", ...more })
    const second = await refresh(first["refresh_token"], { scope: "wallet:read" })
    expect([second.status, second.body["scope"]]).toEqual([200, "wallet:read"])
    const third = await refresh(second.body["refresh_token"])
    expect([third.status, third.body["scope"]]).toEqual([200, "openid profile wallet:read"])
    expect(
      (await refresh(third.body["refresh_token"], { scope: "wallet:transfer" })).body["error"],
    ).toBe("invalid_scope")
    expect((await call(third.body["access_token"] ?? "")).status).toBe(200)
    expect((await refresh(first["refresh_token"])).body["error"]).toBe("invalid_grant")
    expect((await refresh(third.body["refresh_token"])).body["error"]).toBe("invalid_grant")
    expect((await call(third.body["access_token"] ?? "")).status).toBe(401)
  })

  it("lasts 30 days for a third-party app and 7 for a first-party one", async () => {
    for (const [isFirstParty, days] of [
      [false, 30],
      [true, 7],
    ] as const) {
      const app = await provider.app({ isFirstParty })
      const tokens = await tokensOf(provider, app, provider.ada)
      expect(tokens["refresh_token_expires_in"]).toBe(days * 86_400)
    }
  })
})

describe("exchange, introspection and revocation", () => {
  it("gives a token for an organization, of the same session", async () => {
    const app = await provider.app()
    const tokens = await tokensOf(provider, app, provider.olga, {
      scope: "openid organization:read membership_tier:write",
    })
    const exchange = (fields: Record<string, string>) =>
      askToken(provider, app, {
        grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
        subject_token: tokens["access_token"] ?? "",
        subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
        ...fields,
      })
    const named = [
      { organization_uuid: provider.club.uuid },
      { organization_uuid: provider.club.slug },
      { resource: `${provider.baseUrl}/api/v1/organizations/${provider.club.slug}` },
      { audience: `urn:uuid:${provider.club.uuid}` },
    ]
    for (const fields of named) {
      const { status, body } = await exchange(fields as Record<string, string>)
      expect([status, body["scope"], body["issued_token_type"]]).toEqual([
        200,
        "organization:read membership_tier:write",
        "urn:ietf:params:oauth:token-type:access_token",
      ])
      expect(claimsOf(body["access_token"] ?? "")["organization_uuid"]).toBe(provider.club.uuid)
    }
    expect((await exchange({})).body["error"]).toBe("invalid_request")
    expect((await exchange({ organization_uuid: "nowhere" })).body["error"]).toBe("invalid_target")
    const { body } = await exchange({ organization_uuid: provider.club.uuid })
    const active = await askToken(
      provider,
      app,
      { token: body["access_token"] ?? "" },
      "introspect",
    )
    expect(active.body).toMatchObject({
      active: true,
      username: "olga",
      token_use: "access",
      organization_uuid: provider.club.uuid,
    })
    expect((await call(body["access_token"] ?? "", "/api/v1/organizations")).status).toBe(200)
    expect(
      (await askToken(provider, app, { token: tokens["refresh_token"] ?? "" }, "revoke")).status,
    ).toBe(200)
    expect((await call(body["access_token"] ?? "", "/api/v1/organizations")).status).toBe(401)
    const over = await askToken(provider, app, { token: body["access_token"] ?? "" }, "introspect")
    expect(over.body).toEqual({ active: false })
  })
})
