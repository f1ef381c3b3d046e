import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createTestCard } from "../../core/test/fixtures/world.ts"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, start, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let session: string
let activity: string
beforeEach(async () => {
  world = await startTestServer()
  const made = await world.symbolon.activities.create({
    organization: world.club.slug,
    name: "Regatta",
  })
  activity = `/api/v1/activities/${made.slug}`
  const { slug } = await world.symbolon.sessions.create({
    activity: made.slug,
    name: "Day one",
    startTime: start,
    endTime: new Date(start.getTime() + 3_600_000),
  })
  session = `/api/v1/sessions/${slug}`
})
afterEach(() => world.close())

const now = "2026-11-21T10:00:00.000Z"
const tapAda = (idempotency_key: string, more = {}) => ({
  identifier: { type: "username", value: "ada" },
  idempotency_key,
  ...more,
})
const checkIn = (body: unknown, token = world.userToken) =>
  world.send(`${session}/check-in`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  })

describe("checking in by oneself", () => {
  it("answers as a door does, and the same again under the same key", async () => {
    const first = await readBody(
      await checkIn({ idempotency_key: "k", position: { latitude: 14.6, longitude: 121 } }),
      200,
    )
    expect(first).toEqual({
      decision: "admitted",
      blocked_reason: null,
      disputed_reason: null,
      reentry: false,
      replayed: false,
      attendance_uuid: expect.any(String),
      wallet_address: expect.stringMatching(/^[a-z0-9]+$/),
      first_admitted_at: now,
      occurred_at: now,
      recorded_at: now,
      seat: "walk_in",
      details: null,
    })
    expect(await readBody(await checkIn({ idempotency_key: "k" }), 200)).toEqual({
      ...first,
      replayed: true,
    })
    expect(await readBody(await checkIn({ idempotency_key: "l" }), 200)).toMatchObject({
      decision: "blocked",
      blocked_reason: "already_admitted",
      details: { first_admitted_at: now },
    })
    // Two apps have a key space each; this one is the person's.
    expect(
      await readBody(await world.call("POST", `${session}/admit`, tapAda("k")), 200),
    ).toMatchObject({ replayed: false })
  })

  it.each([
    [{}, ["idempotency_key"]],
    [{ idempotency_key: "k", position: { latitude: 91, longitude: 0 } }, ["position.latitude"]],
    [{ idempotency_key: "k", user_uuid: "somebody" }, ["user_uuid"]],
  ])("refuses %j", async (body, fields) => {
    expect(Object.keys((await readBody(await checkIn(body), 422)).errors as object)).toEqual(fields)
  })

  it("is a user's own: an app cannot, and without the scope nobody", async () => {
    expect((await checkIn({ idempotency_key: "k" }, world.token)).status).toBe(403)
    const narrow = await world.tokenFor(["session:read"], { userUuid: world.ada.uuid })
    expect((await checkIn({ idempotency_key: "k" }, narrow)).status).toBe(403)
  })
})

describe("who was there", () => {
  it("is listed with everything that is known, filtered, and over the sessions of an activity", async () => {
    const admitted = await readBody(
      await world.call("POST", `${session}/admit`, tapAda("k", { device_reference: "Gate 4" })),
      200,
    )
    const attendance = `${session}/attendees/${String(admitted.attendance_uuid)}`
    const attendee = {
      uuid: admitted.attendance_uuid,
      user: {
        uuid: world.ada.uuid,
        username: "ada",
        first_name: "Ada",
        last_name: null,
        avatar_image_file_url: null,
      },
      wallet_address: admitted.wallet_address,
      card_identifier: null,
      seat: "walk_in",
      admitted_at: now,
      occurred_at: now,
      recorded_at: now,
      source: "online",
      disputed_reason: null,
      undone_at: null,
      undone_by: null,
    }
    const page = (items: readonly unknown[]) => ({
      total_items: items.length,
      total_pages: items.length,
      current_page: 1,
      items,
    })
    const attendees = async (query = "") =>
      readBody(await world.call("GET", `${session}/attendees${query}`), 200)
    expect(await attendees()).toEqual(page([attendee]))
    expect(await attendees("?disputed=true")).toEqual(page([]))
    expect(await attendees("?disputed=false&sort_by=recorded_at&sort_order=desc")).toEqual(
      page([attendee]),
    )
    expect((await world.call("GET", `${session}/attendees?status=gone`)).status).toBe(422)
    expect(await readBody(await world.call("GET", `${activity}/attendees`), 200)).toEqual(
      page([
        {
          user: attendee.user,
          wallet_address: attendee.wallet_address,
          sessions_attended: 1,
          first_admitted_at: now,
          last_admitted_at: now,
        },
      ]),
    )

    const undone = await readBody(await world.call("DELETE", attendance), 200)
    expect(undone).toEqual({ ...attendee, undone_at: now })
    expect(await attendees()).toEqual(page([]))
    expect(await attendees("?status=undone")).toEqual(page([undone]))
    expect(await readBody(await world.call("GET", `${activity}/attendees`), 200)).toEqual(page([]))
    expect(await readBody(await world.call("DELETE", attendance), 409)).toMatchObject({
      code: "conflict",
      details: { reason: "already_undone" },
    })
    expect((await world.call("DELETE", `${session}/attendees/nothing`)).status).toBe(404)
    // The old key says what it said, and a new tap is a new admission.
    expect(await readBody(await world.call("POST", `${session}/admit`, tapAda("k")), 200)).toEqual({
      ...admitted,
      replayed: true,
    })
    const again = await readBody(await world.call("POST", `${session}/admit`, tapAda("l")), 200)
    expect(again).toMatchObject({ decision: "admitted", reentry: false })
    expect(again.attendance_uuid).not.toBe(admitted.attendance_uuid)
  })

  it("names who came by a card that nobody holds by the card alone", async () => {
    const card = await createTestCard(world.symbolon, {
      organization: world.club.slug,
      identifier: "loose",
    })
    const tap = { identifier: { type: "card", value: "loose" }, idempotency_key: "k" }
    expect(await readBody(await world.call("POST", `${session}/admit`, tap), 200)).toMatchObject({
      wallet_address: card.walletAddress,
    })
    const { items } = await readBody(await world.call("GET", `${session}/attendees`), 200)
    expect(items).toMatchObject([
      { user: null, wallet_address: card.walletAddress, card_identifier: "LOOSE" },
    ])
  })
})

describe("a list of admissions", () => {
  it("is answered in its order: verdicts, and errors in the place of what cannot be judged", async () => {
    const admissions = [
      tapAda("a"),
      { identifier: { type: "wallet", value: "nobody" }, idempotency_key: "b" },
      { identifier: { type: "user_id", value: world.owner.uuid }, idempotency_key: "a" },
      tapAda("c", { occurred_at: "2026-11-21T10:05:01Z" }),
      tapAda("d", { occurred_at: "2020-01-01T00:00:00Z" }),
      tapAda("e"),
      tapAda("a"),
    ]
    const { results } = await readBody(
      await world.call("POST", `${session}/admit`, { admissions }),
      200,
    )
    expect(results).toMatchObject([
      { decision: "admitted", replayed: false },
      { error: { code: "identifier_unresolved" } },
      { error: { code: "idempotency_conflict" } },
      { error: { errors: { occurred_at: "lies in the future" } } },
      { error: { errors: { occurred_at: expect.stringContaining("366 days back") } } },
      { decision: "blocked", blocked_reason: "already_admitted" },
      { decision: "admitted", replayed: true },
    ])
  })
})
