import { mkdirSync } from "node:fs"
import axe from "axe-core"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pairingLink } from "../src/provisioning.ts"
import { openVenue, readInto, sizes, typeIn, verdictOn } from "./venue.ts"

const pictures = process.env["SYMBOLON_PICTURES"]
let venue: Awaited<ReturnType<typeof openVenue>>

beforeAll(async () => {
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true })
  venue = await openVenue()
})
afterAll(() => venue?.close())

/** What axe has to say at both sizes, a line for each thing; and a picture of each. */
const findings = async (page: Page, name: string): Promise<readonly string[]> => {
  const found: string[] = []
  await page.evaluate(axe.source)
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    const { violations } = (await page.evaluate(
      "axe.run(document, { resultTypes: ['violations'] })",
    )) as axe.AxeResults
    found.push(
      ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${size} ${id}: ${html}`)),
    )
    const wide: unknown = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    )
    if (wide !== 0) found.push(`${size} is ${String(wide)} px too wide`)
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-${size}.png` })
  }
  await page.setViewportSize(sizes.phone)
  return found
}

const passTime = (page: Page, ms: number) => page.evaluate(`window.passTime(${ms})`)
const mode = (page: Page) => page.locator("#mode-text").innerText()
const pending = (page: Page) => page.locator("#pending").innerText()

/** A device that is set up and up to date. */
const openDoor = async () => {
  const device = await venue.openDevice()
  const { token, uuid } = await venue.newToken()
  await device.page.goto(venue.linkFor(token))
  await expect.poll(() => mode(device.page)).toBe("Online")
  await expect.poll(() => device.page.locator("#left").innerText()).toMatch(/h left$/)
  await device.page.locator("#setup").waitFor({ state: "hidden" })
  await device.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
  return { ...device, tokenUuid: uuid }
}

describe("the door page", () => {
  it("is set up by a pasted link, refuses others, and keeps the token to itself", async () => {
    const { page, context, strayed, complaints } = await venue.openDevice()
    await page.goto(venue.pageUrl)
    await page.fill("#setup-link", "https://elsewhere.example/")
    await page.click("text=Set up >> nth=1")
    expect(await page.locator("#setup-fault").innerText()).toContain(
      "neither a setup link nor a code",
    )
    expect(await findings(page, "setup")).toEqual([])
    await page.fill("#setup-link", venue.linkFor((await venue.newToken()).token))
    await page.press("#setup-link", "Enter")
    await expect.poll(() => mode(page)).toBe("Online")
    expect(await page.locator("h1").innerText()).toBe("Pier door")
    expect(strayed).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  it("opens by its link, which does not stay in the address bar, and admits, refuses and says so", async () => {
    const { page, context, strayed, complaints } = await openDoor()
    expect(page.url()).toBe(venue.pageUrl)
    expect(await findings(page, "ready")).toEqual([])
    const anna = await venue.newMember("anna")
    await typeIn(page, anna)
    await expect.poll(() => verdictOn(page)).toMatchObject({ kind: "admitted", word: "Come in" })
    expect(await page.locator("#spoken").textContent()).toContain("Come in")
    expect(await page.evaluate("window.tones")).toBe(2)
    expect(await findings(page, "admitted")).toEqual([])
    await page.locator("#verdict").waitFor({ state: "hidden" })
    await passTime(page, 4_000)
    await typeIn(page, anna)
    await expect
      .poll(() => verdictOn(page))
      .toMatchObject({
        kind: "blocked",
        word: "Stop",
        reason: expect.stringContaining("Already inside"),
      })
    expect(await findings(page, "refused")).toEqual([])
    expect(await page.locator("#recent li").count()).toBe(2)
    expect(strayed).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  it("lets a member in by their card, and no stranger, with the service and without it", async () => {
    const [member, late, stranger] = [
      await venue.newMember("hanna"),
      await venue.newMember("ilse"),
      await venue.newStranger("jakob"),
    ]
    const { page, context } = await openDoor()
    await typeIn(page, member)
    await expect.poll(() => verdictOn(page)).toMatchObject({ kind: "admitted", word: "Come in" })
    await typeIn(page, stranger)
    await expect
      .poll(() => verdictOn(page))
      .toMatchObject({
        kind: "blocked",
        word: "Stop",
        reason: "Members only.",
      })
    expect(await findings(page, "stranger")).toEqual([])
    await typeIn(page, "HC-STRANGER")
    await expect
      .poll(() => verdictOn(page))
      .toMatchObject({
        kind: "blocked",
        reason: expect.stringContaining("Nobody is known"),
      })
    await context.setOffline(true)
    await expect.poll(() => mode(page)).toBe("Offline")
    await typeIn(page, late)
    await expect.poll(() => verdictOn(page)).toMatchObject({ kind: "admitted" })
    await passTime(page, 4_000)
    await typeIn(page, stranger)
    await expect
      .poll(() => verdictOn(page))
      .toMatchObject({
        kind: "undetermined",
        reason: expect.stringContaining("Not on this door"),
      })
    await context.close()
  })

  it("takes a setup link that is opened where the page is open already, and leaves no token behind", async () => {
    const { page, context, strayed, complaints } = await venue.openDevice()
    await page.goto(venue.pageUrl)
    await page.locator("#setup").waitFor()
    const follow = (link: string) => page.evaluate(`location.href = ${JSON.stringify(link)}`)
    const isClean = async () =>
      expect([page.url(), await page.evaluate("location.href")]).toEqual([
        venue.pageUrl,
        venue.pageUrl,
      ])

    await follow(`${venue.pageUrl}#base=nowhere&token=secret`)
    await expect.poll(() => page.locator("#setup-fault").innerText()).toContain("not a setup link")
    await isClean()
    await follow(venue.linkFor("secret"))
    await expect
      .poll(() => page.locator("#setup-fault").innerText())
      .toContain("could not be set up")
    await isClean()

    const [first, second] = [await venue.newToken(), await venue.newToken()]
    await follow(venue.linkFor(first.token))
    await expect.poll(() => mode(page)).toBe("Online")
    await isClean()
    // It closes once the setup is kept.
    await page.locator("#setup").waitFor({ state: "hidden" })
    await venue.world.call("DELETE", `/console/v1/device-tokens/${first.uuid}`)
    await follow(venue.linkFor(second.token))
    await typeIn(page, await venue.newMember("frida"))
    await expect.poll(() => verdictOn(page)).toMatchObject({ kind: "admitted" })
    await isClean()
    await page.goBack()
    await isClean()
    expect(strayed).toEqual([])
    expect(complaints.filter((each) => !each.includes("401"))).toEqual([])
    await context.close()
  })

  it("leaves no token in the address bar of a second window, which takes no setup", async () => {
    const { page, context } = await openDoor()
    const second = await context.newPage()
    await second.goto(venue.linkFor("secret"))
    await expect.poll(() => second.locator("#setup").innerText()).toContain("another window")
    expect(second.url()).toBe(venue.pageUrl)
    await second.evaluate(`location.hash = "token=secret"`)
    await expect.poll(() => second.url()).toBe(venue.pageUrl)
    expect(await mode(page)).toBe("Online")
    await context.close()
  })

  it("is set up by a pairing code, opened as a link or typed in, once", async () => {
    const { page, context, strayed } = await venue.openDevice()
    const code = venue.pairing.issue()
    await page.goto(pairingLink(venue.pageUrl, code))
    await expect.poll(() => mode(page)).toBe("Online")
    expect(page.url()).toBe(venue.pageUrl)
    expect(await page.locator("h1").innerText()).toBe("Pier door")
    await typeIn(page, await venue.newMember("gerd"))
    await expect.poll(() => verdictOn(page)).toMatchObject({ kind: "admitted" })
    await typeIn(page, pairingLink(venue.pageUrl, venue.pairing.issue()))
    await expect.poll(() => page.locator("#notice").innerText()).toContain("not a ticket")

    const other = await venue.openDevice()
    await other.page.goto(venue.pageUrl)
    await other.page.fill("#setup-link", code)
    await other.page.press("#setup-link", "Enter")
    await expect
      .poll(() => other.page.locator("#setup-fault").innerText())
      .toContain("wrong, used or expired")
    expect(await findings(other.page, "setup-refused")).toEqual([])
    await other.page.fill("#setup-link", venue.pairing.issue().toLowerCase().replace("-", " "))
    await other.page.press("#setup-link", "Enter")
    await expect.poll(() => mode(other.page)).toBe("Online")
    expect([...strayed, ...other.strayed]).toEqual([])
    await other.context.close()
    await context.close()
  })

  it("reads a reader that types like a keyboard, wherever the focus is, and not a person who types", async () => {
    const { page, context } = await openDoor()
    await page.focus("#sound")
    await page.evaluate(`window.type = (text, pause) => {
      for (const key of text.split("").concat("Enter")) {
        if (key === "~") { window.at += 900; continue }
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })
        Object.defineProperty(event, "timeStamp", { value: (window.at = (window.at ?? 1000) + pause) })
        document.activeElement.dispatchEvent(event)
      }
    }`)
    await page.evaluate(`window.type("04C0 FFEE", 12)`)
    await expect
      .poll(() => verdictOn(page))
      .toMatchObject({
        kind: "blocked",
        reason: expect.stringContaining("Nobody is known"),
      })
    expect(await page.locator("#sound").getAttribute("aria-pressed")).toBe("true")
    await page.evaluate(`window.type("04DEAD", 200)`)
    expect(await page.locator("#recent li").count()).toBe(1)
    await page.evaluate(`window.type("04BE~EF01", 12)`)
    await expect.poll(() => page.locator("#recent li").count()).toBe(2)
    expect(await page.locator("#recent .what").first().innerText()).toContain("04BEEF01")
    // What a reader types into the field is one card too, whether it ends with Tab or with nothing.
    await page.focus("#entry-text")
    await readInto(page, "04CAFE01")
    await page.keyboard.press("Tab")
    await expect.poll(() => page.locator("#recent .what").first().innerText()).toContain("04CAFE01")
    await readInto(page, "04CAFE02")
    await expect.poll(() => page.locator("#recent .what").first().innerText()).toContain("04CAFE02")
    expect(await page.locator("#recent li").count()).toBe(4)
    await context.close()
  })

  it("goes on without a network, through a reload, and uploads afterwards", async () => {
    const [bea, cleo] = [await venue.newMember("bea"), await venue.newMember("cleo")]
    const { page, context, complaints } = await openDoor()
    await context.setOffline(true)
    await expect.poll(() => mode(page)).toBe("Offline")
    await typeIn(page, bea)
    await expect.poll(() => verdictOn(page)).toMatchObject({ kind: "admitted" })
    await expect.poll(() => pending(page)).toBe("1")
    expect(await findings(page, "offline")).toEqual([])

    await page.reload()
    await expect.poll(() => pending(page)).toBe("1")
    await typeIn(page, bea)
    await expect
      .poll(() => verdictOn(page))
      .toMatchObject({
        kind: "blocked",
        reason: expect.stringContaining("Already inside"),
      })
    await typeIn(page, cleo)
    await expect.poll(() => pending(page)).toBe("2")

    await context.setOffline(false)
    await expect.poll(() => pending(page)).toBe("0")
    await expect.poll(() => mode(page)).toBe("Online")
    for (const value of [bea, cleo]) {
      const body = { identifier: { type: "card", value }, idempotency_key: `again-${value}` }
      const reply = await venue.world.call(
        "POST",
        `/api/v1/sessions/${venue.session.slug}/admit`,
        body,
      )
      expect(await reply.json()).toMatchObject({
        decision: "blocked",
        blocked_reason: "already_admitted",
      })
    }
    expect(complaints.filter((each) => !each.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([])
    await context.close()
  })

  it("says that it cannot tell when its list has run out, with a shape, a colour and words of its own", async () => {
    const { page, context } = await openDoor()
    await context.setOffline(true)
    await passTime(page, 13 * 3_600_000)
    await expect.poll(() => mode(page)).toBe("Cannot judge")
    await typeIn(page, "04C0FFEE")
    await expect
      .poll(() => verdictOn(page))
      .toMatchObject({
        kind: "undetermined",
        word: "Cannot tell",
        reason: expect.stringContaining("run out"),
      })
    expect(await findings(page, "blind")).toEqual([])
    await context.close()
  })

  it("forgets its list when its token is revoked, keeps what is owed, and goes on with a new one", async () => {
    const dora = await venue.newMember("dora")
    const { page, context, tokenUuid } = await openDoor()
    await context.setOffline(true)
    await expect.poll(() => mode(page)).toBe("Offline")
    await typeIn(page, dora)
    await expect.poll(() => pending(page)).toBe("1")
    await venue.world.call("DELETE", `/console/v1/device-tokens/${tokenUuid}`)
    await context.setOffline(false)
    await expect.poll(() => mode(page)).toBe("Signed out")
    expect(await pending(page)).toBe("1")
    expect(await page.locator("#stage").isVisible()).toBe(false)
    expect(await findings(page, "locked")).toEqual([])
    await page.fill("#setup-link", venue.linkFor((await venue.newToken()).token))
    await page.press("#setup-link", "Enter")
    await expect.poll(() => pending(page)).toBe("0")
    await expect.poll(() => mode(page)).toBe("Online")
    await context.close()
  })

  it("stands still where motion is not wanted, has targets of 44 px, and is worked by keys alone", async () => {
    const { page, context } = await openDoor()
    await page.emulateMedia({ reducedMotion: "reduce" })
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('#verdict')).animationName"),
    ).toBe("none")
    const small = await page.evaluate(`[...document.querySelectorAll("button, input, summary")]
      .filter((each) => each.offsetParent !== null && each.getBoundingClientRect().height < 44).map((each) => each.id)`)
    expect(small).toEqual([])
    await page.focus("#sound")
    await page.keyboard.press("Space")
    expect(await page.locator("#sound").getAttribute("aria-pressed")).toBe("false")
    const tones = await page.evaluate("window.tones")
    await page.keyboard.press("Tab")
    await page.keyboard.type("04zz", { delay: 80 })
    await page.keyboard.press("Enter")
    await expect.poll(() => verdictOn(page)).toMatchObject({ kind: "blocked" })
    expect(await page.evaluate("window.tones")).toBe(tones)
    await context.close()
  })

  it("takes no setup code for a ticket, and is set up anew only by whoever holds the device", async () => {
    const { page, context } = await openDoor()
    await typeIn(page, venue.linkFor("stolen"))
    await expect.poll(() => page.locator("#notice").innerText()).toContain("not a ticket")
    expect(await page.locator("#recent li").count()).toBe(0)
    // It is shown long enough to be read, though the figures beside it are shown anew every second.
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 1_500))")
    expect(await page.locator("#notice").innerText()).toContain("not a ticket")
    await page.click("summary")
    await page.click("#again")
    expect(await page.locator("#stage").isVisible()).toBe(false)
    await page.click("#setup-back")
    expect(await page.locator("#stage").isVisible()).toBe(true)
    expect(await mode(page)).toBe("Online")
    expect(await findings(page, "details")).toEqual([])
    await context.close()
  })

  it("reads cards that are held to the device, where the browser can", async () => {
    const { page, context } = await venue.openDevice()
    await page.addInitScript(`window.NDEFReader = class extends EventTarget {
      async scan() {
        window.hold = (serialNumber) => this.dispatchEvent(Object.assign(new Event("reading"), { serialNumber }))
      }
    }`)
    await page.goto(venue.linkFor((await venue.newToken()).token))
    await expect.poll(() => mode(page)).toBe("Online")
    await page.click("#nfc")
    await expect.poll(() => page.evaluate("typeof window.hold")).toBe("function")
    await page.evaluate(`window.hold("04:a1:b2:c3")`)
    await expect.poll(() => page.locator("#recent li").count()).toBe(1)
    expect(await page.locator("#recent .what").innerText()).toContain("04A1B2C3")
    await context.close()
  })

  it("is one window alone", async () => {
    const { page, context } = await openDoor()
    const second = await context.newPage()
    await second.goto(venue.pageUrl)
    await expect.poll(() => second.locator("#setup").innerText()).toContain("another window")
    expect(await mode(page)).toBe("Online")
    await context.close()
  })
})
