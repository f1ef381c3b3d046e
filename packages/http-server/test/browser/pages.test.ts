import axe from "axe-core"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openChromium, openWindow, type Window } from "./chromium.ts"
import { hostile, pages } from "./page-fixtures.ts"
import { servePages } from "./serve-pages.ts"

const names = Object.keys(pages("http://localhost"))

let browser: Browser
let server: Awaited<ReturnType<typeof servePages>>
let seen: Window

beforeAll(async () => {
  server = await servePages()
  browser = await openChromium()
  seen = await openWindow(browser)
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const show = async (name: string): Promise<void> => {
  // One page leaves before it is loaded, to where nothing is, and stays.
  await seen.page.goto(`${server.baseUrl}/${name}`, {
    waitUntil: name.startsWith("form-post") ? "commit" : "load",
  })
  await seen.page.locator("h1").waitFor()
  await expect.poll(() => seen.page.evaluate("document.styleSheets.length")).toBe(1)
}

/** What axe has to say, a line for each thing. */
const findings = async (): Promise<readonly string[]> => {
  await seen.page.evaluate(axe.source)
  const { violations } = (await seen.page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] })",
  )) as axe.AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

const overflow = () =>
  seen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")

describe.each(names)("the page %s", (name) => {
  it.each(["light", "dark"] as const)("is clean to axe when it is %s", async (colorScheme) => {
    await seen.page.emulateMedia({ colorScheme })
    await show(name)
    expect(await findings()).toEqual([])
  })

  it("needs no sideways scrolling at 320 px, at 200 % zoom, and with text twice the size", async () => {
    for (const width of [320, 640]) {
      await seen.page.setViewportSize({ width, height: 640 })
      await show(name)
      expect(await overflow(), `at ${width} px`).toBe(0)
    }
    await seen.page.setViewportSize({ width: 640, height: 640 })
    await seen.page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(await overflow(), "with large text").toBe(0)
    await seen.page.setViewportSize({ width: 1000, height: 900 })
  })

  it("has targets of 44 px, one first heading, a title that names the service, and a language", async () => {
    await show(name)
    const small =
      await seen.page.evaluate(`[...document.querySelectorAll("button, input:not([type=hidden]), .below a, .outward a, .button")]
      .map((each) => each.closest("label") ?? each)
      .filter((each) => each.offsetParent !== null && each.getBoundingClientRect().height < 44)
      .map((each) => each.outerHTML)`)
    expect(small).toEqual([])
    expect(await seen.page.locator("h1").count()).toBe(1)
    expect(await seen.page.locator("html").getAttribute("lang")).toBe("en")
    expect(await seen.page.title()).toContain(new URL(server.baseUrl).host)
  })
})

describe("texts of others", () => {
  it.each(names.filter((name) => name.includes("hostile")))("are inert on %s", async (name) => {
    await show(name)
    expect(await seen.page.title()).not.toBe("owned")
    expect(await seen.page.locator("img, b, iframe, main script").count()).toBe(0)
    expect(await seen.page.locator("a[href^=javascript], [onmouseover], [onerror]").count()).toBe(0)
    expect(await seen.page.locator("body").innerText()).toContain(hostile.slice(0, 20))
  })
})

describe("all pages", () => {
  it("asked nothing of anybody else, and did nothing that their policy forbids", () => {
    expect(seen.strayed).toEqual([])
    expect(seen.complaints).toEqual([])
  })

  it("show a fault where the focus is, and lead from it to its field", async () => {
    await show("register-wrong")
    await expect
      .poll(() => seen.page.evaluate("document.activeElement.getAttribute('role')"))
      .toBe("alert")
    await seen.page.keyboard.press("Tab")
    await seen.page.keyboard.press("Enter")
    expect(await seen.page.evaluate("document.activeElement.id")).toBe("username")
    const described = await seen.page.locator("#username").getAttribute("aria-describedby")
    expect(await seen.page.locator(`#${described}`).innerText()).toContain("single hyphens")
    expect(await seen.page.locator("#username").getAttribute("aria-invalid")).toBe("true")
  })

  it("stand still where motion is not wanted", async () => {
    await seen.page.emulateMedia({ reducedMotion: "reduce" })
    await show("sign-in")
    expect(
      await seen.page.evaluate(
        "getComputedStyle(document.querySelector('button')).transitionDuration",
      ),
    ).toBe("0s")
    await seen.page.emulateMedia({ reducedMotion: "no-preference" })
  })
})
