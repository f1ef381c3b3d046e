import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readBody } from "../fixtures/read.ts"
import { start, type TestServer } from "../fixtures/world.ts"
import { openUntouchedSession, unkept } from "../fixtures/untouched-session.ts"

let world: TestServer
let session: string
let activity: string
let attendance: string
let closing: () => Promise<void>
beforeAll(async () => {
  const opened = await openUntouchedSession()
  ;({ world, session, activity, attendance } = opened)
  closing = async () => {
    // Nothing of what was refused has left a trace.
    expect(await opened.everything()).toEqual(opened.before)
    await world.close()
  }
})
afterAll(() => closing())

describe("other calls about doors", () => {
  const asAda = (body: unknown) =>
    world.call("POST", `${session}/check-in`, body, { authorization: `Bearer ${world.userToken}` })
  it.each<readonly [unknown, Readonly<Record<string, unknown>>]>([
    [{}, { idempotency_key: "is required" }],
    [{ idempotency_key: 5 }, { idempotency_key: "must be a string" }],
    [{ idempotency_key: "k\0" }, { idempotency_key: unkept }],
    [{ idempotency_key: "k", occurred_at: start }, { occurred_at: "is not a field of this call" }],
    [
      { idempotency_key: "k", position: { latitude: "1", longitude: 0 } },
      { "position.latitude": "must be a number" },
    ],
    [{ idempotency_key: "k", position: { latitude: 1 } }, { "position.longitude": "is required" }],
    [{ idempotency_key: "k", position: [1, 2] }, { position: "must be an object" }],
  ])("checking in with %j: 422", async (body, errors) => {
    expect((await readBody(await asAda(body), 422)).errors).toEqual(errors)
  })

  it.each<readonly [string, number, Readonly<Record<string, unknown>>]>([
    ["", 422, { errors: { cursor: "is required" } }],
    [`?cursor=${"x".repeat(2049)}`, 410, { code: "resync_required" }],
    ["?cursor=a&cursor=b", 422, { errors: { cursor: "was sent more than once" } }],
    ["?cursor=", 410, { code: "resync_required" }],
    ["?cursor=nonsense", 410, { code: "resync_required" }],
    ["?cursor=MS5hYmM", 410, { code: "resync_required" }],
    [
      `?cursor=${Buffer.from("99999999999999999999.x").toString("base64url")}`,
      410,
      { code: "resync_required" },
    ],
    [`?cursor=${Buffer.from("-1.x").toString("base64url")}`, 410, { code: "resync_required" }],
    ["?cursor=%00", 410, { code: "resync_required" }],
    ["?cursor=%ff", 410, { code: "resync_required" }],
  ])("a delta after %s: %i", async (query, status, replyBody) => {
    expect(
      await readBody(await world.call("GET", `${session}/checkin-manifest/delta${query}`), status),
    ).toMatchObject(replyBody)
  })

  it.each<readonly [string, Readonly<Record<string, unknown>>]>([
    ["page=0", { page: "must be at least 1" }],
    ["page_size=101", { page_size: "must be at most 100" }],
    ["page=1e300", { page: expect.any(String) }],
    ["sort_by=name", { sort_by: "must be one of first_admitted_at, recorded_at, created_at" }],
    ["status=gone", { status: "must be one of present, undone" }],
    ["disputed=1", { disputed: expect.any(String) }],
    ["disputed=true&disputed=false", { disputed: "was sent more than once" }],
  ])("attendees by ?%s: 422", async (query, errors) => {
    expect(
      (await readBody(await world.call("GET", `${session}/attendees?${query}`), 422)).errors,
    ).toEqual(errors)
  })

  it("an attendance under a name that is none: 404, and one that is there stays", async () => {
    for (const name of ["nothing", world.ada.uuid, "x".repeat(60), `${attendance}%20`])
      expect([name, (await world.call("DELETE", `${session}/attendees/${name}`)).status]).toEqual([
        name,
        404,
      ])
    expect((await world.call("DELETE", `${session}/attendees/a%00b`)).status).toBe(400)
  })
})

describe("sessions and activities", () => {
  const times = { start_time: "2026-11-22T10:00:00Z", end_time: "2026-11-22T12:00:00Z" }
  const recurrence = { ...times, frequency: "daily", count: 3 }
  const many = (length: number) => Array.from({ length }, () => times)
  it.each<readonly [string, unknown, Readonly<Record<string, unknown>>]>([
    ["no dates at all", { name: "B" }, { dates: expect.any(String) }],
    ["dates and a rule", { name: "B", dates: [times], recurrence }, { dates: expect.any(String) }],
    ["367 dates", { name: "B", dates: many(367) }, { dates: "must have at most 366 items" }],
    ["no date", { name: "B", dates: [] }, { dates: "must have at least 1 item" }],
    [
      "a backward date",
      { name: "B", dates: [times, { start_time: times.end_time, end_time: times.start_time }] },
      { "dates.1.end_time": expect.any(String) },
    ],
    [
      "dates without a zone",
      { name: "B", dates: [{ ...times, end_time: "2026-11-22T12:00:00" }] },
      { "dates.0.end_time": expect.any(String) },
    ],
    [
      "a rule without an end",
      { name: "B", recurrence: { ...times, frequency: "daily" } },
      { "recurrence.count": expect.any(String) },
    ],
    [
      "a rule beyond the year 9999",
      {
        name: "B",
        recurrence: {
          ...recurrence,
          start_time: "9999-12-30T10:00:00Z",
          end_time: "9999-12-30T12:00:00Z",
        },
      },
      { "recurrence.count": "would go on beyond the year 9999" },
    ],
    [
      "a count in letters",
      { name: "B", recurrence: { ...recurrence, count: "3" } },
      { "recurrence.count": "must be a number" },
    ],
    [
      "a day of no week",
      { name: "B", recurrence: { ...recurrence, frequency: "weekly", weekdays: ["funday"] } },
      { "recurrence.weekdays.0": expect.any(String) },
    ],
    [
      "a name of spaces",
      { name: "   ", dates: [times] },
      { name: "must have at least 1 character" },
    ],
    ["a name that cannot be kept", { name: "B\0", dates: [times] }, { name: unkept }],
    [
      "an unknown field",
      { name: "B", dates: [times], colour: 1 },
      { colour: "is not a field of this call" },
    ],
  ])("a batch of %s: 422", async (_, body, errors) => {
    const replyBody = await readBody(
      await world.call("POST", `${activity}/sessions/batch`, body),
      422,
    )
    expect(replyBody).toMatchObject({ code: "validation_error" })
    expect(replyBody.errors).toEqual(errors)
  })

  const wrongEverywhere: readonly (readonly [unknown, Readonly<Record<string, unknown>>])[] = [
    [{ max_attendees: "5" }, { max_attendees: "must be a number" }],
    [{ max_attendees: 0 }, { max_attendees: "must be at least 1" }],
    [{ max_attendees: 1.5 }, { max_attendees: "must be a whole number" }],
    [{ max_attendees: 1e21 }, { max_attendees: expect.any(String) }],
    [{ allow_reentry: "yes" }, { allow_reentry: expect.any(String) }],
    [{ name: null }, { name: "must be a string" }],
    [{ name: "\ud800" }, { name: unkept }],
    [{ description: "x".repeat(5001) }, { description: "must have at most 5000 characters" }],
    [{ start_time: "2026-11-21" }, { start_time: expect.any(String) }],
    [{ required_entitlement: "Not A Key" }, { required_entitlement: expect.any(String) }],
    [{ slug: "other" }, { slug: "is not a field of this call" }],
  ]
  it.each(wrongEverywhere)("changing a session or an activity by %j: 422", async (body, errors) => {
    for (const path of [session, activity]) {
      const replyBody = await readBody(await world.call("PATCH", path, body), 422)
      expect(replyBody.errors).toEqual(errors)
    }
  })
  it.each<readonly [string, unknown, Readonly<Record<string, unknown>>]>([
    ["session", { end_time: "2026-11-21T09:00:00Z" }, { end_time: expect.any(String) }],
    ["session", { start_time: null }, { start_time: expect.any(String) }],
    [
      "session",
      { activity_uuid: "no-such-thing" },
      { activity_uuid: "is no activity of this organization" },
    ],
    ["activity", { timezone: "Mars/Olympus" }, { timezone: expect.any(String) }],
    [
      "activity",
      { website_url: "javascript:alert(1)//\u0000" },
      { website_url: expect.any(String) },
    ],
    ["activity", { additional_data: ["a"] }, { additional_data: expect.any(String) }],
    [
      "activity",
      { additional_data: { deep: { x: "\ud800" } } },
      { "additional_data.deep.x": expect.any(String) },
    ],
    [
      "activity",
      { apply_to_upcoming_sessions: 1 },
      { apply_to_upcoming_sessions: expect.any(String) },
    ],
    [
      "activity",
      { start_time: "2026-11-21T10:00:00Z", end_time: "2026-11-21T10:00:00Z" },
      { end_time: expect.any(String) },
    ],
  ])("changing %s by %j: 422", async (what, body, errors) => {
    expect(
      (
        await readBody(
          await world.call("PATCH", what === "session" ? session : activity, body),
          422,
        )
      ).errors,
    ).toEqual(errors)
  })
  it("too deep: 400; of another type: 415", async () => {
    for (const [method, path] of [
      ["PATCH", session],
      ["PATCH", activity],
      ["POST", `${activity}/sessions/batch`],
    ] as const) {
      const deep = `{"additional_data":${'{"a":'.repeat(200)}1${"}".repeat(200)}}`
      expect(await readBody(await world.call(method, path, deep), 400)).toMatchObject({
        code: "bad_request",
      })
      const form = { "content-type": "application/x-www-form-urlencoded" }
      expect(await readBody(await world.call(method, path, "name=x", form), 415)).toMatchObject({
        code: "unsupported_media_type",
      })
    }
  })
})
