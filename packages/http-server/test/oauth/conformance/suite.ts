import { createPublicKey, verify } from "node:crypto"
import { expect } from "vitest"
import {
  type App,
  askToken,
  authorizeAs,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
} from "../../fixtures/oauth-provider.ts"
import { openBrowser } from "../../fixtures/cookie-browser.ts"

/**
 * What the modules of the OpenID Foundation's suite are run against: one provider, two static
 * clients, somebody who can sign in.
 */
export const openConformanceProvider = async (): Promise<ConformanceProvider> => {
  const provider = await openProvider()
  const first = await provider.app({ redirectUris: ["https://suite.example/callback"] })
  const second = await provider.app({
    redirectUris: ["https://suite.example/callback2"],
    name: "Second client",
  })
  return { provider, first, second }
}

export interface ConformanceProvider {
  readonly provider: Provider
  readonly first: App
  readonly second: App
}

type Parameters = Readonly<Record<string, string | undefined>>

/** Sends a browser to the authorization endpoint without going on; answers what came back. */
export const ask = (
  provider: Provider,
  app: App,
  parameters: Parameters = {},
  browser = openBrowser(),
  accept = "application/json",
) =>
  browser.get(
    authorizeUrl({
      provider,
      app,
      challenge: pkce().challenge,
      parameters: { nonce: "n-0S6_WzA2Mj", ...parameters },
    }),
    {
      accept,
    },
  )

/** The parameters that an app got back. */
export const returned = (location: string | undefined): URLSearchParams =>
  new URL(location ?? "about:blank").searchParams

/**
 * A whole flow: sign-in, consent, code, tokens. PKCE is added to every module, since this provider
 * asks every client for it.
 */
export const flow = async (
  { provider, first }: Pick<ConformanceProvider, "provider" | "first">,
  parameters: Parameters = {},
  {
    app = first,
    browser = openBrowser(),
  }: { readonly app?: App; readonly browser?: ReturnType<typeof openBrowser> } = {},
) => {
  const sent = { scope: "openid", nonce: "n-0S6_WzA2Mj", ...parameters }
  const done = await authorizeAs(provider, app, provider.ada, { parameters: sent, browser })
  const code = done.answer.get("code") ?? ""
  const redeem = () =>
    askToken(provider, app, {
      grant_type: "authorization_code",
      code,
      redirect_uri: app.redirectUri,
      code_verifier: done.verifier,
    })
  const { status, body } = await redeem()
  expect([status, body]).toMatchObject([200, {}])
  const accessToken = body["access_token"] ?? ""
  const idToken = body["id_token"] ?? ""
  return {
    ...done,
    code,
    redeem,
    tokens: body,
    accessToken,
    idToken,
    claims: claimsOf(idToken),
    userinfo: () => userinfo(provider, accessToken),
  }
}

export const userinfo = async (provider: Provider, accessToken: string) => {
  const reply = await fetch(`${provider.issuer}/userinfo`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return {
    status: reply.status,
    type: reply.headers.get("content-type"),
    claims: (await reply.json()) as Record<string, unknown>,
  }
}

export const partOf = (jwt: string, part: 0 | 1): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split(".")[part] ?? "", "base64url").toString()) as Record<
    string,
    unknown
  >
export const claimsOf = (jwt: string): Record<string, unknown> => partOf(jwt, 1)

/** Verifies a JWT with the key that its header names, out of the published set. */
export const isSignedByPublished = async (provider: Provider, jwt: string): Promise<boolean> => {
  const { keys } = (await (await fetch(`${provider.issuer}/.well-known/jwks.json`)).json()) as {
    keys: Record<string, string>[]
  }
  const { kid, alg } = partOf(jwt, 0)
  const key = keys.find((each) => each["kid"] === kid)
  const [head, body, signature = ""] = jwt.split(".")
  if (key === undefined || alg !== "RS256") return false
  return verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    createPublicKey({ key, format: "jwk" }),
    Buffer.from(signature, "base64url"),
  )
}

/** Bits of entropy in a text, by the frequency of its characters, as the suite measures it. */
export const entropyOf = (text: string): number => {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce(
    (bits, count) => bits - count * Math.log2(count / text.length),
    0,
  )
}
