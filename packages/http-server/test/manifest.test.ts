import { request } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { readTrustKeys, verifyDelta, verifyManifest } from "@symbolon/core/door"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { codingFor } from "../src/compression.ts"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let door: string
let tier: string

const member = (n: number) =>
  world.symbolon.users.create({ username: `member-${n}`, firstName: `M${n}` })

const join = async (userUuid: string): Promise<void> => {
  await world.symbolon.memberships.add({
    organization: world.club.slug,
    member: { type: "user_id", value: userUuid },
    tierSlug: tier,
  })
}

/** A call whose body comes as it was sent, which `fetch` does not show. */
const raw = (path: string, headers: Readonly<Record<string, string>>) =>
  new Promise<{
    readonly status: number
    readonly headers: NodeJS.Dict<string | string[]>
    readonly body: Buffer
  }>((resolve, reject) => {
    const outgoing = request(
      `${world.url}${path}`,
      { headers: { authorization: `Bearer ${world.token}`, ...headers } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on("data", (chunk: Buffer) => chunks.push(chunk))
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          }),
        )
      },
    )
    outgoing.on("error", reject)
    outgoing.end()
  })

const makeDoor = async (settings: Readonly<Record<string, unknown>>): Promise<string> => {
  const { club, call } = world
  const activity = await readBody(
    await call("POST", `/api/v1/organizations/${club.slug}/activities`, {
      name: "Sailing week",
      description: null,
    }),
    201,
  )
  const session = await readBody(
    await call("POST", `/api/v1/activities/${activity.slug}/sessions`, {
      name: "Evening",
      start_time: "2026-11-21T09:00:00Z",
      end_time: "2026-11-21T20:00:00Z",
      ...settings,
    }),
    201,
  )
  return `/api/v1/sessions/${session.slug}`
}

beforeAll(async () => {
  world = await startTestServer()
  tier = (
    await world.symbolon.tiers.create({
      organization: world.club.slug,
      name: "Friend",
      paymentInterval: "monthly",
    })
  ).slug
  for (let n = 0; n < 20; n += 1) await join((await member(n)).user.uuid)
  door = await makeDoor({ required_entitlement: "member" })
})
afterAll(() => world.close())

const trusted = async () =>
  readTrustKeys(await readBody(await world.call("GET", `${door}/checkin-manifest/trust-keys`), 200))

describe("the manifest", () => {
  it("is sent compressed as the caller takes it, in the same signed bytes, under a tag for each coding", async () => {
    const keys = await trusted()
    const plain = await raw(`${door}/checkin-manifest`, {})
    const zipped = await raw(`${door}/checkin-manifest`, {
      "accept-encoding": "gzip;q=0.8, br;q=0.2",
    })
    const brotli = await raw(`${door}/checkin-manifest`, { "accept-encoding": "gzip, br" })
    expect([plain, zipped, brotli].map(({ headers }) => headers["content-encoding"])).toEqual([
      undefined,
      "gzip",
      "br",
    ])
    expect(plain.headers.vary).toContain("accept-encoding")
    const texts = [plain.body, gunzipSync(zipped.body), brotliDecompressSync(brotli.body)].map(
      (body) => body.toString(),
    )
    expect(new Set(texts).size).toBe(1)
    expect(verifyManifest(texts[0], { keys })).toMatchObject({ ok: true })
    expect(zipped.body.length).toBeLessThan(plain.body.length)
    expect(new Set([plain, zipped, brotli].map(({ headers }) => headers.etag)).size).toBe(3)
  })

  it("is not sent again to who has it", async () => {
    for (const coding of ["identity", "gzip", "br"]) {
      const first = await raw(`${door}/checkin-manifest`, { "accept-encoding": coding })
      const again = await raw(`${door}/checkin-manifest`, {
        "accept-encoding": coding,
        "if-none-match": String(first.headers.etag),
      })
      expect([again.status, again.body.length]).toEqual([304, 0])
    }
  })

  it("has no cursor where its roster has no deltas, and 410 says so", async () => {
    const vip = await makeDoor({ required_entitlement: "vip" })
    const manifest = await readBody(await world.call("GET", `${vip}/checkin-manifest`), 200)
    expect(manifest.delta_cursor).toBeNull()
    const answer = await readBody(
      await world.call("GET", `${vip}/checkin-manifest/delta?cursor=whatever`),
      410,
    )
    expect(answer).toMatchObject({ code: "resync_required" })
  })
})

describe("a delta", () => {
  it("goes from the manifest to now, and on from there", async () => {
    const keys = await trusted()
    const manifest = await readBody(await world.call("GET", `${door}/checkin-manifest`), 200)
    const { user } = await member(100)
    await join(user.uuid)
    const path = (cursor: string) =>
      `${door}/checkin-manifest/delta?cursor=${encodeURIComponent(cursor)}`
    const first = await world.call("GET", path(manifest.delta_cursor))
    const text = await first.text()
    expect(first.status).toBe(200)
    expect(verifyDelta(text, { keys })).toMatchObject({ ok: true })
    const one = JSON.parse(text)
    expect(one.payload).toMatchObject({
      type: "checkin_manifest_delta",
      base_manifest_version: manifest.payload.manifest_version,
      removed: [],
      admitted_added: {},
    })
    expect(Object.keys(one.payload.added)).toHaveLength(1)
    await world.symbolon.memberships.removeMember({
      organization: world.club.slug,
      userUuid: user.uuid,
    })
    const two = await readBody(await world.call("GET", path(one.next_cursor)), 200)
    expect(two.payload).toMatchObject({
      base_manifest_version: one.payload.manifest_version,
      added: {},
      removed: Object.keys(one.payload.added),
    })
  })

  it.each([
    ["", 410],
    ["x", 410],
    ["..", 410],
    ["a".repeat(255), 410],
    [Buffer.from("1.AAAAAAAAAAAAAAAAAAAAAA").toString("base64url"), 410],
    [Buffer.from("99999.AAAAAAAAAAAAAAAAAAAAAA").toString("base64url"), 410],
    [Buffer.from("-1.AAAA").toString("base64url"), 410],
    ["a".repeat(2000), 410],
    ["a".repeat(2049), 410],
    ["a".repeat(12_000), 410],
    ["%00", 410],
    ["MS5h%00", 410],
    ["%", 410],
    ["%ff%fe", 410],
    ["%F0%9F%8E%AB", 410],
    ["%0d%0a", 410],
  ])("with the cursor %j answers %i, in words of its own", async (cursor, status) => {
    const answer = await world.call("GET", `${door}/checkin-manifest/delta?cursor=${cursor}`)
    expect(answer.status).toBe(status)
    const { code, message } = (await answer.json()) as {
      readonly code: string
      readonly message: string
    }
    expect(code).toBe("resync_required")
    expect(message.length).toBeGreaterThan(10)
  })

  it("asks for a cursor, and takes NUL in no other parameter", async () => {
    const status = async (query: string) =>
      (await world.call("GET", `${door}/checkin-manifest/delta${query}`)).status
    expect([
      await status(""),
      await status("?cursor=x&default_backend=%00"),
      await status("?cursor=x&other=%00"),
    ]).toEqual([422, 400, 400])
  })

  it("does not go on from another session's cursor, over changed settings, or from a base that has run out", async () => {
    const other = await makeDoor({ required_entitlement: "member" })
    const mine = await readBody(await world.call("GET", `${door}/checkin-manifest`), 200)
    const answer = async (path: string, cursor: string) =>
      (await world.call("GET", `${path}/checkin-manifest/delta?cursor=${cursor}`)).status
    expect(await answer(other, mine.delta_cursor)).toBe(410)
    const theirs = await readBody(await world.call("GET", `${other}/checkin-manifest`), 200)
    expect(await answer(other, theirs.delta_cursor)).toBe(200)
    await readBody(await world.call("PATCH", other, { is_checkin_open: false }), 200)
    expect(await answer(other, theirs.delta_cursor)).toBe(410)
    const cursor = mine.delta_cursor
    const session = door.slice(door.lastIndexOf("/") + 1)
    const until = new Date(String(mine.payload.valid_until)).getTime()
    await world.symbolon.testClock?.moveTo(new Date(until - 1))
    expect(await world.symbolon.sessions.checkinManifestDelta({ session, cursor })).toMatchObject({
      baseVersion: mine.payload.manifest_version,
    })
    await world.symbolon.testClock?.moveTo(new Date(until))
    await expect(
      world.symbolon.sessions.checkinManifestDelta({ session, cursor }),
    ).rejects.toMatchObject({
      _tag: "ResyncRequired",
    })
  })
})

describe("codingFor", () => {
  it.each([
    ["", undefined],
    ["identity", undefined],
    ["gzip", "gzip"],
    ["br, gzip", "br"],
    ["gzip;q=1.0, br;q=0.9", "gzip"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["gzip;q=0", undefined],
    ["deflate, GZIP", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["x-gzip", "gzip"],
    ["X-GZIP;q=0.5, br;q=0.2", "gzip"],
    ["gzip;q=0, br;q=0, *", undefined],
    ["identity, gzip;q=0.1", "gzip"],
    // A weight is case-insensitive.
    ["gzip;Q=0", undefined],
    ["br;Q=0.1, gzip ; Q=0.2", "gzip"],
    ["*;q=0", undefined],
    [", ,", undefined],
  ])("of %j is %j", (accepted, coding) => expect(codingFor(accepted)).toBe(coding))
})
