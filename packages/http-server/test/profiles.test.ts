import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { scopesFor } from "@symbolon/core/contract"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, start, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let token: string
let userUuid: string
beforeAll(async () => {
  world = await startTestServer()
  const { user } = await world.symbolon.users.create({
    username: "bess",
    firstName: "Bess",
    lastName: "Lovelace",
  })
  userUuid = user.uuid
  token = await world.tokenFor(scopesFor("user"), { userUuid })
})
afterAll(() => world.close())

const ask = (method: string, path: string, body?: unknown) =>
  world.send(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const pages = "/console/v1/users/me/profile-pages"
const shown = async () => readBody(await ask("GET", "/api/v1/users/bess/profile"), 200)

const empty = {
  imageUrl: "",
  name: "Bess Lovelace",
  first_name: "Bess",
  last_name: "Lovelace",
  shortDescription: "",
  longDescription: "",
  callToAction: null,
  currentRole: null,
  customBackground: null,
  avatarFrame: null,
  socialLinks: [],
  links: [],
  longDescriptionContent: [],
  stickers: [],
  profile_page_uuid: null,
  is_locked: false,
  primary_card_uid: null,
  updated_at: null,
}

describe("profile pages", () => {
  it("are written in snake case and read in the published spelling", async () => {
    expect(await shown()).toEqual(empty)
    const sent = {
      name: "Countess",
      short_description: "Counts",
      call_to_action: { type: "book", label: "Book me", url: "tel:+44123" },
      current_role: { title: "Countess", company: "Analytical" },
      social_links: [{ label: "Site", url: "https://ada.test/" }],
      long_description_content: [{ type: "text" }],
    }
    const made = await readBody(await ask("POST", pages, sent), 201)
    expect(made).toEqual({
      ...sent,
      uuid: expect.any(String),
      first_name: null,
      last_name: null,
      long_description: "",
      custom_background: null,
      avatar_frame: null,
      links: [],
      stickers: [],
      image_file_uuid: null,
      image_url: null,
      shows_primary_card: false,
      is_primary: true,
      is_locked: false,
      organization_uuid: null,
      card_uuid: null,
      created_at: start.toISOString(),
      updated_at: null,
    })
    expect(await shown()).toEqual({
      ...empty,
      name: "Countess",
      shortDescription: "Counts",
      callToAction: sent.call_to_action,
      currentRole: sent.current_role,
      socialLinks: sent.social_links,
      longDescriptionContent: sent.long_description_content,
      profile_page_uuid: made.uuid,
      updated_at: start.toISOString(),
    })
    expect(await readBody(await ask("GET", pages), 200)).toMatchObject({ items: [made] })
  })

  it.each([
    ['{"stickers":[{"a":[{"__proto__":{"admin":true}}]}]}', "stickers.0.a.0.__proto__"],
    ['{"stickers":[{"__proto__":1}]}', "stickers.0.__proto__"],
    ['{"stickers":[{},{"constructor":1}]}', "stickers.1.constructor"],
    ['{"long_description_content":[{"n":9007199254740993}]}', "long_description_content.0.n"],
    ['{"long_description_content":[{"text":"a\u202eb"}]}', "long_description_content.0.text"],
  ])("refuse the blocks of an app: %s", async (body, field) => {
    const answer = await world.send(pages, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body,
    })
    expect((await readBody(answer, 422)).errors).toEqual({ [field]: expect.any(String) })
  })

  it.each([
    [{ links: [{ label: "x", url: "javascript:alert(1)" }] }, "links.0.url"],
    [{ social_links: [{ label: "x", url: "data:text/html,x" }] }, "social_links.0.url"],
    [{ call_to_action: { type: "x", label: "", url: "https://x.test" } }, "call_to_action.label"],
    [{ current_role: { title: "a\u202eb", company: "" } }, "current_role.title"],
    [{ avatar_frame: "mailto:a@b.test" }, "avatar_frame"],
    [
      { custom_background: { background_image: "url(javascript:x)" } },
      "custom_background.background_image",
    ],
    [{ custom_background: { behavior: "x" } }, "custom_background.behavior"],
    [{ stickers: [{ src: "blob:x" }] }, "stickers.0.src"],
    [{ long_description_content: ["x"] }, "long_description_content.0"],
    [{ short_description: "x".repeat(501) }, "short_description"],
    [{ image_file_uuid: "01900000-0000-7000-8000-0000000000ff" }, "image_file_uuid"],
  ])("refuse %j by the path of the field", async (body, field) => {
    const { items } = await readBody(await ask("GET", pages), 200)
    const refusal = await readBody(await ask("PATCH", `${pages}/${items[0]?.uuid}`, body), 422)
    expect(refusal).toMatchObject({ errors: { [field]: expect.any(String) } })
  })

  it("say what to do when there are as many as allowed, and without the entitlement", async () => {
    expect(await readBody(await ask("POST", pages, {}), 409)).toMatchObject({
      details: { reason: "too_many_profiles", max_profiles: 1 },
    })
    const background = { custom_background: { background_color: "red" } }
    expect(await readBody(await ask("POST", pages, background), 403)).toMatchObject({
      details: { entitlement: "custom_backgrounds" },
    })
  })
})
