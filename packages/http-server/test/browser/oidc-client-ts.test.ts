import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { systemClock } from "@symbolon/core"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type App, openProvider, type Provider } from "../fixtures/oauth-provider.ts"
import { openChromium, openWindow } from "./chromium.ts"

const packageFile = createRequire(import.meta.url).resolve("oidc-client-ts/package.json")
const library = readFileSync(join(dirname(packageFile), "dist/browser/oidc-client-ts.min.js"))

/** An app that lives in a page alone, as its author would write it with oidc-client-ts. */
const pageOf = (settings: object): string => `<!doctype html><title>A page</title>
<script src="/oidc-client-ts.min.js"></script>
<script>
  const manager = new oidc.UserManager({ ...${JSON.stringify(settings)}, userStore: new oidc.WebStorageStateStore({ store: localStorage }) })
  const isCallback = location.pathname === "/callback"
  window.ready = (isCallback ? manager.signinCallback() : manager.getUser()).then((user) => { window.user = user ?? null })
</script>`

let browser: Browser
let provider: Provider
let app: App
let spa: { readonly url: string; readonly close: () => Promise<unknown> }

const openSpa = async () => {
  let settings: object = {}
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === "/oidc-client-ts.min.js")
      outgoing.writeHead(200, { "content-type": "text/javascript" }).end(library)
    else outgoing.writeHead(200, { "content-type": "text/html" }).end(pageOf(settings))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (chosen: object) => {
      settings = chosen
    },
    close: () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve))),
  }
}

beforeAll(async () => {
  browser = await openChromium()
  // The library reads the clock of the machine.
  provider = await openProvider({ hostname: "localhost", startAt: systemClock.now() })
  const opened = await openSpa()
  spa = opened
  app = await provider.app({
    clientType: "public",
    redirectUris: [`${opened.url}/callback`],
    postLogoutRedirectUris: [`${opened.url}/bye`],
  })
  opened.use({
    authority: provider.issuer,
    client_id: app.clientId,
    redirect_uri: `${opened.url}/callback`,
    post_logout_redirect_uri: `${opened.url}/bye`,
    response_type: "code",
    scope: "openid profile wallet:read",
    loadUserInfo: true,
    automaticSilentRenew: false,
    monitorSession: false,
    revokeTokenTypes: ["refresh_token"],
  })
})
afterAll(async () => {
  await browser?.close()
  await spa?.close()
  await provider?.close()
})

interface Session {
  readonly access_token: string
  readonly refresh_token: string
  readonly profile: Readonly<Record<string, unknown>>
}

describe("oidc-client-ts, unmodified, in a page in Chromium", () => {
  it("signs in by redirect, calls the API, renews, revokes and signs out", async () => {
    const { page, strayed, complaints, context } = await openWindow(browser)
    await page.goto(`${spa.url}/`)
    await page.evaluate("void window.ready.then(() => manager.signinRedirect())")
    await page.waitForURL(`${provider.issuer}/interaction/**`)
    await page.fill("#username", provider.ada.username)
    await page.fill("#password", provider.ada.password)
    await page.keyboard.press("Enter")
    await page.click("button:has-text('Allow')")
    await page.waitForURL(`${spa.url}/callback?**`)
    await page.evaluate("window.ready")
    const user: Session = await page.evaluate("({ ...window.user })")
    expect(user.profile).toMatchObject({
      sub: provider.ada.uuid,
      preferred_username: "ada",
      name: "Ada Lovelace",
    })

    const ask = (token: string): Promise<number> =>
      page.evaluate(
        ([url, bearer]) =>
          fetch(url, { headers: { authorization: `Bearer ${bearer}` } }).then(
            (reply) => reply.status,
          ),
        [`${provider.baseUrl}/api/v1/wallets`, token] as const,
      )
    expect(await ask(user.access_token)).toBe(200)

    const renewed: Session = await page.evaluate(
      "manager.signinSilent().then((user) => ({ ...user }))",
    )
    expect(renewed.refresh_token).not.toBe(user.refresh_token)
    expect(await ask(renewed.access_token)).toBe(200)

    await page.evaluate("manager.revokeTokens()")
    expect(await ask(renewed.access_token)).toBe(401)
    expect(complaints.filter((each) => !each.includes("401"))).toEqual([])

    await page.evaluate("void manager.signoutRedirect()")
    await page.waitForURL(`${spa.url}/bye**`)
    // Signed out at the provider too: the next sign-in asks for the password again.
    await page.goto(`${spa.url}/`)
    await page.evaluate("void window.ready.then(() => manager.signinRedirect())")
    await page.waitForURL(`${provider.issuer}/interaction/**`)
    expect(await page.isVisible("#password")).toBe(true)
    expect(strayed).toEqual([])
    await context.close()
  })

  it("is not let in by a page of an origin that registered nothing", async () => {
    const other = await openSpa()
    const { page, context } = await openWindow(browser)
    await page.goto(`${other.url}/`)
    const outcome = await page.evaluate(
      (url) =>
        fetch(url, {
          method: "POST",
          body: new URLSearchParams({ grant_type: "refresh_token" }),
        }).then(
          (reply) => `read ${reply.status}`,
          (reason: unknown) => (reason instanceof TypeError ? "not readable" : "another failure"),
        ),
      `${provider.issuer}/token`,
    )
    expect(outcome).toBe("not readable")
    await context.close()
    await other.close()
  })
})
