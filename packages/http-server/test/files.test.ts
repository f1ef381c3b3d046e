import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { buffer } from "node:stream/consumers"
import { scopesFor } from "@symbolon/core/contract"
import { portsOf } from "@symbolon/core/effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { png } from "../../core/test/fixtures/files.ts"
import { readBody } from "./fixtures/read.ts"
import { startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
beforeAll(async () => {
  world = await startTestServer()
})
afterAll(() => world.close())

interface Sent {
  readonly bytes?: Uint8Array
  readonly type?: string
  readonly name?: string
}

const local = (url: string): string => url.replace("http://symbolon.test", "")
const put = (url: string, bytes: Uint8Array, type: string) =>
  world.send(local(url), {
    method: "PUT",
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { "content-type": type },
  })

const begin = ({ bytes = png(), type = "image/png", name = "pier.png" }: Sent = {}) =>
  world.call("POST", "/api/v1/files/uploads", {
    owner_type: "organization",
    owner_uuid: world.club.uuid,
    file_name: name,
    content_type: type,
    size_in_bytes: bytes.length,
  })

const upload = async (sent: Sent = {}): Promise<string> => {
  const { bytes = png(), type = "image/png" } = sent
  const started = await readBody(await begin(sent), 201)
  expect((await put(String(started["upload_url"]), bytes, type)).status).toBe(200)
  return `/api/v1/files/uploads/${String(started["upload_id"])}`
}
const stored = async (sent: Sent = {}) =>
  readBody(await world.call("PATCH", await upload(sent), {}), 200)

/** Keeps each piece until the last one has come. */
const piecesOf = async ({ body }: Response): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of body ?? []) {
    pieces.push(piece)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return Buffer.concat(pieces)
}

/** Lets the server fill what lies between before it reads. */
const readSlowly = async (url: string): Promise<Buffer> => {
  const asking = request(url).end()
  const [reply]: IncomingMessage[] = await once(asking, "response")
  await new Promise((resolve) => setTimeout(resolve, 200))
  if (reply === undefined) throw new Error("There was no reply.")
  return buffer(reply)
}

describe("an upload over HTTP", () => {
  it("begins, takes the bytes, is completed, read, listed, served and deleted", async () => {
    const bytes = png(3, 2, 5000)
    const started = await readBody(await begin({ bytes }), 201)
    expect(started).toMatchObject({ upload_type: "single", parts: null })
    const path = `/api/v1/files/uploads/${String(started["upload_id"])}`
    await readBody(await world.call("PATCH", path, {}), 409)
    expect((await put(String(started["upload_url"]), bytes, "image/png")).status).toBe(200)
    const file = await readBody(await world.call("PATCH", path, {}), 200)
    expect(file).toMatchObject({
      uuid: started["upload_id"],
      file_name: "pier.png",
      content_type: "image/png",
      size_in_bytes: 5000,
    })
    expect(await readBody(await world.call("PATCH", path, {}), 200)).toEqual(file)
    const bySlug = await readBody(
      await world.call("GET", `/api/v1/files/${String(file["slug"])}`),
      200,
    )
    expect(bySlug).toMatchObject(file)
    expect(bySlug["file_url"]).toBe(
      `http://symbolon.test/files/${String(bySlug["storage_bucket"])}/${String(bySlug["storage_key"])}`,
    )
    const files = `/api/v1/organizations/${world.club.slug}/files`
    expect((await readBody(await world.call("GET", files), 200))["items"]).toContainEqual(bySlug)
    const served = await world.send(local(String(file["file_url"])))
    expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
    await readBody(await world.call("DELETE", path), 409)
    await readBody(await world.call("DELETE", `${files}/${String(file["uuid"])}`), 200)
    await readBody(await world.call("DELETE", `${files}/${String(file["uuid"])}`), 404)
    expect((await world.send(local(String(file["file_url"])))).status).toBe(404)
  })

  it("arrives as it was sent where it has many pieces, for a reader that is slow or keeps them", async () => {
    const bytes = randomBytes(8_000_001)
    const file = await stored({ bytes, type: "application/octet-stream", name: "log.bin" })
    const path = local(String(file["file_url"]))
    const reply = await world.handler.fetch(new Request(`http://symbolon.test${path}`))
    expect((await piecesOf(reply)).equals(bytes)).toBe(true)
    expect((await piecesOf(await fetch(`${world.url}${path}`))).equals(bytes)).toBe(true)
    expect((await readSlowly(`${world.url}${path}`)).equals(bytes)).toBe(true)
  })

  it("is abandoned, and its URL takes nothing more", async () => {
    const started = await readBody(await begin(), 201)
    const path = `/api/v1/files/uploads/${String(started["upload_id"])}`
    await readBody(await world.call("DELETE", path), 200)
    expect((await put(String(started["upload_url"]), png(), "image/png")).status).toBe(404)
    await readBody(await world.call("PATCH", path, {}), 404)
  })

  it("takes the declared length and type alone", async () => {
    const started = await readBody(await begin(), 201)
    const url = String(started["upload_url"])
    expect((await put(url, png(1, 1, 101), "image/png")).status).toBe(403)
    expect((await put(url, png(), "text/html")).status).toBe(403)
    const untyped = await fetch(url.replace("http://symbolon.test", world.url), {
      method: "PUT",
      body: new Blob([new Uint8Array(png())]),
    })
    expect(await readBody(untyped, 403)).toMatchObject({
      message: expect.stringContaining("The request has no Content-Type."),
    })
    expect((await put(`${url}0`, png(), "image/png")).status).toBe(403)
    expect((await put(url, png(), "image/png")).headers.get("etag")).toMatch(/^"[0-9a-f]{64}"$/)
  })

  it.each([
    ["HTML as a PNG", "image/png", "<!doctype html><script>alert(1)</script>"],
    ["SVG as a PNG", "image/png", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"],
    ["a GIF as a PNG", "image/png", `GIF89a${"\u0001\u0000\u0001\u0000".repeat(20)}`],
    ["a PDF as a text", "text/plain", "%PDF-1.7\n".padEnd(100)],
  ])("refuses %s and removes it", async (_, type, text) => {
    const path = await upload({ type, bytes: Buffer.from(text) })
    const { errors } = await readBody(await world.call("PATCH", path, {}), 422)
    expect(Object.keys(errors as object)).toEqual(["content_type"])
    await readBody(await world.call("PATCH", path, {}), 404)
  })

  it.each([101 * 1024 ** 2, 6 * 1024 ** 3, Number.MAX_SAFE_INTEGER])(
    "refuses %i bytes by the limit of the deployment",
    async (size) => {
      const started = await world.call("POST", "/api/v1/files/uploads", {
        owner_type: "organization",
        owner_uuid: world.club.uuid,
        file_name: "pier.png",
        content_type: "image/png",
        size_in_bytes: size,
      })
      const { errors } = await readBody(started, 422)
      expect(errors).toEqual({ size_in_bytes: "must be at most 104857600" })
    },
  )

  it("refuses an image of more than 40 million pixels by its header", async () => {
    const path = await upload({ bytes: png(40_001, 1000) })
    const { errors } = await readBody(await world.call("PATCH", path, {}), 422)
    expect(errors).toEqual({ pixels: "must be at most 40000000: the image has 40001000" })
    expect(await stored({ bytes: png(40_000, 1000) })).toMatchObject({ content_type: "image/png" })
  })

  it.each(["image/svg+xml", "text/html", "image/png\r\nx-evil: 1", "application/javascript"])(
    "refuses the content type %j",
    async (type) => {
      const { errors } = await readBody(await begin({ type }), 422)
      expect(Object.keys(errors as object)).toEqual(["content_type"])
    },
  )

  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\evil\\photo.png", "photo.png"],
    ["a\u0007b", "ab"],
    ["x\r\nset-cookie: a=1", "xset-cookie: a=1"],
    ["\u202egnp.exe", "gnp.exe"],
    ["...", "file"],
    ["é".repeat(9000), "é".repeat(255)],
  ])("keeps the name %j as %j", async (name, kept) => {
    expect(await stored({ name })).toMatchObject({ file_name: kept })
  })

  it("refuses a name with NUL, as every text with it", async () => {
    const { errors } = await readBody(await begin({ name: "a\u0000b.png" }), 422)
    expect(errors).toEqual({ file_name: expect.stringContaining("NUL") })
  })
})

describe("a served file", () => {
  const get = (url: unknown, headers: Record<string, string> = {}, method = "GET") =>
    world.send(local(String(url)), { headers, method })

  it("is shown only if it is an image, is never sniffed and runs nothing", async () => {
    const reply = await get((await stored({ name: 'Pier "é".png' }))["file_url"])
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": `inline; filename="image.png"; filename*=UTF-8''image.png`,
      "cache-control": "public, max-age=31536000, immutable",
    })
    await reply.arrayBuffer()
    const text = await stored({
      type: "text/plain",
      bytes: Buffer.from("<script>alert(1)</script>"),
    })
    const saved = await get(text["file_url"])
    expect(saved.headers.get("content-disposition")).toMatch(/^attachment;/)
    expect(saved.headers.get("cache-control")).toBe("private, no-store")
    await saved.arrayBuffer()
  })

  it("answers ranges, HEAD and a known ETag", async () => {
    const bytes = png(1, 1, 1000)
    const url = (await stored({ bytes }))["file_url"]
    const part = await get(url, { range: "bytes=10-19" })
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 10-19/1000"])
    expect(Buffer.from(await part.arrayBuffer()).equals(Buffer.from(bytes.subarray(10, 20)))).toBe(
      true,
    )
    const end = await get(url, { range: "bytes=-5" })
    expect([end.status, (await end.arrayBuffer()).byteLength]).toEqual([206, 5])
    const beyond = await get(url, { range: "bytes=1000-" })
    expect(await readBody(beyond, 416)).toMatchObject({
      code: "range_not_satisfiable",
      errors: { _root: "The file ends before the range begins; Content-Range has its length." },
      details: null,
    })
    expect(beyond.headers.get("content-range")).toBe("bytes */1000")
    expect(beyond.headers.get("cache-control")).toBe("no-store")
    const head = await get(url, {}, "HEAD")
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "1000"])
    const known = await get(url, { "if-none-match": head.headers.get("etag") ?? "" })
    expect([known.status, (await known.arrayBuffer()).byteLength]).toEqual([304, 0])
  })

  it("is sent in whole to who has a part of something else, and not at all to who has it", async () => {
    const url = (await stored({ bytes: png(1, 1, 1000) }))["file_url"]
    const range = "bytes=10-19"
    const etag = (await get(url, {}, "HEAD")).headers.get("etag") ?? ""
    const statusWith = async (headers: Record<string, string>) => {
      const reply = await get(url, { range, ...headers })
      return [reply.status, (await reply.arrayBuffer()).byteLength]
    }
    expect(await statusWith({ "if-range": etag })).toEqual([206, 10])
    for (const other of ['"other"', `W/${etag}`, "Sat, 21 Nov 2026 12:00:00 GMT", "*"])
      expect(await statusWith({ "if-range": other })).toEqual([200, 1000])
    expect(await statusWith({ "if-range": '"other"', range: "bytes=1000-" })).toEqual([200, 1000])
    expect(await statusWith({ "if-none-match": etag })).toEqual([304, 0])
    expect(await statusWith({ "if-none-match": '"other"' })).toEqual([206, 10])
  })

  it("whose bytes are gone is an error before the answer begins", async () => {
    const file = await stored()
    const url = local(String(file["file_url"]))
    const { objectStore } = portsOf(world.symbolon)
    await objectStore?.remove(url.slice("/files/primary/".length))
    expect((await world.send(url)).status).toBe(500)
    expect((await world.send(url, { method: "HEAD" })).status).toBe(500)
  })
  it("that is private needs its signed URL, for 15 minutes", async () => {
    const file = await stored({ type: "application/json", bytes: Buffer.from('{"a":1}') })
    const url = String(file["file_url"])
    expect(await (await get(url)).text()).toBe('{"a":1}')
    expect((await get(url.replace(/\?.*/, ""))).status).toBe(404)
    expect((await get(`${url}x`)).status).toBe(404)
    await world.symbolon.testClock?.moveTo(new Date(world.symbolon.clock.now().getTime() + 901_000))
    expect((await get(url)).status).toBe(404)
  })

  it.each([
    "/files/primary/2026/11/nothing",
    "/files/other/2026/11/x",
    "/files/primary/..%2f..%2fsigning-key",
  ])("is not at %s", async (path) => {
    expect((await world.send(path)).status).toBe(404)
  })
})

describe("files and uploads of others", () => {
  it("look like those that are not there", async () => {
    const path = await upload()
    const { slug } = await stored()
    const token = await world.tokenFor(scopesFor("user"), { userUuid: world.ada.uuid })
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const answerTo = async (method: string, at: string) => {
      const answer = await world.send(at, {
        method,
        headers,
        ...(method === "PATCH" ? { body: "{}" } : {}),
      })
      const body = (await answer.json()) as Readonly<Record<string, unknown>>
      return [answer.status, { ...body, request_id: "" }]
    }
    const absent = "01994f3e-7c00-7000-8000-000000000001"
    for (const method of ["PATCH", "DELETE"])
      expect(await answerTo(method, path)).toEqual(
        await answerTo(method, `/api/v1/files/uploads/${absent}`),
      )
    expect(await answerTo("GET", `/api/v1/files/${String(slug)}`)).toEqual(
      await answerTo("GET", "/api/v1/files/there-is-none"),
    )
    expect((await answerTo("GET", "/api/v1/files/there-is-none"))[0]).toBe(404)
  })

  it("differ from an own upload whose scope the token lacks: 403 names the scope", async () => {
    const path = await upload()
    const organization = world.club.uuid
    const bare = await world.tokenFor(["file:read"], { organization })
    const patch = { method: "PATCH", body: "{}" }
    const sent = (token: string, init: RequestInit) =>
      world.send(path, {
        ...init,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      })
    const scope = "upload:organization:write"
    for (const init of [patch, { method: "DELETE" }])
      expect(await readBody(await sent(bare, init), 403)).toMatchObject({ details: { scope } })
    const stranger = await world.tokenFor(["file:read"], { userUuid: world.ada.uuid })
    for (const init of [patch, { method: "DELETE" }])
      await readBody(await sent(stranger, init), 404)
    const good = await world.tokenFor([scope], { organization })
    await readBody(await sent(good, patch), 200)
  })
})

describe("lists of files", () => {
  it("begin with the oldest", async () => {
    const [first, second] = [await stored(), await stored()]
    const { items } = await readBody(
      await world.call("GET", `/api/v1/organizations/${world.club.slug}/files?page_size=100`),
      200,
    )
    const uuids = items.map(({ uuid }) => uuid)
    expect(uuids.indexOf(String(first["uuid"]))).toBeLessThan(uuids.indexOf(String(second["uuid"])))
  })
})

describe("files of a user", () => {
  it("are the user's own", async () => {
    const token = await world.tokenFor(scopesFor("user"))
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const started = await readBody(
      await world.send("/api/v1/files/uploads", {
        method: "POST",
        headers,
        body: JSON.stringify({
          owner_type: "user",
          owner_uuid: world.owner.uuid,
          file_name: "me.png",
          content_type: "image/png",
          size_in_bytes: 100,
        }),
      }),
      201,
    )
    await put(String(started["upload_url"]), png(), "image/png")
    const path = `/api/v1/files/uploads/${String(started["upload_id"])}`
    const patch = { method: "PATCH", headers, body: "{}" }
    const file = await readBody(await world.send(path, patch), 200)
    const own = `/api/v1/users/${world.owner.uuid}/files`
    expect(await readBody(await world.send(own, { headers }), 200)).toMatchObject({
      total_items: 1,
    })
    const deletion = { method: "DELETE", headers }
    await readBody(await world.send(`${own}/${String(file["uuid"])}`, deletion), 200)
    expect(await readBody(await world.send(own, { headers }), 200)).toMatchObject({
      total_items: 0,
    })
  })
})
