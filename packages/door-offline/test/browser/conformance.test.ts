import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { readSuites, runVectors } from "../vectors.ts"
import { bundleFirmware } from "../bundle-firmware.ts"

/** Where Debian puts it; another place can be named. */
const executablePath = process.env["SYMBOLON_CHROMIUM"] ?? "/usr/bin/chromium"

let browser: Browser | undefined

beforeAll(async () => {
  if (!existsSync(executablePath)) throw new Error(`There is no browser at ${executablePath}.`)
  browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  })
})

afterAll(async () => browser?.close())

it("the vectors of vectors/door hold for the firmware in Chromium", async () => {
  const page = await browser?.newPage()
  const complaints: string[] = []
  page?.on("pageerror", (error) => complaints.push(error.message))
  await page?.addScriptTag({ content: await bundleFirmware() })
  const failures = await page?.evaluate(
    `(${JSON.stringify(readSuites())}).flatMap((suite) => (${String(runVectors)})(suite, (options) => new SymbolonDoor.Door(options)))`,
  )
  expect(failures).toEqual([])
  expect(complaints).toEqual([])
})
