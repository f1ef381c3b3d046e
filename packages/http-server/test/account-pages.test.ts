import { afterEach, describe, expect, it } from "vitest"
import { asPage, at, fieldIn, openPages, provider, titleIn } from "./fixtures/account-pages.ts"
import { openBrowser } from "./fixtures/cookie-browser.ts"
import { at as reachedAt } from "./fixtures/oauth-provider.ts"

afterEach(() => provider.close())

describe("a page", () => {
  it("has a stylesheet that is named by its content and may be kept for ever", async () => {
    await openPages()
    const { text } = await openBrowser().get(at("password-reset"), asPage)
    const href = /href="([^"]+\.css)"/.exec(text)?.[1] ?? ""
    const sheet = await fetch(new URL(href, provider.baseUrl))
    expect([
      sheet.status,
      sheet.headers.get("content-type"),
      sheet.headers.get("cache-control"),
    ]).toEqual([200, "text/css; charset=utf-8", "public, max-age=31536000, immutable"])
    for (const name of ["page-0.css", "webauthn-0.js", "..%2Fpackage.json", "toString"])
      expect((await fetch(at(`assets/${name}`))).status, name).toBe(404)
  })
})

describe("an invitation to a team", () => {
  it("is accepted by whoever it is for, after a sign-in", async () => {
    await openPages()
    const { link } = await provider.symbolon.invitations.create({
      organization: provider.club.slug,
      username: "ada",
      role: "staff",
    })
    const browser = openBrowser()
    const first = await browser.get(link, asPage)
    const invitation = fieldIn(first.text, "invitation")
    expect([titleIn(first.text), invitation]).toEqual([
      "Sign in",
      new URL(link).searchParams.get("token"),
    ])
    const signedIn = await browser.submit(at("account/sign-in"), {
      invitation,
      username: "ada",
      password: "battery staple",
    })
    const page = await browser.get(new URL(signedIn.location ?? "", provider.baseUrl).href, asPage)
    expect(titleIn(page.text)).toBe("Join the team?")
    const sent = {
      token: fieldIn(page.text, "token"),
      csrf_token: fieldIn(page.text, "csrf_token"),
    }
    expect((await browser.submit(at("invitation"), { ...sent, csrf_token: "x" })).status).toBe(403)
    const joined = await browser.submit(at("invitation"), sent)
    expect([joined.status, titleIn(joined.text)]).toEqual([200, "You are on the team"])
    expect((await browser.submit(at("invitation"), sent)).status).toBe(409)
  })
})

describe("below a prefix", () => {
  it("pages name their own paths with it", async () => {
    await openPages()
    const { createHandler } = await import("../src/create-handler.ts")
    const baseUrl = "https://club.example/members"
    const mounted = createHandler({
      symbolon: reachedAt(provider.symbolon, baseUrl),
      limits: "off",
    })
    const page = await (
      await mounted.fetch(new Request(`${baseUrl}/oauth2/password-reset`, { headers: asPage }))
    ).text()
    expect(
      [...page.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, path]) =>
        path?.replace(/-[0-9a-f]{16}/, ""),
      ),
    ).toEqual(["/members/oauth2/assets/page.css", "/members/oauth2/password-reset"])
  })
})
