import { describe, expect, it } from "vitest"
import { createConnected, type Item, refusal, type Reply, result } from "./fake-service.ts"

/** A door at which so many walked in offline. */
const openOwing = async (guests: number) => {
  const bench = await createConnected({ repeatMs: 0 }, false)
  bench.routes.manifest = () => ({
    status: 200,
    body: bench.roster({ roster_kind: "none", max_attendees: null }),
  })
  const door = await bench.open()
  await bench.pass(1)
  bench.line.isCut = true
  door.networkChanged(false)
  for (let guest = 0; guest < guests; guest += 1) {
    bench.clock.now += 10
    await door.admit(`04X${guest}`)
  }
  bench.seen.length = 0
  bench.line.isCut = false
  const lists = () => bench.admits().map(({ body }) => body.admissions?.length ?? 1)
  return { ...bench, door, lists }
}

const values = (items: readonly Item[] | undefined) =>
  (items ?? []).map(({ identifier }) => identifier.value)

describe("uploads", () => {
  it("go oldest first, a hundred to a call, until nothing is owed", async () => {
    const { door, lists, admits } = await openOwing(230)
    await door.sync()
    expect(lists()).toEqual([100, 100, 30])
    expect(values(admits()[0]?.body.admissions).slice(0, 2)).toEqual(["04X0", "04X1"])
    expect(values(admits()[2]?.body.admissions).at(-1)).toBe("04X229")
    expect(door.status()).toMatchObject({ pending_uploads: 0, mode: "online" })
  })

  it.each<readonly [string, Reply]>([
    ["500", { status: 500, body: { code: "internal_error" } }],
    ["503", { status: 503, body: "busy" }],
    ["no network", "cut"],
    ["429", refusal(429, "rate_limit_exceeded", { "retry-after": "7" })],
    ["a session that is not there", refusal(404, "not_found")],
    ["an answer that is too short", { status: 200, body: { results: [] } }],
    ["an answer that is none", { status: 200, body: { hello: true } }],
  ])("stay through %s, and arrive afterwards", async (_, reply) => {
    const { door, routes, pass } = await openOwing(2)
    const { admit } = routes
    routes.admit = () => reply
    await door.sync()
    expect(door.status().pending_uploads).toBe(2)
    routes.admit = admit
    await pass(60_000)
    expect(door.status()).toMatchObject({ pending_uploads: 0, refused_uploads: [] })
  })

  it("stay when the answer is lost, and carry the same keys the next time", async () => {
    const { door, routes, pass, admits, stores } = await openOwing(2)
    const { admit } = routes
    routes.admit = () => "hang"
    const synced = door.sync()
    await pass(20_000)
    await synced
    routes.admit = admit
    await door.sync()
    const [first, second] = admits().map(({ body }) =>
      body.admissions?.map((each) => each.idempotency_key),
    )
    expect(second).toEqual(first)
    expect(
      JSON.parse(stores.door.read()?.split("\n")[0] ?? "").admissions.map(
        (each: { acked_at: unknown }) => each.acked_at,
      ),
    ).not.toContain(null)
  })

  it("end with every final answer, and what was not counted is kept for the staff", async () => {
    const { door, routes, open } = await openOwing(5)
    const codes = [
      { error: { code: "identifier_unresolved" } },
      { error: { code: "idempotency_conflict" } },
      { error: { code: "validation_error" } },
    ]
    const blocked = result({ decision: "blocked", blocked_reason: "session_full" })
    routes.admit = () => ({
      status: 200,
      body: { results: [...codes, blocked, { error: { code: "internal_error" } }] },
    })
    await door.sync()
    const refusedCodes = [
      "identifier_unresolved",
      "idempotency_conflict",
      "validation_error",
      "session_full",
    ]
    expect(door.status()).toMatchObject({
      pending_uploads: 1,
      refused_uploads: refusedCodes.map((reason) => ({ reason })),
    })
    expect(door.status().refused_uploads[0]).toMatchObject({
      identifier: { type: "card", value: "04X0" },
    })
    door.close()
    expect((await open()).status().refused_uploads).toHaveLength(4)
  })

  it("go one by one when one of them spoils the list", async () => {
    const { door, routes, lists } = await openOwing(3)
    routes.admit = (body) => {
      if (body.admissions !== undefined) return refusal(422, "validation_error")
      return JSON.stringify(body).includes("04X1")
        ? refusal(422, "validation_error")
        : { status: 200, body: result() }
    }
    await door.sync()
    expect(lists()).toEqual([3, 1, 1, 1])
    expect(door.status()).toMatchObject({
      pending_uploads: 0,
      refused_uploads: [{ identifier: { value: "04X1" }, reason: "validation_error" }],
    })
  })

  it("leave two calls of the minute to the roster, and go on when there are more", async () => {
    const { door, routes, lists, pass } = await openOwing(230)
    let left = 3
    routes.admit = ({ admissions }) => {
      left -= 1
      return {
        status: 200,
        body: { results: (admissions ?? []).map(() => result()) },
        headers: { "ratelimit-remaining": String(left), "ratelimit-reset": "40" },
      }
    }
    await door.sync()
    expect(lists()).toEqual([100])
    expect(door.status().pending_uploads).toBe(130)
    left = 20
    await pass(39_000)
    expect(lists()).toEqual([100])
    await pass(3_000)
    expect(door.status().pending_uploads).toBe(0)
  })

  it("wait as long as a 429 says, and taps are judged here meanwhile", async () => {
    const { door, routes, pass, admits } = await openOwing(1)
    const { admit } = routes
    routes.admit = () => refusal(429, "rate_limit_exceeded", { "retry-after": "30" })
    await door.sync()
    routes.admit = admit
    const before = admits().length
    await pass(28_000)
    expect(await door.admit("04Y1")).toMatchObject({ decision: "admitted", by: "door" })
    expect(admits()).toHaveLength(before)
    await pass(35_000)
    expect(door.status().pending_uploads).toBe(0)
  })
})
