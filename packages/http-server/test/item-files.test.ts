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
const asAda = (method: string, path: string) =>
  world.call(method, path, undefined, { authorization: `Bearer ${world.userToken}` })
const pathOf = (url: unknown) => String(url).replace("http://symbolon.test", "")

const upload = async (
  owner_type: "organization" | "reward",
  owner_uuid: string,
  bytes: Uint8Array = png(3, 2),
  content_type = "image/png",
): Promise<string> => {
  const started = await readBody(
    await asApp("POST", "/api/v1/files/uploads", {
      owner_type,
      owner_uuid,
      file_name: "pier",
      content_type,
      size_in_bytes: bytes.length,
    }),
    201,
  )
  await world.send(pathOf(started["upload_url"]), {
    method: "PUT",
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { "content-type": content_type },
  })
  const { uuid } = await readBody(
    await asApp("PATCH", `/api/v1/files/uploads/${String(started["upload_id"])}`, {}),
    200,
  )
  return String(uuid)
}
const contentOf = (items: readonly object[]) => ({
  storage_type: "internal",
  content_template: { data: {}, items, content_version: "1" },
})
const create = (items: readonly object[], more: object = {}) =>
  asApp("POST", `${club}/rewards`, {
    organization_uuid: world.club.uuid,
    name: "Certificate",
    content_config: contentOf(items),
    ...more,
  })
const certificate = { type: "certificate", title: "C", recipient_name: "Ada" }
const redeem = async (reward: string) =>
  readBody(
    await asApp("POST", `/api/v1/rewards/${reward}/redeem`, {
      identifier: { type: "username", value: "ada" },
    }),
    201,
  )
const heldItems = async (transaction: unknown): Promise<readonly ReplyBody[]> => {
  const path = `/api/v1/rewards/transactions/${String(transaction)}`
  const held = await readBody(await asAda("GET", path), 200)
  return (held["cached_content"] as { items: readonly ReplyBody[] }).items
}

describe("files of items over HTTP", () => {
  it("their URLs stand beside them, signed where the file is not public", async () => {
    const { uuid } = await readBody(await create([], { is_draft: true }), 201)
    const reward = String(uuid)
    const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n")
    const [image, own, paper] = [
      await upload("organization", world.club.uuid),
      await upload("reward", reward),
      await upload("reward", reward, pdf, "application/pdf"),
    ]
    await readBody(
      await asApp("PATCH", `/api/v1/rewards/${reward}`, {
        is_draft: false,
        content_config: contentOf([
          { ...certificate, image_file_uuid: image, document_file_uuid: paper },
          { type: "attachment", uploaded_file_uuid: own },
        ]),
      }),
      200,
    )
    const [first, second] = await heldItems((await redeem(reward))["transaction_id"])
    expect(first).toMatchObject({
      image_file_uuid: image,
      image_url: expect.stringMatching(new RegExp(`${image}$`)),
      document_url: expect.stringContaining(`${paper}?`),
    })
    for (const [url, type] of [
      [first?.["image_url"], "image/png"],
      [first?.["document_url"], "application/pdf"],
      [second?.["url"], "image/png"],
    ]) {
      const read = await world.send(pathOf(url))
      expect(read.status).toBe(200)
      expect(read.headers.get("content-type")).toBe(type)
    }
    const file = await readBody(
      await asAda("GET", `/api/v1/rewards/files/${String(first?.["uid"])}`),
      200,
    )
    expect(file["preview_url"]).toBe(first?.["image_url"])
    expect(JSON.stringify(await readBody(await asAda("GET", "/api/v1/rewards"), 200))).toContain(
      `${paper}?`,
    )
    // Another content names none of them; what was issued shows them still.
    await readBody(
      await asApp("PATCH", `/api/v1/rewards/${reward}`, { content_config: contentOf([]) }),
      200,
    )
    expect(await readBody(await asApp("DELETE", `${club}/files/${image}`), 409)).toMatchObject({
      details: { reason: "file_in_use", used_by: [{ type: "reward", uuid: reward }] },
    })
  })

  it("a draft lets go of the files that it does not name any more", async () => {
    const image = await upload("organization", world.club.uuid)
    const path = `${club}/files/${image}`
    const { uuid } = await readBody(
      await create([{ ...certificate, image_file_uuid: image }], { is_draft: true }),
      201,
    )
    await readBody(await asApp("DELETE", path), 409)
    await readBody(
      await asApp("PATCH", `/api/v1/rewards/${String(uuid)}`, { content_config: contentOf([]) }),
      200,
    )
    await readBody(await asApp("DELETE", path), 200)
  })

  it("an asset shows a public image, also once it is installed", async () => {
    const image = await upload("organization", world.club.uuid)
    const { uuid } = await readBody(
      await create([{ type: "asset", asset_type: "sticker", uploaded_file_uuid: image }]),
      201,
    )
    const { transaction_id } = await redeem(String(uuid))
    const [item] = await heldItems(transaction_id)
    expect(item).toMatchObject({ url: expect.stringMatching(new RegExp(`${image}$`)) })
    const installed = await world.call(
      "POST",
      "/api/v1/assets/install",
      { transaction_id },
      { authorization: `Bearer ${world.userToken}` },
    )
    expect(JSON.stringify(await installed.json())).toContain(
      `"uploaded_file_uuid":"${image}","external_url":null`,
    )
  })

  it.each([
    ["no file", "unknown"],
    ["another reward's", "other"],
    ["no image", "paper"],
  ] as const)("refuses a file that is %s, with its path", async (_, which) => {
    const pdf = Buffer.from("%PDF-1.7\n")
    const made = {
      other: async () => upload("reward", String((await readBody(await create([]), 201))["uuid"])),
      paper: () => upload("organization", world.club.uuid, pdf, "application/pdf"),
      unknown: async () => world.club.uuid,
    }
    const file = await made[which]()
    const refused = await readBody(
      await create([
        { type: "coupon", code: "C" },
        { ...certificate, image_file_uuid: file },
      ]),
      422,
    )
    expect(Object.keys(refused["errors"] as object)).toEqual([
      "content_config.content_template.items.1.image_file_uuid",
    ])
  })

  it("refuses a file and an address for one place, and neither where one is needed", async () => {
    const uuid = "00000000-0000-7000-8000-000000000000"
    const url = "https://images.example/a.png"
    for (const [item, field] of [
      [{ ...certificate, image_url: url, image_file_uuid: uuid }, "image_file_uuid"],
      [{ ...certificate, document_url: url, document_file_uuid: uuid }, "document_file_uuid"],
      [{ type: "attachment", url, uploaded_file_uuid: uuid }, "url"],
      [{ type: "asset", asset_type: "sticker" }, "url"],
    ] as const) {
      const refused = await readBody(await create([item]), 422)
      expect(Object.keys(refused["errors"] as object)).toEqual([
        `content_config.content_template.items.0.${field}`,
      ])
    }
  })
})

describe("the picture of a badge", () => {
  const imageIn = async (image_file_uuid: string, reward?: string) => {
    const badge = { type: "badge", title: "B", criteria: { narrative: "Came" }, image_file_uuid }
    const made =
      reward === undefined
        ? await readBody(await create([badge], { name: "Badge" }), 201)
        : await readBody(
            await asApp("PATCH", `/api/v1/rewards/${reward}`, {
              content_config: contentOf([badge]),
            }),
            200,
          )
    const [item] = await heldItems((await redeem(made.slug))["transaction_id"])
    const [, claims = ""] = String(item?.["credential"]).split(".")
    const { credentialSubject } = JSON.parse(Buffer.from(claims, "base64url").toString())
    return credentialSubject.achievement.image
  }

  it("is in its credential where strangers can open it: a file of the organization alone", async () => {
    const open = await upload("organization", world.club.uuid)
    const image = await imageIn(open)
    expect(image).toEqual({ id: expect.stringContaining(open), type: "Image" })
    expect((await world.send(pathOf(image.id))).status).toBe(200)
    const reward = await readBody(await create([certificate], { name: "Own picture" }), 201)
    expect(await imageIn(await upload("reward", reward.uuid), reward.slug)).toBeUndefined()
  })
})
