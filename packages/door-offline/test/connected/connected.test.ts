import { describe, expect, it } from "vitest"
import { OPENS, TOLERANCE, VALID_UNTIL } from "../signed-manifest.ts"
import { createConnected, refusal, result } from "./fake-service.ts"

/** A door that has its roster. */
const openReady = async (options: Parameters<typeof createConnected>[0] = {}) => {
  const bench = await createConnected(options)
  await bench.pass(1)
  bench.seen.length = 0
  return bench
}

/** The same with the network gone and the door knowing it. */
const openOffline = async (options: Parameters<typeof createConnected>[0] = {}) => {
  const bench = await openReady(options)
  bench.line.isCut = true
  bench.door.networkChanged(false)
  return bench
}

describe("a connected door", () => {
  it("fetches keys and roster, asks the service, and says that it did", async () => {
    const { door, admits } = await openReady()
    expect(door.status()).toMatchObject({
      mode: "online",
      loaded: true,
      manifest_version: 7,
      pending_uploads: 0,
    })
    expect(await door.admit("04a1")).toMatchObject({
      decision: "admitted",
      by: "service",
      is_repeat: false,
      error_code: null,
    })
    expect(admits()).toMatchObject([
      { token: "Bearer door-token", body: { identifier: { type: "card", value: "04A1" } } },
    ])
    expect(door.status().pending_uploads).toBe(0)
  })

  it("takes the service's refusal for final, with its reason and figures", async () => {
    const { door, routes } = await openReady()
    routes.admit = () => ({
      status: 200,
      body: result({ decision: "blocked", blocked_reason: "brand_new", details: { figure: 3 } }),
    })
    expect(await door.admit("04A1")).toMatchObject({
      decision: "blocked",
      blocked_reason: "brand_new",
      details: { figure: 3 },
      by: "service",
    })
    routes.admit = () => refusal(404, "identifier_unresolved")
    expect(await door.admit("04ZZ")).toMatchObject({
      decision: "blocked",
      blocked_reason: null,
      error_code: "identifier_unresolved",
    })
    expect(door.status().pending_uploads).toBe(0)
  })

  it("remembers for a lost network whom the service admitted, and does not upload them", async () => {
    const { door, line, admits } = await openReady()
    await door.admit("04A1")
    line.isCut = true
    door.networkChanged(false)
    expect(await door.admit("04A2")).toMatchObject({
      decision: "blocked",
      blocked_reason: "already_admitted",
      by: "door",
    })
    expect(door.status().pending_uploads).toBe(0)
    expect(admits()).toHaveLength(1)
  })

  it("judges itself when the service is silent for 1.5 s, with one key for both attempts (case 23)", async () => {
    const { door, routes, pass, admits, settle } = await openReady()
    const answer = routes.admit
    routes.admit = () => "hang"
    const verdict = door.admit("04A1")
    await pass(1_499)
    let isThere = false
    void verdict.then(() => (isThere = true))
    await settle()
    expect(isThere).toBe(false)
    await pass(1)
    expect(await verdict).toMatchObject({ decision: "admitted", by: "door" })
    const [attempt] = admits()
    routes.admit = answer
    await door.sync()
    expect(admits()).toHaveLength(2)
    expect(admits()[1]?.body.admissions).toMatchObject([
      { idempotency_key: attempt?.body.idempotency_key, offline: true },
    ])
    expect(door.status().pending_uploads).toBe(0)
  })

  it("goes offline after two failures of the last five, and back when the service answers", async () => {
    const { door, line, pass, admits } = await openReady({ repeatMs: 0 })
    line.isCut = true
    await door.admit("04A1")
    expect(door.status().mode).toBe("online")
    await door.admit("04B1")
    expect(door.status().mode).toBe("offline")
    const before = admits().length
    expect(await door.admit("04D1")).toMatchObject({
      blocked_reason: "already_admitted",
      by: "door",
    })
    expect(admits()).toHaveLength(before)
    line.isCut = false
    await pass(40_000)
    expect(door.status()).toMatchObject({ mode: "online", pending_uploads: 0 })
  })

  it("asks the service after all when it cannot tell itself", async () => {
    const { door, line } = await openOffline()
    expect(await door.admit("04NEW")).toMatchObject({
      decision: "undetermined",
      undetermined_reason: "not_on_roster",
      by: "door",
    })
    line.isCut = false
    expect(await door.admit("04NEW")).toMatchObject({ decision: "admitted", by: "service" })
    expect(door.status().mode).toBe("online")
  })

  it("gives the same tap within three seconds the same verdict, unasked; later it asks again", async () => {
    const { door, pass, admits } = await openReady()
    const first = await door.admit("04A1")
    expect(await door.admit(" 04a1\r")).toEqual({ ...first, is_repeat: true })
    expect(admits()).toHaveLength(1)
    await pass(3_000)
    await door.admit("04A1")
    expect(admits()).toHaveLength(2)
  })

  it("reads nothing in nothing", async () => {
    const { door } = await openReady()
    expect(await door.admit("\r\n")).toMatchObject({
      decision: "undetermined",
      undetermined_reason: "unreadable",
    })
  })

  it("tells listeners, and a listener that throws stops nobody", async () => {
    const { door, line } = await openReady()
    const events: string[] = []
    door.subscribe(() => {
      throw new Error("mine")
    })
    const end = door.subscribe((event) =>
      events.push(event.type === "verdict" ? event.verdict.decision : event.status.mode),
    )
    await door.admit("04A1")
    line.isCut = true
    door.networkChanged(false)
    expect(events[0]).toBe("admitted")
    expect(events.at(-1)).toBe("offline")
    end()
    const { length } = events
    await door.admit("04B1")
    expect(events).toHaveLength(length)
  })
})

describe("a restart without a network", () => {
  it("goes on with the roster, the admissions and their keys", async () => {
    const { door, line, open, pass, clock, admits } = await openReady()
    line.isCut = true
    clock.now += 1000
    await door.admit("04A1")
    door.close()
    const again = await open({ startId: "s2" })
    again.networkChanged(false)
    expect(again.status()).toMatchObject({ mode: "offline", loaded: true, pending_uploads: 1 })
    expect(await again.admit("04A2")).toMatchObject({ blocked_reason: "already_admitted" })
    line.isCut = false
    await pass(40_000)
    await again.sync()
    expect(admits().at(-1)?.body.admissions).toMatchObject([
      { idempotency_key: admits()[0]?.body.idempotency_key },
    ])
    expect(again.status().pending_uploads).toBe(0)
  })

  it("is blind where there is no roster yet, and cannot begin without trust keys", async () => {
    const bench = await createConnected({}, false)
    bench.line.isCut = true
    await expect(bench.open()).rejects.toThrow("trust keys")
    bench.line.isCut = false
    bench.routes.manifest = () => "cut"
    const door = await bench.open()
    bench.line.isCut = true
    door.networkChanged(false)
    expect(door.status().mode).toBe("blind")
    expect(await door.admit("04A1")).toMatchObject({
      decision: "undetermined",
      undetermined_reason: "manifest_missing",
    })
  })
})

describe("the clock", () => {
  it("set back stops the door until it is right or the service answers", async () => {
    const { door, clock, line } = await openOffline()
    await door.admit("04A1")
    clock.now = OPENS - TOLERANCE - 1
    expect(door.status().mode).toBe("blind")
    expect(await door.admit("04B1")).toMatchObject({
      decision: "undetermined",
      undetermined_reason: "clock_untrusted",
    })
    line.isCut = false
    expect(await door.admit("04B1")).toMatchObject({ decision: "admitted", by: "service" })
  })

  it("set back does not delay the next read of the roster", async () => {
    const { clock, pass, seen } = await openReady()
    clock.now -= 3_600_000
    await pass(2_000)
    expect(seen.map(({ path }) => path)).toContain("/checkin-manifest")
  })

  it("past valid_until ends judging offline, whatever the network says", async () => {
    const { door, clock } = await openOffline()
    clock.now = VALID_UNTIL
    expect(door.status()).toMatchObject({ mode: "blind", seconds_left: 0 })
    expect(await door.admit("04A1")).toMatchObject({ undetermined_reason: "manifest_expired" })
  })
})

describe("a refused token", () => {
  it.each([
    [401, "invalid_credentials"],
    [403, "forbidden"],
  ])(
    "(%i) wipes the roster and keeps what is owed; a new token brings both back",
    async (status, code) => {
      const { door, line, routes, stores, seen } = await openOffline()
      await door.admit("04A1")
      const { admit, manifest } = routes
      line.isCut = false
      routes.admit = () => refusal(status, code)
      await door.sync()
      expect(door.status()).toMatchObject({
        mode: "locked",
        loaded: false,
        pending_uploads: 1,
        last_problem: code,
      })
      expect(stores.roster.read()).not.toContain("04B1")
      expect(await door.admit("04B1")).toMatchObject({
        decision: "undetermined",
        undetermined_reason: "manifest_missing",
      })
      const before = seen.length
      await door.sync()
      expect(seen).toHaveLength(before)
      Object.assign(routes, { admit, manifest })
      await door.renew("another")
      expect(seen.at(-1)?.token).toBe("Bearer another")
      expect(door.status()).toMatchObject({ mode: "online", loaded: true, pending_uploads: 0 })
    },
  )

  it("locks at the first tap that hears of it, and the tap is judged by nobody", async () => {
    const { door, routes, stores } = await openReady()
    routes.admit = () => refusal(401, "invalid_credentials")
    expect(await door.admit("04A1")).toMatchObject({
      decision: "undetermined",
      undetermined_reason: "manifest_missing",
    })
    expect(door.status()).toMatchObject({ mode: "locked", loaded: false })
    expect(stores.roster.read()).not.toContain("04B1")
  })

  it("is not what a hotel's sign-in page says", async () => {
    const { door, routes } = await openReady()
    routes.admit = () => ({ status: 401, body: "<html>Please sign in to the Wi-Fi</html>" })
    expect(await door.admit("04A1")).toMatchObject({ decision: "admitted", by: "door" })
    expect(door.status()).toMatchObject({ loaded: true, mode: "online" })
    routes.admit = () => ({ status: 403, body: { error: "portal", code: 17 } })
    expect(await door.admit("04A1")).toMatchObject({ is_repeat: true })
    expect(await door.admit("04C1")).toMatchObject({ by: "door" })
    expect(door.status().loaded).toBe(true)
    door.networkChanged(true)
    await door.sync()
    routes.admit = () => ({ status: 200, body: "<html>Welcome</html>" })
    expect(await door.admit("04B1")).toMatchObject({ by: "door" })
    expect(door.status().pending_uploads).toBe(2)
  })
})

describe("the roster", () => {
  it.each([
    ["502", { status: 502, body: "<html>" }],
    ["no network", "cut"],
    ["429", refusal(429, "rate_limit_exceeded", { "retry-after": "30" })],
  ] as const)("stays in force through %s", async (_, reply) => {
    const { door, routes } = await openReady()
    routes.manifest = () => reply
    await door.sync()
    expect(door.status()).toMatchObject({ loaded: true, manifest_version: 7 })
  })

  it("is asked for by its ETag, and unchanged is current", async () => {
    const bench = await createConnected({}, false)
    bench.routes.manifest = () => ({ status: 200, body: bench.roster(), headers: { etag: '"v7"' } })
    const door = await bench.open()
    await bench.pass(1)
    bench.routes.manifest = () => ({ status: 304 })
    await bench.pass(301_000)
    expect(bench.seen.at(-1)).toMatchObject({ path: "/checkin-manifest", etag: '"v7"' })
    expect(door.status().last_sync_at).toBeGreaterThan(bench.clock.now - 10_000)
  })

  it("of another session, or an older one, is not taken", async () => {
    const { door, routes, roster } = await openReady()
    routes.manifest = () => ({
      status: 200,
      body: roster({ session_slug: "other", session_uuid: "other", manifest_version: 9 }),
    })
    await door.sync()
    expect(door.status()).toMatchObject({
      manifest_version: 7,
      last_problem: "manifest_of_another_session",
    })
    routes.manifest = () => ({ status: 200, body: roster({ manifest_version: 6 }) })
    await door.sync()
    expect(door.status()).toMatchObject({
      manifest_version: 7,
      last_problem: "manifest_rolled_back",
    })
  })
})
