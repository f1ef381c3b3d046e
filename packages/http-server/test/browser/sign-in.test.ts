import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
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
let appServer: Awaited<ReturnType<typeof openApp>>
let seen: Window

/** The app's own address: what it was sent, by query or by form. */
const openApp = async () => {
  const received: string[] = []
  const take = async (incoming: IncomingMessage): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { pathname, search } = new URL(incoming.url ?? "/", "http://app")
    if (pathname === "/callback")
      received.push(incoming.method === "POST" ? Buffer.concat(chunks).toString() : search.slice(1))
  }
  const server = createServer((incoming, outgoing) => {
    void take(incoming).then(() =>
      outgoing.writeHead(200, { "content-type": "text/html" }).end("<title>The app</title>"),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => new Promise((resolve) => server.close(resolve))
  return { url, received, close: () => (server.closeAllConnections(), close()) }
}

beforeAll(async () => {
  browser = await openChromium()
  appServer = await openApp()
})
afterAll(async () => {
  await browser?.close()
  await appServer?.close()
})
beforeEach(async () => {
  provider = await openProvider({ hostname: "localhost" })
  app = await provider.app({ redirectUris: [`${appServer.url}/callback`] })
  appServer.received.length = 0
  seen = await openWindow(browser)
})
afterEach(async () => {
  expect(seen.strayed).toEqual([])
  await seen.context.close()
  await provider.close()
})

const begin = async (
  page: Page,
  parameters: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const { verifier, challenge } = pkce()
  await page.goto(authorizeUrl({ provider, app, challenge, parameters }))
  return verifier
}
const arrived = async (page: Page): Promise<URLSearchParams> => {
  await page.waitForURL(`${appServer.url}/**`)
  return new URLSearchParams(appServer.received.at(-1))
}
const focused = (page: Page) =>
  page.evaluate("document.activeElement.textContent.trim() || document.activeElement.name")

describe("signing in", () => {
  it("goes from the app and back to it with the keyboard alone", async () => {
    const { page } = seen
    const verifier = await begin(page)
    expect(await page.title()).toBe(`Sign in to Harbour App · ${new URL(provider.baseUrl).host}`)
    // The browser moves the focus after it has shown the page.
    await expect.poll(() => focused(page)).toBe("username")
    await page.keyboard.type("ada")
    await page.keyboard.press("Tab")
    await page.keyboard.type("battery staple")
    await page.keyboard.press("Enter")
    await page.waitForSelector("text=asks for access to your account")
    for (let presses = 0; presses < 30 && (await focused(page)) !== "Allow"; presses += 1)
      await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    const answer = await arrived(page)
    expect(answer.get("state")).toBe("af0ifjsldkj")
    const sent = {
      grant_type: "authorization_code",
      code: answer.get("code") ?? "",
      redirect_uri: app.redirectUri,
      code_verifier: verifier,
    }
    expect((await askToken(provider, app, sent)).status).toBe(200)
    expect(seen.complaints).toEqual([])
  })

  it("works without scripts, and so does the answer in a form", async () => {
    const { page } = await openWindow(browser, { javaScriptEnabled: false })
    await begin(page, { response_mode: "form_post" })
    await page.fill("#username", "ada")
    await page.fill("#password", "battery staple")
    await page.click("text=Sign in >> nth=-1")
    await page.click("button:has-text('Allow')")
    await page.click("button:has-text('Continue')")
    expect((await arrived(page)).get("code")).toMatch(/^sy_code_/)
  })

  it("sends the answer in a form by itself where scripts run", async () => {
    const { page } = seen
    await begin(page, { response_mode: "form_post" })
    await signIn(page)
    await page.click("button:has-text('Allow')")
    expect((await arrived(page)).get("code")).toMatch(/^sy_code_/)
    expect(seen.complaints).toEqual([])
  })

  it("says what was wrong where the focus is, and keeps the name", async () => {
    const { page } = seen
    await begin(page)
    await signIn(page, "ada", "wrong")
    await page.waitForSelector("[role=alert]:not([hidden])")
    await expect.poll(() => focused(page)).toBe("Wrong username or password.")
    expect(await page.inputValue("#username")).toBe("ada")
    await page.fill("#password", "battery staple")
    await page.keyboard.press("Enter")
    await page.waitForSelector("text=asks for access to your account")
  })

  it("tells the app that somebody said no", async () => {
    const { page } = seen
    await begin(page)
    await signIn(page)
    await page.click("button:has-text('Deny')")
    expect((await arrived(page)).get("error")).toBe("access_denied")
  })

  it("asks again next time when it was told to, and not otherwise", async () => {
    const { page } = seen
    await begin(page)
    await signIn(page)
    await page.uncheck("[name=remember]")
    await page.click("button:has-text('Allow')")
    await arrived(page)
    await begin(page)
    await page.click("button:has-text('Allow')")
    await arrived(page)
    await begin(page)
    expect((await arrived(page)).has("code")).toBe(true)
  })

  it("lets one choose between the account at hand and another", async () => {
    const { page } = seen
    await begin(page)
    await signIn(page)
    await page.click("button:has-text('Allow')")
    await arrived(page)
    await begin(page, { prompt: "select_account" })
    await page.click("text=Continue as Ada Lovelace")
    await arrived(page)
    await begin(page, { prompt: "select_account" })
    await page.click("text=Use another account")
    await signIn(page, "olga", "wrong")
    await signIn(page, "olga", "correct horse")
    await page.waitForSelector("text=asks for access to your account")
    expect(await page.locator(".facts").innerText()).toContain("Olga")
  })

  it("makes an account on the way, and says what is wrong with it", async () => {
    const { page } = seen
    await begin(page)
    await page.click("text=Create an account")
    await page.fill("#first_name", "Bea")
    await page.fill("#email", "bea@example.org")
    await page.fill("#username", "ada")
    await page.fill("#password", "a boat in the harbour")
    await page.click("button:has-text('Create account')")
    expect(await page.locator("#username-fault").innerText()).toBe(
      "This username is already taken. Choose another.",
    )
    expect(await page.inputValue("#first_name")).toBe("Bea")
    await page.fill("#username", "bea")
    await page.fill("#password", "a boat in the harbour")
    await page.click("button:has-text('Create account')")
    await page.waitForSelector("text=asks for access to your account")
    await page.click("button:has-text('Allow')")
    expect((await arrived(page)).has("code")).toBe(true)
  })

  it("cannot be shown in a frame of another site", async () => {
    const { page } = seen
    const { challenge } = pkce()
    const target = authorizeUrl({ provider, app, challenge })
    await page.goto(appServer.url)
    await page.setContent(`<iframe src="${target.replaceAll("&", "&amp;")}"></iframe>`)
    await expect.poll(() => seen.complaints.join(" ")).toMatch(/frame-ancestors|X-Frame-Options/i)
    for (const frame of page.frames().slice(1))
      expect(await frame.content()).not.toContain("Sign in")
  })
})

const signIn = async (page: Page, username = "ada", password = "battery staple"): Promise<void> => {
  await page.fill("#username", username)
  await page.fill("#password", password)
  await page.locator("#password").press("Enter")
  await page.waitForLoadState()
}
