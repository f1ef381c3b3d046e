import { scopesFor } from "@symbolon/core/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, registerClient, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let club: string
beforeEach(async () => {
  world = await startTestServer()
  club = `/api/v1/organizations/${world.club.slug}`
})
afterEach(() => world.close())

const change = (body: unknown) => world.call("PATCH", club, body)
const full = {
  name: "Marina",
  description: "By the sea",
  website: "https://marina.example",
  timezone: "Asia/Manila",
}

describe("PATCH of an organization", () => {
  it("changes what is sent, clears what is null, and leaves the slug", async () => {
    const before = await readBody(await world.call("GET", club), 200)
    await world.symbolon.testClock?.moveTo(new Date("2026-11-21T10:00:01Z"))
    const changed = { ...before, ...full, updated_at: "2026-11-21T10:00:01.000Z" }
    expect(await readBody(await change(full), 200)).toEqual(changed)
    expect(await readBody(await world.call("GET", club), 200)).toEqual(changed)
    expect(await readBody(await change({}), 200)).toEqual(changed)
    expect(await readBody(await change({ logo_image_file_uuid: null, name: null }), 200)).toEqual(
      changed,
    )
    expect(
      await readBody(
        await world.call("PATCH", `/api/v1/organizations/${world.club.uuid}`, {
          description: null,
        }),
        200,
      ),
    ).toEqual({
      ...changed,
      description: null,
    })
    expect(await readBody(await change({ website: null, timezone: null }), 200)).toMatchObject({
      website: null,
      timezone: null,
    })
  })

  it.each<readonly [string, unknown, string]>([
    ["an unknown zone", { timezone: "Mars/Olympus" }, "timezone"],
    ["an offset", { timezone: "+08:00" }, "timezone"],
    ["no name", { name: "" }, "name"],
    ["a blank name", { name: "  " }, "name"],
    ["a name of 101", { name: "x".repeat(101) }, "name"],
    ["a name of 10,000", { name: "x".repeat(10_000) }, "name"],
    ["a control character", { name: "Mar\u001bina" }, "name"],
    ["a line break", { website: "https://a.example\nx" }, "website"],
    ["a description of 501", { description: "x".repeat(501) }, "description"],
    ["a website of 201", { website: "x".repeat(201) }, "website"],
    [
      "a file",
      { logo_image_file_uuid: "01900000-0000-7000-8000-000000000001" },
      "logo_image_file_uuid",
    ],
    ["a slug", { slug: "marina" }, "slug"],
    ["an owner", { owner_uuid: "x" }, "owner_uuid"],
    ["a number", { name: 5 }, "name"],
  ])("refuses %s with the field's name", async (_, body, field) => {
    const before = await readBody(await world.call("GET", club), 200)
    const replyBody = await readBody(
      await change({ description: "kept out", ...Object(body) }),
      422,
    )
    expect(replyBody).toMatchObject({ code: "validation_error" })
    expect(Object.keys(replyBody.errors)).toEqual([field])
    expect(await readBody(await world.call("GET", club), 200)).toEqual(before)
  })

  it("takes the longest that is allowed", async () => {
    const longest = {
      name: "x".repeat(100),
      description: "\u{1F39F}".repeat(250),
      website: `https://club.test/${"x".repeat(182)}`,
    }
    expect(await readBody(await change(longest), 200)).toMatchObject(longest)
  })

  it("needs a token for that organization, in a manager's hands", async () => {
    const elsewhere = await world.symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: world.owner.uuid,
    })
    const client = await registerClient(world.symbolon, elsewhere.slug)
    const { accessToken: foreign } = await world.symbolon.oauth.issueClientToken({
      client,
      scope: undefined,
    })
    const own = await world.tokenFor(scopesFor("user"))
    const scoped = await world.tokenFor(scopesFor("organization"), {
      organization: world.club.slug,
    })
    const send = (token: string) =>
      world.send(club, {
        method: "PATCH",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "Marina" }),
      })
    for (const token of [foreign, own])
      expect(await readBody(await send(token), 403)).toMatchObject({ code: "forbidden" })
    expect(await readBody(await send(scoped), 200)).toMatchObject({ name: "Marina", role: "owner" })
  })
})

describe("the list of organizations", () => {
  it("is sorted by creation and by name, and shows a bound token its own alone", async () => {
    await world.symbolon.testClock?.moveTo(new Date("2026-11-21T10:00:01Z"))
    await world.symbolon.organizations.create({ name: "Alster", ownerUuid: world.owner.uuid })
    const token = await world.tokenFor(scopesFor("user"))
    const named = async (query: string, bearer = token) =>
      (
        await readBody(
          await world.send(`/api/v1/organizations${query}`, {
            headers: { authorization: `Bearer ${bearer}` },
          }),
          200,
        )
      ).items.map(({ slug }) => slug)
    expect(await named("")).toEqual(["harbour-club", "alster"])
    expect(await named("?sort_by=name")).toEqual(["alster", "harbour-club"])
    expect(await named("?sort_by=created_at&sort_order=desc&page_size=1")).toEqual(["alster"])
    expect(await named("", world.token)).toEqual(["harbour-club"])
    const scoped = await world.tokenFor(scopesFor("organization"), {
      organization: world.club.slug,
    })
    expect(await named("", scoped)).toEqual(["harbour-club"])
    await readBody(await world.call("GET", "/api/v1/organizations?sort_by=slug"), 422)
  })

  it("refuses a name with a control character when one is founded", async () => {
    const token = await world.tokenFor(scopesFor("user"))
    const reply = await world.send("/api/v1/organizations", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Har\u0000bour\u0001", owner_uuid: world.owner.uuid }),
    })
    expect(Object.keys((await readBody(reply, 422)).errors)).toEqual(["name"])
  })
})
