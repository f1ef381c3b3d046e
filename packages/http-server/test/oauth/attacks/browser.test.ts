import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createHandler } from "../../../src/create-handler.ts"
import { type Got, openBrowser } from "../browser.ts"
import { type App, authorizeAs, authorizeUrl, openProvider, pkce, type Provider, tokensOf } from "../provider.ts"

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
const begin = async (browser: Browser, parameters: Readonly<Record<string, string>> = {}): Promise<Data> =>
  (await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge, parameters }))).json as Data
const formOf = ({ challenge = "", csrf_token = "" }: Data) => ({ challenge, csrf_token })
const signIn = async (browser: Browser, data: Data, { username, password } = provider.ada): Promise<Data> =>
  (await browser.post(`${provider.issuer}/login`, { ...formOf(data), username, password })).json as Data
/** Somebody who is asked for consent, in a browser of theirs. */
const asked = async (person = provider.ada, browser = openBrowser(), parameters = { prompt: "consent" }) => {
  const first = await begin(browser, parameters)
  return { browser, consent: first["status"] === "login_required" ? await signIn(browser, first, person) : first }
}
const codeIn = ({ json, location }: Got): string | null =>
  new URL((json as Data | undefined)?.["redirect_to"] ?? location ?? "http://nowhere").searchParams.get("code")

describe("attack 19: forged consent", () => {
  it("without this browser's token, from another site, or by GET, is refused, and spends nothing", async () => {
    const { browser, consent } = await asked()
    const stranger = await asked(provider.olga)
    const first = await begin(openBrowser())
    const accept = { ...formOf(consent), decision: "accept" }
    const at = `${provider.issuer}/consent`
    for (const body of [
      { ...accept, csrf_token: undefined },
      { ...accept, csrf_token: "" },
      { ...accept, csrf_token: stranger.consent["csrf_token"] },
      { ...accept, csrf_token: first["csrf_token"] },
      { ...accept, csrf_token: randomBytes(32).toString("base64url") },
      { ...accept, csrf_token: `${accept.csrf_token}A` },
    ])
      for (const decision of ["accept", "deny"]) {
        expect([body, (await browser.post(at, { ...body, decision })).status]).toEqual([body, 403])
        expect((await browser.submit(at, { ...body, decision, csrf_token: body.csrf_token ?? "" })).status).toBe(403)
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
    const [ada, olga] = [await asked(provider.ada), await asked(provider.olga)]
    const accept = { ...formOf(ada.consent), decision: "accept" }
    expect((await olga.browser.post(`${provider.issuer}/consent`, accept)).status).toBe(403)
    expect((await olga.browser.get(`${provider.issuer}/interaction/${ada.consent["challenge"]}`, html)).status).toBe(403)
    expect((await openBrowser().post(`${provider.issuer}/consent`, accept)).status).toBe(403)
    // Somebody else signs in in the same browser while the page is open: what was drawn for Ada is not Olga's to send.
    await signIn(ada.browser, await begin(ada.browser, { prompt: "login" }), provider.olga)
    expect((await ada.browser.post(`${provider.issuer}/consent`, accept)).status).toBe(403)
  })

  it("that comes twice is refused, and of many at once one is taken", async () => {
    const { browser, consent } = await asked()
    const accept = { ...formOf(consent), decision: "accept" }
    const got = await Promise.all(Array.from({ length: 20 }, () => browser.post(`${provider.issuer}/consent`, accept)))
    expect(got.filter(({ status }) => status === 200).map(codeIn)).toEqual([expect.stringMatching(/^sy_code_/)])
    expect(got.filter(({ status }) => status === 400)).toHaveLength(19)
    expect((await browser.post(`${provider.issuer}/consent`, { ...accept, decision: "deny" })).status).toBe(400)
    expect((await browser.get(`${provider.issuer}/interaction/${accept.challenge}`)).status).toBe(400)
  })

  it("after ten minutes is refused", async () => {
    const own = await openProvider()
    const client = await own.app()
    const browser = openBrowser()
    const first = (await browser.get(authorizeUrl({ provider: own, app: client, challenge: pkce().challenge }))).json as Data
    await own.advance(600)
    expect((await browser.post(`${own.issuer}/login`, { ...formOf(first), ...own.ada })).status).toBe(400)
    await own.close()
  })

  it("of a logout asks first, and is refused without the page's own token", async () => {
    const { browser } = await asked()
    const before = browser.cookies.get("symbolon_login")
    const page = await browser.get(`${provider.issuer}/logout`, html)
    expect([page.status, browser.cookies.get("symbolon_login")]).toEqual([200, before])
    for (const csrf_token of ["x", "A".repeat(43)])
      expect((await browser.submit(`${provider.issuer}/logout`, { csrf_token }, { origin: provider.baseUrl })).status).toBe(403)
    const token = /name="csrf_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ""
    expect((await browser.submit(`${provider.issuer}/logout`, { csrf_token: token }, { origin: "https://evil.example" })).status).toBe(403)
    expect(browser.cookies.get("symbolon_login")).toBe(before)
    await browser.submit(`${provider.issuer}/logout`, { csrf_token: token }, { origin: provider.baseUrl })
    expect(browser.cookies.has("symbolon_login")).toBe(false)
  })
})

describe("attack 20: login CSRF and fixation", () => {
  const isSignedIn = async (browser: Browser): Promise<boolean> => {
    const got = await browser.get(authorizeUrl({ provider, app, challenge: pkce().challenge, parameters: { prompt: "none" } }))
    return new URL(got.location ?? "").searchParams.get("error") !== "login_required"
  }

  it("by another site's form signs nobody in", async () => {
    const victim = openBrowser()
    const first = await begin(victim)
    const form = { ...formOf(first), username: "olga", password: provider.olga.password }
    for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }]) {
      const got = await victim.submit(`${provider.issuer}/login`, form, headers as Record<string, string>)
      expect([got.status, got.headers.getSetCookie()]).toEqual([403, []])
    }
    // A request that the thief began, sent from the victim's browser: as a form it lacks the thief's cookie.
    const thief = formOf(await begin(openBrowser()))
    const planted = { ...thief, username: "olga", password: provider.olga.password }
    for (const browser of [openBrowser(), victim]) {
      const got = await browser.submit(`${provider.issuer}/login`, planted, { origin: provider.baseUrl })
      expect([got.status, got.headers.getSetCookie()]).toEqual([403, []])
    }
    expect((await victim.submit(`${provider.issuer}/login`, { ...form, csrf_token: "x" }, { origin: provider.baseUrl })).status).toBe(403)
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
    const { browser, consent } = await asked(provider.ada)
    const thief = openBrowser()
    thief.cookies.set("symbolon_browser", browser.cookies.get("symbolon_browser") ?? "")
    expect((await thief.post(`${provider.issuer}/consent`, { ...formOf(consent), decision: "accept" })).status).toBe(403)
    const page = await thief.get(`${provider.issuer}/interaction/${consent["challenge"]}`)
    expect(page.json).toMatchObject({ status: "login_required", user: null })
  })

  it("by cookies of a neighbour is closed out: with https they belong to this host alone", async () => {
    const baseUrl = "https://club.example"
    const { fetch: ask } = createHandler({ symbolon: provider.symbolon, baseUrl, limits: "off" })
    const headers = { accept: "application/json", cookie: `symbolon_browser=sy_br_${"A".repeat(43)}; symbolon_login=sy_ls_${"A".repeat(43)}` }
    const url = authorizeUrl({ provider: { baseUrl }, app, challenge: pkce().challenge })
    const reply = await ask(new Request(url, { headers }))
    const data = (await reply.json()) as Data
    const [browserCookie = ""] = reply.headers.getSetCookie()
    expect(browserCookie).toMatch(/^__Host-symbolon_browser=sy_br_[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    const signedIn = await ask(
      new Request(`${baseUrl}/oauth2/login`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: browserCookie.split(";")[0] ?? "" },
        body: JSON.stringify({ ...formOf(data), username: "ada", password: provider.ada.password }),
      }),
    )
    expect(signedIn.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^__Host-symbolon_login=sy_ls_[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/))
  })

  it("ends with the password: after a reset no browser is signed in any more", async () => {
    const { user } = await provider.symbolon.accounts.createUser({ username: "rosa", firstName: "Rosa", password: "green harbour 9" })
    const { browser } = await authorizeAs(provider, app, { username: "rosa", password: "green harbour 9" })
    expect(await isSignedIn(browser)).toBe(true)
    await provider.symbolon.accounts.setPassword({ userUuid: user.uuid, password: "another harbour 9" })
    expect(await isSignedIn(browser)).toBe(false)
  })
})

/** Every page that there is to see, with what was put into it. */
const pages = async (words: { readonly name: string; readonly text: string }): Promise<ReadonlyMap<string, Got>> => {
  const { issuer, baseUrl } = provider
  const evil = await provider.app({ name: words.name, postLogoutRedirectUris: ["https://app.example/bye"] })
  const browser = openBrowser()
  const ask = (parameters: Readonly<Record<string, string>>, who = evil) =>
    browser.get(authorizeUrl({ provider, app: who, challenge: pkce().challenge, parameters: { state: words.text, login_hint: words.text.slice(0, 300), ...parameters } }), html)
  const follow = async (got: Got) => browser.get(got.location ?? "", html)
  const seen = new Map<string, Got>()
  const signInPage = await follow(await ask({}))
  seen.set("sign-in", signInPage)
  const token = (page: Got, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? ""
  const form = { challenge: token(signInPage, "challenge"), csrf_token: token(signInPage, "csrf_token") }
  const own = { origin: baseUrl }
  const query = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()
  seen.set("wrong password", await browser.submit(`${issuer}/login`, { ...form, username: words.text, password: "no" }, own))
  seen.set("register", await browser.get(`${issuer}/register?${query({ challenge: form.challenge })}`, html))
  seen.set("register again", await browser.submit(`${issuer}/register`, { ...form, username: words.text, first_name: words.text, last_name: words.text, email: words.text, password: "x" }, own))
  seen.set("forgotten password", await browser.get(`${issuer}/password-reset?${query({ challenge: words.text })}`, html))
  seen.set("letter sent", await browser.submit(`${issuer}/password-reset`, { username: words.text, name: words.text, challenge: words.text }, own))
  seen.set("new password", await browser.get(`${issuer}/password-reset?${query({ token: words.text })}`, html))
  seen.set("new password again", await browser.submit(`${issuer}/password-reset`, { token: words.text, password: "x" }, own))
  seen.set("confirm e-mail", await browser.get(`${issuer}/verify-email?${query({ token: words.text })}`, html))
  seen.set("no such link", await browser.submit(`${issuer}/verify-email`, { token: words.text }, own))
  await browser.submit(`${issuer}/login`, { ...form, username: "ada", password: provider.ada.password }, own)
  seen.set("consent", await follow(await ask({ prompt: "consent" })))
  seen.set("account", await follow(await ask({ prompt: "select_account" })))
  seen.set("form post", await ask({ prompt: "none", response_mode: "form_post" }))
  seen.set("unknown app", await ask({ client_id: words.text.slice(0, 64) }))
  seen.set("bad redirect", await ask({ redirect_uri: words.text }))
  seen.set("bad challenge", await browser.get(`${issuer}/interaction/${encodeURIComponent(words.text)}`, html))
  seen.set("forged", await browser.submit(`${issuer}/consent`, { challenge: words.text, csrf_token: words.text, decision: words.text }, own))
  seen.set("logout", await browser.get(`${issuer}/logout?${query({ client_id: evil.clientId, state: words.text, post_logout_redirect_uri: "https://app.example/bye" })}`, html))
  seen.set("bad logout", await browser.get(`${issuer}/logout?${query({ id_token_hint: words.text, state: words.text })}`, html))
  seen.set("logged out", await openBrowser().get(`${issuer}/logout`, html))
  return seen
}

describe("attack 21: clickjacking", () => {
  it("is forbidden by every page, whatever it says", async () => {
    const seen = await pages({ name: "Harbour", text: "plain" })
    seen.set("docs", await openBrowser().get(`${provider.baseUrl}/docs`, html))
    expect(seen.size).toBeGreaterThan(20)
    for (const [name, { headers }] of seen) {
      const policy = headers.get("content-security-policy") ?? ""
      expect({ name, type: headers.get("content-type"), frame: headers.get("x-frame-options"), policy }).toEqual({
        name,
        type: "text/html; charset=utf-8",
        frame: "DENY",
        policy: expect.stringContaining("frame-ancestors 'none'"),
      })
      expect(policy).toMatch(/^default-src '(none|self)'/)
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
      // Nobody but ourselves is told where the browser was.
      const referrer = expect.stringMatching(/^(no-referrer|same-origin)$/)
      expect([name, headers.get("referrer-policy"), headers.get("x-content-type-options")]).toEqual([name, referrer, "nosniff"])
    }
  })
})

describe("attack 22: markup in what is shown", () => {
  const text = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;{{7*7}}`
  it("is shown as text on every page", async () => {
    const seen = await pages({ name: `"'><script>alert(2)</script>`, text })
    let shown = 0
    for (const [name, page] of seen) {
      expect([name, page.text.includes("<script>alert"), page.text.includes("<img src=x"), page.text.includes(`="'"`)]).toEqual([name, false, false, false])
      // Scripts come from files of ours alone.
      for (const [tag] of page.text.matchAll(/<script[^>]*>/g)) expect([name, tag]).toEqual([name, expect.stringMatching(/^<script (type="module" )?src="[^"]*\/oauth2\/assets\/[\w.-]+"/)])
      // No tag of a page has a handler in it.
      expect([name, /<[^>]*\son\w+\s*=/.test(page.text.replaceAll(/"[^"]*"/g, ""))]).toEqual([name, false])
      if (page.text.includes("&lt;script&gt;alert")) shown += 1
    }
    expect(shown).toBeGreaterThan(6)
    const post = seen.get("form post")?.text ?? ""
    expect(post).toContain(`name="state" value="&quot;&#39;&gt;&lt;script&gt;`)
    expect(post).toContain(`action="${app.redirectUri}"`)
  })

  it("is JSON to programs, never taken for a page", async () => {
    const evil = await provider.app({ name: "<script>alert(2)</script>" })
    const got = await openBrowser().get(authorizeUrl({ provider, app: evil, challenge: pkce().challenge, parameters: { login_hint: text } }))
    expect([got.headers.get("content-type"), got.headers.get("x-content-type-options")]).toEqual(["application/json; charset=utf-8", "nosniff"])
    const info = await openBrowser().get(`${provider.issuer}/client-info?client_id=${evil.clientId}`, html)
    expect(info.headers.get("content-type")).toBe("application/json; charset=utf-8")
    const wrong = await openBrowser().get(`${provider.baseUrl}/${encodeURIComponent("<script>alert(1)</script>")}`, html)
    expect([wrong.status, wrong.text.includes("<script>")]).toEqual([404, false])
  })

  it("comes back in a redirect as it was sent, and splits no header", async () => {
    const state = `a b&c=d#e?%0d%0aSet-Cookie: x=1 ${text} \u{1f600}`
    const { answer } = await authorizeAs(provider, app, provider.ada, { parameters: { state } })
    expect(answer.get("state")).toBe(state)
    const got = await openBrowser().get(authorizeUrl({ provider, app, challenge: pkce().challenge, parameters: { state: "a\r\nSet-Cookie: x=1", prompt: "none" } }))
    expect([got.status, got.headers.getSetCookie()]).toEqual([303, []])
    expect(new URL(got.location ?? "").searchParams.get("error")).toMatch(/^(invalid_request|login_required)$/)
    expect((await tokensOf(provider, app, provider.ada, { nonce: text }))["id_token"]).toBeDefined()
  })
})
