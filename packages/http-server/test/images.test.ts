import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { png } from "../../core/test/fixtures/files.ts"
import { readBody, type ReplyBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let club: string
beforeAll(async () => {
  world = await startTestServer()
  club = `/api/v1/organizations/${world.club.slug}`
})
afterAll(() => world.close())

const asApp = (method: string, path: string, body?: unknown) => world.call(method, path, body)
const asAda = (method: string, path: string, body?: unknown) =>
  world.call(method, path, body, { authorization: `Bearer ${world.userToken}` })

/** Uploads an image, and answers its file. */
const upload = async (
  owner_type: string,
  owner_uuid: string,
  ask = asApp,
  content_type = "image/png",
): Promise<ReplyBody> => {
  const bytes = png(3, 2)
  const started = await readBody(
    await ask("POST", "/api/v1/files/uploads", {
      owner_type,
      owner_uuid,
      file_name: "pier.png",
      content_type,
      size_in_bytes: bytes.length,
    }),
    201,
  )
  const path = String(started["upload_url"]).replace("http://symbolon.test", "")
  const sent = await world.send(path, {
    method: "PUT",
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { "content-type": content_type },
  })
  expect(sent.status).toBe(200)
  const uploadPath = `/api/v1/files/uploads/${String(started["upload_id"])}`
  return readBody(await ask("PATCH", uploadPath, {}), 200)
}
const ofClub = () => upload("organization", world.club.uuid)

describe("an image over HTTP", () => {
  it("is the logo of an organization, at the URL of its file, until it is replaced", async () => {
    const file = await ofClub()
    const shown = { logo_image_file_uuid: file["uuid"], logo_image_file_url: file["file_url"] }
    expect(
      await readBody(await asApp("PATCH", club, { logo_image_file_uuid: file["uuid"] }), 200),
    ).toMatchObject(shown)
    const { items } = await readBody(await asApp("GET", "/api/v1/organizations"), 200)
    expect(items).toEqual([expect.objectContaining(shown)])
    const url = String(shown.logo_image_file_url).replace("http://symbolon.test", "")
    expect((await world.send(url)).headers.get("content-type")).toBe("image/png")
    const app = `/oauth2/client-info?client_id=${world.client.clientId}`
    expect(await readBody(await asApp("GET", app), 200)).toMatchObject({
      organization: { logo_image_file_url: shown.logo_image_file_url },
    })
    const path = `${club}/files/${String(file["uuid"])}`
    expect(await readBody(await asApp("DELETE", path), 409)).toMatchObject({
      code: "conflict",
      details: {
        reason: "file_in_use",
        used_by: [{ type: "organization", uuid: world.club.uuid }],
      },
    })
    expect(
      await readBody(await asApp("PATCH", club, { logo_image_file_uuid: null }), 200),
    ).toMatchObject({ logo_image_file_uuid: null, logo_image_file_url: null })
    await readBody(await asApp("DELETE", path), 200)
  })

  it("is the image of a tier, from the beginning or later", async () => {
    const [first, second] = [await ofClub(), await ofClub()]
    const tiers = `${club}/membership-tiers`
    const made = await readBody(
      await asApp("POST", tiers, { name: "Gold", image_file_uuid: first["uuid"] }),
      201,
    )
    expect(made).toMatchObject({ image_file_uuid: first["uuid"], image_url: first["file_url"] })
    const one = `${tiers}/${String(made["uuid"])}`
    await readBody(await asApp("PATCH", one, { image_file_uuid: second["uuid"] }), 200)
    expect(await readBody(await asApp("GET", one), 200)).toMatchObject({
      image_file_uuid: second["uuid"],
      image_url: second["file_url"],
    })
  })

  it("is the image of an activity, of its own or of the organization", async () => {
    const activities = `${club}/activities`
    const file = await ofClub()
    const body = { name: "Regatta", description: null, image_file_uuid: file["uuid"] }
    const made = await readBody(await asApp("POST", activities, body), 201)
    expect(made).toMatchObject({ image_file_uuid: file["uuid"], image_file_url: file["file_url"] })
    const own = await upload("activity", String(made["uuid"]))
    const one = `/api/v1/activities/${String(made["slug"])}`
    expect(
      await readBody(await asApp("PATCH", one, { image_file_uuid: own["uuid"] }), 200),
    ).toMatchObject({ image_file_uuid: own["uuid"], image_file_url: own["file_url"] })
    expect(await readBody(await asAda("GET", one), 200)).toMatchObject({
      image_file_url: own["file_url"],
    })
  })

  it("is the front or the back of a card model, and of the cards that have it", async () => {
    const [front, back, newFront] = [await ofClub(), await ofClub(), await ofClub()]
    const models = `${club}/card-models`
    const sides = { front_image_url: front["file_url"], back_image_url: back["file_url"] }
    const body = {
      name: "Blue",
      front_image_file_uuid: front["uuid"],
      back_image_file_uuid: back["uuid"],
    }
    const model = await readBody(await asApp("POST", models, body), 201)
    expect(model).toMatchObject(sides)
    const made = { cards: [{ identifier: "BLUE-1", card_type: "nfc" }] }
    await readBody(await asApp("POST", "/console/v1/cards", made), 200)
    const taken = { cards: [{ identifier: "BLUE-1", card_model_uuid: model["uuid"] }] }
    const { accepted } = await readBody(await asApp("POST", `${club}/cards`, taken), 200)
    expect(accepted).toEqual([
      expect.objectContaining({ ...sides, card_model: expect.objectContaining(sides) }),
    ])
    const changed = { front_image_file_uuid: newFront["uuid"], back_image_file_uuid: null }
    const one = `${models}/${String(model["uuid"])}`
    expect(await readBody(await asApp("PATCH", one, changed), 200)).toMatchObject({
      front_image_url: newFront["file_url"],
      back_image_url: null,
    })
  })

  it("is the avatar of a user, wherever the user is named", async () => {
    const { uuid, file_url: avatar_image_file_url } = await upload("user", world.ada.uuid, asAda)
    expect(
      await readBody(
        await asAda("PATCH", "/console/v1/users/me", { avatar_image_file_uuid: uuid }),
        200,
      ),
    ).toMatchObject({ avatar_image_file_url })
    expect(await readBody(await asApp("GET", "/api/v1/users/ada"), 200)).toMatchObject({
      avatar_image_file_uuid: uuid,
      avatar_image_file_url,
    })
    await world.symbolon.staff.add({
      organization: world.club.slug,
      userUuid: world.ada.uuid,
      role: "staff",
    })
    const { items } = await readBody(await asApp("GET", `${club}/staff`), 200)
    expect(items).toContainEqual(
      expect.objectContaining({ user: expect.objectContaining({ avatar_image_file_url }) }),
    )
  })

  it("is refused with its field where it is somebody else's or is none", async () => {
    const adas = await upload("user", world.ada.uuid, asAda)
    const refusal = { errors: { logo_image_file_uuid: expect.any(String) as unknown } }
    for (const logo_image_file_uuid of [adas["uuid"], "pier.png", 1, ""])
      expect(
        await readBody(await asApp("PATCH", club, { logo_image_file_uuid }), 422),
      ).toMatchObject(refusal)
    const clubs = await ofClub()
    expect(
      await readBody(
        await asAda("PATCH", "/console/v1/users/me", { avatar_image_file_uuid: clubs["uuid"] }),
        422,
      ),
    ).toMatchObject({
      errors: {
        avatar_image_file_uuid: "must be an image that was uploaded for it or for its organization",
      },
    })
  })
})
