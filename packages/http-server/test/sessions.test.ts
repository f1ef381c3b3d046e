import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readBody, type ReplyBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let activity: ReplyBody
let sessions: string
beforeEach(async () => {
  world = await startTestServer()
  const activities = `/api/v1/organizations/${world.club.slug}/activities`
  activity = await readBody(
    await world.call("POST", activities, {
      name: "Regatta",
      description: null,
      timezone: "Europe/Berlin",
    }),
    201,
  )
  sessions = `/api/v1/activities/${activity.slug}/sessions`
})
afterEach(() => world.close())

const monday = {
  name: "Monday",
  start_time: "2026-11-23T10:00:00.000Z",
  end_time: "2026-11-23T12:00:00.000Z",
}
const tuesday = {
  name: "Tuesday",
  start_time: "2026-11-24T10:00:00.000Z",
  end_time: "2026-11-24T12:00:00.000Z",
}
const make = async (body: object = {}) =>
  readBody(await world.call("POST", sessions, { ...monday, ...body }), 201)
const at = ({ slug }: Pick<ReplyBody, "slug">) => `/api/v1/sessions/${slug}`
const change = (session: ReplyBody, body: unknown) => world.call("PATCH", at(session), body)
const asAda = (path: string) =>
  world.send(path, { headers: { authorization: `Bearer ${world.userToken}` } })
const namesOf = async (path: string) =>
  (await readBody(await asAda(path), 200)).items.map(({ name }) => name)

const plain = {
  slug: "monday",
  name: "Monday",
  description: null,
  start_time: monday.start_time,
  end_time: monday.end_time,
  is_checkin_open: true,
  cancelled_at: null,
  cancellation_reason: null,
  required_prior_session_uuid: null,
  series_uuid: null,
  sequence_number: 1,
  requires_ticket: false,
  ticket_template_uuid: null,
  required_entitlement: null,
  max_attendees: null,
  enforces_checkin_window: true,
  allow_reentry: false,
  admits_frozen_cards: false,
  created_at: "2026-11-21T10:00:00.000Z",
  updated_at: null,
}

describe("making a session", () => {
  it("of an activity, and of none", async () => {
    const first = await make()
    expect(first).toEqual({ ...plain, uuid: first.uuid, activity_uuid: activity.uuid })
    const second = await make({ ...tuesday, required_prior_session_uuid: first.uuid })
    expect(second).toMatchObject({ sequence_number: 2, required_prior_session_uuid: first.uuid })
    const own = `/api/v1/organizations/${world.club.slug}/sessions`
    const alone = await readBody(await world.call("POST", own, { ...monday, name: "Dinner" }), 201)
    expect(alone).toEqual({
      ...plain,
      uuid: alone.uuid,
      activity_uuid: null,
      slug: "dinner",
      name: "Dinner",
    })
    const wrong = await readBody(
      await world.call("POST", own, { ...monday, required_prior_session_uuid: first.uuid }),
      422,
    )
    expect(wrong.errors).toEqual({ required_prior_session_uuid: "is not a field of this call" })
    expect(await namesOf(own)).toEqual(expect.arrayContaining(["Monday", "Dinner", "Tuesday"]))
    expect(await namesOf(`${own}?standalone=true`)).toEqual(["Dinner"])
    expect(await namesOf(`${own}?standalone=false&from=2026-11-23T12:00:00Z`)).toEqual(["Tuesday"])
    expect(
      await namesOf(`${own}?to=2026-11-24T10:00:00%2B00:00&sort_by=created_at&sort_order=desc`),
    ).toEqual(["Dinner", "Monday"])
    expect(await namesOf(`${sessions}?upcoming=true&page_size=1`)).toEqual(["Monday"])
    expect(
      (await readBody(await asAda(`${own}?from=soon&sort_by=name`), 422)).errors,
    ).toMatchObject({
      from: expect.any(String),
    })
  })

  it("is refused where it ends before it begins", async () => {
    const backwards = await readBody(
      await world.call("POST", sessions, { ...monday, end_time: monday.start_time }),
      422,
    )
    expect(backwards.errors).toEqual({ end_time: "must come after start_time" })
  })
})

describe("changing a session", () => {
  it("null clears, what is left out stays", async () => {
    const session = await make({ description: "Wet", max_attendees: 5 })
    const changed = await readBody(
      await change(session, {
        description: null,
        max_attendees: null,
        activity_uuid: null,
        allow_reentry: true,
      }),
      200,
    )
    expect(changed).toEqual({
      ...session,
      description: null,
      max_attendees: null,
      activity_uuid: null,
      allow_reentry: true,
      updated_at: plain.created_at,
    })
    expect(await readBody(await asAda(at(session)), 200)).toEqual(changed)
    expect(
      await readBody(await change(session, { activity_uuid: activity.uuid }), 200),
    ).toMatchObject({
      activity_uuid: activity.uuid,
    })
    expect(await readBody(await change(session, { slug: "other" }), 422)).toMatchObject({
      errors: { slug: "is not a field of this call" },
    })
  })

  it("of one that is over is 400, but for its words and a later end", async () => {
    const session = await make()
    await world.symbolon.testClock?.moveTo(new Date(monday.end_time))
    // Tokens are of an hour.
    const { accessToken } = await world.symbolon.oauth.issueClientToken({
      client: world.client,
      scope: undefined,
    })
    const late = (body: unknown) =>
      world.call("PATCH", at(session), body, { authorization: `Bearer ${accessToken}` })
    expect(await readBody(await late({ start_time: tuesday.start_time }), 400)).toMatchObject({
      code: "bad_request",
      errors: { start_time: expect.any(String) },
    })
    expect(await readBody(await late({ max_attendees: 3 }), 400)).toMatchObject({
      code: "bad_request",
    })
    expect(await readBody(await late({ name: "Was Monday" }), 200)).toMatchObject({
      name: "Was Monday",
    })
    expect(await readBody(await late({ end_time: tuesday.end_time }), 200)).toMatchObject({
      end_time: tuesday.end_time,
    })
  })

  it("is 409 where holders would be stranded, or others require it", async () => {
    const issue = async (name: string) => {
      const body = { name, to: { type: "user_id", value: world.ada.uuid }, idempotency_key: name }
      return (
        await readBody(
          await world.call("POST", `/console/v1/organizations/${world.club.slug}/tickets`, body),
          201,
        )
      ).reference_id
    }
    const [old, fresh] = [await issue("Old"), await issue("New")]
    const session = await make({ requires_ticket: true, ticket_template_uuid: old })
    const stranding = await readBody(await change(session, { ticket_template_uuid: fresh }), 409)
    expect(stranding).toMatchObject({ code: "stranding_holders", details: { holders: 1 } })
    expect(
      await readBody(
        await change(session, { ticket_template_uuid: fresh, confirm_stranding_holders: true }),
        200,
      ),
    ).toMatchObject({
      ticket_template_uuid: fresh,
    })
    await make({ ...tuesday, required_prior_session_uuid: session.uuid })
    const required = await readBody(await change(session, { activity_uuid: null }), 409)
    expect(required).toMatchObject({
      code: "conflict",
      details: { reason: "required_by_session", session_slug: "tuesday" },
    })
  })
})

describe("cancelling a session", () => {
  it("shows when and why, until it is withdrawn", async () => {
    const session = await make()
    const path = `${at(session)}/cancellation`
    const cancelled = await readBody(await world.call("POST", path, { reason: "Storm" }), 200)
    expect(cancelled).toEqual({
      ...session,
      cancelled_at: plain.created_at,
      cancellation_reason: "Storm",
      updated_at: plain.created_at,
    })
    expect(await readBody(await world.call("POST", path, {}), 409)).toMatchObject({
      details: { reason: "already_cancelled" },
    })
    expect(await readBody(await world.call("DELETE", path), 200)).toEqual({
      ...session,
      updated_at: plain.created_at,
    })
    expect(await readBody(await world.call("DELETE", path), 409)).toMatchObject({
      details: { reason: "not_cancelled" },
    })
    expect(await readBody(await world.call("POST", path), 200)).toMatchObject({
      cancellation_reason: null,
    })
  })
})

describe("a batch", () => {
  const recurrence = {
    start_time: "2027-03-27T18:00:00+01:00",
    end_time: "2027-03-27T20:00:00+01:00",
    frequency: "daily",
    count: 3,
  }
  const batch = (body: object) =>
    world.call("POST", `${sessions}/batch`, { name: "Watch", ...body })

  it("makes sessions on the activity's clock, and their series", async () => {
    const made = await readBody(
      await batch({ recurrence, series_name: "Watches", allow_reentry: true }),
      201,
    )
    const run = made["sessions"] as readonly ReplyBody[]
    expect(run.map(({ start_time }) => start_time)).toEqual([
      "2027-03-27T17:00:00.000Z",
      "2027-03-28T16:00:00.000Z",
      "2027-03-29T16:00:00.000Z",
    ])
    const series = made["series"] as ReplyBody
    expect(series).toEqual({
      uuid: series.uuid,
      activity_uuid: activity.uuid,
      name: "Watches",
      session_count: 3,
      upcoming_count: 3,
      first_start_time: "2027-03-27T17:00:00.000Z",
      last_start_time: "2027-03-29T16:00:00.000Z",
      created_at: plain.created_at,
      updated_at: null,
    })
    expect(run[2]).toMatchObject({
      sequence_number: 3,
      series_uuid: series.uuid,
      allow_reentry: true,
    })
    const all = `/api/v1/activities/${activity.uuid}/session-series`
    expect((await readBody(await asAda(all), 200)).items).toEqual([series])
    expect(await readBody(await asAda(`${all}/${series.uuid}`), 200)).toEqual({
      ...series,
      sessions: run,
    })
    expect(
      (await readBody(await asAda(`${sessions}?series_uuid=${series.uuid}`), 200)).items,
    ).toEqual(run)
    await readBody(await asAda(`${all}/nothing`), 404)
  })

  it("says what is wrong with it, and makes nothing", async () => {
    const span = { start_time: monday.start_time, end_time: monday.end_time }
    const errors = async (body: object) =>
      Object.keys((await readBody(await batch(body), 422)).errors)
    expect(await errors({})).toEqual(["dates"])
    expect(await errors({ dates: [span], recurrence })).toEqual(["dates"])
    expect(await errors({ dates: [] })).toEqual(["dates"])
    expect(await errors({ dates: Array.from({ length: 367 }, () => span) })).toEqual(["dates"])
    expect(await errors({ dates: [span, { ...span, end_time: span.start_time }] })).toEqual([
      "dates.1.end_time",
    ])
    expect(await errors({ recurrence: { ...recurrence, until: "2027-04-01T00:00:00Z" } })).toEqual([
      "recurrence.count",
    ])
    expect(await errors({ recurrence: { ...recurrence, weekdays: ["monday"] } })).toEqual([
      "recurrence.weekdays",
    ])
    expect(await errors({ recurrence: { ...recurrence, frequency: "yearly" } })).toEqual([
      "recurrence.frequency",
    ])
    expect((await readBody(await asAda(sessions), 200)).total_items).toBe(0)
  })

  it("is charged once to the expensive bucket, however many it makes", async () => {
    await world.close()
    world = await startTestServer({ limits: "on" })
    await world.symbolon.activities.create({ organization: world.club.slug, name: "Regatta" })
    const policies: unknown[] = []
    for (const count of [366, 3]) {
      const reply = await batch({ recurrence: { ...recurrence, count } })
      expect((await readBody(reply, 201))["sessions"]).toHaveLength(count)
      policies.push([
        reply.headers.get("ratelimit-remaining"),
        reply.headers.get("ratelimit-policy"),
      ])
    }
    expect(policies).toEqual([
      ["19", "20;w=60"],
      ["18", "20;w=60"],
    ])
  })
})
