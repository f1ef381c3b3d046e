import diagnostics from "node:diagnostics_channel"
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import fc from "fast-check"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { isPublicAddress } from "../../src/foundation/kernel/public-address.ts"
import { readNetwork } from "../../src/foundation/kernel/network.ts"
import { checkedAddresses } from "../../src/foundation/system/guarded-connector.ts"
import { inside } from "../fixtures/inside-addresses.ts"
import { cannedReceiver } from "../fixtures/receivers.ts"
import { loopbackHttp, post } from "./outgoing.ts"

/** Listens on every address of the machine, of both families. */
const everywhere = createServer((socket) => {
  reached += 1
  socket.destroy()
})
let reached = 0
let port = 0
/** The sockets that this process opened towards somebody. */
let opened: Socket[] = []
/** The addresses that they tried. */
let tried: string[] = []
const onSocket = (message: unknown) => {
  const { socket } = message as { readonly socket: Socket }
  opened.push(socket)
  socket.on("connectionAttempt", (address: string) => tried.push(address))
}

beforeAll(async () => {
  everywhere.listen(0, "::")
  await once(everywhere, "listening")
  port = (everywhere.address() as AddressInfo).port
  diagnostics.subscribe("net.client.socket", onSocket)
})
afterAll(async () => {
  diagnostics.unsubscribe("net.client.socket", onSocket)
  everywhere.close()
  await once(everywhere, "close")
})
beforeEach(() => {
  reached = 0
  opened = []
  tried = []
})

const noNetworks = { allowedNetworks: [] }
const publicAddress = "93.184.215.14"
const blocked = { kind: "failure", code: "blocked_address" }

describe("an address that is not public", () => {
  it.each(inside)("%s is refused at creation and at connect", async (host) => {
    await using outgoing = loopbackHttp(noNetworks)
    for (const url of [`http://${host}:${port}/`, `https://${host}:${port}/`]) {
      expect(await outgoing.urlProblem(url), url).toContain("on the public internet")
      expect(await outgoing.send(post(1, { url })), url).toMatchObject(blocked)
    }
    expect({ reached, opened }).toEqual({ reached: 0, opened: [] })
  })

  it.each(inside.filter((host) => /^(\d+(\.\d+){3}|\[.*\])$/.test(host)))(
    "%s is refused where a name leads to it, alone or among others",
    async (host) => {
      const address = host.replace(/[[\]]/g, "")
      for (const addresses of [
        [address],
        [publicAddress, address],
        [address, publicAddress],
        ["2606:4700:4700::1111", publicAddress, address],
      ]) {
        await using outgoing = loopbackHttp({ ...noNetworks, lookUp: async () => addresses })
        const url = `http://club.example:${port}/`
        expect(await outgoing.urlProblem(url)).toContain("on the public internet")
        expect(await outgoing.send(post(1, { url }))).toMatchObject(blocked)
        expect(
          await outgoing.send(post(1, { url: `https://club.example:${port}/` })),
        ).toMatchObject(blocked)
      }
      expect({ reached, opened }).toEqual({ reached: 0, opened: [] })
    },
  )

  it("is refused where the name led elsewhere when the URL was stored", async () => {
    for (const later of [["127.0.0.1"], ["::1"], [publicAddress, "::ffff:127.0.0.1"]]) {
      const answers = [[publicAddress], later]
      await using outgoing = loopbackHttp({
        ...noNetworks,
        lookUp: async () => answers.shift() ?? [],
      })
      const url = `http://club.example:${port}/`
      expect(await outgoing.urlProblem(url)).toBeUndefined()
      expect(await outgoing.send(post(1, { url }))).toMatchObject(blocked)
      // One lookup for a connection: there is no second answer to wait for.
      expect(answers).toEqual([])
    }
    expect({ reached, opened }).toEqual({ reached: 0, opened: [] })
  })

  it("is refused by its name where it has a name of its own", async () => {
    await using outgoing = loopbackHttp({ ...noNetworks, lookUp: async () => [publicAddress] })
    for (const host of ["localhost", "LocalHost.", "a.localhost", "db", "db.internal", "pi.local"])
      expect(await outgoing.send(post(1, { url: `http://${host}:${port}/` })), host).toMatchObject(
        blocked,
      )
    expect({ reached, opened }).toEqual({ reached: 0, opened: [] })
  })

  it("is refused when a connection turns out to lead there, before a byte is sent", async () => {
    // 0.0.0.0 is allowed here, and its peer is 127.0.0.1.
    await using receiver = await cannedReceiver("HTTP/1.1 200 OK\r\n\r\n")
    await using outgoing = loopbackHttp({ allowedNetworks: ["0.0.0.0"] })
    for (const scheme of ["http", "https"]) {
      const url = `${scheme}://0.0.0.0:${receiver.port}/`
      expect(await outgoing.send(post(1, { url }))).toMatchObject(blocked)
    }
    expect(receiver.received()).toBe("")
  })

  it("is refused after a redirect too, since none is followed", async () => {
    await using receiver = await cannedReceiver(
      `HTTP/1.1 302 Found\r\nlocation: http://[::1]:${port}/\r\ncontent-length: 0\r\n\r\n`,
    )
    await using outgoing = loopbackHttp({ allowedNetworks: ["127.0.0.1"] })
    expect(await outgoing.send(post(receiver.port))).toMatchObject({ status: 302 })
    expect(reached).toBe(0)
  })
})

describe("a URL that is not stored", () => {
  it("may have a name that does not resolve now, or not in time", async () => {
    await using missing = loopbackHttp({ ...noNetworks, lookUp: async () => [] })
    expect(await missing.urlProblem("https://club.example/")).toBeUndefined()
    await using failing = loopbackHttp({
      ...noNetworks,
      lookUp: () => Promise.reject(new Error("SERVFAIL")),
    })
    expect(await failing.urlProblem("https://club.example/")).toBeUndefined()
    await using slow = loopbackHttp({ ...noNetworks, lookUp: () => new Promise(() => {}) })
    const startedAt = performance.now()
    expect(await slow.urlProblem("https://club.example/")).toBeUndefined()
    expect(performance.now() - startedAt).toBeLessThan(7_000)
  })
  it("is refused for its text first, without a lookup", async () => {
    await using outgoing = loopbackHttp({
      ...noNetworks,
      httpsOnly: true,
      lookUp: () => Promise.reject(new Error("looked up")),
    })
    const url = "http://club.example/"
    expect(await outgoing.urlProblem(url)).toContain("begins with https://")
    expect(await outgoing.send(post(1, { url }))).toMatchObject({ code: "url_refused" })
  })
})

describe("allowed networks", () => {
  it.each([
    ["127.0.0.1", "127.0.0.1"],
    ["127.0.0.0/8", "127.0.0.1"],
    ["127.0.0.0/8", "[::ffff:127.0.0.1]"],
    ["127.0.0.0/8", "2130706433"],
    ["::1", "[::1]"],
    ["::/64", "[0:0:0::1]"],
  ])("%s lets requests through to %s", async (network, host) => {
    await using outgoing = loopbackHttp({ allowedNetworks: [network] })
    const url = `http://${host}:${port}/`
    expect(await outgoing.urlProblem(url)).toBeUndefined()
    // It listens there, and hangs up.
    expect(await outgoing.send(post(1, { url }))).toMatchObject({ code: "connection_reset" })
    expect(reached).toBe(1)
  })
  it("let names through whose addresses are all in them or public", async () => {
    const lookUp = async () => ["127.0.0.1", "::1"]
    const url = `http://localhost:${port}/`
    await using one = loopbackHttp({ allowedNetworks: ["127.0.0.0/8"], lookUp })
    expect(await one.send(post(1, { url }))).toMatchObject(blocked)
    expect(reached).toBe(0)
    await using both = loopbackHttp({ allowedNetworks: ["127.0.0.0/8", "::1"], lookUp })
    expect(await both.urlProblem(url)).toBeUndefined()
    expect(await both.send(post(1, { url }))).toMatchObject({ code: "connection_reset" })
    expect(reached).toBe(1)
  })
  it("must be networks", () =>
    expect(() => loopbackHttp({ allowedNetworks: ["10.0.0.0/33"] })).toThrow(RangeError))
})

describe("whatever a resolver answers", () => {
  const octets = (least: number) =>
    fc.array(fc.integer({ min: 0, max: 255 }), { minLength: least, maxLength: least })
  const ipv4 = octets(4).map((parts) => parts.join("."))
  const ipv6 = octets(16).map((parts) =>
    Array.from({ length: 8 }, (_, n) =>
      (((parts[2 * n] ?? 0) << 8) | (parts[2 * n + 1] ?? 0)).toString(16),
    ).join(":"),
  )
  const address = fc.oneof(
    ipv4,
    ipv6,
    ipv4.map((dotted) => `::ffff:${dotted}`),
    ipv6.map((text) => `fe80::${text.split(":").slice(4).join(":")}`),
    ipv6.map((text) => `2606:${text.split(":").slice(1).join(":")}`),
    fc.string(),
  )
  const networks = fc.subarray(["10.0.0.0/8", "0.0.0.0/1", "fe80::/10", "::/0"])

  it("a socket is given no address that is not public", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(address, { maxLength: 6 }), networks, async (answer, texts) => {
        const allowedNetworks = texts.flatMap((text) => readNetwork(text) ?? [])
        const handed = await checkedAddresses(
          "club.example",
          { allowedNetworks, lookUp: async () => answer },
          new AbortController().signal,
        ).catch(() => undefined)
        const isGood = (each: string) => isPublicAddress(each, allowedNetworks)
        const isWhole = answer.length > 0 && answer.every(isGood)
        expect(handed).toEqual(isWhole ? answer : undefined)
      }),
      { numRuns: 2_000 },
    )
  })

  it("none but these addresses is tried", async () => {
    const ours = ["127.0.0.1", "::1", "::ffff:127.0.0.1"]
    const own = fc.constantFrom(...ours)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(own, address), { minLength: 1, maxLength: 4 }),
        async (answer) => {
          tried = []
          await using outgoing = loopbackHttp({
            allowedNetworks: ours,
            lookUp: async () => answer,
          })
          const isOurs = answer.every((each) => ours.includes(each))
          const isGood = answer.every((each) => isPublicAddress(each, []) || ours.includes(each))
          // Traffic of tests stays on this machine.
          fc.pre(isOurs || !isGood)
          const result = await outgoing.send(post(1, { url: `http://club.example:${port}/` }))
          expect(result).toMatchObject({ code: isOurs ? "connection_reset" : "blocked_address" })
          expect(tried.filter((each) => !answer.includes(each))).toEqual([])
          expect(tried.length).toBe(isOurs ? 1 : 0)
        },
      ),
      { numRuns: 100 },
    )
  })
})
