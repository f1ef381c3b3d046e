import type { Browser, CDPSession, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { passkeys } from "../../src/passkeys.ts"
import {
  type App,
  askToken,
  authorizeUrl,
  openProvider,
  pkce,
  type Provider,
} from "../fixtures/oauth-provider.ts"
import { openChromium, openWindow, type Window } from "./chromium.ts"

let browser: Browser
let provider: Provider
let app: App
let seen: Window
let authenticator: Awaited<ReturnType<typeof addAuthenticator>>

beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  provider = await openProvider({ hostname: "localhost", core: { passkeys: passkeys() } })
  app = await provider.app({ redirectUris: [`${provider.baseUrl}/health/live`] })
  seen = await openWindow(browser)
  authenticator = await addAuthenticator(await seen.context.newCDPSession(seen.page))
})
afterEach(async () => {
  expect(seen.strayed).toEqual([])
  await seen.context.close()
  await provider.close()
})

/** A device that keeps passkeys, and knows its user's finger. */
const addAuthenticator = async (session: CDPSession) => {
  await session.send("WebAuthn.enable", { enableUI: false })
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  return {
    /** Whether a finger lies on it. */
    touch: (enabled: boolean) =>
      session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    /** Whether it is the right one. */
    verify: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    credentials: async () =>
      (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  }
}

const enrol = async (page: Page, name = "My phone"): Promise<void> => {
  await page.goto(`${provider.baseUrl}/oauth2/account`)
  if ((await page.title()).startsWith("Sign in")) {
    await page.fill("#username", "ada")
    await page.fill("#password", "battery staple")
    await page.locator("#password").press("Enter")
    await page.waitForSelector("text=Your passkeys")
  }
  await page.fill("#name", name)
  await authenticator.touch(true)
  await page.click("button:has-text('Add a passkey')")
  await page.waitForSelector(`.rows >> text=${name}`)
  await authenticator.touch(false)
}

const begin = async (page: Page): Promise<string> => {
  const { verifier, challenge } = pkce()
  await page.goto(authorizeUrl({ provider, app, challenge }))
  return verifier
}

const tokenClaims = async (page: Page, verifier: string): Promise<unknown> => {
  await page.click("button:has-text('Allow')")
  await page.waitForURL("**/health/live?code=*")
  const code = new URL(page.url()).searchParams.get("code") ?? ""
  const sent = {
    grant_type: "authorization_code",
    code,
    redirect_uri: app.redirectUri,
    code_verifier: verifier,
  }
  const { body } = await askToken(provider, app, sent)
  return JSON.parse(Buffer.from(body["id_token"]?.split(".")[1] ?? "", "base64url").toString())
}

describe("passkeys", () => {
  it("are made on one's own page, and then sign in without a name", async () => {
    const { page } = seen
    // A browser that offers nothing where the username is typed, so that the button is what signs
    // in.
    await page.addInitScript(
      "PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)",
    )
    await enrol(page)
    expect(
      (await authenticator.credentials()).map(({ isResidentCredential, rpId }) => [
        isResidentCredential,
        rpId,
      ]),
    ).toEqual([[true, "localhost"]])
    await seen.context.clearCookies()
    const verifier = await begin(page)
    await authenticator.touch(true)
    await page.click("button:has-text('Use a passkey')")
    await page.waitForSelector("text=asks for access to your account")
    expect(await tokenClaims(page, verifier)).toMatchObject({
      sub: provider.ada.uuid,
      acr: "2",
      amr: ["hwk", "user"],
    })
    expect(seen.complaints).toEqual([])
  })

  it("are offered where the username is typed", async () => {
    const { page } = seen
    await enrol(page)
    await seen.context.clearCookies()
    // The device answers what the field asks of it, and nobody presses a button.
    await authenticator.touch(true)
    const verifier = await begin(page)
    await page.waitForSelector("text=asks for access to your account")
    expect(await tokenClaims(page, verifier)).toMatchObject({ sub: provider.ada.uuid, acr: "2" })
  })

  it("are of no use to somebody whose finger is another", async () => {
    const { page } = seen
    await enrol(page)
    await seen.context.clearCookies()
    await begin(page)
    await authenticator.verify(false)
    await authenticator.touch(true)
    await page.click("button:has-text('Use a passkey')")
    await page.waitForSelector("#passkey-fault:not([hidden])")
    expect(await page.evaluate("document.activeElement.id")).toBe("passkey-fault")
    expect(await page.title()).toContain("Sign in to Harbour App")
  })

  it("are not made twice on a device, and are removed from one's page", async () => {
    const { page } = seen
    await enrol(page)
    await page.fill("#name", "Once more")
    await authenticator.touch(true)
    await page.click("button:has-text('Add a passkey')")
    await page.waitForSelector("text=This device has a passkey for your account already.")
    await page.click("button:has-text('Remove')")
    // Everybody is signed out: whatever the passkey opened has ended.
    await page.waitForSelector("text=to your account")
    await seen.context.clearCookies()
    await begin(page)
    await page.click("button:has-text('Use a passkey')")
    await page.waitForSelector("text=The passkey could not be verified.")
  })

  it("ask somebody who signed in long ago to do so anew", async () => {
    const { page } = seen
    await enrol(page)
    await provider.advance(15 * 60)
    await page.reload()
    await page.waitForSelector("text=to your account")
    expect(await page.locator(".rows").count()).toBe(0)
  })
})
