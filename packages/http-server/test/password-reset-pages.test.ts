import type { Mail } from "@symbolon/core"
import { afterEach, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import {
  asPage,
  at,
  fieldIn,
  mails,
  openPages,
  provider,
  titleIn,
} from "./fixtures/account-pages.ts"
import { openBrowser } from "./fixtures/cookie-browser.ts"

afterEach(() => provider.close())

const tokenOf = (mail: Mail | undefined) =>
  new URL(mail?.link ?? "").searchParams.get("token") ?? ""

describe("a forgotten password", () => {
  const verified = async () => {
    const { user } = await provider.symbolon.users.create({
      username: "eve",
      firstName: "Eve",
      email: "eve@example.org",
      isEmailVerified: true,
      password: "a boat in the harbour",
    })
    return user
  }
  const settled = () => portsOf(provider.symbolon).outgoingMail.idle()

  it("is asked for with a name, and reads the same whoever that is", async () => {
    await openPages()
    await verified()
    const browser = openBrowser()
    const known = await browser.submit(at("password-reset"), { username: "eve@example.org" })
    const unknown = await browser.submit(at("password-reset"), { username: "nobody" })
    await settled()
    expect([known.status, titleIn(known.text)]).toEqual([200, "Check your email"])
    expect(unknown.text).toBe(known.text)
    expect(mails.map(({ to, purpose }) => [to, purpose])).toEqual([
      ["eve@example.org", "password_reset"],
    ])
    const empty = await browser.submit(at("password-reset"), {})
    expect([empty.status, empty.text.includes('aria-invalid="true"')]).toEqual([422, true])
  })

  it("is mailed five times an hour at most, and reads the same beyond that", async () => {
    await openPages({ limits: "on" })
    await verified()
    const browser = openBrowser()
    const texts = new Set<string>()
    for (let n = 0; n < 17; n += 1)
      texts.add((await browser.submit(at("password-reset"), { username: "eve" })).text)
    await settled()
    expect([texts.size, mails.length]).toEqual([1, 5])
  })

  it("without e-mail says what to do instead, sends nothing, and ends no link that the operator gave out", async () => {
    await openPages({
      core: { mailer: { delivery: "none", send: async (mail) => void mails.push(mail) } },
    })
    const { uuid } = await verified()
    const { link } = await provider.symbolon.users.createSetupLink({ userUuid: uuid })
    const browser = openBrowser()
    const form = await browser.get(at("password-reset"), asPage)
    const sent = await browser.submit(at("password-reset"), { username: "eve" })
    await settled()
    for (const { status, text } of [form, sent]) {
      expect([status, titleIn(text)]).toEqual([200, "This service sends no e-mail"])
      expect(text).toContain("symbolon users setup-link")
      expect(text).not.toMatch(/sent it a link|Check your email/)
    }
    expect(mails).toEqual([])
    const token = new URL(link).searchParams.get("token") ?? ""
    expect(
      (await browser.submit(at("password-reset"), { token, password: "four words in a row" }))
        .status,
    ).toBe(200)
  })

  it("with mails in the operator's terminal says that the link stands there", async () => {
    await openPages({
      core: { mailer: { delivery: "terminal", send: async (mail) => void mails.push(mail) } },
    })
    await verified()
    const browser = openBrowser()
    expect((await browser.get(at("password-reset"), asPage)).text).toContain(
      "printed in the terminal of the service",
    )
    const sent = await browser.submit(at("password-reset"), { username: "eve" })
    await settled()
    expect([titleIn(sent.text), sent.text.includes("on its way"), mails.length]).toEqual([
      "Ask the operator for the link",
      false,
      1,
    ])
  })

  it("is chosen anew with the letter's link, once", async () => {
    await openPages()
    const user = await verified()
    const browser = openBrowser()
    await browser.submit(at("password-reset"), { username: "eve" })
    await settled()
    const token = tokenOf(mails[0])
    const page = await browser.get(mails[0]?.link ?? "", asPage)
    expect([titleIn(page.text), fieldIn(page.text, "token")]).toEqual([
      "Choose a new password",
      token,
    ])
    const weak = await browser.submit(at("password-reset"), { token, password: "12345678" })
    expect([
      weak.status,
      weak.text.includes('id="password-fault"'),
      fieldIn(weak.text, "token"),
    ]).toEqual([422, true, token])
    const strong = await browser.submit(at("password-reset"), {
      token,
      password: "four words in a row",
    })
    expect([strong.status, titleIn(strong.text)]).toEqual([200, "Your password is changed"])
    const { signedIn } = await provider.symbolon.users.signIn({
      name: "eve",
      password: "four words in a row",
    })
    expect(signedIn.userUuid).toBe(user.uuid)
    const again = await browser.submit(at("password-reset"), {
      token,
      password: "four other words here",
    })
    expect([again.status, again.text.includes("This link is no longer valid")]).toEqual([400, true])
  })

  it("is not asked for by another site", async () => {
    await openPages()
    const from = { origin: "https://evil.example" }
    expect(
      (await openBrowser().submit(at("password-reset"), { username: "ada" }, from)).status,
    ).toBe(403)
  })
})
