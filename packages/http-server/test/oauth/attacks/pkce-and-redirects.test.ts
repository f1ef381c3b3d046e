import fc from "fast-check"
import * as oauth4webapi from "oauth4webapi"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openBrowser } from "../../fixtures/cookie-browser.ts"
import {
  type App,
  askToken,
  authorizeAs,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
  tokensOf,
} from "../../fixtures/oauth-provider.ts"
import { codeFor, invalidGrant, redeem, refused } from "./kit.ts"

const registered = "https://app.example/callback"

let provider: Provider
let apps: Readonly<Record<"confidential" | "public", App>>
beforeAll(async () => {
  provider = await openProvider()
  apps = {
    confidential: await provider.app(),
    public: await provider.app({ clientType: "public", redirectUris: [registered] }),
  }
})
afterAll(() => provider.close())

const ask = (
  app: App,
  parameters: Readonly<Record<string, string | undefined>>,
  headers?: Readonly<Record<string, string>>,
) =>
  openBrowser().get(
    authorizeUrl({ provider, app, challenge: pkce().challenge, parameters }),
    headers,
  )
/** Where a browser is sent, by its origin, and with which error. */
const sentBack = ({
  status,
  location,
}: {
  readonly status: number
  readonly location: string | undefined
}) => {
  const url = location === undefined ? undefined : new URL(location)
  return [status, url?.origin, url?.searchParams.get("error")]
}

describe.each(["confidential", "public"] as const)(
  "attack 4: PKCE downgrade of a %s app",
  (type) => {
    it("is refused before anybody is asked", async () => {
      const app = apps[type]
      const { origin } = new URL(app.redirectUri)
      const { verifier, challenge } = pkce()
      for (const parameters of [
        { code_challenge: undefined },
        { code_challenge: "" },
        { code_challenge: undefined, code_challenge_method: undefined },
        { code_challenge_method: "plain" },
        { code_challenge_method: undefined },
        { code_challenge_method: "s256" },
        { code_challenge: verifier, code_challenge_method: "plain" },
        { code_challenge: challenge.slice(1) },
        { code_challenge: `${challenge}A` },
        { code_challenge: `${challenge.slice(1)}=` },
        { code_challenge: `${challenge.slice(1)}+` },
      ])
        expect({ parameters, sent: sentBack(await ask(app, parameters)) }).toEqual({
          parameters,
          sent: [303, origin, "invalid_request"],
        })
    })

    it("is refused where the code is redeemed", async () => {
      const app = apps[type]
      const code = await codeFor(provider, app, provider.ada)
      const { verifier } = code
      const missing = {
        grant_type: "authorization_code",
        code: code.code,
        redirect_uri: app.redirectUri,
      }
      expect(refused(await askToken(provider, app, missing))).toEqual([400, "invalid_request"])
      expect(refused(await redeem(provider, app, code, { code_verifier: "" }))).toEqual([
        400,
        "invalid_request",
      ])
      const { challenge } = pkce()
      for (const wrong of [
        verifier.slice(1),
        `${verifier}A`,
        challenge,
        pkce().verifier,
        "A".repeat(42),
        "A".repeat(129),
        `${"A".repeat(42)}+`,
        `${verifier} `,
        `${verifier}\u0000`,
        `${verifier}é`,
      ])
        expect(refused(await redeem(provider, app, code, { code_verifier: wrong }))[0]).toBe(400)
      expect((await redeem(provider, app, code)).status).toBe(200)
    })

    it("with a verifier that is too short, too long or strange fails although its challenge fits", async () => {
      const app = apps[type]
      for (const verifier of ["A".repeat(42), "A".repeat(129), `${"A".repeat(42)}+`]) {
        const challenge = await oauth4webapi.calculatePKCECodeChallenge(verifier)
        const { answer } = await authorizeAs(provider, app, provider.ada, {
          parameters: { code_challenge: challenge },
        })
        expect(
          refused(await redeem(provider, app, { code: answer.get("code") ?? "", verifier })),
        ).toEqual(invalidGrant)
      }
    })
  },
)

/** Ways to write something that a lax comparison takes for what is registered. */
const disguises: readonly ((uri: string) => string)[] = [
  (uri) => uri.replace("app.", "APP."),
  (uri) => uri.replace("callback", "Callback"),
  (uri) => `${uri}/`,
  (uri) => `${uri}/.`,
  (uri) => `${uri}/..`,
  (uri) => `${uri}/%2e%2e`,
  (uri) => uri.replace("/callback", "/%63allback"),
  (uri) => uri.replace("/callback", "//callback"),
  (uri) => uri.replace("/callback", "/x/../callback"),
  (uri) => uri.replace("/callback", "\\callback"),
  (uri) => uri.replace("https://", "https:\\\\"),
  (uri) => `${uri}?`,
  (uri) => `${uri}?x=1`,
  (uri) => `${uri}&x=1`,
  (uri) => `${uri};x=1`,
  (uri) => `${uri}#`,
  (uri) => `${uri}#fragment`,
  (uri) => uri.replace("://", "://app.example@evil.example/"),
  (uri) => uri.replace("app.example", "app.example@evil.example"),
  (uri) => uri.replace("app.example", "app.example:443"),
  (uri) => uri.replace("app.example", "app.example:8443"),
  (uri) => uri.replace("app.example", "evil.app.example"),
  (uri) => uri.replace("app.example", "app.example.evil.example"),
  (uri) => uri.replace("app.example", "app.example."),
  (uri) => uri.replace("app.example", "аpp.example"),
  (uri) => uri.replace("app.example", "app。example"),
  (uri) => uri.replace("https", "http"),
  (uri) => uri.replace("https:", ""),
  (uri) => uri.replace("https://app.example", ""),
  (uri) => `${uri}\r\nLocation: https://evil.example`,
  (uri) => `${uri}%0d%0aLocation:%20https://evil.example`,
  (uri) => `${uri}\u0000`,
  (uri) => ` ${uri}`,
  (uri) => `${uri} `,
  (uri) => `\t${uri}`,
  (uri) => uri.slice(0, -1),
  (uri) => uri.slice(1),
  () => "javascript:alert(1)//https://app.example/callback",
  () => "data:text/html,https://app.example/callback",
  () => "https://evil.example/?https://app.example/callback",
  (uri) => `${uri},https://evil.example`,
  (uri) => `${uri} https://evil.example`,
]

describe("attack 5: redirect_uri that is not the registered one", () => {
  const expectDirect = async (
    app: App,
    redirectUri: string,
    headers?: Readonly<Record<string, string>>,
  ) => {
    for (const parameters of [
      { redirect_uri: redirectUri },
      { redirect_uri: redirectUri, prompt: "none" },
    ]) {
      const got = await ask(app, parameters, headers)
      expect({ redirectUri, status: got.status, location: got.location }).toEqual({
        redirectUri,
        status: 400,
        location: undefined,
      })
      if (headers === undefined) expect(got.json).toMatchObject({ error: "invalid_request" })
    }
  }

  it("is refused directly, in every disguise alone", async () => {
    for (const disguise of disguises) await expectDirect(apps.confidential, disguise(registered))
    for (const disguise of disguises) await expectDirect(apps.public, disguise(registered))
    await expectDirect(apps.confidential, disguises[12]?.(registered) ?? "", {
      accept: "text/html",
    })
  })

  it("is refused directly, whatever is put into it, left out of it or heaped upon it", async () => {
    const disguised = fc
      .array(fc.constantFrom(...disguises), { minLength: 1, maxLength: 3 })
      .map((each) => each.reduce((uri, disguise) => disguise(uri), registered))
    const spliced = fc
      .tuple(fc.nat(registered.length), fc.nat(3), fc.string({ unit: "grapheme", maxLength: 4 }))
      .map(([at, cut, put]) => registered.slice(0, at) + put + registered.slice(at + cut))
    await fc.assert(
      fc.asyncProperty(fc.oneof(disguised, spliced), async (uri) => {
        fc.pre(uri !== registered && uri !== "")
        const got = await ask(apps.confidential, { redirect_uri: uri, prompt: "none" })
        expect([got.status, got.location]).toEqual([400, undefined])
      }),
      { numRuns: 200 },
    )
  })

  it("may differ in its port alone, on the loopback of a public app", async () => {
    const native = await provider.app({
      clientType: "public",
      redirectUris: ["http://127.0.0.1/cb"],
    })
    expect(
      (await ask(native, { redirect_uri: "http://127.0.0.1:51004/cb", prompt: "none" })).location,
    ).toMatch(/^http:\/\/127\.0\.0\.1:51004\/cb\?error=login_required&/)
    for (const uri of [
      "http://localhost:51004/cb",
      "http://127.0.0.1:51004/cb2",
      "http://127.0.0.1:51004/cb?x=1",
      "http://127.0.0.1:51004@evil.example/cb",
      "http://127.0.0.1:0/cb",
      "http://127.0.0.1:99999/cb",
      "http://127.0.0.1:51004.evil.example/cb",
      "http://127.0.0.2:51004/cb",
      "https://127.0.0.1:51004/cb",
      "http://[::1]:51004/cb",
    ])
      await expectDirect(native, uri)
    const server = await provider.app({ redirectUris: ["http://127.0.0.1/cb"] })
    await expectDirect(server, "http://127.0.0.1:51004/cb")
  })
})

describe("attack 6: open redirect", () => {
  it("through the errors of /authorize leads nowhere: those for nobody are told here, as JSON and as a page", async () => {
    const evil = "https://evil.example/"
    const removed = await provider.app()
    await provider.symbolon.apps.delete({
      organization: provider.club.slug,
      clientId: removed.clientId,
    })
    for (const parameters of [
      { client_id: "nobody", redirect_uri: evil },
      { client_id: "nobody", redirect_uri: evil, prompt: "none" },
      { client_id: undefined, redirect_uri: evil, prompt: "none" },
      { client_id: "x".repeat(65), redirect_uri: evil },
      { client_id: removed.clientId, prompt: "none" },
      { redirect_uri: evil, prompt: "none", response_mode: "form_post" },
      { redirect_uri: undefined, prompt: "none" },
      { redirect_uri: `https://app.example/${"x".repeat(2048)}` },
      { redirect_uri: evil, response_type: "token", response_mode: "fragment" },
    ])
      for (const accept of ["application/json", "text/html"]) {
        const got = await ask(apps.confidential, parameters, { accept })
        expect([got.status, got.location, got.headers.get("refresh")]).toEqual([
          400,
          undefined,
          null,
        ])
        expect(got.text).not.toContain("evil.example")
      }
  })

  it("through a logout leads nowhere but to what the app registered, letter by letter", async () => {
    const bye = "https://app.example/bye"
    const app = await provider.app({ postLogoutRedirectUris: [bye] })
    const { id_token: hint = "" } = await tokensOf(provider, app, provider.ada)
    const leave = (parameters: Record<string, string>) =>
      openBrowser().get(
        `${provider.baseUrl}/oauth2/logout?${new URLSearchParams(parameters).toString()}`,
      )
    for (const uri of [
      `${bye}/`,
      `${bye}?x`,
      `${bye}#`,
      "https://app.example.evil/bye",
      "https://evil.example",
      app.redirectUri,
      "//app.example/bye",
    ])
      for (const known of [{ id_token_hint: hint }, { client_id: app.clientId }, {}]) {
        const got = await leave({ ...known, post_logout_redirect_uri: uri })
        expect({ uri, status: got.status, location: got.location }).toEqual({
          uri,
          status: 400,
          location: undefined,
        })
      }
    expect((await leave({ post_logout_redirect_uri: bye })).status).toBe(400)
    expect(
      (await leave({ post_logout_redirect_uri: bye, client_id: apps.confidential.clientId }))
        .status,
    ).toBe(400)
    expect(
      (
        await leave({
          id_token_hint: `${hint.slice(0, -8)}AAAAAAAA`,
          post_logout_redirect_uri: bye,
        })
      ).status,
    ).toBe(400)
    const got = await leave({ id_token_hint: hint, post_logout_redirect_uri: bye, state: "a b" })
    expect([got.status, got.location]).toEqual([303, `${bye}?state=a+b`])
  })
})

describe("attack 7: mix-up", () => {
  it("finds the issuer in every answer, and a client that compares it", async () => {
    const app = apps.confidential
    const discovered = (await (
      await fetch(`${provider.issuer}/.well-known/openid-configuration`)
    ).json()) as oauth4webapi.AuthorizationServer
    expect(discovered.issuer).toBe(provider.issuer)
    const { answer } = await authorizeAs(provider, app, provider.ada)
    const failed = await ask(app, { prompt: "none" })
    const errors = new URL(failed.location ?? "").searchParams
    expect([answer.get("iss"), errors.get("iss"), errors.get("error")]).toEqual([
      provider.issuer,
      provider.issuer,
      "login_required",
    ])
    const client = { client_id: app.clientId }
    expect(
      oauth4webapi.validateAuthResponse(discovered, client, answer, "af0ifjsldkj").get("code"),
    ).toBe(answer.get("code"))
    for (const iss of [`${provider.issuer}/`, "https://evil.example/oauth2", undefined]) {
      const changed = new URLSearchParams(answer)
      if (iss === undefined) changed.delete("iss")
      else changed.set("iss", iss)
      expect(() =>
        oauth4webapi.validateAuthResponse(discovered, client, changed, "af0ifjsldkj"),
      ).toThrow(/iss/)
    }
    expect(discovered.authorization_response_iss_parameter_supported).toBe(true)
  })
})
