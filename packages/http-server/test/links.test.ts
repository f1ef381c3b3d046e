import ICAL from "ical.js"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { scopesFor } from "@symbolon/core/contract"
import type { ObjectStore } from "@symbolon/core"
import { portsOf } from "@symbolon/core/effect"
import { uploadFile } from "../../core/test/fixtures/files.ts"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let token: string
let userUuid: string
let walletAddress: string
let profilePageUuid: string
let imageFileUuid: string
beforeAll(async () => {
  world = await startTestServer()
  const objectStore = portsOf(world.symbolon).objectStore as Required<ObjectStore>
  const made = await world.symbolon.users.create({
    username: "bess",
    firstName: "Bess",
    lastName: "Lovelace",
  })
  userUuid = made.user.uuid
  walletAddress = made.walletAddress
  token = await world.tokenFor(scopesFor("user"), { userUuid })
  const image = { ownerType: "user", ownerUuid: userUuid } as const
  imageFileUuid = (await uploadFile(world.symbolon, objectStore, image)).uuid
  const page = await world.symbolon.profilePages.create({
    userUuid,
    imageFileUuid,
    shortDescription: "Counts, and sails; \\ on Sundays",
    longDescription: "One\nTwo",
    currentRole: { title: "Countess", company: "Analytical, Ltd." },
    callToAction: { type: "book", label: "Book me", url: "https://bess.test/book" },
    socialLinks: [{ label: "Site", url: "https://bess.test/" }],
    links: [
      { label: "Mail", url: "mailto:bess@bess.test?subject=Hi" },
      { label: "Call", url: "tel:+44123" },
    ],
  })
  profilePageUuid = page.uuid
})
afterAll(() => world.close())

const mine = "/console/v1/users/me/links"
const ask = (method: string, path: string, body?: unknown) =>
  world.send(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
const open = (path: string, accept?: string, method = "GET") =>
  fetch(`${world.url}${path}`, { method, headers: accept === undefined ? {} : { accept } })
const typeOf = (reply: Response) => reply.headers.get("content-type")

let made: { readonly token: string; readonly url: string }
beforeEach(async () => {
  made = await readBody(await ask("POST", mine, { profile_page_uuid: profilePageUuid }), 201)
})

describe("links of a user", () => {
  it("are created, listed and withdrawn", async () => {
    const ofWallet = await readBody(await ask("POST", mine, { wallet_address: walletAddress }), 201)
    expect(ofWallet).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      url: `${world.symbolon.settings.baseUrl}/l/${ofWallet.token}`,
      profile_page_uuid: null,
      wallet_address: walletAddress,
      created_at: expect.any(String),
    })
    const listed = await readBody(await ask("GET", `${mine}?page_size=100`), 200)
    expect(listed.items).toEqual(expect.arrayContaining([made, ofWallet]))
    expect(await readBody(await ask("DELETE", `${mine}/${ofWallet.token}`), 200)).toEqual({
      message: "The link is withdrawn.",
    })
    await readBody(await ask("DELETE", `${mine}/${ofWallet.token}`), 404)
  })

  it.each([
    [{}, 422, "profile_page_uuid"],
    [{ profile_page_uuid: "x", wallet_address: "y" }, 422, "wallet_address"],
    [{ profile_page_uuid: "x" }, 404, "_root"],
    [{ wallet_address: "y" }, 404, "_root"],
  ])("refuse %j with %i", async (body, status, field) => {
    expect(await readBody(await ask("POST", mine, body), status)).toMatchObject({
      errors: { [field]: expect.any(String) },
    })
  })

  it("save the contact that they open", async () => {
    const saved = await world.symbolon.contacts.save({
      userUuid: world.ada.uuid,
      identifier: { type: "link", value: made.url },
    })
    expect(saved).toMatchObject({ person: { username: "bess" }, profilePageUuid })
  })
})

describe("an open link", () => {
  it.each([
    [undefined, "application/json; charset=utf-8"],
    ["*/*", "application/json; charset=utf-8"],
    ["application/json", "application/json; charset=utf-8"],
    ["text/html;q=0.5, application/json", "application/json; charset=utf-8"],
    ["image/png", "application/json; charset=utf-8"],
    [browser, "text/html; charset=utf-8"],
    ["text/vcard", "text/vcard; charset=utf-8"],
  ])("answers %s with %s", async (accept, type) => {
    const reply = await open(`/l/${made.token}`, accept)
    expect([reply.status, typeOf(reply)]).toEqual([200, type])
    expect(reply.headers.get("vary")).toContain("accept")
    expect(reply.headers.get("cache-control")).toBe("no-store")
    expect(reply.headers.get("referrer-policy")).toBe("no-referrer")
    expect(reply.headers.get("x-robots-tag")).toBe("noindex")
    expect(reply.headers.get("ratelimit-policy")).toBe("30;w=60")
    const head = await open(`/l/${made.token}`, accept, "HEAD")
    expect([head.status, typeOf(head), await head.text()]).toEqual([200, type, ""])
  })

  it("is the public profile as JSON, which pages of other origins may read", async () => {
    const reply = await open(`/l/${made.token}`)
    expect(reply.headers.get("access-control-allow-origin")).toBe("*")
    expect(await reply.json()).toEqual(
      await readBody(await ask("GET", "/api/v1/users/bess/profile"), 200),
    )
  })

  it("is a page without scripts, with an image of ours and links that pass nothing on", async () => {
    const reply = await open(`/l/${made.token}`, browser)
    expect(reply.headers.get("content-security-policy")).toContain("script-src 'none'")
    const text = await reply.text()
    expect(text).not.toContain("<script")
    expect(text).toContain("<h1><bdi>Bess Lovelace</bdi></h1>")
    const hrefs = [...text.matchAll(/<a [^>]*href="([^"]*)"([^>]*)>/g)]
    expect(hrefs.map(([, href]) => href)).toEqual([
      `/l/${made.token}.vcf`,
      "https://bess.test/book",
      "https://bess.test/",
      "mailto:bess@bess.test?subject=Hi",
      "tel:+44123",
    ])
    for (const [, href = "", rest] of hrefs.filter(([, one]) => one?.startsWith("/") === false))
      expect(rest, href).toContain('rel="noopener noreferrer nofollow"')
    const [, image = ""] = /<img [^>]*src="([^"]*)"/.exec(text) ?? []
    expect(image).toContain(imageFileUuid)
    expect((await open(image)).status).toBe(200)
  })

  it("is a vCard that another library reads", async () => {
    const reply = await open(`/l/${made.token}.vcf`, browser)
    expect([reply.status, typeOf(reply)]).toEqual([200, "text/vcard; charset=utf-8"])
    expect(reply.headers.get("content-disposition")).toBe(
      "attachment; filename=\"Bess Lovelace.vcf\"; filename*=UTF-8''Bess%20Lovelace.vcf",
    )
    const [name, properties] = ICAL.parse(await reply.text()) as [string, unknown[][]]
    expect(name).toBe("vcard")
    const valuesOf = (property: string) =>
      properties.filter(([one]) => one === property).map(([, , , value]) => value)
    expect(valuesOf("version")).toEqual(["4.0"])
    expect(valuesOf("fn")).toEqual(["Bess Lovelace"])
    expect(valuesOf("n")).toEqual([["Lovelace", "Bess", "", "", ""]])
    expect(valuesOf("title")).toEqual(["Countess"])
    expect(valuesOf("org")).toEqual(["Analytical, Ltd."])
    expect(valuesOf("note")).toEqual(["Counts, and sails; \\ on Sundays\n\nOne\nTwo"])
    expect(valuesOf("email")).toEqual(["bess@bess.test"])
    expect(valuesOf("tel")).toEqual(["+44123"])
    expect(valuesOf("url")).toEqual([made.url, "https://bess.test/book", "https://bess.test/"])
    expect(valuesOf("uid")).toEqual([`urn:uuid:${profilePageUuid}`])
    expect(valuesOf("photo")).toEqual([expect.stringContaining(imageFileUuid)])
    expect(valuesOf("rev")).toHaveLength(1)
  })

  it("of a wallet says no name", async () => {
    const { token: of } = await readBody(
      await ask("POST", mine, { wallet_address: walletAddress }),
      201,
    )
    expect(await (await open(`/l/${of}`)).json()).toEqual({
      wallet_address: walletAddress,
      organization: null,
    })
    const page = await (await open(`/l/${of}`, browser)).text()
    expect(page).toContain(walletAddress)
    expect(page).not.toMatch(/bess|lovelace/i)
    expect((await open(`/l/${of}.vcf`)).status).toBe(404)
  })
})

describe("a link that opens nothing", () => {
  const gone = async (accept: string | undefined, path: string) => {
    const reply = await open(path, accept)
    const text = await reply.text()
    const id = reply.headers.get("x-request-id") ?? "none"
    const shown = ["content-type", "cache-control", "x-robots-tag", "vary", "referrer-policy"]
    return {
      status: reply.status,
      headers: shown.map((name) => reply.headers.get(name)),
      text: text.replaceAll(id, "ID"),
    }
  }

  it.each([undefined, browser, "text/vcard"])(
    "is the same 404 whatever the reason, for who accepts %s",
    async (accept) => {
      const { symbolon } = world
      const reasons: Record<string, () => Promise<unknown>> = {
        withdrawn: () => ask("DELETE", `${mine}/${made.token}`),
        disabled: () => symbolon.users.disable({ userUuid }),
      }
      const unknown = await gone(accept, `/l/${"x".repeat(43)}`)
      expect(unknown.status).toBe(404)
      expect(unknown.headers[1]).toBe("no-store")
      for (const path of ["/l/x", "/l/.vcf", `/l/${"x".repeat(300)}`, `/l/${"x".repeat(43)}.vcf`])
        expect(await gone(accept, path), path).toEqual(unknown)
      for (const [reason, end] of Object.entries(reasons)) {
        await end()
        for (const end of ["", ".vcf"])
          expect(await gone(accept, `/l/${made.token}${end}`), reason).toEqual(unknown)
      }
      await symbolon.users.enable({ userUuid })
      token = await world.tokenFor(scopesFor("user"), { userUuid })
    },
  )
})

it("a link is opened 30 times a minute from one address; then a browser is told to wait", async () => {
  const limited = await startTestServer({ limits: "on" })
  try {
    const get = (accept: string) => fetch(`${limited.url}/l/x`, { headers: { accept } })
    for (let n = 0; n < 30; n += 1) expect((await get("*/*")).status).toBe(404)
    const [program, person] = [await get("*/*"), await get(browser)]
    expect([program.status, person.status]).toEqual([429, 429])
    expect(await program.json()).toMatchObject({ code: "rate_limit_exceeded" })
    expect(await person.text()).toContain("<h1>Too many attempts</h1>")
    expect(person.headers.get("retry-after")).toMatch(/^[0-9]+$/)
  } finally {
    await limited.close()
  }
})
