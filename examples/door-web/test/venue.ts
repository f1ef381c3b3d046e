import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { startTestServer, start } from "../../../packages/http-server/test/fixtures/world.ts"
import { buildSite } from "../build.ts"
import { openPairing } from "../pairing.ts"
import { serveSite } from "../site-server.ts"
import { setupLink } from "../src/provisioning.ts"

const executablePath = process.env["SYMBOLON_CHROMIUM"] ?? "/usr/bin/chromium"

/** Phone and tablet. */
export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1024, height: 768 },
} as const

/**
 * The real service with a session for members in the evening, the page before it, and a browser.
 */
export const openVenue = async (video?: string) => {
  const world = await startTestServer()
  const { symbolon, club } = world
  const activity = await symbolon.activities.create({ organization: club.slug, name: "Sailing" })
  const times = {
    startTime: new Date(start.getTime() - 3_600_000),
    endTime: new Date(start.getTime() + 8 * 3_600_000),
  }
  const session = await symbolon.sessions.create({
    activity: activity.slug,
    name: "Evening",
    ...times,
    settings: { requiredEntitlement: "member" },
  })
  const tier = await symbolon.tiers.create({ organization: club.slug, name: "Friend" })
  const pairing = openPairing({
    newProvision: async () => ({
      baseUrl: world.url,
      session: session.slug,
      token: (await newToken()).token,
      name: "Pier door",
    }),
    now: Date.now,
    log: () => undefined,
  })
  const site = serveSite(await buildSite(["@symbolon/source"]), {
    serviceUrl: world.url,
    pairing,
  }).listen(0, "127.0.0.1")
  await once(site, "listening")
  const pageUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  const camera = [
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${video}`,
  ]
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--autoplay-policy=no-user-gesture-required",
  ]
  const browser = await chromium.launch({
    executablePath,
    args: video === undefined ? args : [...args, ...camera],
  })

  const newToken = async (): Promise<{ readonly token: string; readonly uuid: string }> => {
    const reply = await world.call("POST", `/api/v1/sessions/${session.slug}/device-tokens`, {
      device_name: "Pier",
    })
    const { token, device_uuid: uuid } = (await reply.json()) as {
      token: string
      device_uuid: string
    }
    return { token, uuid }
  }
  const linkFor = (token: string): string =>
    setupLink(pageUrl, { baseUrl: world.url, session: session.slug, token, name: "Pier door" })
  /** A user without a membership. Gives the wallet. */
  const newStranger = async (username: string): Promise<string> =>
    (await symbolon.users.create({ username, firstName: username })).walletAddress
  /** A member with a card. Gives the card. */
  const newMember = async (username: string): Promise<string> => {
    const { user } = await symbolon.users.create({ username, firstName: username })
    await symbolon.memberships.add({
      organization: club.slug,
      member: { type: "user_id", value: user.uuid },
      tierSlug: tier.slug,
    })
    const identifier = `HC-${username.toUpperCase()}`
    await symbolon.cards.manufacture({ cards: [{ identifier, cardType: "qr" }] })
    const { accepted } = await symbolon.cards.addToInventory({
      organization: club.slug,
      cards: [{ identifier }],
    })
    for (const card of accepted)
      await symbolon.cards.updateState({ card: card.uuid, holderUserUuid: user.uuid })
    return identifier
  }

  /** A device of its own, whose clock goes with the world's. */
  const openDevice = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({
      viewport: sizes.phone,
      locale: "en-GB",
      timezoneId: "UTC",
      ...options,
    })
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    await page.addInitScript(`{
      const real = Date.now.bind(Date)
      let shift = ${start.getTime()} - real()
      shift = Number(localStorage.getItem("shift") ?? shift)
      localStorage.setItem("shift", String(shift))
      Date.now = () => real() + shift
      window.passTime = (ms) => { shift += ms }
      window.tones = 0
      const begin = OscillatorNode.prototype.start
      OscillatorNode.prototype.start = function (...when) {
        window.tones += 1
        return begin.apply(this, when)
      }
    }`)
    const strayed: string[] = []
    const complaints: string[] = []
    page.on("request", (request) => {
      if (![pageUrl, `${world.url}/`].some((each) => request.url().startsWith(each)))
        strayed.push(request.url())
      if (request.url().includes("#") && request.url().includes("token"))
        strayed.push(request.url())
    })
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text())
    })
    return { context, page, strayed, complaints }
  }
  const close = async (): Promise<void> => {
    await browser.close()
    site.closeAllConnections()
    site.close()
    await world.close()
  }
  return {
    world,
    session,
    pageUrl,
    pairing,
    newToken,
    linkFor,
    newMember,
    newStranger,
    openDevice,
    close,
  }
}

/** Types something in and asks for it. */
export const typeIn = async (page: Page, text: string): Promise<void> => {
  await page.fill("#entry-text", text)
  await page.press("#entry-text", "Enter")
}

/** What a reader types that pretends to be a keyboard: a key each 12 ms, by the browser's clock. */
export const readInto = async (page: Page, text: string): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  // The machine may be slower than a reader is; what counts is when the browser says a key came.
  const from = Date.now() / 1000
  for (const [index, key] of [...text].entries())
    for (const type of ["keyDown", "keyUp"] as const)
      await session.send("Input.dispatchKeyEvent", {
        type,
        key,
        ...(type === "keyDown" ? { text: key } : {}),
        timestamp: from + index * 0.012,
      })
  await session.detach()
}

/** The verdict that is shown: its kind and its words. */
export const verdictOn = (
  page: Page,
): Promise<{ readonly kind: string; readonly word: string; readonly reason: string }> =>
  page.evaluate(`{
    const text = (id) => document.getElementById(id).textContent
    const kind = document.getElementById("verdict").dataset.kind
    ;({ kind, word: text("verdict-word"), reason: text("verdict-reason") })
  }`)
