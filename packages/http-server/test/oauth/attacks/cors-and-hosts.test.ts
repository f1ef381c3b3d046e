import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { openBrowser } from "../../fixtures/cookie-browser.ts"
import {
  type App,
  askToken,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
  tokensOf,
} from "../../fixtures/oauth-provider.ts"
import { basicOf, connectionsDuring, exchange, introspect, refresh, revoke } from "./kit.ts"

let provider: Provider
let app: App
beforeAll(async () => {
  provider = await openProvider()
  app = await provider.app()
})
afterAll(() => provider.close())

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

/** A request with headers that `fetch` would not let anybody set. */
const raw = (
  path: string,
  headers: Readonly<Record<string, string>>,
  method = "GET",
  body = "",
): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(provider.baseUrl)
    const asking = request({ hostname, port, path, method, headers }, (reply) => {
      let text = ""
      reply.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
      reply.on("end", () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }),
      )
    })
    asking.once("error", reject).end(body)
  })

describe("attack 33: the Host header and proxies", () => {
  const lies: readonly Readonly<Record<string, string>>[] = [
    { host: "evil.example" },
    { host: "127.0.0.1:1" },
    {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      "x-forwarded-port": "443",
      "x-forwarded-prefix": "/evil",
    },
    { forwarded: "for=192.0.2.1;host=evil.example;proto=https" },
    { "x-original-url": "/evil", "x-rewrite-url": "/evil", "x-host": "evil.example" },
  ]

  it("change no URL that the service tells", async () => {
    const paths = [
      "/oauth2/.well-known/openid-configuration",
      "/oauth2/.well-known/jwks.json",
      "/openapi.json",
      `/oauth2/client-info?client_id=${app.clientId}`,
    ]
    for (const path of paths) {
      const honest = await raw(path, {})
      expect([path, honest.status]).toEqual([path, 200])
      for (const lie of lies) {
        const got = await raw(path, lie)
        expect({ path, lie, status: got.status, text: got.text }).toEqual({
          path,
          lie,
          status: 200,
          text: honest.text,
        })
      }
    }
    expect(
      JSON.parse((await raw("/oauth2/.well-known/openid-configuration", {})).text),
    ).toMatchObject({ issuer: provider.issuer })
  })

  it("lead no browser, no letter and no token elsewhere", async () => {
    const { pathname, search } = new URL(
      authorizeUrl({ provider, app, challenge: pkce().challenge }),
    )
    for (const lie of lies) {
      const page = await raw(`${pathname}${search}`, { ...lie, accept: "text/html" })
      expect(page.headers["location"]).toMatch(new RegExp(`^${provider.issuer}/interaction/`))
      const data = JSON.parse(
        (await raw(`${pathname}${search}`, { ...lie, accept: "application/json" })).text,
      )
      expect(data.actions.login).toBe(`${provider.issuer}/login`)
      const failed = await raw(`${pathname}${search}&prompt=none`, lie)
      expect(new URL(String(failed.headers["location"])).searchParams.get("iss")).toBe(
        provider.issuer,
      )
      const issued = await raw(
        "/oauth2/token",
        {
          ...lie,
          authorization: basicOf(app),
          "content-type": "application/x-www-form-urlencoded",
        },
        "POST",
        "grant_type=client_credentials",
      )
      const [, body = ""] = String(JSON.parse(issued.text).access_token).split(".")
      expect(JSON.parse(Buffer.from(body, "base64url").toString())).toMatchObject({
        iss: provider.issuer,
        aud: `${provider.baseUrl}/api/v1`,
      })
    }
    const letters: string[] = []
    const own = await openProvider({
      core: { mailer: { send: async ({ text }) => void letters.push(text) } },
    })
    await own.symbolon.users.create({
      username: "rosa",
      firstName: "Rosa",
      email: "rosa@mail.test",
      isEmailVerified: true,
    })
    const { issuer } = own
    for (const lie of lies.slice(2))
      await openBrowser().submit(
        `${issuer}/password-reset`,
        { username: "rosa", name: "rosa" },
        { ...lie, origin: own.baseUrl },
      )
    await portsOf(own.symbolon).outgoingMail.idle()
    expect(letters.length).toBeGreaterThan(0)
    for (const letter of letters)
      for (const [url] of letter.matchAll(/https?:\/\/\S+/g))
        expect(url).toMatch(new RegExp(`^${own.baseUrl}/`))
    await own.close()
  })
})

describe("attack 34: requests that the service is made to send", () => {
  it("there are none: nothing that a client names is fetched", async () => {
    const evil = "http://169.254.169.254/latest/meta-data"
    const strange = await connectionsDuring(provider, async () => {
      const lure = await provider.app({
        iconUrl: "https://icons.evil.example/a.png",
        websiteUrl: "https://evil.example/",
        policyUrl: "https://evil.example/policy",
        tosUrl: "https://evil.example/tos",
        redirectUris: ["https://app.evil.example/callback"],
        postLogoutRedirectUris: ["https://app.evil.example/bye"],
      })
      await fetch(`${provider.issuer}/client-info?client_id=${lure.clientId}`)
      const browser = openBrowser()
      for (const parameters of [
        { request_uri: evil },
        { request: "eyJhbGciOiJub25lIn0.e30." },
        { registration: `{"jwks_uri":"${evil}"}` },
        { resource: evil },
        { redirect_uri: evil },
        { client_id: evil },
        {
          id_token_hint: `${Buffer.from(`{"alg":"RS256","jku":"${evil}"}`).toString("base64url")}.e30.x`,
        },
        {},
      ]) {
        const got = await browser.get(
          authorizeUrl({
            provider,
            app: lure,
            challenge: pkce().challenge,
            parameters: parameters as Record<string, string>,
          }),
          { accept: "text/html" },
        )
        if (got.location?.startsWith(provider.issuer) === true)
          await browser.get(got.location, { accept: "text/html" })
      }
      const tokens = await tokensOf(provider, lure, provider.olga, {
        scope: "openid organization:read",
      })
      await refresh(provider, lure, tokens["refresh_token"])
      await exchange(provider, lure, tokens["access_token"], {
        organization_uuid: provider.club.uuid,
        resource: evil,
        audience: evil,
      })
      await introspect(provider, lure, tokens["access_token"])
      await revoke(provider, lure, tokens["access_token"])
      await browser.get(
        `${provider.issuer}/logout?${new URLSearchParams({ client_id: lure.clientId, post_logout_redirect_uri: "https://app.evil.example/bye" }).toString()}`,
      )
    })
    expect(strange).toEqual([])
  })

  it("would be noticed", async () => {
    const strange = await connectionsDuring(provider, () =>
      fetch("http://127.0.0.1:59999/").catch(() => undefined),
    )
    expect(strange).toEqual(["127.0.0.1:59999"])
  })
})

describe("attack 39: pages of other origins", () => {
  const origin = "https://page.example"
  const corsOf = async (path: string, from: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set("origin", from)
    const reply = await fetch(`${provider.baseUrl}${path}`, { ...init, headers })
    await reply.arrayBuffer()
    return {
      origin: reply.headers.get("access-control-allow-origin"),
      credentials: reply.headers.get("access-control-allow-credentials"),
      reply,
    }
  }
  const post = {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "x=1",
  }
  const preflight = { method: "OPTIONS", headers: { "access-control-request-method": "POST" } }

  it("read the token endpoint only where an app of theirs is registered, and never with cookies", async () => {
    const page = await provider.app({
      clientType: "public",
      redirectUris: [`${origin}/callback`, "com.example.app:/cb", "http://127.0.0.1/cb"],
    })
    for (const path of ["token", "introspect", "revoke"])
      for (const init of [post, preflight]) {
        expect(await corsOf(`/oauth2/${path}`, origin, init)).toMatchObject({
          origin,
          credentials: null,
        })
        for (const strange of [
          "null",
          "https://evil.example",
          "https://page.example.evil.example",
          "https://evil.page.example",
          "http://page.example",
          "https://page.example:8443",
          "https://PAGE.example",
          "https://page.example/",
          "com.example.app:",
          "com.example.app://cb",
          "*",
          "https://page.example, https://evil.example",
          `https://${"x".repeat(300)}`,
        ]) {
          const got = await corsOf(`/oauth2/${path}`, strange, init)
          expect([path, strange, got.origin, got.credentials]).toEqual([path, strange, null, null])
          expect(got.reply.headers.get("vary") ?? "").toMatch(/origin/i)
        }
      }
    const good = await corsOf("/oauth2/token", origin, {
      ...post,
      body: `client_id=${page.clientId}&grant_type=refresh_token&refresh_token=x`,
    })
    expect([good.reply.status, good.origin]).toEqual([400, origin])
    await provider.symbolon.apps.delete({
      organization: provider.club.slug,
      clientId: page.clientId,
    })
    expect((await corsOf("/oauth2/token", origin, post)).origin).toBeNull()
  })

  it("read nothing of the sign-in and of the console, and nothing anywhere with cookies", async () => {
    const url = authorizeUrl({ provider, app, challenge: pkce().challenge })
    await provider.app({ clientType: "public", redirectUris: [`${origin}/callback`] })
    for (const [path, init] of [
      [url.slice(provider.baseUrl.length), {}],
      ["/oauth2/authorize", post],
      ["/oauth2/login", post],
      ["/oauth2/consent", post],
      ["/oauth2/logout", {}],
      ["/oauth2/interaction/x", {}],
      ["/oauth2/register?challenge=x", {}],
      ["/oauth2/password-reset", {}],
      ["/console/v1/test/clock", {}],
    ] as const)
      expect([path, await corsOf(path, origin, init)]).toEqual([
        path,
        expect.objectContaining({ origin: null, credentials: null }),
      ])
    for (const path of [
      "/oauth2/userinfo",
      "/oauth2/.well-known/openid-configuration",
      "/oauth2/.well-known/jwks.json",
      "/oauth2/scopes",
      "/api/v1/organizations",
    ])
      expect([path, await corsOf(path, "null")]).toEqual([
        path,
        expect.objectContaining({ origin: "*", credentials: null }),
      ])
  })

  it("gain nothing by a browser's cookies at the token endpoint: none is read or written there", async () => {
    const browser = openBrowser()
    await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge }))
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const got = await corsOf("/oauth2/token", "https://app.example", {
      ...post,
      headers: { ...post.headers, cookie },
    })
    expect([got.reply.status, got.reply.headers.getSetCookie()]).toEqual([401, []])
    expect((await askToken(provider, app, { grant_type: "client_credentials" })).status).toBe(200)
  })
})
