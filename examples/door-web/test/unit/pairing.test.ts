import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { networkOf } from "@symbolon/http-server"
import { openPairing } from "../../pairing.ts"
import { serveSite } from "../../site-server.ts"
import { formatPairingCode, readPairingCode } from "../../src/pairing-code.ts"
import type { Provision } from "../../src/provisioning.ts"

const minute = 60_000
const provision: Provision = {
  baseUrl: "https://club.example",
  session: "evening",
  token: "a.b.c",
  name: "Pier",
}

let now = 0
let tokens = 0
let isDown = false
const log: string[] = []
const start = () =>
  openPairing({
    newProvision: async () => {
      if (isDown) throw new Error("no service")
      tokens += 1
      return { ...provision, token: `token-${tokens}` }
    },
    now: () => now,
    log: (line) => log.push(line),
  })

beforeEach(() => {
  now = 1_000_000
  tokens = 0
  isDown = false
  log.length = 0
})

describe("a pairing code", () => {
  it("has 40 bits, in letters and digits that cannot be mistaken for each other", () => {
    const pairing = start()
    const codes = Array.from({ length: 200 }, () => pairing.issue())
    expect(new Set(codes).size).toBe(200)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(new Set(codes.join("").replaceAll("-", "")).size).toBe(32)
  })

  it("is read as people write it", () => {
    expect(readPairingCode(" o1il-7kpq ")).toBe("01117KPQ")
    expect(readPairingCode("0111 7KPQ")).toBe("01117KPQ")
    expect(formatPairingCode("01117KPQ")).toBe("0111-7KPQ")
    for (const text of [
      "",
      "0111-7KP",
      "0111-7KPQ1",
      "0111-7KPU",
      "https://a.example/#b",
      "0111_7KPQ",
    ])
      expect(readPairingCode(text)).toBeUndefined()
  })

  it("gives one setup, once, with a token made at that moment", async () => {
    const pairing = start()
    const code = pairing.issue()
    expect(tokens).toBe(0)
    const answers = await Promise.all([
      pairing.redeem(code, "10.0.0.1"),
      pairing.redeem(code, "10.0.0.2"),
    ])
    expect(answers).toEqual([
      { kind: "paired", provision: { ...provision, token: "token-1" } },
      { kind: "unknown" },
    ])
    expect(await pairing.redeem(code, "10.0.0.1")).toEqual({ kind: "unknown" })
    expect(tokens).toBe(1)
    expect(log.filter((line) => line.includes("was set up"))).toEqual([
      "The device at 10.0.0.1 was set up as Pier of evening.",
    ])
    expect(log.join("\n")).not.toContain(code)
    expect(log.join("\n")).not.toContain("token-1")
  })

  it("is good for ten minutes", async () => {
    const pairing = start()
    const [early, late] = [pairing.issue(), pairing.issue()]
    now += 10 * minute - 1
    expect(await pairing.redeem(early, "10.0.0.1")).toMatchObject({ kind: "paired" })
    now += 1
    expect(await pairing.redeem(late, "10.0.0.1")).toEqual({ kind: "unknown" })
  })

  it("stays good when the service gave no token", async () => {
    const pairing = start()
    const code = pairing.issue()
    isDown = true
    expect(await pairing.redeem(code, "10.0.0.1")).toEqual({ kind: "unavailable" })
    isDown = false
    expect(await pairing.redeem(code, "10.0.0.1")).toMatchObject({ kind: "paired" })
  })

  it("can be guessed at five times in ten minutes from one network, and then not even be used there", async () => {
    const pairing = start()
    const code = pairing.issue()
    for (const guess of ["0000-0000", "0000-0001", 7, undefined, "no code"])
      expect(await pairing.redeem(guess, "2001:db8:1:2::5")).toEqual({ kind: "unknown" })
    now += minute
    expect(await pairing.redeem(code, "2001:db8:1:2:ffff::9")).toEqual({
      kind: "limited",
      retryAfterS: 540,
    })
    expect(await pairing.redeem(code, "2001:db8:1:3::5")).toMatchObject({ kind: "paired" })
    now += 9 * minute
    expect(await pairing.redeem(pairing.issue(), "2001:db8:1:2::5")).toMatchObject({
      kind: "paired",
    })
  })

  it("is counted against a device only when it is wrong", async () => {
    const pairing = start()
    for (let each = 0; each < 30; each += 1)
      expect(await pairing.redeem(pairing.issue(), "10.0.0.1")).toMatchObject({ kind: "paired" })
  })
})

it("addresses of one network are one", () => {
  expect(networkOf("::ffff:10.0.0.1")).toBe(networkOf("10.0.0.1"))
  expect(networkOf("2001:db8::1")).toBe(networkOf("2001:db8:0:0:1::"))
  expect(networkOf("2001:db8::1")).not.toBe(networkOf("2001:db8:0:1::1"))
  expect(networkOf("10.0.0.1")).not.toBe(networkOf("10.0.0.2"))
})

describe("the page's server", () => {
  const site = new Map([["/", { type: "text/html", body: "page" }]])
  let pairing = start()
  let server = serveSite(site, { serviceUrl: "https://club.example", pairing })
  let url = ""
  beforeEach(async () => {
    pairing = start()
    server = serveSite(site, { serviceUrl: "https://club.example", pairing })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, "close")
  })
  const pair = (
    body: unknown,
    headers: Readonly<Record<string, string>> = { "content-type": "application/json" },
  ) =>
    fetch(`${url}/pair`, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    })

  it("exchanges a code for a setup that nobody stores", async () => {
    const code = pairing.issue()
    const reply = await pair({ code })
    expect(reply.status).toBe(200)
    expect(reply.headers.get("cache-control")).toBe("no-store")
    expect(await reply.json()).toEqual({ ...provision, token: "token-1" })
    const [used, absent] = [await pair({ code }), await pair({ code: "0000-0000" })]
    expect([used.status, absent.status]).toEqual([404, 404])
    expect(await used.text()).toBe(await absent.text())
  })

  it("takes nothing else there", async () => {
    expect((await fetch(`${url}/pair`)).status).toBe(404)
    expect((await pair({ code: pairing.issue() }, { "content-type": "text/plain" })).status).toBe(
      404,
    )
    expect((await pair("{")).status).toBe(404)
    expect((await pair({ code: "0".repeat(10_000) })).status).toBe(404)
  })

  it("says when to try again", async () => {
    for (let each = 0; each < 5; each += 1)
      expect((await pair({ code: "0000-0000" })).status).toBe(404)
    const limited = await pair({ code: pairing.issue() })
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "600"])
  })
})
