import { scopesFor } from "@symbolon/core/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readBody, type ReplyBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let own: string
beforeEach(async () => {
  world = await startTestServer()
  own = `/api/v1/organizations/${world.club.slug}/activities`
})
afterEach(() => world.close())

const make = async (body: object = {}) =>
  readBody(await world.call("POST", own, { name: "Regatta", description: null, ...body }), 201)
const at = ({ slug }: Pick<ReplyBody, "slug">) => `/api/v1/activities/${slug}`
const change = (activity: ReplyBody, body: unknown) => world.call("PATCH", at(activity), body)
const asAda = (path: string, init: RequestInit = {}) =>
  world.send(path, {
    ...init,
    headers: { authorization: `Bearer ${world.userToken}`, "content-type": "application/json" },
  })
const session = async (activity: ReplyBody, name: string, from: string, to: string) =>
  readBody(
    await world.call("POST", `${at(activity)}/sessions`, { name, start_time: from, end_time: to }),
    201,
  )
/** Issues Ada one; answers the template. */
const ticket = async (name: string, key: string, activityUuid?: string) => {
  const body = { name, to: { type: "user_id", value: world.ada.uuid }, idempotency_key: key }
  const ticketBody = {
    ...body,
    ...(activityUuid === undefined ? {} : { activity_uuid: activityUuid }),
  }
  const { reference_id: template } = await readBody(
    await world.call("POST", `/console/v1/organizations/${world.club.slug}/tickets`, ticketBody),
    201,
  )
  return String(template)
}

const plain = {
  slug: "regatta",
  name: "Regatta",
  description: null,
  image_file_uuid: null,
  image_file_url: null,
  website_url: null,
  additional_data: null,
  start_time: null,
  end_time: null,
  is_session_checkin_open: true,
  cancelled_at: null,
  cancellation_reason: null,
  timezone: null,
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
const full = {
  name: "Grand regatta",
  description: "Boats",
  image_file_uuid: null,
  website_url: "https://example.org/regatta",
  additional_data: { boats: [12, null, { name: "Argo" }] },
  start_time: "2026-12-01T08:00:00.000Z",
  end_time: "2026-12-02T20:00:00.000Z",
  is_session_checkin_open: false,
  timezone: "Asia/Manila",
  required_entitlement: "lounge",
  max_attendees: 40,
  enforces_checkin_window: false,
  allow_reentry: true,
  admits_frozen_cards: true,
}
const cleared = {
  description: null,
  website_url: null,
  additional_data: null,
  start_time: null,
  end_time: null,
  timezone: null,
  required_entitlement: null,
  max_attendees: null,
}

describe("PATCH /activities/{activity_slug}", () => {
  it("changes what is sent, and clears what is null", async () => {
    const made = await make()
    expect(made).toEqual({ uuid: made.uuid, organization_uuid: world.club.uuid, ...plain })
    const changed = await readBody(await change(made, full), 200)
    expect(changed).toEqual({
      ...made,
      ...full,
      updated_at: plain.created_at,
      sessions_updated: null,
    })
    expect(await readBody(await asAda(at(made)), 200)).toEqual({
      ...made,
      ...full,
      updated_at: plain.created_at,
    })
    const bare = await readBody(
      await world.call("PATCH", `/api/v1/activities/${made.uuid}`, cleared),
      200,
    )
    expect(bare).toEqual({ ...changed, ...cleared })
    expect(await readBody(await change(made, {}), 200)).toEqual(bare)
  })

  it("takes the new settings to the sessions that have not ended, when it is asked to", async () => {
    const made = await make()
    const over = await session(made, "Over", "2026-11-21T08:00:00Z", "2026-11-21T10:00:00Z")
    const coming = await session(made, "Coming", "2026-11-22T08:00:00Z", "2026-11-22T10:00:00Z")
    const answer = await readBody(
      await change(made, { max_attendees: 5, apply_to_upcoming_sessions: true }),
      200,
    )
    expect(answer).toMatchObject({ max_attendees: 5, sessions_updated: 1 })
    const seats = async ({ slug }: ReplyBody) =>
      (await readBody(await world.call("GET", `/api/v1/sessions/${slug}`), 200))["max_attendees"]
    expect([await seats(over), await seats(coming)]).toEqual([null, 5])
    expect(
      await readBody(
        await change(made, { max_attendees: 6, apply_to_upcoming_sessions: false }),
        200,
      ),
    ).toMatchObject({
      sessions_updated: null,
    })
    expect(await seats(coming)).toBe(5)
  })

  it("is 400 where the gate would be on with no ticket named, 409 where it would strand holders", async () => {
    const made = await make()
    const coming = await session(made, "Coming", "2026-11-22T08:00:00Z", "2026-11-22T10:00:00Z")
    const refusal = await readBody(await change(made, { requires_ticket: true }), 400)
    expect(refusal).toMatchObject({
      code: "bad_request",
      errors: { requires_ticket: expect.any(String) },
    })
    const template = await ticket("Day", "1")
    const gate = {
      requires_ticket: true,
      ticket_template_uuid: template,
      apply_to_upcoming_sessions: true,
    }
    expect(await readBody(await change(made, gate), 200)).toMatchObject({
      requires_ticket: true,
      sessions_updated: 1,
    })
    const open = {
      requires_ticket: false,
      ticket_template_uuid: null,
      apply_to_upcoming_sessions: true,
    }
    expect(await readBody(await change(made, open), 409)).toMatchObject({
      code: "stranding_holders",
      details: {
        holders: 1,
        sessions: [
          {
            session_uuid: coming.uuid,
            session_slug: coming.slug,
            ticket_template_uuid: template,
            holders: 1,
          },
        ],
      },
    })
    expect(
      await readBody(await change(made, { ...open, confirm_stranding_holders: true }), 200),
    ).toMatchObject({ sessions_updated: 1 })
  })

  it.each([
    ["a slug", { slug: "other" }, "slug"],
    ["a file", { image_file_uuid: "0190" }, "image_file_uuid"],
    ["an empty name", { name: " " }, "name"],
    ["no name", { name: null }, "name"],
    ["no master switch", { is_session_checkin_open: null }, "is_session_checkin_open"],
    ["a zone that is none", { timezone: "Mars/Olympus" }, "timezone"],
    ["no seat", { max_attendees: 0 }, "max_attendees"],
    ["a word that is no key", { required_entitlement: "Two words" }, "required_entitlement"],
    [
      "an end before the start",
      { start_time: "2026-12-02T00:00:00Z", end_time: "2026-12-01T00:00:00Z" },
      "end_time",
    ],
    ["a template that is none", { ticket_template_uuid: "unknown" }, "ticket_template_uuid"],
    ["a cancellation", { cancelled_at: "2026-12-02T00:00:00Z" }, "cancelled_at"],
  ])("refuses %s", async (_, body, field) => {
    const made = await make()
    const refusal = await readBody(await change(made, body), 422)
    expect(Object.keys(refusal.errors)).toEqual([field])
    expect(await readBody(await asAda(at(made)), 200)).toEqual(made)
  })
})

describe("making an activity", () => {
  it.each([
    ["a file", { image_file_uuid: "0190" }, "image_file_uuid"],
    [
      "an end at the start",
      { start_time: "2026-12-01T00:00:00Z", end_time: "2026-12-01T00:00:00Z" },
      "end_time",
    ],
    [
      "a template that is none",
      { ticket_template_uuid: "unknown", requires_ticket: true },
      "ticket_template_uuid",
    ],
  ])("refuses %s", async (_, body, field) => {
    const refusal = await readBody(
      await world.call("POST", own, { name: "Regatta", description: null, ...body }),
      422,
    )
    expect(Object.keys(refusal.errors)).toEqual([field])
  })
})

describe("the cancellation of an activity", () => {
  it("is made once with its reason, and withdrawn once", async () => {
    const made = await make()
    const path = `${at(made)}/cancellation`
    const conflict = (reason: string) => ({ code: "conflict", details: { reason } })
    expect(await readBody(await world.call("DELETE", path), 409)).toMatchObject(
      conflict("not_cancelled"),
    )
    const off = {
      cancelled_at: plain.created_at,
      cancellation_reason: "storm",
      updated_at: plain.created_at,
    }
    expect(await readBody(await world.call("POST", path, { reason: "storm" }), 200)).toEqual({
      ...made,
      ...off,
    })
    expect(await readBody(await asAda(at(made)), 200)).toEqual({ ...made, ...off })
    expect(await readBody(await world.call("POST", path, {}), 409)).toMatchObject(
      conflict("already_cancelled"),
    )
    expect(await readBody(await world.call("DELETE", path), 200)).toEqual({
      ...made,
      updated_at: plain.created_at,
    })
    expect(await readBody(await world.call("POST", path, { reason: null }), 200)).toMatchObject({
      cancellation_reason: null,
    })
    expect(
      await readBody(await world.call("POST", path, { reason: "x".repeat(501) }), 422),
    ).toMatchObject({
      errors: { reason: expect.any(String) },
    })
    expect((await world.call("DELETE", path)).status).toBe(200)
    expect((await asAda(path, { method: "POST", body: "{}" })).status).toBe(403)
  })
})

describe("a cancellation that is sent without a body", () => {
  const cancel = async (headers: Readonly<Record<string, string>>, body?: RequestInit["body"]) => {
    const path = `${at(await make())}/cancellation`
    return world.send(path, {
      method: "POST",
      headers: { authorization: `Bearer ${world.token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  }

  it("has no reason", async () => {
    for (const headers of [{}, { "content-type": "application/json" }])
      expect(await readBody(await cancel(headers), 200)).toMatchObject({
        cancelled_at: plain.created_at,
        cancellation_reason: null,
      })
  })

  it("is refused where there is one that does not say what it is, or is broken", async () => {
    expect((await cancel({ "content-type": "text/plain" }, '{"reason":"storm"}')).status).toBe(415)
    expect((await cancel({}, new TextEncoder().encode('{"reason":"storm"}'))).status).toBe(415)
    expect((await cancel({ "content-type": "application/json" }, "{")).status).toBe(400)
  })
})

describe("DELETE /activities/{activity_slug}", () => {
  it("takes it and its sessions away, for good", async () => {
    const made = await make()
    const coming = await session(made, "Coming", "2026-11-22T08:00:00Z", "2026-11-22T10:00:00Z")
    expect(await readBody(await world.call("DELETE", at(made)), 200)).toEqual({
      message: "The activity Regatta is deleted.",
    })
    for (const path of [
      at(made),
      `/api/v1/activities/${made.uuid}`,
      `/api/v1/sessions/${coming.slug}`,
      `${at(made)}/sessions`,
    ])
      expect(await readBody(await world.call("GET", path), 404)).toMatchObject({
        code: "not_found",
      })
    for (const method of ["DELETE", "PATCH"])
      expect((await world.call(method, at(made), method === "PATCH" ? {} : undefined)).status).toBe(
        404,
      )
    expect(await readBody(await world.call("GET", own), 200)).toMatchObject({
      total_items: 0,
      items: [],
    })
    expect((await make()).slug).not.toBe(made.slug)
  })

  it("asks for a confirmation where somebody holds a ticket to it", async () => {
    const made = await make()
    await ticket("Day", "1", made.uuid)
    for (const query of ["", "?confirm_stranding_holders=false"])
      expect(await readBody(await world.call("DELETE", `${at(made)}${query}`), 409)).toMatchObject({
        code: "stranding_holders",
        details: { holders: 1, sessions: [] },
      })
    expect(
      (await world.call("DELETE", `${at(made)}?confirm_stranding_holders=perhaps`)).status,
    ).toBe(422)
    expect((await world.call("DELETE", `${at(made)}?confirm_stranding_holders=true`)).status).toBe(
      200,
    )
  })
})

describe("GET /activities", () => {
  const names = async (query: string, how = asAda) =>
    (await readBody(await how(`/api/v1/activities${query}`), 200)).items.map(({ name }) => name)

  it("lists those of everybody, of an organization, at a time, and one's own", async () => {
    const regatta = await make({
      name: "Regatta",
      start_time: "2026-12-01T00:00:00Z",
      end_time: "2026-12-02T00:00:00Z",
    })
    const elsewhere = await world.symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: world.ada.uuid,
    })
    await world.symbolon.activities.create({
      organization: elsewhere.slug,
      name: "Gala",
      startTime: new Date("2026-12-05T00:00:00Z"),
    })
    expect(await names("?sort_by=name")).toEqual(["Gala", "Regatta"])
    expect(await names("?sort_by=start_time&sort_order=desc")).toEqual(["Gala", "Regatta"])
    expect(await names(`?organization_uuid=${elsewhere.uuid}`)).toEqual(["Gala"])
    expect(await names("?from=2026-12-02T00:00:00Z")).toEqual(["Gala"])
    expect(await names("?to=2026-12-05T01:00:00%2B01:00")).toEqual(["Regatta"])
    expect(await names("?mine=true")).toEqual([])
    await ticket("Day", "1", regatta.uuid)
    expect(await names("?mine=true")).toEqual(["Regatta"])
    expect(await readBody(await asAda("/api/v1/activities?page_size=1&page=2"), 200)).toMatchObject(
      {
        total_items: 2,
        total_pages: 2,
      },
    )
    const asApp = (path: string) => world.call("GET", path)
    expect(await names("", asApp)).toEqual(["Regatta"])
    expect((await asApp(`/api/v1/activities?organization_uuid=${elsewhere.uuid}`)).status).toBe(403)
    expect((await asApp("/api/v1/activities?mine=true")).status).toBe(403)
    const scopes = scopesFor("user").filter((scope) => scope !== "activity:read")
    const token = await world.tokenFor(scopes, { userUuid: world.ada.uuid })
    expect(
      (await world.send("/api/v1/activities", { headers: { authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(403)
    for (const query of ["?from=yesterday", "?mine=yes", "?sort_by=slug", "?page=0"])
      expect((await asAda(`/api/v1/activities${query}`)).status).toBe(422)
  })
})
