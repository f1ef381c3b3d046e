import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { writeVideo } from "./fake-camera.ts"
import { openVenue, sizes, verdictOn } from "./venue.ts"

const pictures = process.env["SYMBOLON_PICTURES"]
const folder = mkdtempSync(join(tmpdir(), "symbolon-door-video-"))
const video = join(folder, "codes.y4m")
let venue: Awaited<ReturnType<typeof openVenue>>

beforeAll(async () => {
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true })
  venue = await openVenue(video)
  // Written once the guests have wallets, before the first page opens the camera.
  writeVideo(video, [await venue.newMember("eva"), "04NOBODY"])
})
afterAll(async () => {
  await venue?.close()
  rmSync(folder, { recursive: true })
})

const pictureOf = async (page: Page, name: string): Promise<void> => {
  if (pictures === undefined) return
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await page.screenshot({ path: `${pictures}/${name}-${size}.png` })
  }
}

describe("the camera", () => {
  it("reads codes that are held before it, each once while it is in view", async () => {
    const { page, context, complaints } = await venue.openDevice({ permissions: ["camera"] })
    await page.goto(venue.linkFor((await venue.newToken()).token))
    await page.locator("#camera").click()
    await expect.poll(() => page.locator("#camera").getAttribute("aria-pressed")).toBe("true")
    await pictureOf(page, "finder")
    await expect.poll(() => page.locator("#recent li").count()).toBeGreaterThanOrEqual(2)
    const kinds = await page
      .locator("#recent li")
      .evaluateAll((items) => items.map((item) => item.getAttribute("data-kind")))
    expect(kinds.slice(-2).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      "admitted",
      "blocked",
    ])
    expect(kinds.length).toBeLessThanOrEqual(4)
    expect((await verdictOn(page)).word).not.toBe("")
    await pictureOf(page, "camera")
    await page.locator("#camera").click()
    expect(await page.locator("#video").isVisible()).toBe(false)
    // That nobody is known by the second code is a 404, which a browser notes.
    expect(complaints.filter((each) => !each.includes("404"))).toEqual([])
    await context.close()
  })
})
