import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readBody, type ReplyBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let ben: { readonly uuid: string; readonly token: string }
beforeEach(async () => {
  world = await startTestServer()
  const { user } = await world.symbolon.users.create({
    username: "ben",
    firstName: "Ben",
    lastName: "Berg",
    email: "ben@mail.test",
    isEmailVerified: true,
  })
  const token = await world.tokenFor(
    ["contact:read", "contact:write", "contact:drop", "session:read"],
    { userUuid: user.uuid },
  )
  ben = { uuid: user.uuid, token }
})
afterEach(() => world.close())

const callAs =
  (token: () => string) =>
  (method: string, path: string, body?: unknown): Promise<Response> =>
    world.send(`/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token()}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
const asAda = callAs(() => world.userToken)
const asBen = callAs(() => ben.token)
const named = (value: string) => ({ identifier: { type: "username", value } })
const kim = { name: "Kim Larsen", email: "Kim@Mail.test" }

const session = async () => {
  const activity = await world.symbolon.activities.create({
    organization: world.club.slug,
    name: "Regatta",
  })
  const created = await world.symbolon.sessions.create({
    activity: activity.slug,
    name: "Heat",
    startTime: new Date("2026-11-21T10:00:00.000Z"),
    endTime: new Date("2026-11-21T12:00:00.000Z"),
  })
  return { activity, session: created }
}

describe("a contact that is saved again", () => {
  it("is answered like the first time, and says so, while nothing changes", async () => {
    const body = { name: "Rae", email: "rae@mail.test", notes: "Quay." }
    const first = await asAda("POST", "/contacts", body)
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null])
    const saved = await readBody(first, 201)
    const again = await asAda("POST", "/contacts", body)
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"])
    expect(await readBody(again, 200)).toEqual(saved)
    for (const change of [{ notes: "Pier." }, { company: "Sail" }, { name: "Rae B." }]) {
      const changed = await asAda("POST", "/contacts", { ...body, ...change })
      expect([changed.status, changed.headers.get("idempotent-replayed")]).toEqual([201, null])
    }
    const { items } = await readBody(await asAda("GET", "/contacts?search=rae"), 200)
    expect(items).toMatchObject([{ visit_count: 1, company: "Sail" }])
    await readBody(await asAda("DELETE", `/contacts/${saved.uuid}`), 200)
  })
})

describe("contacts over the wire", () => {
  it("have every field, for a person without an account", async () => {
    const at = await session()
    const saved = await readBody(
      await asAda("POST", "/contacts", {
        ...kim,
        position: "Skipper",
        company: "Sail",
        visited_at: "2026-11-21T11:00:00+01:00",
        activity_session_uuid: at.session.uuid,
        notes: "By the bar.",
        via_client_id: "forged",
      }),
      201,
    )
    const context = {
      session_uuid: at.session.uuid,
      session_name: "Heat",
      session_slug: at.session.slug,
      activity_uuid: at.activity.uuid,
      activity_name: "Regatta",
      organization_uuid: world.club.uuid,
      start_time: "2026-11-21T10:00:00.000Z",
      end_time: "2026-11-21T12:00:00.000Z",
    }
    expect(saved).toEqual({
      uuid: expect.any(String),
      type: "saved",
      is_registered: false,
      name: "Kim Larsen",
      email: "Kim@Mail.test",
      position: "Skipper",
      company: "Sail",
      phone_number: null,
      image_url: "",
      username: null,
      profile_page_uuid: null,
      notes: null,
      visit_count: 1,
      saved_at: "2026-11-21T10:00:00.000Z",
      last_visited_at: "2026-11-21T10:00:00.000Z",
      met_at: context,
      profile: null,
      visits: [
        {
          uuid: expect.any(String),
          visited_at: "2026-11-21T10:00:00.000Z",
          notes: "By the bar.",
          activity_session: context,
          via_client_id: world.client.clientId,
          created_at: "2026-11-21T10:00:00.000Z",
        },
      ],
    })
    const path = `/contacts/${saved.uuid}`
    expect(await readBody(await asAda("GET", path), 200)).toEqual(saved)
    const noted = await readBody(await asAda("PATCH", path, { notes: "Likes boats." }), 200)
    expect(noted).toEqual({ ...saved, notes: "Likes boats." })
    expect((await readBody(await asAda("GET", "/contacts"), 200)).items).toEqual([
      { ...noted, visits: [] },
    ])
    const [visit] = saved["visits"] as readonly ReplyBody[]
    const visitPath = `${path}/visits/${visit?.uuid}`
    expect(await readBody(await asAda("PATCH", visitPath, { notes: null }), 200)).toEqual({
      ...visit,
      notes: null,
    })
    for (const one of [visitPath, path]) {
      await readBody(await asBen("DELETE", one), 404)
      expect(await readBody(await asAda("DELETE", one), 200)).toEqual({
        message: expect.any(String),
      })
      await readBody(await asAda("DELETE", one), 404)
    }
  })

  it("show of a user what everybody may know, and nothing they did not give", async () => {
    const saved = await readBody(await asAda("POST", "/contacts", named("ben")), 201)
    expect(saved).toMatchObject({
      is_registered: true,
      name: "Ben Berg",
      username: "ben",
      email: null,
      phone_number: null,
      image_url: "",
      profile_page_uuid: null,
      profile: { name: "Ben Berg", profile_page_uuid: null },
    })
    const listed = async (query: string) =>
      (await readBody(await asAda("GET", `/contacts${query}`), 200)).items[0]
    expect(await listed("")).toEqual({ ...saved, profile: null, visits: [] })
    expect(await listed("?detail=full")).toEqual({ ...saved, visits: [] })
    await world.symbolon.users.delete({ userUuid: ben.uuid })
    expect(await readBody(await asAda("GET", `/contacts/${saved.uuid}`), 200)).toMatchObject({
      is_registered: false,
      name: "",
      username: null,
      email: null,
    })
  })

  it("are dropped with one answer, and refused under the console", async () => {
    const drop = async (to: string) =>
      readBody(await asBen("POST", "/contacts/drop", named(to)), 201)
    const answer = await drop("nobody-here")
    expect(await drop("ada")).toEqual(answer)
    const list = async () =>
      (await readBody(await asAda("GET", "/contacts?type=dropped"), 200)).items
    expect(await list()).toMatchObject([
      { type: "dropped", username: "ben", saved_at: "2026-11-21T10:00:00.000Z", visit_count: 1 },
    ])
    const [dropped] = await list()
    await readBody(await asAda("DELETE", `/contacts/${dropped?.uuid}`), 200)
    const settings = (accepts: boolean) =>
      world.send("/console/v1/users/me", {
        method: "PATCH",
        headers: {
          authorization: `Bearer ${world.userToken}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ accepts_contact_drops: accepts }),
      })
    expect(await readBody(await settings(false), 200)).toMatchObject({
      accepts_contact_drops: false,
    })
    expect(await drop("ada")).toEqual(answer)
    expect(await list()).toEqual([])
    expect(await readBody(await settings(true), 200)).toMatchObject({
      accepts_contact_drops: true,
    })
    await drop("ada")
    expect(await list()).toHaveLength(1)
  })

  it("refuse what they cannot read, by its field", async () => {
    const refused = async (body: unknown, status: number) =>
      (await readBody(await asAda("POST", "/contacts", body), status)).errors
    expect(await refused({}, 422)).toHaveProperty("identifier")
    expect(await refused({ name: "Kim" }, 422)).toHaveProperty("email")
    expect(await refused({ ...kim, visited_at: "2027-01-01T00:00:00Z" }, 422)).toHaveProperty(
      "visited_at",
    )
    expect(await refused(named("nobody-here"), 404)).toHaveProperty("identifier")
    expect(await refused({ ...kim, activity_session_uuid: world.club.uuid }, 404)).toEqual({
      _root: expect.any(String),
    })
    await readBody(await asAda("GET", "/contacts?sort_by=name"), 422)
  })
})
