import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openBrowser } from "../../fixtures/cookie-browser.ts"
import {
  type App,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
  tokensOf,
} from "../../fixtures/oauth-provider.ts"
import { basicOf, call, encoded, refresh, refused, sendForm } from "./kit.ts"

let provider: Provider
let app: App
beforeAll(async () => {
  provider = await openProvider()
  app = await provider.app()
})
afterAll(() => provider.close())

const invalid = [400, "invalid_request"] as const

describe("attack 28: requests that are too much", () => {
  const headers = () => ({ authorization: basicOf(app) })
  const isQuick = async <T>(work: () => Promise<T>): Promise<T> => {
    const started = performance.now()
    const answer = await work()
    expect(performance.now() - started).toBeLessThan(5000)
    return answer
  }

  it("by their size are refused before they are read", async () => {
    for (const path of [
      "token",
      "introspect",
      "revoke",
      "authorize",
      "login",
      "consent",
      "logout",
      "userinfo",
    ])
      for (const size of [17_000, 1_048_576]) {
        const reply = await isQuick(() =>
          fetch(`${provider.issuer}/${path}`, {
            method: "POST",
            headers: {
              "content-type": "application/x-www-form-urlencoded",
              accept: "application/json",
              ...headers(),
            },
            body: `x=${"y".repeat(size)}`,
          }),
        )
        expect([path, size, reply.status]).toEqual([path, size, 413])
        await reply.arrayBuffer()
      }
  })

  it("by ten thousand parameters are refused", async () => {
    expect(
      (await isQuick(() => sendForm(provider, "a=&".repeat(10_000), { headers: headers() })))
        .status,
    ).toBe(413)
    const many = Array.from({ length: 2500 }, (_, n) => `p${n}=`).join("&")
    expect(
      await isQuick(() =>
        sendForm(provider, `${many}&grant_type=client_credentials`, { headers: headers() }),
      ),
    ).toMatchObject({
      status: expect.any(Number),
    })
    expect(
      refused(await isQuick(() => sendForm(provider, "a=1&".repeat(4000), { headers: headers() }))),
    ).toEqual(invalid)
    const got = await isQuick(() =>
      openBrowser().get(
        `${authorizeUrl({ provider, app, challenge: pkce().challenge })}&${"a&".repeat(6000)}`,
      ),
    )
    expect([303, 400, 431]).toContain(got.status)
  })

  it("by their tokens are refused: too long, nested too deep, compressed", async () => {
    const { access_token: good = "", refresh_token: refreshToken = "" } = await tokensOf(
      provider,
      app,
      provider.ada,
    )
    const [head = "", body = "", signature = ""] = good.split(".")
    const long = `${head}.${"A".repeat(65_536)}.${signature}`
    expect(
      (
        await isQuick(() =>
          sendForm(provider, `token=${long}`, { headers: headers(), path: "introspect" }),
        )
      ).status,
    ).toBe(413)
    expect((await isQuick(() => call(provider, long)).catch(() => ({ status: 431 }))).status).toBe(
      431,
    )
    const deep = Buffer.from(`${"[".repeat(2500)}${"]".repeat(2500)}`).toString("base64url")
    const deepHeader = Buffer.from(
      `{"alg":"RS256","typ":"at+jwt","kid":${"[".repeat(2000)}${"]".repeat(2000)}}`,
    ).toString("base64url")
    for (const strange of [
      `${deep}.${body}.${signature}`,
      `${deepHeader}.${body}.${signature}`,
      `${head}.${deep}.${signature}`,
      `${encoded({ alg: "RS256", typ: "at+jwt", kid: "x", zip: "DEF" })}.${body}.${signature}`,
      `${head}.${body}.${"A".repeat(7000)}`,
      ".".repeat(8000),
      "a".repeat(8192),
    ]) {
      expect((await isQuick(() => call(provider, strange))).status).toBe(401)
      expect(
        (
          await isQuick(() =>
            sendForm(provider, new URLSearchParams({ token: strange }).toString(), {
              headers: headers(),
              path: "introspect",
            }),
          )
        ).body,
      ).toEqual({ active: false })
    }
    expect((await isQuick(() => refresh(provider, app, "x".repeat(257)))).status).toBe(400)
    expect((await refresh(provider, app, refreshToken)).status).toBe(200)
  })

  it("by a login of a megabyte are refused before a password is hashed", async () => {
    const signInPage = (
      await openBrowser().get(authorizeUrl({ provider, app, challenge: pkce().challenge }))
    ).json as Record<string, string>
    const sent = {
      challenge: signInPage["challenge"],
      csrf_token: signInPage["csrf_token"],
      username: "ada",
    }
    expect(
      (
        await isQuick(() =>
          openBrowser().post(`${provider.issuer}/login`, {
            ...sent,
            password: "x".repeat(1_000_000),
          }),
        )
      ).status,
    ).toBe(413)
    expect(
      (
        await isQuick(() =>
          openBrowser().post(`${provider.issuer}/login`, { ...sent, password: "x".repeat(10_000) }),
        )
      ).status,
    ).toBe(401)
  })
})
