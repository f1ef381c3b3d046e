import { expect, it } from "vitest"
import { createTestCard } from "../../../core/test/fixtures/world.ts"
import { startTestServer, start } from "../../../http-server/test/fixtures/world.ts"
import { memoryStore, openConnectedDoor } from "../../src/connected/index.ts"
import { OPENS } from "../signed-manifest.ts"
import { createConnected, refusal, type Reply, result } from "./fake-service.ts"

/** A walk-in door without a network that admitted `guests`, a second apart. */
const openOwing = async (guests: number) => {
  const bench = await createConnected({ repeatMs: 0 }, false)
  bench.routes.manifest = () => ({
    status: 200,
    body: bench.roster({ roster_kind: "none", max_attendees: null }),
  })
  const door = await bench.open()
  await bench.pass(1)
  bench.clock.now = OPENS
  bench.line.isCut = true
  door.networkChanged(false)
  for (let guest = 0; guest < guests; guest += 1) {
    bench.clock.now += 1000
    await door.admit(`04X${guest}`)
  }
  bench.seen.length = 0
  bench.line.isCut = false
  return { ...bench, door }
}

const list = (...results: readonly object[]): Reply => ({ status: 200, body: { results } })
const problem = (code: string) => ({ error: { code } })

it.each<readonly [string, Reply, number]>([
  ["admitted", list(result()), 0],
  [
    "a refusal of the person",
    list(result({ decision: "blocked", blocked_reason: "already_admitted" })),
    0,
  ],
  ["an upload that is not acceptable", list(problem("validation_error")), 0],
  ["nobody's identifier", list(problem("identifier_unresolved")), 0],
  ["a list that is not acceptable", refusal(400, "bad_request"), 0],
  ["an error of the service", refusal(500, "internal_error"), 1],
  ["a service that is away", refusal(503, "unavailable"), 1],
  ["too many calls", refusal(429, "rate_limit_exceeded", { "retry-after": "600" }), 1],
  ["an error of the service in its place", list(problem("internal_error")), 1],
  ["no network", "cut", 1],
  ["silence", "hang", 1],
])("D30: an upload is final or stays: %s", async (_, reply, left) => {
  const { door, routes, pass } = await openOwing(1)
  routes.admit = () => reply
  const synced = door.sync()
  await pass(20_000)
  await synced
  expect(door.status().pending_uploads).toBe(left)
})

it("D29: nobody's identifier is dropped with its reason, and never sent again", async () => {
  const { door, routes, pass, admits } = await openOwing(1)
  routes.admit = ({ admissions }) =>
    admissions === undefined
      ? refusal(404, "identifier_unresolved")
      : list(problem("identifier_unresolved"))
  await door.sync()
  await pass(600_000)
  const uploads = admits().filter(({ body }) => JSON.stringify(body).includes("04X0"))
  expect(uploads).toHaveLength(1)
  expect(door.status()).toMatchObject({
    pending_uploads: 0,
    refused_uploads: [{ reason: "identifier_unresolved" }],
  })
})

it("D32: uploads keep the moment of the tap, whatever the clock says later and whoever starts the door again", async () => {
  const { door, open, clock, routes, admits } = await openOwing(2)
  routes.admit = () => "cut"
  await door.sync()
  door.close()
  clock.now = OPENS + 90_061_001
  const again = await open()
  await again.sync()
  clock.now = OPENS - 200_000
  await again.sync()
  const sent = admits().flatMap(({ body }): readonly object[] => body.admissions ?? [body])
  const moments = new Set(sent.map((item) => "occurred_at" in item && item.occurred_at))
  expect(sent.length).toBeGreaterThan(2)
  expect([...moments]).toEqual([OPENS + 1000, OPENS + 2000].map((ms) => new Date(ms).toISOString()))
})

it("C23: the same key goes with the attempt that was not answered and with the upload", async () => {
  const { door, routes, pass, admits } = await createConnected()
  await pass(1)
  const { admit } = routes
  routes.admit = () => "hang"
  const judged = door.admit("04A1")
  await pass(1500)
  const { idempotency_key: key, by, decision } = await judged
  expect([by, decision]).toEqual(["door", "admitted"])
  routes.admit = admit
  await pass(30_000)
  const keys = admits().flatMap(({ body }) =>
    [body, ...(body.admissions ?? [])].map(({ idempotency_key }) => idempotency_key),
  )
  expect(keys.filter((each) => each === key).length).toBeGreaterThan(1)
  expect(door.status().pending_uploads).toBe(0)
})

it("H60: at the real service a revoked token wipes the roster and leaves the uploads, which a new token brings in", async () => {
  const world = await startTestServer()
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
  const guest = await createTestCard(symbolon, { organization: club.slug, identifier: "guest" })
  const { token, device } = await symbolon.sessions.createDeviceToken({ session: slug })
  const stores = { door: memoryStore(), roster: memoryStore() }
  const line = { isCut: false }
  const fetch: typeof globalThis.fetch = (input, init) =>
    line.isCut ? Promise.reject(new TypeError("fetch failed")) : globalThis.fetch(input, init)
  const connection = {
    baseUrl: world.url,
    session: slug,
    token,
    deviceId: "pier",
    stores,
    fetch,
    repeatMs: 0,
    beatMs: 3_600_000,
  }
  const door = await openConnectedDoor({ ...connection, now: () => start.getTime() })
  await door.sync()
  line.isCut = true
  door.networkChanged(false)
  expect(await door.admit("guest")).toMatchObject({ decision: "admitted", by: "door" })
  await symbolon.sessions.revokeDeviceToken({ device: device.uuid })
  line.isCut = false
  await door.sync()
  expect(door.status()).toMatchObject({ mode: "locked", loaded: false, pending_uploads: 1 })
  expect(stores.roster.read() ?? "").not.toContain("payload")
  expect(stores.door.read()).toContain("GUEST")
  const present = async () =>
    (
      await symbolon.sessions.listAttendees({
        session: slug,
        page: { page: 1, pageSize: 9, sortBy: "recorded_at", sortOrder: "asc" },
      })
    ).items
  expect(await present()).toEqual([])
  await door.renew((await symbolon.sessions.createDeviceToken({ session: slug })).token)
  expect(door.status()).toMatchObject({ mode: "online", loaded: true, pending_uploads: 0 })
  expect(await present()).toMatchObject([
    { presence: { walletAddress: guest.walletAddress, source: "offline" } },
  ])
  door.close()
  await world.close()
})
