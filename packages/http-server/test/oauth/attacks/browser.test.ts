import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createHandler } from "../../../src/create-handler.ts"
import { type PageReply, openBrowser } from "../../fixtures/cookie-browser.ts"
import {
  type App,
  at,
  authorizeAs,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
} from "../../fixtures/oauth-provider.ts"

let provider: Provider
let app: App
beforeAll(async () => {
  provider = await openProvider()
  app = await provider.app()
})
afterAll(() => provider.close())

type Browser = ReturnType<typeof openBrowser>
type Data = Readonly<Record<string, string>>
const html = { accept: "text/html" }
const begin = async (
  browser: Browser,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Data> =>
  (await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge, parameters })))
    .json as Data
const formOf = ({ challenge = "", csrf_token = "" }: Data) => ({ challenge, csrf_token })
const signIn = async (
  browser: Browser,
  data: Data,
  { username, password } = provider.ada,
): Promise<Data> =>
  (await browser.post(`${provider.issuer}/login`, { ...formOf(data), username, password }))
    .json as Data
/** Somebody who is asked for consent, in a browser of theirs. */
const reachConsent = async (
  person = provider.ada,
  browser = openBrowser(),
  parameters = { prompt: "consent" },
) => {
  const first = await begin(browser, parameters)
  return {
    browser,
    consent: first["status"] === "login_required" ? await signIn(browser, first, person) : first,
  }
}
const codeIn = ({ json, location }: PageReply): string | null =>
  new URL(
    (json as Data | undefined)?.["redirect_to"] ?? location ?? "http://nowhere",
  ).searchParams.get("code")

describe("attack 19: forged consent", () => {
  it("without this browser's token, from another site, or by GET, is refused, and spends nothing", async () => {
    const { browser, consent } = await reachConsent()
    const otherUser = await reachConsent(provider.olga)
    const first = await begin(openBrowser())
    const accept = { ...formOf(consent), decision: "accept" }
    const at = `${provider.issuer}/consent`
    for (const body of [
      { ...accept, csrf_token: undefined },
      { ...accept, csrf_token: "" },
      { ...accept, csrf_token: otherUser.consent["csrf_token"] },
      { ...accept, csrf_token: first["csrf_token"] },
      { ...accept, csrf_token: randomBytes(32).toString("base64url") },
      { ...accept, csrf_token: `${accept.csrf_token}A` },
    ])
      for (const decision of ["accept", "deny"]) {
        expect([body, (await browser.post(at, { ...body, decision })).status]).toEqual([body, 403])
        expect(
          (await browser.submit(at, { ...body, decision, csrf_token: body.csrf_token ?? "" }))
            .status,
        ).toBe(403)
      }
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `${provider.baseUrl}.evil.example` },
      { origin: provider.baseUrl.replace("127.0.0.1", "localhost") },
      { origin: `http://127.0.0.1:1` },
      { "sec-fetch-site": "cross-site" },
    ]) {
      const got = await browser.submit(at, accept, headers as Record<string, string>)
      expect([headers, got.status, got.location]).toEqual([headers, 403, undefined])
      expect((await browser.post(at, accept, headers as Record<string, string>)).status).toBe(403)
    }
    const plain = await browser.post(at, accept, { "content-type": "text/plain" })
    expect(plain.status).toBe(415)
    const byGet = await browser.get(`${at}?${new URLSearchParams(accept).toString()}`, html)
    expect([byGet.status, byGet.location]).toEqual([405, undefined])
    // The real one.
    const done = await browser.submit(at, accept, { origin: provider.baseUrl })
    expect([done.status, codeIn(done)]).toEqual([303, expect.stringMatching(/^sy_code_/)])
  })

  it("of somebody else's request is refused", async () => {
    const [ada, olga] = [await reachConsent(provider.ada), await reachConsent(provider.olga)]
    const accept = { ...formOf(ada.consent), decision: "accept" }
    expect((await olga.browser.post(`${provider.issuer}/consent`, accept)).status).toBe(403)
    expect(
      (await olga.browser.get(`${provider.issuer}/interaction/${ada.consent["challenge"]}`, html))
        .status,
    ).toBe(403)
    expect((await openBrowser().post(`${provider.issuer}/consent`, accept)).status).toBe(403)
    // Somebody else signs in in the same browser while the page is open: what was drawn for Ada is
    // not Olga's to send.
    await signIn(ada.browser, await begin(ada.browser, { prompt: "login" }), provider.olga)
    expect((await ada.browser.post(`${provider.issuer}/consent`, accept)).status).toBe(403)
  })

  it("that comes twice is refused, and of many at once one is taken", async () => {
    const { browser, consent } = await reachConsent()
    const accept = { ...formOf(consent), decision: "accept" }
    const got = await Promise.all(
      Array.from({ length: 20 }, () => browser.post(`${provider.issuer}/consent`, accept)),
    )
    expect(got.filter(({ status }) => status === 200).map(codeIn)).toEqual([
      expect.stringMatching(/^sy_code_/),
    ])
    expect(got.filter(({ status }) => status === 400)).toHaveLength(19)
    expect(
      (await browser.post(`${provider.issuer}/consent`, { ...accept, decision: "deny" })).status,
    ).toBe(400)
    expect((await browser.get(`${provider.issuer}/interaction/${accept.challenge}`)).status).toBe(
      400,
    )
  })

  it("after ten minutes is refused", async () => {
    const own = await openProvider()
    const client = await own.app()
    const browser = openBrowser()
    const first = (
      await browser.get(authorizeUrl({ provider: own, app: client, challenge: pkce().challenge }))
    ).json as Data
    await own.advance(600)
    expect(
      (await browser.post(`${own.issuer}/login`, { ...formOf(first), ...own.ada })).status,
    ).toBe(400)
    await own.close()
  })

  it("of a logout asks first, and is refused without the page's own token", async () => {
    const { browser } = await reachConsent()
    const before = browser.cookies.get("symbolon_login")
    const page = await browser.get(`${provider.issuer}/logout`, html)
    expect([page.status, browser.cookies.get("symbolon_login")]).toEqual([200, before])
    for (const csrf_token of ["x", "A".repeat(43)])
      expect(
        (
          await browser.submit(
            `${provider.issuer}/logout`,
            { csrf_token },
            { origin: provider.baseUrl },
          )
        ).status,
      ).toBe(403)
    const token = /name="csrf_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ""
    expect(
      (
        await browser.submit(
          `${provider.issuer}/logout`,
          { csrf_token: token },
          { origin: "https://evil.example" },
        )
      ).status,
    ).toBe(403)
    expect(browser.cookies.get("symbolon_login")).toBe(before)
    await browser.submit(
      `${provider.issuer}/logout`,
      { csrf_token: token },
      { origin: provider.baseUrl },
    )
    expect(browser.cookies.has("symbolon_login")).toBe(false)
  })
})

describe("attack 20: login CSRF and fixation", () => {
  const isSignedIn = async (browser: Browser): Promise<boolean> => {
    const got = await browser.get(
      authorizeUrl({ provider, app, challenge: pkce().challenge, parameters: { prompt: "none" } }),
    )
    return new URL(got.location ?? "").searchParams.get("error") !== "login_required"
  }

  it("by another site's form signs nobody in", async () => {
    const victim = openBrowser()
    const first = await begin(victim)
    const form = { ...formOf(first), username: "olga", password: provider.olga.password }
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
    ]) {
      const got = await victim.submit(
        `${provider.issuer}/login`,
        form,
        headers as Record<string, string>,
      )
      expect([got.status, got.headers.getSetCookie()]).toEqual([403, []])
    }
    // A request that the thief began, sent from the victim's browser: as a form it lacks the
    // thief's cookie.
    const thief = formOf(await begin(openBrowser()))
    const planted = { ...thief, username: "olga", password: provider.olga.password }
    for (const browser of [openBrowser(), victim]) {
      const got = await browser.submit(`${provider.issuer}/login`, planted, {
        origin: provider.baseUrl,
      })
      expect([got.status, got.headers.getSetCookie()]).toEqual([403, []])
    }
    expect(
      (
        await victim.submit(
          `${provider.issuer}/login`,
          { ...form, csrf_token: "x" },
          { origin: provider.baseUrl },
        )
      ).status,
    ).toBe(403)
    expect(await isSignedIn(victim)).toBe(false)
  })

  it("by a cookie that was there before gains nothing: its value changes at every sign-in, and the old one is over", async () => {
    const thief = openBrowser()
    await authorizeAs(provider, app, provider.olga, { browser: thief })
    const planted = thief.cookies.get("symbolon_login") ?? ""
    const victim = openBrowser()
    victim.cookies.set("symbolon_login", planted)
    victim.cookies.set("symbolon_browser", thief.cookies.get("symbolon_browser") ?? "")
    await signIn(victim, await begin(victim, { prompt: "login" }), provider.ada)
    const fresh = victim.cookies.get("symbolon_login") ?? ""
    expect(fresh).toMatch(/^sy_ls_[A-Za-z0-9_-]{43}$/)
    expect(fresh).not.toBe(planted)
    // The thief holds all that was planted, and is nobody by it.
    expect([await isSignedIn(thief), await isSignedIn(victim)]).toEqual([false, true])
    await signIn(victim, await begin(victim, { prompt: "login" }), provider.ada)
    const old = openBrowser()
    old.cookies.set("symbolon_login", fresh)
    expect([await isSignedIn(old), await isSignedIn(victim)]).toEqual([false, true])
  })

  it("by the victim's own request in a browser whose cookie is known decides nothing without the victim's sign-in", async () => {
    const { browser, consent } = await reachConsent(provider.ada)
    const thief = openBrowser()
    thief.cookies.set("symbolon_browser", browser.cookies.get("symbolon_browser") ?? "")
    expect(
      (await thief.post(`${provider.issuer}/consent`, { ...formOf(consent), decision: "accept" }))
        .status,
    ).toBe(403)
    const page = await thief.get(`${provider.issuer}/interaction/${consent["challenge"]}`)
    expect(page.json).toMatchObject({ status: "login_required", user: null })
  })

  it("by cookies of a neighbour is closed out: with https they belong to this host alone", async () => {
    const baseUrl = "https://club.example"
    const { fetch: ask } = createHandler({
      symbolon: at(provider.symbolon, baseUrl),
      limits: "off",
    })
    const headers = {
      accept: "application/json",
      cookie: `symbolon_browser=sy_br_${"A".repeat(43)}; symbolon_login=sy_ls_${"A".repeat(43)}`,
    }
    const url = authorizeUrl({ provider: { baseUrl }, app, challenge: pkce().challenge })
    const reply = await ask(new Request(url, { headers }))
    const data = (await reply.json()) as Data
    const [browserCookie = ""] = reply.headers.getSetCookie()
    expect(browserCookie).toMatch(
      /^__Host-symbolon_browser=sy_br_[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    const signedIn = await ask(
      new Request(`${baseUrl}/oauth2/login`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: browserCookie.split(";")[0] ?? "" },
        body: JSON.stringify({ ...formOf(data), username: "ada", password: provider.ada.password }),
      }),
    )
    expect(signedIn.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(
        /^__Host-symbolon_login=sy_ls_[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    )
  })

  it("ends with the password: after a reset no browser is signed in any more", async () => {
    const { user } = await provider.symbolon.users.create({
      username: "rosa",
      firstName: "Rosa",
      password: "green harbour 9",
    })
    const { browser } = await authorizeAs(provider, app, {
      username: "rosa",
      password: "green harbour 9",
    })
    expect(await isSignedIn(browser)).toBe(true)
    await provider.symbolon.users.setPassword({
      userUuid: user.uuid,
      password: "another harbour 9",
    })
    expect(await isSignedIn(browser)).toBe(false)
  })
})
