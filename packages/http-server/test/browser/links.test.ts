import { readFile } from "node:fs/promises"
import type { ProfilePage } from "@symbolon/core"
import { portsOf } from "@symbolon/core/effect"
import axe from "axe-core"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startTestServer, type TestServer } from "../fixtures/world.ts"
import { openChromium, openWindow, type Window } from "./chromium.ts"
import { hostile } from "./page-fixtures.ts"

const own = "window.owned = true"
const markup = `${hostile}<svg onload="${own}"><style>*{display:none}</style><a href="javascript:${own}">x</a>`
const turned = "\u202e\u2066gnp.exe\u2067\u202d"

/** Rows as nobody can send them: a store that was written by hand, or by an import. */
const hostilePages: Readonly<Record<string, Partial<ProfilePage>>> = {
  "markup and scripts": {
    name: markup,
    firstName: markup,
    lastName: markup,
    shortDescription: markup,
    longDescription: markup,
    currentRole: { title: markup, company: markup },
    callToAction: { type: markup, label: markup, url: `javascript:${own}` },
    customBackground: { background: `url("https://evil.example/x")` },
    avatarFrame: "https://evil.example/frame.png",
    socialLinks: [
      { label: markup, url: `javascript:${own}` },
      { label: markup, url: ` JaVaScRiPt:${own}` },
      { label: markup, url: `java\nscript:${own}` },
      { label: markup, url: `data:text/html,<script>${own}</script>` },
      { label: markup, url: `https://x.example/"onmouseover="${own}` },
    ],
    links: [
      { label: markup, url: `vbscript:${own}` },
      { label: markup, url: "https://bank.example@evil.example/" },
      { label: markup, url: "blob:https://x.example/1" },
      { label: markup, url: "file:///etc/passwd" },
      { label: "", url: "//evil.example/" },
    ],
    longDescriptionContent: [{ type: "html", html: markup }],
    stickers: [{ html: markup }],
  },
  "overrides of direction": {
    name: turned,
    shortDescription: turned.repeat(20),
    longDescription: `${turned}\n`.repeat(20),
    currentRole: { title: turned, company: turned },
    callToAction: { type: "x", label: turned, url: "https://x.example/" },
    links: [{ label: turned, url: "https://x.example/\u202egpj.exe" }],
  },
  "texts of 10,000 characters without a space": {
    name: "W".repeat(10_000),
    shortDescription: "M".repeat(10_000),
    longDescription: "\u0301".repeat(10_000),
    currentRole: { title: "漢".repeat(10_000), company: "ﷺ".repeat(10_000) },
    callToAction: { type: "x", label: "@".repeat(10_000), url: "https://x.example/" },
    links: Array.from({ length: 50 }, () => ({
      label: "i".repeat(10_000),
      url: `https://${"a".repeat(60)}.example/${"p".repeat(10_000)}`,
    })),
  },
  "nothing at all": { name: "", firstName: "", lastName: "" },
}
const names = Object.keys(hostilePages)

let world: TestServer
let browser: Browser
let seen: Window
const links = new Map<string, string>()

beforeAll(async () => {
  world = await startTestServer()
  browser = await openChromium()
  seen = await openWindow(browser, { acceptDownloads: true })
  for (const [name, change] of Object.entries(hostilePages)) {
    const username = `person-${links.size}`
    const { user } = await world.symbolon.users.create({ username, firstName: "A" })
    const made = await world.symbolon.profilePages.create({ userUuid: user.uuid })
    const { isLocked: _, ...page } = made
    await portsOf(world.symbolon).storage.transact("write", (tx) =>
      tx.profilePages.change({ ...page, ...change }),
    )
    const input = { userUuid: user.uuid, profilePageUuid: made.uuid }
    links.set(name, (await world.symbolon.links.create(input)).linkToken)
  }
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

const show = async (name: string): Promise<void> => {
  await seen.page.goto(`${world.url}/l/${links.get(name)}`)
  await seen.page.locator("h1").waitFor()
}
const overflow = () =>
  seen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
const hrefs = (): Promise<readonly string[]> =>
  seen.page.evaluate("[...document.querySelectorAll('main a')].map((each) => each.href)")

describe.each(names)("a public page with %s", (name) => {
  it("runs nothing, loads nothing from elsewhere, and leads to no other scheme", async () => {
    await show(name)
    for (const link of await seen.page.locator("main a").all())
      await link.dispatchEvent("mouseover")
    expect(await seen.page.evaluate("window.owned")).toBeUndefined()
    expect(await seen.page.title()).not.toBe("owned")
    expect(await seen.page.locator("main").locator("img, b, svg, style, script").count()).toBe(0)
    const around = "[onload], [onerror], [onmouseover], main [style]"
    expect(await seen.page.locator(around).count()).toBe(0)
    for (const href of await hrefs()) expect(href).toMatch(/^(https?|mailto|tel):/)
    expect((await hrefs()).join()).not.toContain("evil.example")
    expect(seen.strayed).toEqual([])
    expect(seen.complaints).toEqual([])
  })

  it("keeps its layout on a phone and a desktop, and the name of the service in its title", async () => {
    for (const width of [320, 1000]) {
      await seen.page.setViewportSize({ width, height: 800 })
      await show(name)
      expect(await overflow(), `at ${width} px`).toBe(0)
    }
    const title = await seen.page.title()
    expect(title).toMatch(/ · symbolon\.test$/)
    expect(title.length).toBeLessThan(120)
    expect(title).not.toMatch(/\p{Bidi_Control}/u)
  })

  it("is clean to axe, light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await seen.page.emulateMedia({ colorScheme })
      await show(name)
      await seen.page.evaluate(axe.source)
      const { violations } = (await seen.page.evaluate(
        "axe.run(document, { resultTypes: ['violations'] })",
      )) as axe.AxeResults
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    }
  })

  it("saves a vCard of one person", async () => {
    await show(name)
    const [download] = await Promise.all([
      seen.page.waitForEvent("download"),
      seen.page.getByRole("link", { name: "Save contact" }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.vcf$/)
    const text = await readFile(await download.path(), "utf8")
    expect(text.split("\r\n").filter((line) => /^(BEGIN|END):/.test(line))).toEqual([
      "BEGIN:VCARD",
      "END:VCARD",
    ])
  })
})
