import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openBrowser } from "../../fixtures/cookie-browser.ts"
import {
  type App,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
} from "../../fixtures/oauth-provider.ts"
import { basicOf, codeFor, redeem, refused, sendForm } from "./kit.ts"

let provider: Provider
let app: App
beforeAll(async () => {
  provider = await openProvider()
  app = await provider.app()
})
afterAll(() => provider.close())

const invalid = [400, "invalid_request"] as const

describe("attack 27: parameter pollution", () => {
  it("at the token endpoint, introspection and revocation is refused", async () => {
    const code = await codeFor(provider, app, provider.ada)
    const headers = { authorization: basicOf(app) }
    const fields = {
      grant_type: "authorization_code",
      code: code.code,
      redirect_uri: app.redirectUri,
      code_verifier: code.verifier,
      scope: "openid",
      resource: `${provider.baseUrl}/api/v1`,
    }
    const body = new URLSearchParams(fields).toString()
    const twice = async (name: string, second: string) =>
      refused(
        await sendForm(provider, `${body}&${name}=${encodeURIComponent(second)}`, { headers }),
      )
    for (const [name, value] of Object.entries(fields).filter(([each]) => each !== "resource"))
      expect([name, await twice(name, "x"), await twice(name, value)]).toEqual([
        name,
        invalid,
        invalid,
      ])
    for (const [name, value] of Object.entries(fields))
      expect([
        name,
        refused(
          await sendForm(provider, body, {
            headers,
            path: `token?${name}=${encodeURIComponent(value)}`,
          }),
        ),
      ]).toEqual([name, invalid])
    for (const name of ["grant_type", "code", "redirect_uri", "code_verifier"])
      expect([
        name,
        (await sendForm(provider, body.replace(`${name}=`, `${name}[]=`), { headers })).status,
      ]).toEqual([name, 400])
    expect(
      refused(await sendForm(provider, `${body}&resource=https://evil.example`, { headers })),
    ).toEqual([400, "invalid_target"])
    for (const path of ["introspect", "revoke"]) {
      expect(refused(await sendForm(provider, "token=a&token=b", { headers, path }))).toEqual(
        invalid,
      )
      expect(refused(await sendForm(provider, "token[]=a", { headers, path }))).toEqual(invalid)
      expect(refused(await sendForm(provider, "", { headers, path: `${path}?token=a` }))).toEqual(
        invalid,
      )
    }
    for (const type of [
      "application/json",
      "multipart/form-data; boundary=x",
      "text/plain",
      "application/xml",
    ]) {
      const sent = type === "application/json" ? JSON.stringify(fields) : body
      expect([
        type,
        refused(await sendForm(provider, sent, { headers: { ...headers, "content-type": type } })),
      ]).toEqual([type, [415, "invalid_request"]])
    }
    expect((await redeem(provider, app, code)).status).toBe(200)
  })

  it("at /authorize is refused: what names the way back directly, the rest by redirect", async () => {
    const url = authorizeUrl({
      provider,
      app,
      challenge: pkce().challenge,
      parameters: {
        prompt: "none",
        nonce: "n",
        max_age: "1",
        response_mode: "query",
        ui_locales: "en",
      },
    })
    const directly = ["client_id", "redirect_uri"]
    for (const [name, value] of new URL(url).searchParams)
      for (const second of [value, "x"]) {
        const got = await openBrowser().get(`${url}&${name}=${encodeURIComponent(second)}`)
        const back = got.location === undefined ? undefined : new URL(got.location)
        const error =
          (got.json as Record<string, string> | undefined)?.["error"] ??
          back?.searchParams.get("error")
        const isDirect = directly.includes(name)
        // A state that came twice is not echoed.
        const state = isDirect ? undefined : name === "state" ? null : "af0ifjsldkj"
        expect({
          name,
          status: got.status,
          error,
          origin: back?.origin,
          state: back?.searchParams.get("state"),
        }).toEqual({
          name,
          status: isDirect ? 400 : 303,
          error: "invalid_request",
          origin: isDirect ? undefined : new URL(app.redirectUri).origin,
          state,
        })
      }
    const listed = await openBrowser().get(url.replace("redirect_uri=", "redirect_uri[]="))
    expect([listed.status, listed.location]).toEqual([400, undefined])
    // What stands in the URL counts for nothing where the form is what is read.
    const posted = await openBrowser().submit(
      `${provider.issuer}/authorize?redirect_uri=https://evil.example/&client_id=${app.clientId}`,
      {
        client_id: app.clientId,
      },
    )
    expect([posted.status, posted.location]).toEqual([400, undefined])
  })
})
