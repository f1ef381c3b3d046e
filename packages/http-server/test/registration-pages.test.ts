import { afterEach, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import {
  asPage,
  at,
  beginSignIn,
  fieldIn,
  mails,
  openPages,
  provider,
  titleIn,
} from "./fixtures/account-pages.ts"
import { openBrowser } from "./fixtures/cookie-browser.ts"

afterEach(() => provider.close())

describe("making an account", () => {
  const eve = {
    first_name: "Eve",
    username: "eve",
    email: "eve@example.org",
    password: "a boat in the harbour",
  }

  it("signs in whoever made it, and sends a letter whose link a button confirms", async () => {
    await openPages()
    const { browser, challenge, csrf_token } = await beginSignIn()
    const page = await browser.get(at(`register?challenge=${challenge}`), asPage)
    expect([titleIn(page.text), fieldIn(page.text, "challenge")]).toEqual([
      "Create an account",
      challenge,
    ])
    const made = await browser.submit(at("register"), { challenge, csrf_token, ...eve })
    expect([made.status, made.location]).toEqual([303, at(`interaction/${challenge}`)])
    expect((await browser.get(made.location ?? "", asPage)).text).toContain(
      "asks for access to your account",
    )
    await portsOf(provider.symbolon).outgoingMail.idle()
    const find = async () => (await provider.symbolon.users.find({ user: "eve" })).emailVerifiedAt
    const opened = await openBrowser().get(mails[0]?.link ?? "", asPage)
    expect([titleIn(opened.text), await find()]).toEqual(["Confirm your e-mail address", undefined])
    const token = fieldIn(opened.text, "token")
    const confirmed = await openBrowser().submit(at("verify-email"), { token })
    expect([confirmed.status, titleIn(confirmed.text), await find()]).toEqual([
      200,
      "E-mail address confirmed",
      provider.clock.now(),
    ])
    expect((await openBrowser().submit(at("verify-email"), { token })).status).toBe(400)
  })

  it("says what is wrong with each field, keeps what was typed, and never shows a password", async () => {
    await openPages()
    const { browser, challenge, csrf_token } = await beginSignIn()
    const wrong = await browser.submit(at("register"), {
      challenge,
      csrf_token,
      ...eve,
      username: "E!",
      email: "eve",
      password: "12345678",
    })
    expect(wrong.status).toBe(422)
    expect(
      [...wrong.text.matchAll(/aria-describedby="(\w+)-fault"/g)].map(([, name]) => name),
    ).toEqual(["email", "username"])
    expect([fieldOf(wrong.text, "first_name"), fieldOf(wrong.text, "username")]).toEqual([
      "Eve",
      "E!",
    ])
    expect(wrong.text).not.toContain("12345678")
    const taken = await browser.submit(at("register"), {
      challenge,
      csrf_token,
      ...eve,
      username: "ada",
    })
    expect([taken.status, taken.text.includes("This username is already taken")]).toEqual([
      422,
      true,
    ])
  })

  it("takes no name that cannot be seen or that turns the direction of text", async () => {
    await openPages({ registration: "open" })
    const { browser, challenge, csrf_token } = await beginSignIn()
    for (const name of ["\u200b", "\u2060\ufeff", "\u200fAda", "Ada\u061c"]) {
      const sent = {
        challenge,
        csrf_token,
        username: "eve",
        first_name: name,
        password: "a boat in the harbour",
      }
      const { status, text } = await browser.submit(at("register"), sent)
      expect([status, text], JSON.stringify(name)).toEqual([
        422,
        expect.stringMatching(/name="first_name"[^>]*aria-invalid="true"/),
      ])
    }
  })

  it("is for the browser that was asked, from our own page, while the request waits", async () => {
    await openPages()
    const { browser, challenge, csrf_token } = await beginSignIn()
    const sent = { challenge, csrf_token, ...eve }
    expect((await openBrowser().submit(at("register"), sent)).status).toBe(403)
    expect((await browser.submit(at("register"), { ...sent, csrf_token: "x" })).status).toBe(403)
    expect(
      (await browser.submit(at("register"), sent, { origin: "https://evil.example" })).status,
    ).toBe(403)
    expect(
      (await browser.submit(at("register"), { ...sent, challenge: "sy_ch_unknown" })).status,
    ).toBe(400)
    expect((await browser.get(at("register"), asPage)).status).toBe(404)
    await expect(provider.symbolon.users.find({ user: "eve" })).rejects.toMatchObject({
      _tag: "NotFound",
    })
  })

  it("is nowhere where the operator closed it", async () => {
    await openPages({ registration: "closed" })
    const { browser, page, challenge } = await beginSignIn()
    expect(page.text).not.toContain("/oauth2/register")
    expect((await browser.get(at(`register?challenge=${challenge}`), asPage)).status).toBe(404)
  })
})

const fieldOf = (text: string, name: string) =>
  new RegExp(`id="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1]
