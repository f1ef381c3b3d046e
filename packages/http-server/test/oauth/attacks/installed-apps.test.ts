import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  authorizeAs,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
} from "../../fixtures/oauth-provider.ts"

let provider: Provider
beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => provider.close())

/**
 * Signs Ada in by an app, lets it, and asks again in the same browser without showing her anything.
 */
const silently = async (registration: Parameters<Provider["app"]>[0], redirectUri: string) => {
  const app = { ...(await provider.app(registration)), redirectUri }
  const { browser, answer } = await authorizeAs(provider, app, provider.ada)
  expect(answer.get("code")).not.toBeNull()
  const again = (parameters: Readonly<Record<string, string>>) =>
    browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge, parameters }))
  const silent = await again({ prompt: "none" })
  const reply = await again({})
  const { searchParams } = new URL(silent.location ?? "about:blank")
  return {
    error: searchParams.get("error"),
    code: searchParams.get("code"),
    outcome:
      reply.location === undefined ? (reply.json as Record<string, unknown>)["status"] : "answered",
  }
}

describe("an app that any program on the machine can pose as", () => {
  it.each([
    ["127.0.0.1", "http://127.0.0.1/callback", "http://127.0.0.1:51789/callback"],
    ["the same port", "http://127.0.0.1:8000/callback", "http://127.0.0.1:8000/callback"],
    ["[::1]", "http://[::1]/callback", "http://[::1]:51789/callback"],
    ["localhost", "http://localhost:3000/callback", "http://localhost:3000/callback"],
    ["https on localhost", "https://localhost:3000/callback", "https://localhost:3000/callback"],
    ["a scheme of its own", "com.example.app:/callback", "com.example.app:/callback"],
  ])("gets no code unless the user is asked: %s", async (_, registered, used) => {
    for (const isFirstParty of [false, true])
      expect(
        await silently({ clientType: "public", redirectUris: [registered], isFirstParty }, used),
      ).toEqual({
        error: "consent_required",
        code: null,
        outcome: "consent_required",
      })
  })

  it("is another matter where the host or a secret assures the app", async () => {
    const page = "https://page.example/callback"
    for (const [registration, uri] of [
      [{ clientType: "public", redirectUris: [page] }, page],
      [{ redirectUris: ["http://127.0.0.1:8000/callback"] }, "http://127.0.0.1:8000/callback"],
    ] as const)
      expect(await silently(registration, uri)).toEqual({
        error: null,
        code: expect.any(String),
        outcome: "answered",
      })
  })
})
