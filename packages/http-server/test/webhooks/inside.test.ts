import diagnostics from "node:diagnostics_channel"
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { inside } from "../../../core/test/fixtures/inside-addresses.ts"
import { type NameServer, nameServer } from "../../../core/test/fixtures/name-server.ts"
import { addWebhook } from "../../../core/test/fixtures/webhooks.ts"
import { dnsLookup } from "../../../core/src/foundation/system/look-up-host.ts"
import { openOutgoingHttp } from "../../../core/src/foundation/system/outgoing-http.ts"
import { systemClock } from "@symbolon/core"
import { readBody, type ReplyBody } from "../fixtures/read.ts"
import { start, startTestServer, type TestServer } from "../fixtures/world.ts"

/** Listens on every address of the machine, of both families. */
const everywhere = createServer((socket) => {
  reached += 1
  onReached()
  socket.destroy()
})
let reached = 0
let onReached = () => {}
let port = 0
/** What this process tried to connect to, except the server of the test and the names' own. */
let tried: string[] = []
const onSocket = (message: unknown) => {
  const { socket } = message as { readonly socket: Socket }
  socket.on("connectionAttempt", (address: string, to: number) => {
    if (to === port) tried.push(address)
  })
}

const open = "93.184.215.14"
const openIpv6 = "2606:4700:4700::1111"
/** Names, which lead elsewhere whenever a test says so. */
let zone: Record<string, readonly string[]>
let names: NameServer
let world: TestServer

const serve = (allowedNetworks: readonly string[]) =>
  startTestServer({
    outgoingHttp: openOutgoingHttp({
      httpsOnly: false,
      allowedNetworks,
      wall: systemClock,
      lookUp: dnsLookup({ asksSystem: false, servers: [names.address] }),
    }),
  })

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
beforeEach(async () => {
  reached = 0
  onReached = () => {}
  tried = []
  zone = {}
  names = await nameServer(zone)
  world = await serve([])
})
afterEach(async () => {
  await world.close()
  await names[Symbol.asyncDispose]()
})

const base = () => `/console/v1/organizations/${world.club.slug}`
const create = async (url: string): Promise<ReplyBody> =>
  readBody(await world.call("POST", `${base()}/webhooks`, { url, events: ["*"] }), 201)

const nobodyWasReached = () => expect({ reached, tried }).toEqual({ reached: 0, tried: [] })

/** A name that leads to these, in both families. */
const lead = (name: string, addresses: readonly string[]) => {
  zone[`A ${name}`] = addresses.filter((address) => !address.includes(":"))
  zone[`AAAA ${name}`] = addresses.filter((address) => address.includes(":"))
}

/** The deliveries to a webhook after everything that was due at once. */
const deliveriesTo = async (webhookUuid: string) => {
  await world.symbolon.testClock?.moveTo(start)
  const list = await world.call("GET", `${base()}/webhooks/${webhookUuid}/deliveries`)
  const { items } = await readBody(list, 200)
  return Promise.all(
    items.map(async ({ uuid }) =>
      readBody(await world.call("GET", `${base()}/deliveries/${uuid}`), 200),
    ),
  )
}

const sendTest = async (webhookUuid: string) => {
  await readBody(await world.call("POST", `${base()}/webhooks/${webhookUuid}/test`), 202)
  return deliveriesTo(webhookUuid)
}

/** A delivery that was given up at its first attempt. */
const blocked = {
  state: "failed",
  attempt_count: 1,
  next_attempt_at: null,
  last_status: null,
  last_error_code: "blocked_address",
  attempts: [{ n: 1, status: null, error_code: "blocked_address", response_snippet: null }],
}

const insideNames: Readonly<Record<string, readonly string[]>> = {
  "four.example": ["127.0.0.1"],
  "six.example": ["::1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "cloud.example": ["169.254.169.254"],
  "mixed.example": [open, "127.0.0.1"],
  "mixed-six.example": [open, "::1"],
  "also-six.example": [open, openIpv6, "fd00:ec2::254"],
}
const hosts = [
  ...inside,
  ...Object.keys(insideNames),
  "localhost",
  "LocalHost.",
  "a.localhost",
  "db",
  "db.internal",
  "pi.local",
]

describe("an address inside", () => {
  it("is refused at creation and in a change, under `url`", async () => {
    for (const [name, addresses] of Object.entries(insideNames)) lead(name, addresses)
    const { uuid } = await create(`http://${open}:${port}/`)
    const refused = { url: expect.stringContaining("on the public internet") }
    for (const host of hosts)
      for (const url of [`http://${host}:${port}/hooks`, `https://${host}:${port}/hooks`]) {
        const created = await world.call("POST", `${base()}/webhooks`, { url, events: ["*"] })
        expect((await readBody(created, 422)).errors, url).toEqual(refused)
        const changed = await world.call("PATCH", `${base()}/webhooks/${uuid}`, { url })
        expect((await readBody(changed, 422)).errors, url).toEqual(refused)
      }
    const list = await readBody(await world.call("GET", `${base()}/webhooks`), 200)
    expect(list.items).toMatchObject([{ uuid, url: `http://${open}:${port}/` }])
    nobodyWasReached()
  })

  it("is not connected to, though it stands in a webhook", async () => {
    for (const [name, addresses] of Object.entries(insideNames)) lead(name, addresses)
    const webhooks = new Map<string, string>()
    for (const host of hosts)
      for (const scheme of ["http", "https"]) {
        const url = `${scheme}://${host}:${port}/hooks`
        webhooks.set((await addWebhook(world.symbolon, world.club.uuid, { url })).uuid, url)
      }
    const tier = await world.symbolon.tiers.create({
      organization: world.club.slug,
      name: "Friend",
      paymentInterval: "monthly",
    })
    await world.symbolon.memberships.add({
      organization: world.club.slug,
      member: { type: "username", value: "ada" },
      tierSlug: tier.slug,
    })
    for (const [uuid, url] of webhooks)
      expect(await deliveriesTo(uuid), url).toMatchObject([
        { ...blocked, event: "membership.joined" },
      ])
    nobodyWasReached()
  })

  it.each([
    [["127.0.0.1"]],
    [["::1"]],
    [["::ffff:127.0.0.1"]],
    [[open, "127.0.0.1"]],
    [[open, "::1"]],
    [["169.254.169.254"]],
  ])("is not connected to where a name leads to it later: %j", async (later) => {
    const url = `http://club.example:${port}/hooks`
    lead("club.example", [open, openIpv6])
    const { uuid } = await create(url)
    await readBody(await world.call("PATCH", `${base()}/webhooks/${uuid}`, { url }), 200)
    lead("club.example", later)
    expect(await sendTest(uuid)).toMatchObject([blocked])
    nobodyWasReached()
  })

  it("is not connected to where a name leads to it between two attempts", async () => {
    await world.close()
    onReached = () => lead("club.example", ["127.0.0.2"])
    world = await serve(["127.0.0.1"])
    lead("club.example", ["127.0.0.1"])
    const { uuid } = await create(`http://club.example:${port}/hooks`)
    expect(await sendTest(uuid)).toMatchObject([
      {
        state: "failed",
        attempts: [
          { n: 1, status: null, error_code: "connection_reset" },
          { n: 2, status: null, error_code: "blocked_address" },
        ],
      },
    ])
    expect({ reached, tried }).toEqual({ reached: 1, tried: ["127.0.0.1"] })
  })
})
