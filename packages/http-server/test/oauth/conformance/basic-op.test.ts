import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openBrowser } from "../../fixtures/cookie-browser.ts"
import { askToken, authorizeUrl, pkce } from "../../fixtures/oauth-provider.ts"
import {
  ask,
  claimsOf,
  entropyOf,
  flow,
  isSignedByPublished,
  openConformanceProvider,
  partOf,
  returned,
  type ConformanceProvider,
  userinfo,
} from "./suite.ts"

// The modules of the Basic OP plan, each under its own name and in our own words. The suite sends
// no PKCE; ours always does.

let suite: ConformanceProvider
beforeAll(async () => {
  suite = await openConformanceProvider()
})
afterAll(() => suite.provider.close())

const browserOf = async () => (await flow(suite)).browser
const seconds = () => Math.floor(suite.provider.clock.now().getTime() / 1000)
const postUserinfo = (init: RequestInit) =>
  fetch(`${suite.provider.issuer}/userinfo`, { method: "POST", ...init })

describe("Basic OP", () => {
  it("oidcc-server", async () => {
    const { provider, first } = suite
    const { answer, code, tokens, accessToken, claims } = await flow(suite)
    expect([answer.get("state"), answer.has("error"), answer.has("id_token")]).toEqual([
      "af0ifjsldkj",
      false,
      false,
    ])
    for (const secret of [code, accessToken]) {
      expect(secret.length * 6).toBeGreaterThan(128)
      expect(entropyOf(secret)).toBeGreaterThan(96)
    }
    const expiresIn: unknown = tokens["expires_in"]
    expect(expiresIn).toSatisfy(
      (value: unknown) => typeof value === "number" && value >= 1 && value <= 31_536_000,
    )
    expect(tokens["token_type"]).toBe("Bearer")
    expect(claims).toMatchObject({
      iss: provider.issuer,
      sub: provider.ada.uuid,
      aud: first.clientId,
      nonce: "n-0S6_WzA2Mj",
    })
    expect(claims["exp"]).toBeGreaterThan(seconds())
    expect(Math.abs(Number(claims["iat"]) - seconds())).toBeLessThan(5 * 60)
    expect(Number(claims["auth_time"])).toBeGreaterThan(seconds() - 31_536_000)
    expect(claims["acr"]).toMatch(/./)
    expect(claims).not.toHaveProperty("name")
  })

  it("oidcc-response-type-missing", async () => {
    const { provider, first } = suite
    const reply = await ask(provider, first, { response_type: undefined })
    expect(["invalid_request", "unsupported_response_type"]).toContain(
      returned(reply.location).get("error"),
    )
    expect(returned(reply.location).get("state")).toBe("af0ifjsldkj")
  })

  it("oidcc-idtoken-signature", async () => {
    const { idToken } = await flow(suite)
    expect(partOf(idToken, 0)).toMatchObject({ alg: "RS256", kid: expect.stringMatching(/./) })
    expect(await isSignedByPublished(suite.provider, idToken)).toBe(true)
  })

  it("oidcc-userinfo-get", async () => {
    const { userinfo: get, claims } = await flow(suite)
    const { status, type, claims: replyBody } = await get()
    expect([status, type, replyBody["sub"]]).toEqual([
      200,
      "application/json; charset=utf-8",
      claims["sub"],
    ])
  })

  it("oidcc-userinfo-post-header", async () => {
    const { accessToken, claims } = await flow(suite)
    const reply = await postUserinfo({ headers: { authorization: `Bearer ${accessToken}` } })
    expect([reply.status, await reply.json()]).toMatchObject([200, { sub: claims["sub"] }])
  })

  it("oidcc-userinfo-post-body", async () => {
    const { accessToken, claims } = await flow(suite)
    const reply = await postUserinfo({ body: new URLSearchParams({ access_token: accessToken }) })
    expect([reply.status, await reply.json()]).toMatchObject([200, { sub: claims["sub"] }])
    const twice = await postUserinfo({
      headers: { authorization: `Bearer ${accessToken}` },
      body: new URLSearchParams({ access_token: accessToken }),
    })
    expect([twice.status, await twice.json()]).toMatchObject([400, { error: "invalid_request" }])
  })

  it("oidcc-ensure-request-without-nonce-succeeds-for-code-flow", async () => {
    const { claims } = await flow(suite, { nonce: undefined })
    expect(claims).not.toHaveProperty("nonce")
  })

  it("oidcc-scope-profile", async () => {
    const { userinfo: get, claims } = await flow(suite, { scope: "openid profile" })
    const replyBody = (await get()).claims
    expect(replyBody).toMatchObject({
      name: "Ada Lovelace",
      given_name: "Ada",
      family_name: "Lovelace",
      preferred_username: "ada",
    })
    expect(replyBody["updated_at"]).toBeTypeOf("number")
    expect(claims).not.toHaveProperty("preferred_username")
  })

  it("oidcc-scope-email", async () => {
    const { userinfo: get, claims } = await flow(suite, { scope: "openid email" })
    expect((await get()).claims).toMatchObject({ email: "ada@example.org", email_verified: false })
    expect(claims).not.toHaveProperty("email")
  })

  it("oidcc-scope-phone", async () => {
    const { userinfo: get } = await flow(suite, { scope: "openid phone" })
    const replyBody = (await get()).claims
    // She has given no number: then nothing is told, never null.
    expect([replyBody["sub"], "phone_number" in replyBody]).toEqual([
      suite.provider.ada.uuid,
      false,
    ])
  })

  it("oidcc-scope-all", async () => {
    const { userinfo: get } = await flow(suite, { scope: "openid profile email phone" })
    expect((await get()).claims).toMatchObject({ name: "Ada Lovelace", email: "ada@example.org" })
  })

  it("oidcc-alternate-happy-flow", async () => {
    const { provider, first } = suite
    const { verifier, challenge } = pkce()
    const url = new URL(
      authorizeUrl({
        provider,
        app: first,
        challenge,
        parameters: { scope: "email profile openid" },
      }),
    )
    const reversed = new URLSearchParams([...url.searchParams].reverse())
    const browser = await browserOf()
    let reply = await browser.get(`${provider.issuer}/authorize?${reversed.toString()}`)
    const data = reply.json as Record<string, string> | undefined
    if (reply.location === undefined)
      reply = await browser.post(`${provider.issuer}/consent`, {
        challenge: data?.["challenge"],
        csrf_token: data?.["csrf_token"],
        decision: "accept",
      })
    const location = reply.location ?? (reply.json as { redirect_to: string }).redirect_to
    const { status } = await askToken(provider, first, {
      code_verifier: verifier,
      redirect_uri: first.redirectUri,
      code: returned(location).get("code") ?? "",
      grant_type: "authorization_code",
    })
    expect(status).toBe(200)
  })

  it.each([
    ["oidcc-display-page", { display: "page" }],
    ["oidcc-display-popup", { display: "popup" }],
    ["oidcc-ensure-request-with-unknown-parameter-succeeds", { extra: "foobar" }],
    ["oidcc-login-hint", { login_hint: "bob@example.org" }],
    ["oidcc-ui-locales", { ui_locales: "se" }],
    ["oidcc-claims-locales", { claims_locales: "se" }],
    ["oidcc-ensure-request-with-acr-values-succeeds", { acr_values: "1 2" }],
  ])("%s", async (_, parameters) => {
    const { claims } = await flow(suite, parameters)
    expect(claims["acr"]).toBe("1")
  })

  it("oidcc-login-hint shows the hint on the page, and only there", async () => {
    const { provider, first } = suite
    const reply = await ask(provider, first, { login_hint: "ada" })
    expect(reply.json).toMatchObject({
      status: "login_required",
      login: { hint: "ada" },
      user: null,
    })
  })

  it("oidcc-prompt-login", async () => {
    const before = await flow(suite)
    await suite.provider.advance(2)
    const after = await flow(suite, { prompt: "login" }, { browser: before.browser })
    expect(Number(after.claims["auth_time"])).toBeGreaterThan(Number(before.claims["auth_time"]))
    expect(after.claims["sub"]).toBe(before.claims["sub"])
  })

  it("oidcc-prompt-none-not-logged-in", async () => {
    const { provider, first } = suite
    const reply = await ask(provider, first, { prompt: "none" })
    expect([returned(reply.location).get("error"), returned(reply.location).get("state")]).toEqual([
      "login_required",
      "af0ifjsldkj",
    ])
  })

  it("oidcc-prompt-none-logged-in", async () => {
    const before = await flow(suite)
    const after = await flow(suite, { prompt: "none" }, { browser: before.browser })
    expect([after.claims["sub"], after.claims["auth_time"]]).toEqual([
      before.claims["sub"],
      before.claims["auth_time"],
    ])
  })

  it("oidcc-max-age-1", async () => {
    const before = await flow(suite)
    await suite.provider.advance(2)
    const reply = await ask(
      suite.provider,
      suite.first,
      { scope: "openid", max_age: "1" },
      before.browser,
    )
    expect(reply.json).toMatchObject({ status: "login_required" })
    const after = await flow(suite, { max_age: "1" }, { browser: before.browser })
    expect(Number(after.claims["auth_time"])).toBe(seconds())
  })

  it("oidcc-max-age-10000", async () => {
    const before = await flow(suite)
    await suite.provider.advance(2)
    const after = await flow(suite, { max_age: "10000" }, { browser: before.browser })
    expect([after.claims["sub"], after.claims["auth_time"]]).toEqual([
      before.claims["sub"],
      before.claims["auth_time"],
    ])
  })

  it("oidcc-id-token-hint", async () => {
    const { provider, first } = suite
    const { idToken, browser } = await flow(suite)
    await provider.advance(2 * 3600)
    const same = await ask(
      provider,
      first,
      { scope: "openid", prompt: "none", id_token_hint: idToken },
      browser,
    )
    expect(returned(same.location).get("code")).toMatch(/^sy_code_/)
    const nobody = await ask(provider, first, {
      scope: "openid",
      prompt: "none",
      id_token_hint: idToken,
    })
    expect(returned(nobody.location).get("error")).toBe("login_required")
  })

  it("oidcc-codereuse", async () => {
    const { redeem, accessToken } = await flow(suite)
    expect(await redeem()).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    expect((await userinfo(suite.provider, accessToken)).status).toBe(401)
  })

  it("oidcc-codereuse-30seconds", async () => {
    const { redeem, accessToken } = await flow(suite)
    await suite.provider.advance(30)
    expect(await redeem()).toMatchObject({ status: 400, body: { error: "invalid_grant" } })
    expect((await userinfo(suite.provider, accessToken)).status).toBe(401)
  })

  it("oidcc-ensure-registered-redirect-uri", async () => {
    const { provider, first } = suite
    const parameters = { redirect_uri: "https://suite.example/elsewhere" }
    const page = await ask(provider, first, parameters, openBrowser(), "text/html")
    expect([page.status, page.location, page.headers.get("content-type")]).toEqual([
      400,
      undefined,
      "text/html; charset=utf-8",
    ])
    const data = await ask(provider, first, parameters)
    expect([data.status, data.location, data.json]).toMatchObject([
      400,
      undefined,
      { error: "invalid_request" },
    ])
  })

  it("oidcc-ensure-post-request-succeeds", async () => {
    const { provider, first } = suite
    const { challenge } = pkce()
    const { searchParams } = new URL(
      authorizeUrl({ provider, app: first, challenge, parameters: { scope: "openid" } }),
    )
    const browser = await browserOf()
    const reply = await browser.submit(
      `${provider.issuer}/authorize`,
      Object.fromEntries(searchParams),
    )
    expect([reply.status, returned(reply.location).has("code")]).toEqual([303, true])
  })

  it("oidcc-server-client-secret-post", async () => {
    const { provider, first } = suite
    const done = await flow(suite)
    const reply = await fetch(`${provider.issuer}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: done.tokens["refresh_token"] ?? "",
        client_id: first.clientId,
        client_secret: first.clientSecret ?? "",
      }),
    })
    expect(reply.status).toBe(200)
  })

  it("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported", async () => {
    const { provider, first } = suite
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from("{}").toString("base64url")}.`
    expect(returned((await ask(provider, first, { request: none })).location).get("error")).toBe(
      "request_not_supported",
    )
    const byUri = await ask(provider, first, { request_uri: "https://suite.example/request" })
    expect(returned(byUri.location).get("error")).toBe("request_uri_not_supported")
  })

  it("oidcc-claims-essential", async () => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } })
    const { userinfo: get } = await flow(suite, { claims })
    // claims_parameter_supported is false: it is taken and changes nothing.
    expect((await get()).claims).not.toHaveProperty("name")
  })

  it("oidcc-ensure-request-object-with-redirect-uri", async () => {
    const { provider, first } = suite
    const inside = Buffer.from(JSON.stringify({ redirect_uri: first.redirectUri })).toString(
      "base64url",
    )
    const request = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${inside}.`
    const reply = await ask(provider, first, { request, redirect_uri: undefined })
    expect([reply.status, reply.location]).toEqual([400, undefined])
  })

  it("oidcc-refresh-token", async () => {
    const { provider, first, second } = suite
    const refresh = (app: typeof first, token: string | undefined) =>
      askToken(provider, app, { grant_type: "refresh_token", refresh_token: token ?? "" })
    const one = await flow(suite)
    const other = await flow(suite, {}, { app: second })
    expect(one.tokens["refresh_token"]).toMatch(/^[A-Za-z0-9._~-]+$/)
    const again = await refresh(first, one.tokens["refresh_token"])
    const claims = claimsOf(again.body["id_token"] ?? "")
    for (const name of ["iss", "sub", "aud", "auth_time"])
      expect(claims[name]).toEqual(one.claims[name])
    expect((await userinfo(provider, again.body["access_token"] ?? "")).status).toBe(200)
    expect((await refresh(first, other.tokens["refresh_token"])).body["error"]).toBe(
      "invalid_grant",
    )
    expect((await refresh(second, other.tokens["refresh_token"])).status).toBe(200)
  })

  it("oidcc-ensure-request-with-valid-pkce-succeeds", async () => {
    const { code, verifier } = await flow(suite)
    expect([code, verifier.length]).toEqual([expect.stringMatching(/^sy_code_/), 43])
  })
})
