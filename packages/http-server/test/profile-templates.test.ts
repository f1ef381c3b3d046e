import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { scopesFor } from "@symbolon/core/contract"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, start, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let path: string
let token: string
beforeAll(async () => {
  world = await startTestServer()
  const { user } = await world.symbolon.users.create({
    username: "platform",
    firstName: "P",
    accountType: "service",
  })
  token = await world.tokenFor(scopesFor("user"), { userUuid: user.uuid })
  const { slug } = await world.symbolon.organizations.create({
    name: "Harbour Club",
    ownerUuid: user.uuid,
  })
  path = `/console/v1/organizations/${slug}/profile-templates`
})
afterAll(() => world.close())

const ask = (method: string, at: string, body?: unknown) =>
  world.send(at, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const sent = {
  name: "Captain",
  description: "For captains",
  short_description: "Captain of the Harbour Club",
  long_description: "one",
  call_to_action: { type: "visit", label: "Visit us", url: "https://club.test/" },
  current_role: { title: "Captain", company: "Harbour Club" },
  custom_background: { background_color: "#fff" },
  avatar_frame: "https://club.test/frame.png",
  social_links: [{ label: "Site", url: "https://club.test/" }],
  links: [],
  long_description_content: [{ type: "text" }],
  stickers: [],
}
const fresh = {
  ...sent,
  uuid: expect.any(String),
  image_file_uuid: null,
  image_url: null,
  created_at: start.toISOString(),
  updated_at: null,
}

describe("profile templates", () => {
  it("of an organization are created, read, changed and deleted under the console", async () => {
    const made = await readBody(await ask("POST", path, sent), 201)
    expect(made).toEqual({ ...fresh, organization_uuid: expect.any(String) })
    const one = `${path}/${String(made["uuid"])}`
    expect(await readBody(await ask("GET", one), 200)).toEqual(made)
    const changed = {
      name: "Mate",
      call_to_action: null,
      custom_background: null,
      links: sent.social_links,
    }
    expect(await readBody(await ask("PATCH", one, changed), 200)).toEqual({
      ...made,
      ...changed,
      updated_at: start.toISOString(),
    })
    expect(await readBody(await ask("GET", path), 200)).toMatchObject({ total_items: 1 })
    await readBody(await ask("DELETE", one), 200)
    await readBody(await ask("GET", one), 404)
  })

  it("of the platform have a place of their own, and no image", async () => {
    const shared = "/console/v1/profile-templates"
    const made = await readBody(await ask("POST", shared, sent), 201)
    expect(made).toEqual({ ...fresh, organization_uuid: null })
    const one = `${shared}/${String(made["uuid"])}`
    const listed = await readBody(await ask("GET", path), 200)
    expect(listed).toMatchObject({ items: [made] })
    expect(await readBody(await ask("GET", shared), 200)).toMatchObject({ items: [made] })
    expect(await readBody(await ask("PATCH", one, { name: "All" }), 200)).toMatchObject({
      name: "All",
    })
    const image = { image_file_uuid: "01900000-0000-7000-8000-0000000000ff" }
    expect(await readBody(await ask("PATCH", one, image), 422)).toMatchObject({
      errors: { image_file_uuid: "must be null: the platform has no files" },
    })
    await readBody(await ask("DELETE", one), 200)
    await readBody(await ask("GET", one), 404)
  })

  it("take no names of people, and judge links as pages do", async () => {
    const refused = async (body: object) =>
      Object.keys(
        (await readBody(await ask("POST", path, { name: "A", ...body }), 422))["errors"] as object,
      )
    expect(await refused({ first_name: "Ada" })).toEqual(["first_name"])
    expect(await refused({ shows_primary_card: true })).toEqual(["shows_primary_card"])
    expect(await refused({ links: [{ label: "A", url: "javascript:alert(1)" }] })).toEqual([
      "links.0.url",
    ])
    expect(await refused({ name: " " })).toEqual(["name"])
  })
})
