import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
let id: string
const url = "https://images.example/sea.png"
beforeAll(async () => {
  world = await startTestServer()
  id = await issue("first", {
    name: "Regatta",
    description: "Of 2026",
    data: { code: "QX-1177" },
    items: [
      { type: "asset", asset_type: "background", title: "Sea", url, metadata: { color: "blue" } },
      {
        type: "asset",
        asset_type: "character_part",
        slot: "head",
        title: "Hat",
        url,
        pack_id: "sailor",
      },
      { type: "badge", title: "Sailor", criteria: { narrative: "Sail." } },
    ],
  })
})
afterAll(() => world.close())

const issue = async (
  idempotencyKey: string,
  content: Parameters<TestServer["symbolon"]["transactions"]["issueContent"]>[0]["content"],
): Promise<string> => {
  const { transaction } = await world.symbolon.transactions.issueContent({
    organization: world.club.slug,
    to: { type: "wallet", value: world.ada.walletAddress },
    content,
    idempotencyKey,
  })
  return transaction.body.id
}

const ask = async (method: string, path: string, body?: unknown, token = world.userToken) => {
  const reply = await world.send(`/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as unknown }
}

const content = () => ({
  data: { code: "QX-1177" },
  items: [
    expect.objectContaining({ type: "asset", uid: `${id}-0`, title: "Sea" }),
    expect.objectContaining({ type: "asset", uid: `${id}-1` }),
    expect.objectContaining({ type: "badge", uid: `${id}-2` }),
  ],
  content_version: "1",
  generated_at: expect.any(String),
  template_slug: null,
  template_version: null,
  name: "Regatta",
  description: "Of 2026",
  issuer: {
    id: world.club.uuid,
    name: expect.any(String),
    slug: world.club.slug,
    logo_url: null,
    website: null,
  },
  activity: null,
})

const reward = () => ({
  transaction_id: id,
  wallet_address: world.ada.walletAddress,
  cached_content: content(),
  content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  cached_at: "2026-11-21T10:00:00.000Z",
  cache_expires_at: null,
  cache_hit_count: 0,
  last_accessed_at: null,
  source_type: "internal",
  source_url: null,
  fetch_latency_ms: null,
  content_omitted: false,
})

describe("the rewards that somebody holds, over HTTP", () => {
  it("are a page of rewards, newest first", async () => {
    expect(await ask("GET", "/rewards?page_size=1")).toEqual({
      status: 200,
      body: { total_items: 1, total_pages: 1, current_page: 1, items: [reward()] },
    })
    const newer = await issue("second", { name: "Newer" })
    const { body } = await ask("GET", "/rewards?page=1&page_size=1")
    expect(body).toMatchObject({ total_pages: 2, items: [{ transaction_id: newer }] })
    expect((await ask("GET", "/rewards?sort_by=name")).status).toBe(422)
  })

  it("are read by their transaction, which is counted", async () => {
    const opened = { ...reward(), cache_hit_count: 1, last_accessed_at: "2026-11-21T10:00:00.000Z" }
    expect(await ask("GET", `/rewards/transactions/${id}`)).toEqual({ status: 200, body: opened })
    expect((await ask("GET", `/rewards/transactions/${"a".repeat(24)}`)).status).toBe(404)
  })

  it("are read item by item", async () => {
    const { cached_content: whole } = reward()
    expect(await ask("GET", `/rewards/files/${id}-0`)).toEqual({
      status: 200,
      body: {
        transaction_id: id,
        content_version: "1",
        generated_at: expect.any(String),
        template_slug: null,
        reward_name: "Regatta",
        reward_description: "Of 2026",
        issuer: whole.issuer,
        activity: null,
        data: expect.objectContaining({ type: "asset", uid: `${id}-0`, url }),
        preview_url: url,
        installable: true,
      },
    })
    expect((await ask("GET", `/rewards/files/${id}-2`)).body).toMatchObject({
      preview_url: null,
      installable: false,
    })
    expect((await ask("GET", `/rewards/files/${id}-3`)).status).toBe(404)
  })
})

describe("assets over HTTP", () => {
  it("are installed, equipped, cleared and uninstalled", async () => {
    const { uuid: profile_uuid } = await world.symbolon.profilePages.create({
      userUuid: world.ada.uuid,
    })
    const installing = () => ask("POST", "/assets/install", { transaction_id: id })
    const installed = await installing()
    expect(installed.status).toBe(200)
    const items = (installed.body as { readonly items: readonly Record<string, unknown>[] }).items
    expect(items[0]).toEqual({
      uuid: expect.any(String),
      asset_type: "background",
      source: "reward",
      uploaded_file_uuid: null,
      external_url: url,
      url,
      transaction_id: id,
      metadata: expect.objectContaining({ title: "Sea", item_uid: `${id}-0`, slot: null }),
      created_at: "2026-11-21T10:00:00.000Z",
      revoked_at: null,
      equipped: [],
    })
    expect(await installing()).toEqual(installed)
    expect((await ask("GET", "/assets")).body).toMatchObject({ total_items: 2 })
    expect((await ask("GET", "/assets?asset_type=character_part")).body).toMatchObject({
      total_items: 1,
    })
    expect((await ask("GET", "/assets?asset_type=shoe")).status).toBe(422)
    const hat = items[1]?.["uuid"]
    const equip = (slot: string) =>
      ask("POST", `/assets/${String(hat)}/equip`, { profile_uuid, slot })
    expect(await equip("character")).toEqual({
      status: 200,
      body: { profile_uuid, asset_uuid: hat, slot: "head", image_url: url },
    })
    expect((await equip("background")).status).toBe(400)
    expect((await equip("head")).status).toBe(422)
    const clear = (slot: string, of = profile_uuid) =>
      ask("DELETE", `/assets/equipped/character/${slot}?profile_uuid=${of}`)
    expect(await clear("head")).toEqual({
      status: 200,
      body: { message: "The slot head is empty." },
    })
    expect((await clear("background")).status).toBe(422)
    expect((await clear("head", world.club.uuid)).status).toBe(404)
    expect((await ask("GET", "/assets/template-backgrounds")).body).toMatchObject({
      total_items: 0,
      items: [],
    })
    expect(await ask("DELETE", `/assets/install/${id}`)).toEqual({
      status: 200,
      body: { message: "Assets uninstalled: 2." },
    })
    expect((await ask("DELETE", `/assets/install/${id}`)).status).toBe(404)
  })
})
