import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { createSymbolon } from "../../src/create-symbolon.ts"
import { type S3Options, s3Files } from "../../src/foundation/system/s3/s3-files.ts"
import { openMemory } from "../../src/memory/index.ts"
import { memoryKeyVault } from "../../src/testing/index.ts"
import { bytesIn } from "./object-store.suite.ts"

const key = "2026/11/01900000-0000-7000-8000-000000000001"
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

type Respond = (asked: IncomingMessage, response: ServerResponse) => void

/** A store whose server answers one request after the other with these; the last one goes on. */
const storeThatHears = async (responds: readonly Respond[], options: Partial<S3Options> = {}) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const respond = responds[Math.min(asked.length, responds.length - 1)]
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    respond?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, store: s3Files({ ...keys, endpoint, pathStyle: true, ...options }) }
}

const keys = {
  region: "eu-central-1",
  bucket: "club-files",
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "not-a-secret",
}

const xml =
  (body: string, status = 200): Respond =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/xml" }).end(body)
const error = (code: string, status: number) => xml(`<Error><Code>${code}</Code></Error>`, status)
const silence: Respond = () => undefined
const sized =
  (size: number): Respond =>
  (_, response) =>
    response.writeHead(200, { "content-length": String(size) }).end()
const absent: Respond = (_, response) => response.writeHead(404).end()

const isAway = { name: "StorageUnavailable", store: "files" }
const completion = { key, token: "t", sizeInBytes: 10, parts: undefined }
const tenBytes = xml(
  '<ListPartsResult><Part><PartNumber>1</PartNumber><ETag>"ab"</ETag><Size>10</Size></Part></ListPartsResult>',
)

describe("an S3 server that cannot answer", () => {
  it("is asked three times, then the store is unavailable", async () => {
    const { asked, store } = await storeThatHears([error("SlowDown", 503)])
    await expect(store.find(key)).rejects.toMatchObject(isAway)
    expect(asked).toHaveLength(3)
  })

  it("is asked again, and its answer counts", async () => {
    const { store } = await storeThatHears([error("SlowDown", 503), sized(7)])
    expect(await store.find(key)).toEqual({ key, sizeInBytes: 7 })
  })

  it("is not waited for when it is silent", async () => {
    const { store } = await storeThatHears([silence], { timeoutMs: 100 })
    await expect(store.find(key)).rejects.toMatchObject(isAway)
  })

  it("is unavailable when it falls silent or breaks off in the middle of an object", async () => {
    const half = (then: (response: ServerResponse) => void): Respond => {
      return (_, response) => {
        response.writeHead(200, { "content-length": "10" }).write("12345", () => then(response))
      }
    }
    for (const then of [() => undefined, (response: ServerResponse) => response.destroy()]) {
      const { store } = await storeThatHears([half(then)], { timeoutMs: 200 })
      await expect(bytesIn(store, key)).rejects.toMatchObject(isAway)
    }
  })

  it("is an outage to callers of the core, and no fault of theirs", async () => {
    const { store } = await storeThatHears([error("InternalError", 500)])
    const symbolon = await createSymbolon({
      storage: openMemory(),
      vault: memoryKeyVault(new Uint8Array(32).fill(7)),
      objectStore: store,
    })
    const { user } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
    const owner = { ownerType: "user", ownerUuid: user.uuid } as const
    const file = { fileName: "a.png", contentType: "image/png", sizeInBytes: 10 }
    await expect(symbolon.files.startUpload({ ...owner, ...file })).rejects.toMatchObject({
      _tag: "Unavailable",
      message: expect.stringContaining("file store"),
    })
    await symbolon.close()
  })
})

describe("a completion that S3 answers with 200", () => {
  it.each([
    ["InvalidPart", "part"],
    ["InvalidPartOrder", "order"],
    ["EntityTooSmall", "small"],
  ])("and the error %s is refused", async (code, problem) => {
    const { store } = await storeThatHears([absent, tenBytes, error(code, 200)])
    expect(await store.complete(completion)).toBe(problem)
  })

  it("and an internal error is asked for again", async () => {
    const done = xml("<CompleteMultipartUploadResult/>")
    const { asked, store } = await storeThatHears([
      absent,
      tenBytes,
      error("InternalError", 200),
      done,
      xml("<CopyObjectResult/>"),
      sized(10),
      done,
    ])
    expect(await store.complete(completion)).toBeUndefined()
    expect(asked.map((each) => each.split(" ")[0])).toEqual(
      "HEAD GET POST POST PUT HEAD DELETE".split(" "),
    )
  })

  it("is taken up where an earlier call broke off: the parts are joined, but not copied", async () => {
    const { asked, store } = await storeThatHears([
      absent,
      error("NoSuchUpload", 404),
      sized(10),
      xml("<CopyObjectResult/>"),
      sized(10),
      xml(""),
    ])
    expect(await store.complete(completion)).toBeUndefined()
    expect(asked[3]).toBe(`PUT /club-files/objects/${key}`)
  })

  it("is not believed when the copy has another size", async () => {
    const done = xml("<CompleteMultipartUploadResult/>")
    const { store } = await storeThatHears([
      absent,
      tenBytes,
      done,
      xml("<CopyObjectResult/>"),
      sized(9),
    ])
    expect(await store.complete(completion)).toBe("size")
  })

  it("is a failure when it says something unknown", async () => {
    const { store } = await storeThatHears([absent, tenBytes, error("AccessDenied", 403)])
    await expect(store.complete(completion)).rejects.toThrow("AccessDenied")
  })
})

describe("a list of S3", () => {
  const page = (name: string, next: string) =>
    xml(
      `<ListBucketResult><IsTruncated>${next !== ""}</IsTruncated><Contents><Key>objects/2026/11/${name}</Key><LastModified>2026-11-01T00:00:00.000Z</LastModified><Size>3</Size></Contents><Contents><Key>objects/other</Key></Contents><NextContinuationToken>${next}</NextContinuationToken></ListBucketResult>`,
    )
  const [one, two] = [
    "01900000-0000-7000-8000-000000000001",
    "01900000-0000-7000-8000-000000000002",
  ]
  const all = async (list: AsyncIterable<{ readonly key: string }>) => {
    const found: string[] = []
    for await (const object of list) found.push(object.key)
    return found
  }

  it("is read to its last page, and has files alone", async () => {
    const { asked, store } = await storeThatHears([page(one, "more"), page(two, "")])
    expect(await all(store.list(new Date()))).toEqual([`2026/11/${one}`, `2026/11/${two}`])
    expect(asked[1]).toContain("continuation-token=more")
  })

  it("that names the same page again is no list", async () => {
    const { store } = await storeThatHears([page(one, "more")])
    await expect(all(store.list(new Date()))).rejects.toThrow("no next page")
  })
})

describe("a URL of a bucket", () => {
  const target = {
    key,
    token: "upload",
    contentType: "image/png",
    sizeInBytes: 10,
    part: undefined,
    now: new Date("2030-01-01T00:00:00.000Z"),
    expiresAt: new Date("2030-01-01T00:15:00.000Z"),
    baseUrl: "http://symbolon.test",
  }

  it("signs length and type, and is valid as long as by the service's clock", async () => {
    const store = s3Files({ ...keys, endpoint: "https://s3.example" })
    const url = new URL(await store.uploadUrl(target))
    expect(url.host).toBe("club-files.s3.example")
    expect(url.pathname).toBe(`/incoming/${key}`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      "X-Amz-SignedHeaders": "content-length;content-type;host",
      "X-Amz-Expires": "900",
      partNumber: "1",
      uploadId: "upload",
    })
  })

  it("has the bucket in its path where the server wants that", async () => {
    const store = s3Files({ ...keys, endpoint: "http://127.0.0.1:9/s3/", pathStyle: true })
    const url = new URL(await store.uploadUrl(target))
    expect(url.pathname).toBe(`/s3/club-files/incoming/${key}`)
  })

  it.each(["../secret", "2026/11/../../../secret", ""])("is made for no key %j", async (wrong) => {
    const store = s3Files({ ...keys, endpoint: "https://s3.example" })
    await expect(async () => store.uploadUrl({ ...target, key: wrong })).rejects.toThrow(
      "names nothing",
    )
    await expect(async () => store.read(wrong)).rejects.toThrow("names nothing")
  })
})
