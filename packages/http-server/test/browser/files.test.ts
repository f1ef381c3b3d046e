import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { png } from "../../../core/test/fixtures/files.ts"
import type { Bootstrap } from "../../src/demo/bootstrap.ts"
import { clientOf, serve } from "../fixtures/spawned-server.ts"
import { openChromium, openWindow, type Window } from "./chromium.ts"

let cwd: string
let bootstrap: Bootstrap
let server: Awaited<ReturnType<typeof serve>>
let browser: Browser
let seen: Window
/** A page of somebody else, on another origin. */
let elsewhere: Server
let page = ""

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-hostile-files-"))
  server = await serve(join(cwd, "data"))
  bootstrap = JSON.parse(await readFile(join(cwd, "data/bootstrap.json"), "utf8")) as Bootstrap
  elsewhere = createServer((_, reply) =>
    reply.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page),
  ).listen(0, "127.0.0.1")
  await once(elsewhere, "listening")
  browser = await openChromium()
  seen = await openWindow(browser)
  await seen.context.addInitScript("window.owned = false")
}, 60_000)
afterAll(async () => {
  await browser?.close()
  elsewhere?.close()
  server?.server.kill("SIGTERM")
  await rm(cwd, { recursive: true, force: true })
})

const script = "<script>window.owned = true; document.title = 'owned'</script>"
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.owned = true">${script}</svg>`

const upload = (bytes: Uint8Array | string, content_type: string, file_name = "a.bin") =>
  clientOf(server.baseUrl, bootstrap).files.upload(
    new Blob([Buffer.from(bytes as Uint8Array) as Uint8Array<ArrayBuffer>]),
    {
      owner_type: "organization",
      owner_uuid: bootstrap.organization.uuid,
      file_name,
      content_type,
    },
  )

/** Bytes that are a GIF image and a program: its width is the beginning of a comment. */
const gifAndScript = () =>
  Buffer.concat([
    Buffer.from("GIF89a/*"),
    Buffer.from([1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    Buffer.from("*/=1;window.owned=true;"),
  ])

const pngWithTail = () => Buffer.concat([png(2, 2), Buffer.from(`<html>${script}</html>`)])

const isOwned = () => seen.page.evaluate("window.owned === true || document.title === 'owned'")

/** What a browser does with a URL that somebody follows. */
const follow = async (url: string): Promise<"shown" | { readonly saved: string }> => {
  const download = seen.page.waitForEvent("download", { timeout: 5000 }).catch(() => undefined)
  try {
    await seen.page.goto(url)
    return "shown"
  } catch (reason) {
    const saved = await download
    if (saved === undefined) throw reason
    return { saved: saved.suggestedFilename() }
  }
}

describe("bytes that are no image", () => {
  it.each([
    ["HTML", `<!doctype html>${script}`],
    ["SVG", svg],
    ["SVG behind a declaration", `<?xml version="1.0"?>${svg}`],
    ["a PNG signature and HTML", `\u0089PNG\r\n\u001a\n${script}`],
    ["a PNG header without an end", png(2, 2).subarray(0, 20)],
    ["an image of four thousand million pixels", png(65_535, 65_535)],
    [
      "a JPEG signature and HTML",
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(script)]),
    ],
  ])("%s, dressed as an image, is not stored", async (_, bytes) => {
    for (const type of ["image/png", "image/jpeg", "image/webp"])
      await expect(upload(bytes, type)).rejects.toMatchObject({ status: 422 })
  })

  it.each(["image/svg+xml", "text/html", "image/png\r\nx-evil: 1"])(
    "are not stored under the type %j",
    async (type) => {
      await expect(upload(png(), type)).rejects.toMatchObject({ status: 422 })
    },
  )
})

describe("a file that is an image and something else", () => {
  it.each([
    ["a GIF that is a program", gifAndScript, "image/gif"],
    ["a PNG with a page behind it", pngWithTail, "image/png"],
  ] as const)("%s is shown as an image and runs nothing", async (_, bytes, type) => {
    const url = String((await upload(bytes(), type)).file_url)
    expect(await follow(url)).toBe("shown")
    expect(await seen.page.evaluate("document.contentType")).toBe(type)
    expect(await isOwned()).toBe(false)
    for (const element of [
      `<script src="${url}"></script>`,
      `<script type="module" src="${url}"></script>`,
      `<iframe src="${url}"></iframe>`,
      `<object data="${url}" type="text/html"></object>`,
      `<embed src="${url}" type="text/html">`,
      `<link rel="stylesheet" href="${url}">`,
      `<script>new Worker("${url}").onerror = () => {}</script>`,
    ]) {
      page = `<!doctype html><title>elsewhere</title>${element}`
      await seen.page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
      await seen.page.waitForLoadState("networkidle")
      expect(await isOwned(), element).toBe(false)
      for (const frame of seen.page.frames())
        expect(await frame.evaluate("window.owned === true"), element).toBe(false)
    }
  })
})

describe("a file that is no image", () => {
  it.each([
    ["text/plain", `<!doctype html>${script}`],
    ["text/csv", `${script},2`],
    ["application/json", JSON.stringify(script)],
    ["application/octet-stream", `<!doctype html>${script}`],
    ["application/octet-stream", svg],
    ["application/pdf", "%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj"],
  ])("of type %s is saved and not shown", async (type, bytes) => {
    const url = String((await upload(bytes, type, "page.html")).file_url)
    await seen.page.goto("about:blank")
    expect(await follow(url)).toEqual({ saved: "page.html" })
    expect(await isOwned()).toBe(false)
    page = `<!doctype html><title>elsewhere</title><iframe src="${url}"></iframe><script src="${url}"></script>`
    await seen.page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
    await seen.page.waitForLoadState("networkidle")
    expect(await isOwned()).toBe(false)
  })
})

describe("a name that somebody chose", () => {
  it.each([
    ["with a NUL", "a\u0000b.txt"],
    ["of more than 10,000 characters", "x".repeat(10_001)],
  ])("%s is refused", async (_, name) => {
    await expect(upload("text", "text/plain", name)).rejects.toMatchObject({ status: 422 })
  })

  it.each([
    ["../../../etc/cron.d/evil", "evil"],
    ["..\\..\\Windows\\evil.txt", "evil.txt"],
    ['a"; filename="evil.exe', null],
    ["a\r\nset-cookie: owned=1\r\n\r\n<script>", null],
    ["a\u0007\u001b[31mb.txt", null],
    ["report\u202etxt.exe", "reporttxt.exe"],
    [".htaccess", null],
    [`${"x".repeat(9_996)}.txt`, null],
    ["%2e%2e%2fevil;name*=UTF-8''x", null],
    ["👩‍🚀 é 漢字.txt", null],
  ])("%.40j saves under a harmless one", async (name, saved) => {
    const url = String((await upload("text", "text/plain", name)).file_url)
    await seen.page.goto("about:blank")
    const followed = await follow(url)
    const suggested = followed === "shown" ? "" : followed.saved
    expect(suggested).not.toBe("")
    // oxlint-disable-next-line no-control-regex
    expect(suggested).not.toMatch(/[/\\\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]|^\./)
    expect([...suggested].length).toBeLessThanOrEqual(255)
    expect(suggested).toBe(saved ?? suggested)
    const reply = await fetch(url)
    await reply.arrayBuffer()
    expect(reply.headers.get("set-cookie")).toBeNull()
    expect(reply.headers.get("content-type")).toBe("text/plain")
  })
})
