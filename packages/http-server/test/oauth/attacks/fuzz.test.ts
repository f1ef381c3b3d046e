import fc from "fast-check"
import { scopes } from "@symbolon/core/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openBrowser } from "../../fixtures/cookie-browser.ts"
import {
  type App,
  openProvider,
  pkce,
  type Provider,
  tokensOf,
} from "../../fixtures/oauth-provider.ts"
import { basicOf, call, codeFor, introspect, sendForm } from "./kit.ts"

let provider: Provider
let app: App
beforeAll(async () => {
  provider = await openProvider()
  app = await provider.app({
    redirectUris: ["https://app.example/callback", "https://app.example/other?x=1"],
  })
})
afterAll(() => provider.close())

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\ud800",
    "__proto__",
    "constructor",
    "%",
    "%00",
    "\r\n",
    "null",
    "[]",
    "x".repeat(1100),
  ),
)

const good: Readonly<Record<string, fc.Arbitrary<string>>> = {
  response_type: fc.constantFrom("code", "token", "code id_token"),
  scope: fc.constantFrom(
    "openid",
    "openid wallet:read",
    "openid openid",
    Object.keys(scopes).join(" ").slice(0, 300),
  ),
  state: fc.constantFrom("af0", "a b", "&x=1#"),
  code_challenge: fc.constant(pkce().challenge),
  code_challenge_method: fc.constantFrom("S256", "plain"),
  nonce: fc.constant("n"),
  prompt: fc.constantFrom(
    "none",
    "login",
    "consent",
    "select_account",
    "login consent",
    "none login",
  ),
  max_age: fc.constantFrom("0", "-1", "1e3", "9999999999"),
  id_token_hint: fc.constantFrom("a.b.c", "..."),
  login_hint: fc.constant("ada"),
  response_mode: fc.constantFrom("query", "form_post", "fragment"),
  resource: fc.constantFrom("x", "https://evil.example"),
  request: fc.constant("x"),
  request_uri: fc.constant("https://evil.example"),
  claims: fc.constant("{}"),
  ui_locales: fc.constant("en de"),
  acr_values: fc.constant("1"),
}

/** Parameters that are mostly good, some of them twice, some of them anything. */
const parameters = (): fc.Arbitrary<readonly (readonly [string, string])[]> =>
  fc
    .tuple(
      fc.constantFrom(app.clientId, app.clientId, app.clientId, "nobody"),
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(app.redirectUri, "https://app.example/other?x=1") },
        { weight: 1, arbitrary: text },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            "https://evil.example",
            "javascript:alert(1)",
            "//evil.example",
            "https://app.example/callback/../evil",
          ),
        },
      ),
      fc.array(
        fc.oneof(
          ...Object.entries(good).map(([name, value]) =>
            fc.tuple(
              fc.constant(name),
              fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: text }),
            ),
          ),
          fc.tuple(text, text),
        ),
        { maxLength: 14 },
      ),
    )
    .map(
      ([clientId, redirectUri, more]) =>
        [
          ["client_id", clientId],
          ["redirect_uri", redirectUri],
          ["response_type", "code"],
          ["code_challenge_method", "S256"],
          ...more,
        ] as const,
    )

const registered = ["https://app.example/callback?", "https://app.example/other?x=1&"]

describe("whatever is sent", () => {
  it("/authorize never fails, and leads to no unregistered place", async () => {
    const browser = openBrowser()
    await fc.assert(
      fc.asyncProperty(
        parameters(),
        fc.constantFrom("application/json", "text/html"),
        fc.boolean(),
        async (sent, accept, byPost) => {
          const query = sent.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")
          const got = byPost
            ? await openBrowser().submit(`${provider.issuer}/authorize`, Object.fromEntries(sent), {
                accept,
              })
            : await browser.get(`${provider.issuer}/authorize?${query}`, { accept })
          expect([200, 303, 400]).toContain(got.status)
          if (got.location === undefined) return
          const isOurs = got.location.startsWith(`${provider.issuer}/interaction/`)
          expect([
            got.location,
            isOurs || registered.some((uri) => got.location?.startsWith(uri)),
          ]).toEqual([got.location, true])
        },
      ),
      { numRuns: 400 },
    )
  })

  it("the token endpoint and its kin never fail", async () => {
    const words = [
      "grant_type",
      "authorization_code",
      "refresh_token",
      "client_credentials",
      "code",
      "token",
      "scope",
      "client_id",
      app.clientId,
      "&",
      "=",
      "%",
      "+",
      "%00",
      "subject_token",
      "resource",
    ]
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: "binary", maxLength: 6 })), {
          maxLength: 20,
        })
        .map((each) => Buffer.from(each.join(""))),
      fc
        .array(
          fc.tuple(
            fc.constantFrom(
              "grant_type",
              "code",
              "refresh_token",
              "token",
              "scope",
              "redirect_uri",
              "code_verifier",
              "subject_token",
              "organization_uuid",
            ),
            text,
          ),
          { maxLength: 8 },
        )
        .map((pairs) =>
          Buffer.from(pairs.map(([name, value]) => `${name}=${encode(value)}`).join("&")),
        ),
    )
    const headers = fc.constantFrom<Record<string, string>>(
      {},
      { authorization: basicOf(app) },
      { authorization: "Basic \u00ff" },
      {
        authorization: basicOf(app),
        "content-type": "application/x-www-form-urlencoded; charset=utf-16",
      },
    )
    await fc.assert(
      fc.asyncProperty(
        body,
        headers,
        fc.constantFrom("token", "introspect", "revoke"),
        async (sent, with_, path) => {
          const { status, body: said } = await sendForm(provider, sent, { path, headers: with_ })
          expect([200, 400, 401, 413, 415]).toContain(status)
          const isRefusal = Object.keys(said).toSorted().join() === "error,error_description"
          expect([said, isRefusal]).toEqual([said, status !== 200])
        },
      ),
      { numRuns: 600 },
    )
  })

  it("the forms of the sign-in never fail, and sign nobody in", async () => {
    const field = fc.oneof(text, fc.constantFrom("ada", "accept", "deny"))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("login", "consent", "register", "password-reset", "verify-email"),
        fc.dictionary(
          fc.constantFrom(
            "challenge",
            "csrf_token",
            "username",
            "password",
            "decision",
            "scopes",
            "token",
            "name",
          ),
          fc.oneof(field, fc.array(field), fc.constant(null)),
        ),
        async (path, sent) => {
          const got = await openBrowser().post(`${provider.issuer}/${path}`, sent, {
            accept: "application/json",
          })
          expect([path, got.status < 500, got.headers.getSetCookie()]).toEqual([path, true, []])
        },
      ),
      { numRuns: 200 },
    )
  })

  it("a token with any letter changed, lost, doubled or moved is none", async () => {
    const tokens = await tokensOf(provider, app, provider.ada)
    const { access_token: access = "", refresh_token: refreshToken = "" } = tokens
    const { code } = await codeFor(provider, app, provider.ada)
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/~"
    const mutated = (token: string) =>
      fc
        .array(
          fc.tuple(
            fc.nat(token.length - 1),
            fc.constantFrom("change", "drop", "double", "insert", "swap"),
            fc.constantFrom(...letters.split("")),
          ),
          { minLength: 1, maxLength: 3 },
        )
        .map((changes) =>
          changes.reduce((before, [at, how, letter]) => mutate(before, at, how, letter), token),
        )
        .filter((changed) => changed !== token)
    await fc.assert(
      fc.asyncProperty(mutated(access), async (changed) => {
        expect([changed, (await call(provider, changed)).status]).toEqual([changed, 401])
        expect(await introspect(provider, app, changed)).toEqual({ active: false })
      }),
      { numRuns: 400 },
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(refreshToken, code).chain(mutated), async (changed) => {
        expect(await introspect(provider, app, changed)).toEqual({ active: false })
      }),
      { numRuns: 150 },
    )
    expect((await call(provider, access)).status).toBe(200)
  })
})

const mutate = (token: string, at: number, how: string, letter: string): string => {
  const [before, here, after] = [token.slice(0, at), token.slice(at, at + 1), token.slice(at + 1)]
  if (how === "change") return before + letter + after
  if (how === "drop") return before + after
  if (how === "double") return before + here + here + after
  if (how === "insert") return before + letter + here + after
  return before.slice(0, -1) + here + before.slice(-1) + after
}

/** Percent-encoded, also where half of a pair stands alone. */
const encode = (value: string): string => encodeURIComponent(value.toWellFormed())
