import { afterEach, describe, expect, it } from "vitest"
import { openBrowser } from "../fixtures/cookie-browser.ts"
import { authorizeUrl, openProvider, pkce, type Provider } from "../fixtures/oauth-provider.ts"

let provider: Provider
afterEach(() => provider.close())

const ask = async (
  headers: Readonly<Record<string, string>>,
  parameters: Readonly<Record<string, string>> = {},
) => {
  const app = await provider.app({ isFirstParty: true })
  return openBrowser().get(
    authorizeUrl({ provider, app, challenge: pkce().challenge, parameters }),
    headers,
  )
}

describe("a program that embeds the server and signs people in itself", () => {
  const hosted = async () => {
    let ada = ""
    provider = await openProvider({
      identity: {
        // The host knows its users by a header of its own proxy.
        signedIn: async ({ headers }) =>
          headers["x-host-user"] === "ada"
            ? { userUuid: ada, authTime: provider.clock.now(), amr: ["mfa"], acr: "2" }
            : undefined,
        loginUrl: (returnTo) => `https://host.example/sign-in?to=${encodeURIComponent(returnTo)}`,
      },
    })
    ada = provider.ada.uuid
  }

  it("is asked who is signed in", async () => {
    await hosted()
    const reply = await ask({ accept: "text/html", "x-host-user": "ada" })
    expect(new URL(reply.location ?? "").searchParams.get("code")).toMatch(/^sy_code_/)
  })

  it("gets people who are not, and is told where to send them back", async () => {
    await hosted()
    const reply = await ask({ accept: "text/html" })
    const { origin, searchParams } = new URL(reply.location ?? "")
    expect([
      origin,
      searchParams.get("to")?.startsWith(`${provider.issuer}/interaction/sy_ch_`),
    ]).toEqual(["https://host.example", true])
  })

  it("cannot name somebody who is disabled", async () => {
    await hosted()
    await provider.symbolon.users.disable({ userUuid: provider.ada.uuid })
    const reply = await ask({ "x-host-user": "ada" }, { prompt: "none" })
    expect(new URL(reply.location ?? "").searchParams.get("error")).toBe("login_required")
  })
})

describe("a program that brings its own pages", () => {
  it("is sent the challenge, and its pages alone may read and answer what is asked", async () => {
    provider = await openProvider({ interactionUrl: "https://pages.example/sign-in?theme=dark" })
    const app = await provider.app()
    const browser = openBrowser()
    const { location } = await browser.get(
      authorizeUrl({ provider, app, challenge: pkce().challenge }),
      { accept: "text/html" },
    )
    const page = new URL(location ?? "")
    expect([page.origin, page.searchParams.get("theme")]).toEqual(["https://pages.example", "dark"])
    const challenge = page.searchParams.get("challenge") ?? ""

    const readBy = (origin: string) =>
      browser.get(`${provider.issuer}/interaction/${challenge}`, {
        accept: "application/json",
        origin,
        "sec-fetch-site": "same-site",
      })
    const own = await readBy("https://pages.example")
    expect(own.json).toMatchObject({ status: "login_required", challenge })
    expect([
      own.headers.get("access-control-allow-origin"),
      own.headers.get("access-control-allow-credentials"),
    ]).toEqual(["https://pages.example", "true"])
    expect(
      (await readBy("https://evil.example")).headers.get("access-control-allow-origin"),
    ).toBeNull()

    const { csrf_token } = own.json as { readonly csrf_token: string }
    const answer = (origin: string) =>
      browser.post(
        `${provider.issuer}/login`,
        { challenge, csrf_token, username: "ada", password: provider.ada.password },
        { origin },
      )
    expect((await answer("https://evil.example")).status).toBe(403)
    expect((await answer("https://pages.example")).json).toMatchObject({
      status: "consent_required",
    })
  })
})
