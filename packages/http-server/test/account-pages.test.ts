import type { Mail, Passkeys } from "@symbolon/core"
import { afterEach, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { passkeys } from "../src/passkeys.ts"
import { openBrowser } from "./fixtures/cookie-browser.ts"
import {
  at as reachedAt,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
} from "./fixtures/oauth-provider.ts"
import { softwareAuthenticator } from "./fixtures/software-authenticator.ts"

let provider: Provider
let mails: Mail[]

const open = async (options: Parameters<typeof openProvider>[0] = {}) => {
  mails = []
  const core = { mailer: { send: async (mail: Mail) => void mails.push(mail) }, ...options.core }
  provider = await openProvider({ ...options, core })
  return provider
}
afterEach(() => provider.close())

const asPage = { accept: "text/html" }
const at = (path: string) => `${provider.baseUrl}/oauth2/${path}`
const fieldIn = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ""
const titleIn = (text: string) => /<h1>([^<]*)</.exec(text)?.[1]
const tokenOf = (mail: Mail | undefined) =>
  new URL(mail?.link ?? "").searchParams.get("token") ?? ""

/** A browser at the sign-in page of an app. */
const beginSignIn = async () => {
  const app = await provider.app()
  const browser = openBrowser()
  const redirect = await browser.get(
    authorizeUrl({ provider, app, challenge: pkce().challenge }),
    asPage,
  )
  const page = await browser.get(redirect.location ?? "", asPage)
  return {
    browser,
    page,
    challenge: fieldIn(page.text, "challenge"),
    csrf_token: fieldIn(page.text, "csrf_token"),
  }
}

describe("a page", () => {
  it("has a stylesheet that is named by its content and may be kept for ever", async () => {
    await open()
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
    await open()
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
    await open({ limits: "on" })
    await verified()
    const browser = openBrowser()
    const texts = new Set<string>()
    for (let n = 0; n < 17; n += 1)
      texts.add((await browser.submit(at("password-reset"), { username: "eve" })).text)
    await settled()
    expect([texts.size, mails.length]).toEqual([1, 5])
  })

  it("without e-mail says what to do instead, sends nothing, and ends no link that the operator gave out", async () => {
    await open({
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
    await open({
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
    await open()
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
    await open()
    const from = { origin: "https://evil.example" }
    expect(
      (await openBrowser().submit(at("password-reset"), { username: "ada" }, from)).status,
    ).toBe(403)
  })
})

describe("making an account", () => {
  const eve = {
    first_name: "Eve",
    username: "eve",
    email: "eve@example.org",
    password: "a boat in the harbour",
  }

  it("signs in whoever made it, and sends a letter whose link a button confirms", async () => {
    await open()
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
    await open()
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
    await open({ registration: "open" })
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
    await open()
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
    await open({ registration: "closed" })
    const { browser, page, challenge } = await beginSignIn()
    expect(page.text).not.toContain("/oauth2/register")
    expect((await browser.get(at(`register?challenge=${challenge}`), asPage)).status).toBe(404)
  })
})

const fieldOf = (text: string, name: string) =>
  new RegExp(`id="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1]

/** The real ceremonies, answered as if the page stood at the site of the software authenticator. */
const passkeysOfClub = (): Passkeys => {
  const real = passkeys()
  const site = { id: "club.example", origin: "https://club.example", name: "club.example" }
  return {
    ...real,
    verifyRegistration: (answer, expected) =>
      real.verifyRegistration(answer, { ...expected, site }),
    verifySignIn: (answer, expected) => real.verifySignIn(answer, { ...expected, site }),
  }
}

describe("one's own passkeys", () => {
  const openWithPasskeys = () =>
    open({ hostname: "localhost", core: { passkeys: passkeysOfClub() } })
  const signIn = async (browser = openBrowser(), password = "battery staple") => {
    const reply = await browser.submit(at("account/sign-in"), { username: "ada", password })
    return { browser, reply }
  }
  const challengeIn = (json: unknown) =>
    Buffer.from((json as { challenge: string }).challenge, "base64url").toString()
  const add = async (
    browser: ReturnType<typeof openBrowser>,
    authenticator = softwareAuthenticator("phone"),
  ) => {
    const csrf_token = fieldIn((await browser.get(at("account"), asPage)).text, "csrf_token")
    const options = await browser.submit(at("passkeys/registration-options"), { csrf_token })
    const passkey = JSON.stringify(authenticator.create(challengeIn(options.json)))
    const reply = await browser.submit(at("account/passkeys"), {
      csrf_token,
      name: "Phone",
      passkey,
    })
    return { authenticator, csrf_token, reply, passkey }
  }

  it("are seen after a sign-in, made, used and removed", async () => {
    await openWithPasskeys()
    const { browser, reply } = await signIn()
    expect([reply.status, reply.location]).toEqual([303, "/oauth2/account"])
    const { authenticator, csrf_token, reply: added } = await add(browser)
    expect([added.status, added.location]).toEqual([303, "/oauth2/account"])
    expect((await browser.get(at("account"), asPage)).text).toContain("Phone")
    const other = openBrowser()
    const options = await other.submit(at("passkeys/sign-in-options"), {})
    const answer = authenticator.get(challengeIn(options.json), { userHandle: provider.ada.uuid })
    const used = await other.submit(at("account/sign-in"), { passkey: JSON.stringify(answer) })
    expect(used.status).toBe(303)
    const again = await openBrowser().submit(at("account/sign-in"), {
      passkey: JSON.stringify(answer),
    })
    expect([again.status, again.text.includes("The passkey could not be verified")]).toEqual([
      401,
      true,
    ])
    await browser.submit(at("account/passkeys/remove"), {
      csrf_token,
      credential_id: authenticator.credentialId,
    })
    expect((await browser.get(at("account"), asPage)).text).toContain("You have no passkey yet")
  })

  it("sign in for an app, with the same form as a password", async () => {
    await openWithPasskeys()
    const { authenticator } = await add((await signIn()).browser)
    const { browser, challenge, csrf_token } = await beginSignIn()
    const options = await browser.submit(at("passkeys/sign-in-options"), { challenge, csrf_token })
    const passkey = (twist: object) =>
      JSON.stringify(
        authenticator.get(challengeIn(options.json), { userHandle: provider.ada.uuid, ...twist }),
      )
    const forged = await browser.submit(at("login"), {
      challenge,
      csrf_token,
      passkey: passkey({ isForged: true }),
    })
    expect([forged.status, forged.text.includes("The passkey could not be verified")]).toEqual([
      401,
      true,
    ])
    expect(
      (await browser.submit(at("login"), { challenge, csrf_token, passkey: "{" })).status,
    ).toBe(401)
    const good = await browser.submit(at("login"), { challenge, csrf_token, passkey: passkey({}) })
    expect([good.status, good.location]).toEqual([303, at(`interaction/${challenge}`)])
  })

  it("are changed by forms that were drawn for this person in this browser alone", async () => {
    await openWithPasskeys()
    const { browser } = await signIn()
    const { csrf_token, passkey, authenticator } = await add(browser)
    const remove = { csrf_token, credential_id: authenticator.credentialId }
    for (const [fields, headers] of [
      [{ ...remove, csrf_token: "x" }, {}],
      [{ credential_id: remove.credential_id }, {}],
      [remove, { origin: "https://evil.example" }],
    ] as const)
      expect((await browser.submit(at("account/passkeys/remove"), fields, headers)).status).toBe(
        403,
      )
    const { browser: another } = await signIn()
    expect((await another.submit(at("account/passkeys/remove"), remove)).status).toBe(403)
    expect((await openBrowser().submit(at("account/passkeys/remove"), remove)).location).toBe(
      "/oauth2/account",
    )
    expect(
      (await openBrowser().submit(at("passkeys/registration-options"), { csrf_token })).status,
    ).toBe(401)
    const replayed = await browser.submit(at("account/passkeys"), {
      csrf_token,
      name: "Again",
      passkey,
    })
    expect([replayed.status, replayed.text.includes("The passkey could not be verified")]).toEqual([
      400,
      true,
    ])
    const nameless = await browser.submit(at("account/passkeys"), { csrf_token, passkey })
    expect([nameless.status, nameless.text.includes('id="name-fault"')]).toEqual([422, true])
    expect(
      await provider.symbolon.users.listPasskeys({ userUuid: provider.ada.uuid }),
    ).toHaveLength(1)
  })

  it("ask for a sign-in that is not older than five minutes", async () => {
    await openWithPasskeys()
    const { browser } = await signIn()
    await provider.advance(5 * 60)
    expect(titleIn((await browser.get(at("account"), asPage)).text)).toBe("Your passkeys")
    await provider.advance(1)
    expect(titleIn((await browser.get(at("account"), asPage)).text)).toBe("Sign in")
  })

  it("refuse a guesser after five tries, and give a new cookie at every sign-in", async () => {
    await open({ hostname: "localhost", limits: "on", core: { passkeys: passkeysOfClub() } })
    const { browser } = await signIn()
    const before = new Map(browser.cookies)
    await signIn(browser)
    expect(browser.cookies.get("symbolon_login")).not.toBe(before.get("symbolon_login"))
    expect(
      await provider.symbolon.users.getLogin({
        loginToken: before.get("symbolon_login") ?? "",
      }),
    ).toBeUndefined()
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1)
      statuses.push((await signIn(openBrowser(), "wrong")).reply.status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it("are not shut by failures from elsewhere, which anybody could cause", async () => {
    await open({
      hostname: "localhost",
      limits: "on",
      trustedProxies: ["127.0.0.1"],
      core: { passkeys: passkeysOfClub() },
    })
    const { authenticator } = await add((await signIn()).browser)
    const tryFrom = async (address: string, twist: object) => {
      const from = { "x-forwarded-for": address }
      const options = await openBrowser().submit(at("passkeys/sign-in-options"), {}, from)
      const passkey = JSON.stringify(
        authenticator.get(challengeIn(options.json), { userHandle: provider.ada.uuid, ...twist }),
      )
      return (await openBrowser().submit(at("account/sign-in"), { passkey }, from)).status
    }
    for (let n = 0; n < 60; n += 1)
      expect(await tryFrom(`192.0.2.${n}`, { isForged: true })).toBe(401)
    expect(await tryFrom("198.51.100.7", {})).toBe(303)
    const here = []
    for (let n = 0; n < 21; n += 1) here.push(await tryFrom("203.0.113.9", { isForged: true }))
    expect(here.slice(-2)).toEqual([401, 429])
  })

  it("are nowhere where the service has none", async () => {
    await open()
    const { page } = await beginSignIn()
    expect(page.text).not.toContain("passkey")
    expect((await openBrowser().get(at("account"), asPage)).status).toBe(404)
    expect((await openBrowser().submit(at("passkeys/sign-in-options"), {})).status).toBe(404)
  })
})

describe("an invitation to a team", () => {
  it("is accepted by whoever it is for, after a sign-in", async () => {
    await open()
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
    await open()
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
