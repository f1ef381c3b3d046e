import { createReadStream } from "node:fs"
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { PassThrough, Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, gzipSync } from "node:zlib"
import { createSymbolon, localFiles, type Symbolon } from "@symbolon/core"
import { scopesFor } from "@symbolon/core/contract"
import { openMemory } from "@symbolon/core/memory"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"
import { createHandler } from "@symbolon/http-server"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { png } from "../../core/test/fixtures/files.ts"
import {
  Client,
  clientCredentials,
  type Fetch,
  isApiError,
  type UploadInput,
  type UploadSource,
  type UploadState,
} from "../src/index.ts"
import { failureOf } from "./server.ts"

const mebibyte = 1024 * 1024
const partBytes = 5 * mebibyte

const server = createServer((request, response) => handler.listener(request, response))
let handler: ReturnType<typeof createHandler>
let symbolon: Symbolon
let folder: string
let owner: UploadInput
let connect: (fetch?: Fetch) => Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "symbolon-uploads-"))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  symbolon = await createSymbolon({
    storage: openMemory(),
    vault: memoryKeyVault(new Uint8Array(32)),
    testClock: testClock("2026-11-21T10:00:00.000Z"),
    baseUrl,
    objectStore: await localFiles(join(folder, "store")),
    files: { partBytes },
  })
  handler = createHandler({ symbolon, limits: "off" })
  const { user } = await symbolon.users.create({ username: "olga", firstName: "Olga" })
  const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: user.uuid })
  owner = { owner_type: "organization", owner_uuid: club.uuid }
  const { client, clientSecret = "" } = await symbolon.apps.create({
    organization: club.slug,
    name: "Tests",
    clientType: "confidential",
    grantTypes: ["client_credentials"],
    scopes: scopesFor("client"),
    serviceRole: "owner",
    isFirstParty: true,
  })
  const auth = clientCredentials({ clientId: client.clientId, clientSecret })
  connect = (given = fetch) =>
    new Client({
      baseUrl,
      auth,
      fetch: given,
      retry: { firstWaitMs: 1 },
      headers: { "x-gateway-key": "ours alone" },
    })
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await handler.close()
  await symbolon.close()
  await rm(folder, { recursive: true, force: true })
})

/** Bytes of which no two parts are the same. */
const bytesOf = (length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length)
  for (let i = 0; i < length; i += 97) bytes[i] = (i / 97) % 251
  return bytes
}
const large = bytesOf(2 * partBytes + 12_345)
const data = { file_name: "season.bin", content_type: "application/octet-stream" }

/** A stream of chunks that fit no part, and how many bytes were asked of it so far. */
const streamOf = (bytes: Uint8Array, chunk = 300_001) => {
  const seen = { read: 0, reason: undefined as unknown }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (seen.read >= bytes.length) return controller.close()
        controller.enqueue(bytes.subarray(seen.read, seen.read + chunk))
        seen.read += chunk
      },
      cancel: (reason) => void (seen.reason = reason),
    },
    { highWaterMark: 0 },
  )
  return { stream, seen }
}

async function* generated(bytes: Uint8Array) {
  for (let from = 0; from < bytes.length; from += 70_001) yield bytes.subarray(from, from + 70_001)
}

const sharedBytes = (bytes: Uint8Array): Uint8Array => {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

const stored = async (url: string | null): Promise<Uint8Array> => {
  const answer = await fetch(url ?? "")
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

/** The uploads that the store keeps something of. */
const pending = (): Promise<readonly string[]> => readdir(join(folder, "store", "incoming"))

type Fault = (part: number, attempt: number) => Promise<Response | undefined> | Response | undefined

/** A `fetch` that notes which parts were sent, and answers some by itself. */
const watching = (fault: Fault = () => undefined) => {
  const puts: number[] = []
  const headers: Headers[] = []
  let running = 0
  const most = { running: 0 }
  const watched: Fetch = async (url, init) => {
    if (init.method !== "PUT") return fetch(url, init)
    const part = Number(new URL(url).pathname.split("/").at(-1))
    puts.push(part)
    headers.push(new Headers(init.headers))
    running += 1
    most.running = Math.max(most.running, running)
    try {
      const attempt = puts.filter((each) => each === part).length
      return (await fault(part, attempt)) ?? (await fetch(url, init))
    } finally {
      running -= 1
    }
  }
  return { client: connect(watched), puts, headers, most }
}

describe("a file", () => {
  it("is uploaded from a path, with its name and the type of its ending", async () => {
    const path = join(folder, "Pier.PNG")
    await writeFile(path, png(3, 2, 5_000))
    const file = await connect().files.upload(path, owner)
    expect(file).toMatchObject({
      file_name: "Pier.PNG",
      content_type: "image/png",
      size_in_bytes: 5_000,
    })
    expect(await stored(file.file_url)).toEqual(new Uint8Array(png(3, 2, 5_000)))
  })

  it("is uploaded from a Blob or a File, without the client's token and headers", async () => {
    const { client, headers } = watching()
    const file = new File(["a;b\n"], "list.csv", { type: "text/csv;charset=utf-8" })
    const made = await client.files.upload(file, owner)
    expect(made).toMatchObject({ file_name: "list.csv", content_type: "text/csv" })
    expect(await stored(made.file_url)).toEqual(new TextEncoder().encode("a;b\n"))
    const names = headers.flatMap((each) => [...each.keys()])
    expect(names).toContain("content-type")
    expect(names).not.toContain("authorization")
    expect(names).not.toContain("x-gateway-key")
  })

  it.each<readonly [string, (path: string) => UploadSource, number]>([
    ["a path", (path) => path, 3],
    ["a Blob", () => new Blob([large]), 3],
    ["a stream", () => streamOf(large).stream, 3],
    ["a stream, one at a time", () => streamOf(large).stream, 1],
    ["a Uint8Array", () => large, 3],
    ["a Buffer", () => Buffer.from(large), 3],
  ])("is uploaded in parts from %s", async (_, source, parallelParts) => {
    const path = join(folder, "season.bin")
    await writeFile(path, large)
    const { client, puts, most } = watching()
    const sent: number[] = []
    const file = await client.files.upload(
      source(path),
      { ...owner, ...data, size_in_bytes: large.length },
      {
        parallelParts,
        onProgress: ({ sentBytes, totalBytes }) => {
          expect(totalBytes).toBe(large.length)
          sent.push(sentBytes)
        },
      },
    )
    expect(puts).toEqual([1, 2, 3])
    expect(most.running).toBe(parallelParts)
    expect([sent.length, sent[0], sent.at(-1)]).toEqual([4, 0, large.length])
    expect(sent).toEqual([...new Set(sent)].sort((a, b) => a - b))
    expect(Buffer.from(large).equals(await stored(file.file_url))).toBe(true)
  })

  it.each<readonly [string, (path: string) => UploadSource]>([
    ["memory that is shared", () => sharedBytes(large)],
    ["a stream of Node", (path) => createReadStream(path)],
    ["a stream of Node, converted", (path) => Readable.toWeb(createReadStream(path))],
    ["a pipe of Node", () => Readable.from([gzipSync(large)]).pipe(createGunzip())],
    ["the body of an answer", () => new Response(large).body ?? ""],
    ["an async generator", () => generated(large)],
  ])("is uploaded in parts from %s", async (_, source) => {
    const path = join(folder, "season.bin")
    await writeFile(path, large)
    const { client, puts } = watching()
    const input = { ...owner, ...data, size_in_bytes: large.length }
    const file = await client.files.upload(source(path), input)
    expect(puts).toEqual([1, 2, 3])
    expect(Buffer.from(large).equals(await stored(file.file_url))).toBe(true)
  })

  it("is never whole in memory: a stream is not read ahead of the parts under way", async () => {
    const { stream, seen } = streamOf(bytesOf(4 * partBytes))
    const read: number[] = []
    const { client, puts } = watching(async (part) => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      read.push(seen.read - part * partBytes)
      return undefined
    })
    const input = { ...owner, ...data, size_in_bytes: 4 * partBytes }
    await client.files.upload(stream, input, { parallelParts: 2 })
    expect(puts).toHaveLength(4)
    expect(Math.max(...read)).toBeLessThan(partBytes + 300_001)
  })
})

describe("a part", () => {
  it("is sent again when its answer is lost or the server is busy, and no other part is", async () => {
    const { client, puts } = watching((part, attempt) => {
      if (part === 2 && attempt === 1) throw new TypeError("the connection broke")
      return part === 2 && attempt === 2 ? new Response("", { status: 503 }) : undefined
    })
    const file = await client.files.upload(new Blob([large]), { ...owner, ...data })
    expect(puts.toSorted((a, b) => a - b)).toEqual([1, 2, 2, 2, 3])
    expect(Buffer.from(large).equals(await stored(file.file_url))).toBe(true)
  })

  it("that is refused ends the upload, which is abandoned, and the stream", async () => {
    const { client } = watching((part) =>
      part === 2 ? new Response("", { status: 403 }) : undefined,
    )
    const { stream, seen } = streamOf(large)
    const before = await pending()
    const failure = await failureOf(
      client.files.upload(
        stream,
        { ...owner, ...data, size_in_bytes: large.length },
        { parallelParts: 1 },
      ),
    )
    expect(failure).toMatchObject({ status: 403, operation: "PUT upload_url" })
    expect(seen.reason).toBe(failure)
    await vi.waitFor(async () => expect(await pending()).toEqual(before))
  })
})

describe("an upload", () => {
  const failAt = (last: number) =>
    watching((part) => (part === last ? new Response("", { status: 403 }) : undefined)).client

  it.each<readonly [string, () => UploadSource]>([
    ["a Blob", () => new Blob([large])],
    ["a stream", () => streamOf(large).stream],
    ["a Buffer", () => Buffer.from(large)],
    ["a stream of Node", () => Readable.from(generated(large))],
  ])("of %s is resumed from what was saved", async (_, source) => {
    const input = { ...owner, ...data, size_in_bytes: large.length }
    let saved = ""
    let saving = 0
    const save = async (state: UploadState): Promise<void> => {
      expect(++saving).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      saved = JSON.stringify(state)
      saving -= 1
    }
    const options = { save, parallelParts: 1 }
    expect(await failureOf(failAt(3).files.upload(source(), input, options))).toMatchObject({
      status: 403,
    })
    const resume = JSON.parse(saved) as UploadState
    expect(resume.sent.map(({ part_number }) => part_number)).toEqual([1, 2])
    const { client, puts } = watching()
    const sent: number[] = []
    const file = await client.files.upload(source(), input, {
      resume,
      onProgress: ({ sentBytes }) => sent.push(sentBytes),
    })
    expect(puts).toEqual([3])
    expect(sent).toEqual([2 * partBytes, large.length])
    expect(file.uuid).toBe(resume.upload.upload_id)
    expect(Buffer.from(large).equals(await stored(file.file_url))).toBe(true)
  })

  it("is resumed with a source of the same size alone", async () => {
    let resume: UploadState | undefined
    const save = (state: UploadState): void => void (resume = state)
    const input = { ...owner, ...data }
    await failureOf(failAt(1).files.upload(new Blob([large]), input, { save }))
    const other = new Blob([large.subarray(1)])
    expect(await failureOf(connect().files.upload(other, input, { resume }))).toBeInstanceOf(
      TypeError,
    )
  })

  it("that is aborted rejects with the reason and is abandoned", async () => {
    const controller = new AbortController()
    const reason = new Error("the user went away")
    const before = await pending()
    const { client, puts } = watching(async (part) => {
      if (part !== 2) return undefined
      controller.abort(reason)
      return new Promise(() => {})
    })
    const upload = client.files.upload(
      new Blob([large]),
      { ...owner, ...data },
      { signal: controller.signal, parallelParts: 1 },
    )
    expect(await failureOf(upload)).toBe(reason)
    expect(puts).toEqual([1, 2])
    await vi.waitFor(async () => expect(await pending()).toEqual(before))
    expect(await failureOf(client.files.upload("x", owner, { signal: controller.signal }))).toBe(
      reason,
    )
  })

  it("that is aborted destroys a stream of Node, also while a chunk of it is awaited", async () => {
    const controller = new AbortController()
    const reason = new Error("the user went away")
    const before = await pending()
    const stream = new PassThrough()
    stream.write(large.subarray(0, 1_000))
    const input = { ...owner, ...data, size_in_bytes: large.length }
    const options = { signal: controller.signal, onProgress: () => controller.abort(reason) }
    expect(await failureOf(connect().files.upload(stream, input, options))).toBe(reason)
    expect(stream.destroyed).toBe(true)
    await vi.waitFor(async () => expect(await pending()).toEqual(before))

    const silent = new PassThrough()
    const waiting = connect().files.upload(silent, input, { signal: AbortSignal.timeout(20) })
    expect(await failureOf(waiting)).toMatchObject({ name: "TimeoutError" })
    expect(silent.destroyed).toBe(true)
  })

  it("that is refused at its start destroys a stream of Node", async () => {
    const stream = Readable.from(generated(large))
    const input = { ...owner, ...data, owner_uuid: "none", size_in_bytes: large.length }
    expect(isApiError(await failureOf(connect().files.upload(stream, input)))).toBe(true)
    expect(stream.destroyed).toBe(true)
  })

  it("of a stream of Node that fails rejects with its error, at its start before any request", async () => {
    const input = { ...owner, ...data, size_in_bytes: large.length }
    const requests = vi.fn<Fetch>()
    expect(
      await failureOf(connect(requests).files.upload(createReadStream("no/such.png"), input)),
    ).toMatchObject({ code: "ENOENT" })
    expect(requests).not.toHaveBeenCalled()

    const before = await pending()
    const broken = new PassThrough()
    const piping = pipeline(async function* () {
      yield large.subarray(0, partBytes)
      throw new Error("the disk broke")
    }, broken).catch(() => {})
    expect(
      await failureOf(connect().files.upload(broken, input, { parallelParts: 1 })),
    ).toMatchObject({ message: "the disk broke" })
    await piping
    await vi.waitFor(async () => expect(await pending()).toEqual(before))
  })

  it.each<readonly [string, () => unknown, string]>([
    ["a Promise", () => Promise.resolve(new Blob(["x"])), "of the class Promise"],
    ["a Response", () => new Response("x"), "of the class Response"],
    ["an ArrayBuffer", () => new ArrayBuffer(1), "of the class ArrayBuffer"],
    ["other numbers", () => new Uint16Array(1), "of the class Uint16Array"],
    ["an object", () => ({ path: "x" }), "an object"],
    ["nothing", () => undefined, "undefined"],
    ["null", () => null, "null"],
    ["a number", () => 5, "a number"],
  ])("of %s is a TypeError that says what to pass", async (_, source, words) => {
    const requests = vi.fn<Fetch>()
    const upload = connect(requests).files.upload(source() as UploadSource, { ...owner, ...data })
    const failure = await failureOf(upload)
    expect(failure).toBeInstanceOf(TypeError)
    expect(String(failure)).toMatch(/a path, a Blob or File, a Uint8Array, .* stream of Node/)
    expect(String(failure)).toContain(`and is ${words}`)
    expect(requests).not.toHaveBeenCalled()
  })

  it.each<readonly [string, () => unknown]>([
    ["of Node with an encoding", () => Readable.from(["text"], { encoding: "utf8" })],
    ["of the web", () => new Response("x").body?.pipeThrough(new TextDecoderStream())],
  ])("of a stream %s that gives texts is a TypeError", async (_, source) => {
    const requests = vi.fn<Fetch>()
    const input = { ...owner, ...data, size_in_bytes: 4 }
    const failure = await failureOf(connect(requests).files.upload(source() as UploadSource, input))
    expect(failure).toBeInstanceOf(TypeError)
    expect(String(failure)).toContain("a chunk of it is a string")
    expect(requests).not.toHaveBeenCalled()
  })

  it("of bytes of another type is refused as the server says", async () => {
    const html = new File(["<!doctype html>"], "x.png", { type: "image/png" })
    expect(await failureOf(connect().files.upload(html, owner))).toMatchObject({
      code: "validation_error",
      errors: { content_type: expect.any(String) },
    })
  })

  it.each<readonly [string, () => UploadSource, Partial<UploadInput>, string]>([
    ["a stream of Node without a size", () => Readable.from([]), data, "size_in_bytes"],
    ["a Buffer without a type", () => Buffer.from("x"), { file_name: "x" }, "content_type"],
    ["a stream without a size", () => streamOf(large).stream, data, "size_in_bytes"],
    ["a Blob without a name", () => new Blob(["x"], { type: "text/plain" }), {}, "file_name"],
    ["a File without a type", () => new File(["x"], "x"), {}, "content_type"],
    ["a short stream", () => streamOf(bytesOf(9)).stream, { ...data, size_in_bytes: 10 }, "less"],
    ["a long stream", () => streamOf(bytesOf(11)).stream, { ...data, size_in_bytes: 10 }, "more"],
    [
      "a stream with a chunk too many",
      () => streamOf(bytesOf(11), 10).stream,
      { ...data, size_in_bytes: 10 },
      "more",
    ],
  ])("of %s is a TypeError", async (_, source, input, word) => {
    const { client, puts } = watching()
    const failure = await failureOf(client.files.upload(source(), { ...owner, ...input }))
    expect(failure).toBeInstanceOf(TypeError)
    expect(String(failure)).toContain(word)
    expect(puts).toEqual([])
  })

  it("of a path that cannot be read is an error of this package, which names the path", async () => {
    const { client, puts } = watching()
    const failure = await failureOf(client.files.upload("no/such/pier.png", owner))
    expect(isApiError(failure, "source_unreadable")).toBe(true)
    expect(failure).toMatchObject({
      message: `There is no file ${resolve("no/such/pier.png")}. Nothing was uploaded.`,
      details: { path: "no/such/pier.png" },
      outcome: "refused",
      cause: expect.any(Error),
    })
    expect(puts).toEqual([])
  })

  it("of a directory, or of a file that may not be read, says so", async () => {
    const upload = (path: string) => failureOf(connect().files.upload(path, { ...owner, ...data }))
    expect(await upload(folder)).toMatchObject({
      code: "source_unreadable",
      message: `${folder} is a directory, not a file. Nothing was uploaded.`,
    })
    if (process.getuid?.() === 0) return
    const secret = join(folder, "secret.png")
    await writeFile(secret, "x")
    await chmod(secret, 0)
    expect(await upload(secret)).toMatchObject({
      message: `Could not read ${secret}: permission denied. Nothing was uploaded.`,
    })
  })

  it("of a path needs a file system", async () => {
    vi.spyOn(process, "getBuiltinModule").mockReturnValueOnce(undefined as never)
    expect(String(await failureOf(connect().files.upload("pier.png", owner)))).toContain(
      "no file system",
    )
  })
})
