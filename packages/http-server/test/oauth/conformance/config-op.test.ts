import { afterAll, beforeAll, expect, it } from "vitest"
import { flow, openConformanceProvider, returned, type ConformanceProvider, ask } from "./suite.ts"
import { openBrowser } from "../../fixtures/cookie-browser.ts"

let suite: ConformanceProvider
beforeAll(async () => {
  suite = await openConformanceProvider()
})
afterAll(() => suite.provider.close())

type Metadata = Record<string, string | boolean | readonly string[]>
const read = async () => {
  const reply = await fetch(`${suite.provider.issuer}/.well-known/openid-configuration`)
  return { reply, metadata: (await reply.json()) as Metadata }
}
const list = (metadata: Metadata, name: string): readonly string[] =>
  metadata[name] as readonly string[]

it("oidcc-discovery-endpoint-verification", async () => {
  const { provider } = suite
  const { reply, metadata } = await read()
  expect([reply.status, reply.headers.get("content-type")]).toEqual([
    200,
    "application/json; charset=utf-8",
  ])
  expect(metadata["issuer"]).toBe(provider.issuer)
  const endpoints = Object.entries(metadata).filter(
    ([name]) => name.endsWith("_endpoint") || name === "jwks_uri",
  )
  expect(endpoints.map(([name]) => name)).toEqual(
    expect.arrayContaining(["authorization_endpoint", "token_endpoint", "userinfo_endpoint"]),
  )
  // On loopback it is http; everywhere else the configured address, which is https.
  for (const [, url] of endpoints) expect(String(url).startsWith(`${provider.issuer}/`)).toBe(true)
  expect(list(metadata, "id_token_signing_alg_values_supported")).toContain("RS256")
  expect(list(metadata, "scopes_supported")).toContain("openid")
  expect(list(metadata, "response_types_supported")).toEqual(["code"])
  expect(list(metadata, "subject_types_supported")).toEqual(["public"])
  for (const name of [
    "claims_parameter_supported",
    "request_parameter_supported",
    "request_uri_parameter_supported",
  ])
    expect(metadata[name]).toBe(false)
  const { keys } = (await (await fetch(String(metadata["jwks_uri"]))).json()) as {
    keys: Record<string, string>[]
  }
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length)
  for (const key of keys) {
    expect(key).toMatchObject({ kty: "RSA", use: "sig", alg: "RS256" })
    for (const secret of ["d", "p", "q", "dp", "dq", "qi", "k"])
      expect(key).not.toHaveProperty(secret)
  }
})

it("every endpoint that is advertised answers, and every value works", async () => {
  const { provider, first } = suite
  const { metadata } = await read()
  const endpoints = Object.entries(metadata).filter(([name]) => name.endsWith("_endpoint"))
  for (const [name, url] of endpoints) {
    const { status } = await fetch(String(url), { method: "OPTIONS" })
    expect([name, status]).toEqual([name, 204])
  }
  const done = await flow(suite, { scope: "openid profile" })
  const replyBody = { ...done.claims, ...(await done.userinfo()).claims }
  for (const claim of Object.keys(replyBody))
    expect(list(metadata, "claims_supported")).toContain(claim)
  for (const mode of list(metadata, "response_modes_supported")) {
    const reply = await ask(
      provider,
      first,
      { scope: "openid", response_mode: mode, prompt: "none" },
      done.browser,
      "text/html",
    )
    expect([mode, reply.status]).toEqual([mode, mode === "query" ? 303 : 200])
  }
  for (const prompt of list(metadata, "prompt_values_supported")) {
    const reply = await ask(provider, first, { scope: "openid", prompt }, openBrowser())
    expect(returned(reply.location).get("error")).toBe(prompt === "none" ? "login_required" : null)
  }
  for (const scope of list(metadata, "scopes_supported")) {
    const reply = await ask(provider, first, { scope }, openBrowser())
    expect([scope, reply.status]).toEqual([scope, 200])
  }
  for (const method of list(metadata, "code_challenge_methods_supported"))
    expect(method).toBe("S256")
})

it("is the same under the names of RFC 8414", async () => {
  const { provider } = suite
  const { metadata } = await read()
  for (const path of [
    "/oauth2/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/oauth2",
  ])
    expect(await (await fetch(`${provider.baseUrl}${path}`)).json()).toEqual(metadata)
})
