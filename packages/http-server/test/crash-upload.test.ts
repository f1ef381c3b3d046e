import type { ChildProcess } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm, truncate } from "node:fs/promises"
import { type ClientRequest, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createSymbolon, localFiles, localKeyVault } from "@symbolon/core"
import { testClock } from "@symbolon/core/testing"
import { openSqlite } from "@symbolon/storage-sqlite"
import { expect, it, vi } from "vitest"
import type { Bootstrap } from "../src/demo/bootstrap.ts"
import { clientOf, serve } from "./fixtures/spawned-server.ts"

const mebibyte = 1024 * 1024
const type = "application/octet-stream"
const bytes = randomBytes(12 * mebibyte)
const partBytes = 5 * mebibyte
/** A part as an upload that was started names it. */
interface UploadPart {
  readonly part_number: number
  readonly upload_url: string
  readonly size_in_bytes: number
}

const flags = [`--files-part-bytes=${partBytes}`]

it("a server that is killed in an upload, in a part and in a completion shows no half of a file, and leaves nothing behind the sweep", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "symbolon-crash-upload-"))
  const servers: ChildProcess[] = []
  const start = async () => {
    const started = await serve(dataDir, flags)
    servers.push(started.server)
    const bootstrap = JSON.parse(
      await readFile(join(dataDir, "bootstrap.json"), "utf8"),
    ) as Bootstrap
    return { ...started, bootstrap, client: clientOf(started.baseUrl, bootstrap) }
  }
  type Started = Awaited<ReturnType<typeof start>>
  const begin = ({ client, bootstrap }: Started, size: number) =>
    client.files.startUpload({
      owner_type: "organization",
      owner_uuid: bootstrap.organization.uuid,
      file_name: "log.bin",
      content_type: type,
      size_in_bytes: size,
    })
  const visible = async ({ client, bootstrap }: Started) =>
    (await client.organizations.listFiles(bootstrap.organization.slug)).items
  const kill = async ({ server }: Started, signal: NodeJS.Signals = "SIGKILL") => {
    server.kill(signal)
    await once(server, "exit")
  }
  /** The half of a body is on the disk of the server. */
  const draftsGrow = () =>
    vi.waitFor(
      async () => expect((await readdir(join(dataDir, "files/drafts"))).length).toBeGreaterThan(0),
      { timeout: 20_000, interval: 10 },
    )
  try {
    // In the body of a file in one request, and in that of a part.
    const first = await start()
    const single = await begin(first, 100_000)
    const multi = await begin(first, bytes.length)
    const parts = multi.parts ?? []
    const urls = [String(single.upload_url), String(parts[0]?.upload_url)]
    const halves = [half(urls[0] ?? "", 100_000), half(urls[1] ?? "", partBytes)]
    await draftsGrow()
    await kill(first)
    for (const each of halves) each.destroy()

    // The URLs name the address of the server that is gone.
    const second = await start()
    const moved = (url: string) => url.replace(first.baseUrl, second.baseUrl)
    expect(await visible(second)).toEqual([])
    await expect(second.client.files.completeUpload(single.upload_id)).rejects.toMatchObject({
      status: 409,
    })
    const etags: { part_number: number; etag: string }[] = []
    for (const { part_number, upload_url, size_in_bytes } of parts) {
      const from = (part_number - 1) * partBytes
      const body = bytes.subarray(from, from + size_in_bytes)
      const reply = await fetch(moved(upload_url), {
        method: "PUT",
        body,
        headers: { "content-type": type },
      })
      expect(reply.status).toBe(200)
      etags.push({ part_number, etag: reply.headers.get("etag") ?? "" })
    }

    // In the completion, at moments that nobody chose.
    let running = second
    for (let n = 0; n < 3; n += 1) {
      const completing = running.client.files
        .completeUpload(multi.upload_id, { parts: etags })
        .catch(() => undefined)
      if (n > 0) await draftsOr(dataDir)
      await kill(running)
      await completing
      running = await start()
      for (const { size_in_bytes } of await visible(running))
        expect(size_in_bytes).toBe(bytes.length)
    }
    const file = await running.client.files.completeUpload(multi.upload_id, { parts: etags })
    const served = await fetch(String(file.file_url).replace(first.baseUrl, running.baseUrl))
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await visible(running)).map(({ uuid }) => uuid)).toEqual([file.uuid])
    await kill(running, "SIGTERM")

    expect(await sweptOf(dataDir)).toMatchObject({ checked: 1, faults: [] })
    for (const folder of ["incoming", "drafts"])
      expect(await readdir(join(dataDir, "files", folder))).toEqual([])
    const objects = await readdir(join(dataDir, "files/objects"), {
      recursive: true,
      withFileTypes: true,
    })
    expect(objects.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([file.uuid])
  } finally {
    for (const server of servers) server.kill("SIGKILL")
    await rm(dataDir, { recursive: true, force: true })
  }
}, 120_000)

it("a part that a power failure cut short is refused at completion, and is sent again", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "symbolon-damaged-part-"))
  const { server, baseUrl } = await serve(dataDir, flags)
  try {
    const bootstrap = JSON.parse(
      await readFile(join(dataDir, "bootstrap.json"), "utf8"),
    ) as Bootstrap
    const { files } = clientOf(baseUrl, bootstrap)
    const { upload_id, parts } = await files.startUpload({
      owner_type: "organization",
      owner_uuid: bootstrap.organization.uuid,
      file_name: "log.bin",
      content_type: type,
      size_in_bytes: bytes.length,
    })
    const send = async ({ part_number, upload_url, size_in_bytes }: UploadPart) => {
      const from = (part_number - 1) * partBytes
      const body = bytes.subarray(from, from + size_in_bytes)
      const headers = { "content-type": type }
      const reply = await fetch(upload_url, { method: "PUT", body, headers })
      return { part_number, etag: reply.headers.get("etag") ?? "" }
    }
    const named: Awaited<ReturnType<typeof send>>[] = []
    for (const part of parts ?? []) named.push(await send(part))
    const [token = ""] = await readdir(join(dataDir, "files/incoming"))
    const lost = named.length
    await truncate(join(dataDir, "files/incoming", token, String(lost)), 0)
    const complete = () => files.completeUpload(upload_id, { parts: named })
    await expect(complete()).rejects.toMatchObject({ status: 422 })
    const part = parts?.[lost - 1]
    if (part === undefined) throw new Error("There are no parts.")
    expect(await send(part)).toEqual(named[lost - 1])
    const served = await fetch(String((await complete()).file_url))
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  } finally {
    server.kill("SIGKILL")
    await rm(dataDir, { recursive: true, force: true })
  }
}, 60_000)

/** Sends the half of a body, and leaves it at that. */
const half = (url: string, size: number): ClientRequest => {
  const headers = { "content-type": type, "content-length": size }
  const sending = request(url, { method: "PUT", headers, agent: false })
  sending.on("error", () => undefined)
  sending.write(bytes.subarray(0, size / 2))
  return sending
}

/** Waits until a completion writes, or has written. */
const draftsOr = (dataDir: string) =>
  vi.waitFor(
    async () => {
      const [drafts, objects] = await Promise.all(
        ["drafts", "objects"].map((name) =>
          readdir(join(dataDir, "files", name), { recursive: true }),
        ),
      )
      expect((drafts?.length ?? 0) + (objects?.length ?? 0)).toBeGreaterThan(0)
    },
    { timeout: 20_000, interval: 1 },
  )

/** Sweeps two days later, and checks what is left. */
const sweptOf = async (dataDir: string) => {
  const later = new Date(Date.now() + 2 * 86_400_000)
  const symbolon = await createSymbolon({
    storage: openSqlite({ file: join(dataDir, "symbolon.db") }),
    vault: await localKeyVault(join(dataDir, "vault.key")),
    baseUrl: "http://127.0.0.1:8080",
    objectStore: await localFiles(join(dataDir, "files")),
    testClock: testClock(later),
  })
  try {
    await symbolon.files.sweep({ strayBefore: later })
    expect(await symbolon.files.listStrays({})).toMatchObject({ count: 0 })
    return await symbolon.files.verify({})
  } finally {
    await symbolon.close()
  }
}
