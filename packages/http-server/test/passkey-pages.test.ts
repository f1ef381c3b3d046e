import type { Passkeys } from "@symbolon/core"
import { afterEach, describe, expect, it } from "vitest"
import { passkeys } from "../src/passkeys.ts"
import {
  asPage,
  at,
  beginSignIn,
  fieldIn,
  openPages,
  provider,
  titleIn,
} from "./fixtures/account-pages.ts"
import { openBrowser } from "./fixtures/cookie-browser.ts"
import { softwareAuthenticator } from "./fixtures/software-authenticator.ts"

afterEach(() => provider.close())

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
    openPages({ hostname: "localhost", core: { passkeys: passkeysOfClub() } })
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
    // Whatever a lost passkey opened has ended, and so has everything else.
    for (const one of [browser, other])
      expect((await one.get(at("account"), asPage)).text).toContain("Sign in")
    const { browser: anew } = await signIn()
    expect((await anew.get(at("account"), asPage)).text).toContain("You have no passkey yet")
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
    await openPages({ hostname: "localhost", limits: "on", core: { passkeys: passkeysOfClub() } })
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
    await openPages({
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
    await openPages()
    const { page } = await beginSignIn()
    expect(page.text).not.toContain("passkey")
    expect((await openBrowser().get(at("account"), asPage)).status).toBe(404)
    expect((await openBrowser().submit(at("passkeys/sign-in-options"), {})).status).toBe(404)
  })
})
