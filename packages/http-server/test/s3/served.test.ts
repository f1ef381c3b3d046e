import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type S3Options, s3Files } from "@symbolon/core/s3-files"
import { openSqlite } from "@symbolon/storage-sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { png } from "../../../core/test/fixtures/files.ts"
import type { Bootstrap } from "../../src/demo/bootstrap.ts"
import { runIn } from "../fixtures/cli-run.ts"
import { clientOf, serve } from "../fixtures/spawned-server.ts"
import { makeBucket, openS3Server } from "./bucket.ts"
import type { S3Server } from "./swift.ts"

let swift: S3Server
let cwd: string
let bucket: S3Options
let flags: readonly string[]
beforeAll(async () => {
  swift = await openS3Server()
  cwd = await mkdtemp(join(tmpdir(), "symbolon-served-bucket-"))
  bucket = await makeBucket(swift, `symbolon-served-${process.pid}`)
  flags = [
    `--files-s3-endpoint=${bucket.endpoint}`,
    `--files-s3-region=${bucket.region}`,
    `--files-s3-bucket=${bucket.bucket}`,
    `--files-s3-access-key-id=${bucket.accessKeyId}`,
    `--files-s3-secret-access-key=${bucket.secretAccessKey}`,
    `--files-s3-path-style=${String(bucket.pathStyle ?? false)}`,
    "--files-part-bytes=5242880",
  ]
})
afterAll(async () => {
  await swift?.[Symbol.asyncDispose]()
  await rm(cwd, { recursive: true, force: true })
})

describe("a server with a bucket", () => {
  it("takes uploads there, whole and in parts, serves them, and writes nothing on its own disk", async () => {
    const data = join(cwd, "data")
    const { server, baseUrl } = await serve(data, flags)
    try {
      const bootstrap = JSON.parse(
        await readFile(join(data, "bootstrap.json"), "utf8"),
      ) as Bootstrap
      const client = clientOf(baseUrl, bootstrap)
      const owner = { owner_type: "organization", owner_uuid: bootstrap.organization.uuid } as const
      for (const bytes of [png(3, 2, 5000), png(3, 2, 12_000_000)]) {
        const file = await client.files.upload(new Blob([bytes as Uint8Array<ArrayBuffer>]), {
          ...owner,
          file_name: "pier.png",
          content_type: "image/png",
        })
        const reply = await fetch(String(file.file_url))
        expect(reply.status).toBe(200)
        expect(reply.headers.get("x-content-type-options")).toBe("nosniff")
        expect(new Uint8Array(await reply.arrayBuffer())).toEqual(new Uint8Array(bytes))
        const part = await fetch(String(file.file_url), { headers: { range: "bytes=1-4" } })
        expect(part.status).toBe(206)
        expect(new Uint8Array(await part.arrayBuffer())).toEqual(new Uint8Array(bytes.slice(1, 5)))
      }
      expect(await readdir(data)).not.toContain("files")
    } finally {
      server.kill("SIGTERM")
      await once(server, "exit")
    }
  })

  it("has its files listed, verified and swept by the commands of the operator", async () => {
    const data = join(cwd, "data")
    const run = runIn(() => cwd)
    const settings = `--data-dir data ${flags.slice(0, 6).join(" ")}`
    const read = async (command: string) => {
      const { code, out } = await run(`files ${command} ${settings} --json`)
      return { code, found: JSON.parse(out) }
    }
    const place = `bucket ${bucket.bucket}`
    expect(await run(`files verify ${settings}`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`^2 files have their bytes in ${place} .*\\.\n$`)),
    })
    const store = s3Files(bucket)
    const [lost, kept] = (await read("list")).found
    await store.remove(lost.storage_key)
    const stray = "2026/11/01900000-0000-7000-8000-0000000000fd"
    await store.put({ key: stray, contentType: "image/png", bytes: png(3, 2, 700) })
    const half = await halfUploaded(data)
    expect(await read("verify")).toMatchObject({
      code: 1,
      found: {
        store: expect.stringContaining(place),
        checked: 2,
        faults: [{ uuid: lost.uuid, found_bytes: null }],
        strays: { count: 1, size_in_bytes: 700, storage_keys: [stray] },
      },
    })
    // The stray is too young: a row may be about to name it.
    const swept = { cleared: 1, orphans: 0, leftovers: 0 }
    expect(await read("sweep")).toEqual({ code: 0, found: swept })
    expect(await read("sweep")).toEqual({ code: 0, found: { ...swept, cleared: 0 } })
    expect(await half.putAgain()).toBe(404)
    expect(await store.find(kept.storage_key)).toMatchObject({ key: kept.storage_key })
    expect(await store.find(stray)).toBeDefined()
  })

  it("is looked at by doctor", async () => {
    const run = runIn(() => cwd)
    const good = await run(`doctor --data-dir fresh --port 0 ${flags.slice(0, 6).join(" ")}`)
    expect(good.out).toMatch(/ok {6}files +bucket symbolon-served-/)
    const bad = await run(
      `doctor --data-dir fresh --port 0 ${flags.slice(0, 6).join(" ").replace("secret-access-key=", "secret-access-key=x")}`,
    )
    expect(bad.code).toBe(1)
    expect(bad.out).toMatch(/FAILED {2}files/)
  })
})

/** An upload of which one of two parts arrived, and whose time is over. */
const halfUploaded = async (data: string) => {
  const { server, baseUrl } = await serve(data, flags)
  const bootstrap = JSON.parse(await readFile(join(data, "bootstrap.json"), "utf8")) as Bootstrap
  const { uuid: owner_uuid } = bootstrap.organization
  const { upload_id, parts } = await clientOf(baseUrl, bootstrap).files.startUpload({
    owner_type: "organization",
    owner_uuid,
    file_name: "half.png",
    content_type: "image/png",
    size_in_bytes: 12_000_000,
  })
  const [first] = parts ?? []
  const putAgain = async () => {
    const body = Buffer.alloc(first?.size_in_bytes ?? 0)
    const headers = { "content-type": "image/png" }
    return (await fetch(first?.upload_url ?? "", { method: "PUT", body, headers })).status
  }
  expect(await putAgain()).toBe(200)
  server.kill("SIGTERM")
  await once(server, "exit")
  const storage = openSqlite({ file: join(data, "symbolon.db") })
  await storage.transact("write", async (tx) => {
    const file = await tx.files.lock(upload_id)
    if (file === undefined) throw new Error("There is no such upload.")
    await tx.files.change({ ...file, clearAt: file.createdAt })
  })
  await storage.close()
  return { putAgain }
}
