import { sign } from "node:crypto"
import { type CheckinManifestDelta, canonicalJson } from "@symbolon/core/door"
import { describe, expect, it } from "vitest"
import { ben, signingKey } from "../signed-manifest.ts"
import { createConnected, refusal } from "./fake-service.ts"

/** A signed delta response for the sample. */
const deltaText = (
  session: string,
  at: number,
  change: Partial<CheckinManifestDelta>,
  next: string | null = "c2",
): string => {
  const payload = canonicalJson({
    type: "checkin_manifest_delta",
    schema_version: 1,
    session_uuid: session,
    base_manifest_version: 7,
    manifest_version: 8,
    generated_at: `${new Date(at).toISOString().slice(0, 19)}Z`,
    valid_until: "2026-11-22T06:30:00Z",
    clock_tolerance_seconds: 300,
    reserved: 2,
    added: {},
    changed: {},
    removed: [],
    admitted_added: {},
    admitted_removed: [],
    frozen_card_identifiers: [],
    ...change,
  })
  const signature = sign(null, Buffer.from(payload), signingKey).toString("base64url")
  return JSON.stringify({ key_id: "door-1", signature, next_cursor: next }).replace(
    "{",
    `{"payload":${payload},`,
  )
}

const openWithCursor = async () => {
  const bench = await createConnected({}, false)
  bench.routes.manifest = () => ({
    status: 200,
    body: bench.roster().replace('"delta_cursor":null', '"delta_cursor":"c 1"'),
  })
  const door = await bench.open()
  await bench.pass(1)
  const { session_uuid: session } = JSON.parse(bench.roster()).payload
  const delta = (change: Partial<CheckinManifestDelta>, next?: string | null) => ({
    status: 200,
    body: deltaText(session, bench.clock.now, change, next),
  })
  bench.seen.length = 0
  return { ...bench, door, delta }
}

describe("deltas", () => {
  it("are asked for by the cursor every minute, taken, and kept for a restart", async () => {
    const { door, delta, routes, pass, seen, open, line } = await openWithCursor()
    const cursors: string[] = []
    routes.delta = (cursor) => {
      cursors.push(cursor)
      return cursors.length === 1 ? delta({ removed: [ben] }) : { status: 304 }
    }
    await pass(121_000)
    expect(cursors).toEqual(["c 1", "c2"])
    expect(seen.every(({ path }) => path.includes("/delta"))).toBe(true)
    expect(door.status().manifest_version).toBe(8)
    door.close()
    line.isCut = true
    const again = await open()
    again.networkChanged(false)
    expect(again.status()).toMatchObject({
      manifest_version: 8,
      valid_until: "2026-11-22T06:30:00Z",
    })
    expect(await again.admit("04B1")).toMatchObject({
      decision: "undetermined",
      undetermined_reason: "not_on_roster",
    })
    expect(await again.admit("04A1")).toMatchObject({ decision: "admitted" })
    line.isCut = false
    await again.sync()
    expect(cursors.at(-1)).toBe("c2")
    expect(cursors).toHaveLength(3)
    expect(seen.some(({ path }) => path === "/checkin-manifest")).toBe(false)
  })

  it.each([
    ["410", () => refusal(410, "resync_required")],
    ["another base", (delta: (change: object) => object) => delta({ base_manifest_version: 3 })],
    [
      "a removal of nobody",
      (delta: (change: object) => object) => delta({ removed: ["sy1nobody"] }),
    ],
    [
      "a broken signature",
      (delta: (change: object) => { body: string }) => ({
        status: 200,
        body: delta({}).body.replace('"reserved":2', '"reserved":3'),
      }),
    ],
  ] as const)("that cannot be taken (%s) are answered with the whole manifest", async (_, make) => {
    const { door, delta, routes, seen, roster } = await openWithCursor()
    routes.delta = () => make(delta as never) as never
    routes.manifest = () => ({ status: 200, body: roster({ manifest_version: 12 }) })
    await door.sync()
    expect(seen.map(({ path }) => path.split("?")[0])).toEqual([
      "/checkin-manifest/delta",
      "/checkin-manifest",
    ])
    expect(door.status()).toMatchObject({ manifest_version: 12, last_problem: null })
  })

  it("do not undo what the door admitted itself", async () => {
    const { door, delta, routes, line } = await openWithCursor()
    line.isCut = true
    door.networkChanged(false)
    await door.admit("04A1")
    routes.delta = () => delta({ removed: [ben] })
    line.isCut = false
    await door.sync()
    line.isCut = true
    door.networkChanged(false)
    expect(await door.admit("04A2")).toMatchObject({
      blocked_reason: "already_admitted",
      by: "door",
    })
  })
})

describe("trust keys", () => {
  it("are fetched anew when a manifest comes that the known ones do not verify, and kept", async () => {
    const bench = await createConnected({}, false)
    const { keys } = JSON.parse(JSON.stringify(bench.routes.keys())).body
    bench.routes.keys = () => ({ status: 200, body: { keys: [keys[1]] } })
    bench.routes.manifest = () => "cut"
    const door = await bench.open()
    bench.routes.manifest = () => ({ status: 200, body: bench.roster() })
    await door.sync()
    expect(door.status()).toMatchObject({ loaded: false, last_problem: "manifest_untrusted" })
    bench.routes.keys = () => ({ status: 200, body: { keys } })
    await door.sync()
    expect(door.status()).toMatchObject({ loaded: true, last_problem: null })
  })

  it("that were pinned are never replaced", async () => {
    const bench = await createConnected({}, false)
    const { keys } = JSON.parse(JSON.stringify(bench.routes.keys())).body
    const door = await bench.open({ trustKeys: { keys: [keys[1]] } })
    await door.sync()
    expect(door.status()).toMatchObject({ loaded: false, last_problem: "manifest_untrusted" })
    expect(bench.seen.filter(({ path }) => path.endsWith("/trust-keys"))).toEqual([])
  })
})
