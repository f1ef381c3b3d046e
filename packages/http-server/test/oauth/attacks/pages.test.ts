import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type PageReply, openBrowser } from "../../fixtures/cookie-browser.ts"
import {
  type App,
  authorizeAs,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
  tokensOf,
} from "../../fixtures/oauth-provider.ts"

let provider: Provider
let app: App
beforeAll(async () => {
  provider = await openProvider()
  app = await provider.app()
})
afterAll(() => provider.close())

const html = { accept: "text/html" }

/** Every page that there is to see, with what was put into it. */
const pages = async (words: {
  readonly name: string
  readonly text: string
}): Promise<Map<string, PageReply>> => {
  const { issuer, baseUrl } = provider
  const evil = await provider.app({
    name: words.name,
    postLogoutRedirectUris: ["https://app.example/bye"],
  })
  const browser = openBrowser()
  const ask = (parameters: Readonly<Record<string, string>>, who = evil) =>
    browser.get(
      authorizeUrl({
        provider,
        app: who,
        challenge: pkce().challenge,
        parameters: { state: words.text, login_hint: words.text.slice(0, 300), ...parameters },
      }),
      html,
    )
  const follow = async (got: PageReply) => browser.get(got.location ?? "", html)
  const seen = new Map<string, PageReply>()
  const signInPage = await follow(await ask({}))
  seen.set("sign-in", signInPage)
  const token = (page: PageReply, name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? ""
  const form = {
    challenge: token(signInPage, "challenge"),
    csrf_token: token(signInPage, "csrf_token"),
  }
  const own = { origin: baseUrl }
  const query = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()
  seen.set(
    "wrong password",
    await browser.submit(`${issuer}/login`, { ...form, username: words.text, password: "no" }, own),
  )
  seen.set(
    "register",
    await browser.get(`${issuer}/register?${query({ challenge: form.challenge })}`, html),
  )
  seen.set(
    "register again",
    await browser.submit(
      `${issuer}/register`,
      {
        ...form,
        username: words.text,
        first_name: words.text,
        last_name: words.text,
        email: words.text,
        password: "x",
      },
      own,
    ),
  )
  seen.set(
    "forgotten password",
    await browser.get(`${issuer}/password-reset?${query({ challenge: words.text })}`, html),
  )
  seen.set(
    "letter sent",
    await browser.submit(
      `${issuer}/password-reset`,
      { username: words.text, name: words.text, challenge: words.text },
      own,
    ),
  )
  seen.set(
    "new password",
    await browser.get(`${issuer}/password-reset?${query({ token: words.text })}`, html),
  )
  seen.set(
    "new password again",
    await browser.submit(`${issuer}/password-reset`, { token: words.text, password: "x" }, own),
  )
  seen.set(
    "confirm e-mail",
    await browser.get(`${issuer}/verify-email?${query({ token: words.text })}`, html),
  )
  seen.set(
    "no such link",
    await browser.submit(`${issuer}/verify-email`, { token: words.text }, own),
  )
  await browser.submit(
    `${issuer}/login`,
    { ...form, username: "ada", password: provider.ada.password },
    own,
  )
  seen.set("consent", await follow(await ask({ prompt: "consent" })))
  seen.set("account", await follow(await ask({ prompt: "select_account" })))
  seen.set("form post", await ask({ prompt: "none", response_mode: "form_post" }))
  seen.set("unknown app", await ask({ client_id: words.text.slice(0, 64) }))
  seen.set("bad redirect", await ask({ redirect_uri: words.text }))
  seen.set(
    "bad challenge",
    await browser.get(`${issuer}/interaction/${encodeURIComponent(words.text)}`, html),
  )
  seen.set(
    "forged",
    await browser.submit(
      `${issuer}/consent`,
      { challenge: words.text, csrf_token: words.text, decision: words.text },
      own,
    ),
  )
  seen.set(
    "logout",
    await browser.get(
      `${issuer}/logout?${query({ client_id: evil.clientId, state: words.text, post_logout_redirect_uri: "https://app.example/bye" })}`,
      html,
    ),
  )
  seen.set(
    "bad logout",
    await browser.get(
      `${issuer}/logout?${query({ id_token_hint: words.text, state: words.text })}`,
      html,
    ),
  )
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
      expect({
        name,
        type: headers.get("content-type"),
        frame: headers.get("x-frame-options"),
        policy,
      }).toEqual({
        name,
        type: "text/html; charset=utf-8",
        frame: "DENY",
        policy: expect.stringContaining("frame-ancestors 'none'"),
      })
      expect(policy).toMatch(/^default-src '(none|self)'/)
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
      // Nobody but ourselves is told where the browser was.
      const referrer = expect.stringMatching(/^(no-referrer|same-origin)$/)
      expect([name, headers.get("referrer-policy"), headers.get("x-content-type-options")]).toEqual(
        [name, referrer, "nosniff"],
      )
    }
  })
})

describe("attack 22: markup in what is shown", () => {
  const text = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;{{7*7}}`
  it("is shown as text on every page", async () => {
    const seen = await pages({ name: `"'><script>alert(2)</script>`, text })
    let escapedPages = 0
    for (const [name, page] of seen) {
      expect([
        name,
        page.text.includes("<script>alert"),
        page.text.includes("<img src=x"),
        page.text.includes(`="'"`),
      ]).toEqual([name, false, false, false])
      // Scripts come from files of ours alone.
      for (const [tag] of page.text.matchAll(/<script[^>]*>/g))
        expect([name, tag]).toEqual([
          name,
          expect.stringMatching(/^<script (type="module" )?src="[^"]*\/oauth2\/assets\/[\w.-]+"/),
        ])
      // No tag of a page has a handler in it.
      expect([name, /<[^>]*\son\w+\s*=/.test(page.text.replaceAll(/"[^"]*"/g, ""))]).toEqual([
        name,
        false,
      ])
      if (page.text.includes("&lt;script&gt;alert")) escapedPages += 1
    }
    expect(escapedPages).toBeGreaterThan(6)
    const post = seen.get("form post")?.text ?? ""
    expect(post).toContain(`name="state" value="&quot;&#39;&gt;&lt;script&gt;`)
    expect(post).toContain(`action="${app.redirectUri}"`)
  })

  it("is JSON to programs, never taken for a page", async () => {
    const evil = await provider.app({ name: "<script>alert(2)</script>" })
    const got = await openBrowser().get(
      authorizeUrl({
        provider,
        app: evil,
        challenge: pkce().challenge,
        parameters: { login_hint: text },
      }),
    )
    expect([got.headers.get("content-type"), got.headers.get("x-content-type-options")]).toEqual([
      "application/json; charset=utf-8",
      "nosniff",
    ])
    const info = await openBrowser().get(
      `${provider.issuer}/client-info?client_id=${evil.clientId}`,
      html,
    )
    expect(info.headers.get("content-type")).toBe("application/json; charset=utf-8")
    const wrong = await openBrowser().get(
      `${provider.baseUrl}/${encodeURIComponent("<script>alert(1)</script>")}`,
      html,
    )
    expect([wrong.status, wrong.text.includes("<script>")]).toEqual([404, false])
  })

  it("comes back in a redirect as it was sent, and splits no header", async () => {
    const state = `a b&c=d#e?%0d%0aSet-Cookie: x=1 ${text} \u{1f600}`
    const { answer } = await authorizeAs(provider, app, provider.ada, { parameters: { state } })
    expect(answer.get("state")).toBe(state)
    const got = await openBrowser().get(
      authorizeUrl({
        provider,
        app,
        challenge: pkce().challenge,
        parameters: { state: "a\r\nSet-Cookie: x=1", prompt: "none" },
      }),
    )
    expect([got.status, got.headers.getSetCookie()]).toEqual([303, []])
    expect(new URL(got.location ?? "").searchParams.get("error")).toMatch(
      /^(invalid_request|login_required)$/,
    )
    expect((await tokensOf(provider, app, provider.ada, { nonce: text }))["id_token"]).toBeDefined()
  })
})
