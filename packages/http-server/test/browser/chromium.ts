import { existsSync } from "node:fs"
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core"

/** Where Debian puts it; another place can be named. */
const executablePath = process.env["SYMBOLON_CHROMIUM"] ?? "/usr/bin/chromium"

/** Works as root and in a container, and keeps to itself. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** Starts Chromium; a machine without it fails the tests, and says how to get it. */
export const openChromium = async (): Promise<Browser> => {
  if (!existsSync(executablePath))
    throw new Error(
      `There is no browser at ${executablePath}. Install Debian's \`chromium\`, or name another in SYMBOLON_CHROMIUM.`,
    )
  return chromium.launch({ executablePath, args })
}

/** A window of its own, and what it did that it should not. */
export interface Window {
  readonly context: BrowserContext
  readonly page: Page
  /** Requests to somewhere else than this machine; they were not let through. */
  readonly strayed: readonly string[]
  /** What pages complained of: errors of scripts, and what the policy forbade. */
  readonly complaints: readonly string[]
}

const isLoopback = ({ hostname }: URL): boolean =>
  ["127.0.0.1", "localhost", "[::1]"].includes(hostname)

/** Opens a window. Nothing it asks for leaves the machine. */
export const openWindow = async (
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Window> => {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, ...options })
  const strayed: string[] = []
  const complaints: string[] = []
  await context.route("**/*", async (route) => {
    const url = new URL(route.request().url())
    if (isLoopback(url)) return route.continue()
    strayed.push(url.href)
    return route.abort()
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  page.on("pageerror", (error) => complaints.push(error.message))
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text())
  })
  return { context, page, strayed, complaints }
}
