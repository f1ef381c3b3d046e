import { afterEach, beforeEach, describe, expect, it } from "vitest"
import {
  startTestServer,
  start,
  type TestServer,
} from "../../../http-server/test/fixtures/world.ts"
import { memoryStore, openConnectedDoor } from "../../src/connected/index.ts"

type Fault = (next: () => Promise<Response>, path: string) => Promise<Response>

let world: TestServer
const open: { close: () => void }[] = []
beforeEach(async () => {
  world = await startTestServer()
})
afterEach(async () => {
  for (const each of open.splice(0)) each.close()
  await world.close()
})

/** A door before the real service, with a line that the test can spoil. */
const openAtServer = async () => {
  const { symbolon, club } = world
  const activity = await symbolon.activities.create({ organization: club.slug, name: "Sailing" })
  const times = {
    startTime: new Date(start.getTime() - 3_600_000),
    endTime: new Date(start.getTime() + 36_000_000),
  }
  const { slug } = await symbolon.sessions.create({
    activity: activity.slug,
    name: "Evening",
    ...times,
  })
  const reply = await world.call("POST", `/api/v1/sessions/${slug}/device-tokens`, {})
  const { token, device_uuid: device } = (await reply.json()) as {
    readonly token: string
    readonly device_uuid: string
  }
  const clock = { now: start.getTime() }
  const line: { fault: Fault | undefined } = { fault: undefined }
  const paths: string[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    const path = (typeof input === "string" ? input : "").slice(world.url.length)
    paths.push(`${init?.method ?? "GET"} ${path.split(slug)[1]}`)
    const next = () => globalThis.fetch(input, init)
    return line.fault === undefined ? next() : line.fault(next, path)
  }
  const stores = { door: memoryStore(), roster: memoryStore() }
  const options = {
    baseUrl: world.url,
    session: slug,
    token,
    deviceId: "pier",
    stores,
    fetch,
    repeatMs: 0,
    now: () => clock.now,
    beatMs: 3_600_000,
  }
  const openDoor = async () => {
    const door = await openConnectedDoor(options)
    open.push(door)
    await door.sync()
    return door
  }
  const guest = async (username: string) =>
    (await symbolon.users.create({ username, firstName: username })).walletAddress
  /** What another door hears about somebody; the wallet is the one by which rosters know them. */
  const atAnotherDoor = async (
    value: string,
  ): Promise<{ readonly blocked_reason: string | null; readonly wallet_address: string }> => {
    const body = {
      identifier: { type: "wallet", value },
      idempotency_key: `ask-${value}-${paths.length}`,
    }
    const answer = await world.call("POST", `/api/v1/sessions/${slug}/admit`, body)
    return (await answer.json()) as {
      readonly blocked_reason: string | null
      readonly wallet_address: string
    }
  }
  /** Whether the service has counted somebody. */
  const isInside = async (wallet: string): Promise<boolean> =>
    (await atAnotherDoor(wallet)).blocked_reason === "already_admitted"
  return {
    slug,
    device,
    clock,
    line,
    paths,
    stores,
    openDoor,
    guest,
    isInside,
    atAnotherDoor,
    door: await openDoor(),
  }
}

const cut: Fault = () => Promise.reject(new TypeError("fetch failed"))
const lost: Fault = async (next) => {
  await next()
  throw new TypeError("connection lost before the answer")
}
const answering =
  (status: number, body: unknown, headers: Record<string, string> = {}): Fault =>
  () =>
    Promise.resolve(new Response(JSON.stringify(body), { status, headers }))

describe("a connected door at the real service", () => {
  it("admits, refuses and does not know, as the service says", async () => {
    const { door, guest } = await openAtServer()
    const anna = await guest("anna")
    expect(door.status()).toMatchObject({ mode: "online", loaded: true })
    expect(await door.admit(anna)).toMatchObject({ decision: "admitted", by: "service" })
    expect(await door.admit(anna)).toMatchObject({
      decision: "blocked",
      blocked_reason: "already_admitted",
      by: "service",
    })
    expect(await door.admit("04NOBODY")).toMatchObject({
      decision: "blocked",
      error_code: "identifier_unresolved",
    })
  })

  it("counts somebody once whose answer was lost on the way (case 23a)", async () => {
    const { door, guest, line, isInside } = await openAtServer()
    const anna = await guest("anna")
    line.fault = lost
    expect(await door.admit(anna)).toMatchObject({ decision: "admitted", by: "door" })
    line.fault = undefined
    await door.sync()
    expect(door.status()).toMatchObject({ pending_uploads: 0, refused_uploads: [] })
    expect(await isInside(anna)).toBe(true)
  })

  it("shows whom the service let in without its knowing, as soon as it hears of them (case 23d)", async () => {
    const { door, guest, line } = await openAtServer()
    const anna = await guest("anna")
    await door.admit(anna)
    line.fault = cut
    expect(await door.admit(anna)).toMatchObject({ blocked_reason: "already_admitted", by: "door" })
  })

  it("uploads what it admitted alone, after a restart too, and the service counts it", async () => {
    const { door, guest, line, clock, openDoor, isInside } = await openAtServer()
    const wallets = [await guest("anna"), await guest("bea"), await guest("cleo")]
    line.fault = cut
    for (const wallet of wallets) {
      clock.now += 1_000
      expect(await door.admit(wallet)).toMatchObject({ decision: "admitted", by: "door" })
    }
    door.close()
    const again = await openDoor()
    expect(again.status().pending_uploads).toBe(3)
    line.fault = undefined
    await again.sync()
    expect(again.status()).toMatchObject({
      mode: "online",
      pending_uploads: 0,
      refused_uploads: [],
    })
    for (const wallet of wallets) expect(await isInside(wallet)).toBe(true)
  })

  it("drops nothing when nobody is known by an upload, and keeps the reason", async () => {
    const { door, line } = await openAtServer()
    line.fault = cut
    door.networkChanged(false)
    expect(await door.admit("04WALKIN")).toMatchObject({ decision: "admitted", by: "door" })
    line.fault = undefined
    await door.sync()
    expect(door.status()).toMatchObject({
      pending_uploads: 0,
      refused_uploads: [{ reason: "identifier_unresolved" }],
    })
  })

  it("hears of others by a delta, and goes on with manifest and deltas after a restart", async () => {
    const { door, guest, atAnotherDoor, line, paths, openDoor } = await openAtServer()
    const { wallet_address: anna } = await atAnotherDoor(await guest("anna"))
    await door.sync()
    expect(paths.at(-1)).toContain("/checkin-manifest/delta?cursor=")
    line.fault = cut
    door.networkChanged(false)
    expect(await door.admit(anna)).toMatchObject({ blocked_reason: "already_admitted", by: "door" })
    const { manifest_version: version } = door.status()
    door.close()
    const again = await openDoor()
    expect(again.status()).toMatchObject({ loaded: true, manifest_version: version })
    expect(await again.admit(anna)).toMatchObject({
      blocked_reason: "already_admitted",
      by: "door",
    })
  })

  it.each([
    ["410", answering(410, { code: "resync_required" }), true],
    ["502", answering(502, {}), false],
    ["429", answering(429, { code: "rate_limit_exceeded" }, { "retry-after": "9" }), false],
    ["a lost line", cut, false],
  ] as const)(
    "after %s on a delta keeps its roster, and fetches the whole only if told to",
    async (_, fault, isWhole) => {
      const { door, line, paths } = await openAtServer()
      const { manifest_version: version } = door.status()
      line.fault = (next, path) => (path.includes("/delta") ? fault(next, path) : next())
      await door.sync()
      expect(door.status()).toMatchObject({ loaded: true })
      expect(door.status().manifest_version).toBeGreaterThanOrEqual(version ?? 0)
      expect(paths.at(-1)?.endsWith("/checkin-manifest")).toBe(isWhole)
    },
  )

  it("wipes its roster when the token is revoked, and keeps what it owes", async () => {
    const { door, guest, line, device, stores } = await openAtServer()
    const anna = await guest("anna")
    line.fault = cut
    await door.admit(anna)
    line.fault = undefined
    await world.call("DELETE", `/console/v1/device-tokens/${device}`)
    await door.sync()
    expect(door.status()).toMatchObject({ mode: "locked", loaded: false, pending_uploads: 1 })
    expect(stores.roster.read()).not.toContain('"roster"')
    expect(stores.door.read()).toContain(anna)
  })

  it("refuses to judge with a clock that was set back, and asks the service instead", async () => {
    const { door, guest, line, clock } = await openAtServer()
    const anna = await guest("anna")
    clock.now -= 3_600_000
    line.fault = cut
    door.networkChanged(false)
    expect(door.status().mode).toBe("blind")
    expect(await door.admit(anna)).toMatchObject({
      decision: "undetermined",
      undetermined_reason: "clock_untrusted",
    })
    line.fault = undefined
    expect(await door.admit(anna)).toMatchObject({ decision: "admitted", by: "service" })
  })
})

describe("a connected door under the real limits", () => {
  it("never runs into a 429, and leaves two calls for the roster", async () => {
    await world.close()
    world = await startTestServer({ limits: "on" })
    const { door, line, guest } = await openAtServer()
    const statuses: number[] = []
    line.fault = async (next) => {
      const reply = await next()
      statuses.push(reply.status)
      return reply
    }
    const wallets = await Promise.all(
      Array.from({ length: 25 }, (_, index) => guest(`guest-${index}`)),
    )
    const by: string[] = []
    for (const wallet of wallets) {
      const verdict = await door.admit(wallet)
      expect(verdict.decision).toBe("admitted")
      by.push(verdict.by)
    }
    expect(statuses).not.toContain(429)
    expect(by.filter((each) => each === "service").length).toBeGreaterThan(10)
    expect(by.at(-1)).toBe("door")
    expect(door.status()).toMatchObject({ mode: "online" })
    expect(door.status().pending_uploads).toBe(by.filter((each) => each === "door").length)
  })
})
