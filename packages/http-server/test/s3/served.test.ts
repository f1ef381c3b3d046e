import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { png } from "../../../core/test/fixtures/files.ts"
import type { Bootstrap } from "../../src/demo/bootstrap.ts"
import { runIn } from "../fixtures/cli-run.ts"
import { clientOf, serve } from "../fixtures/spawned-server.ts"
import { makeBucket, openS3Server } from "./bucket.ts"
import type { S3Server } from "./swift.ts"

let swift: S3Server
let cwd: string
let flags: readonly string[]
beforeAll(async () => {
  swift = await openS3Server()
  cwd = await mkdtemp(join(tmpdir(), "symbolon-served-bucket-"))
  const bucket = await makeBucket(swift, `symbolon-served-${process.pid}`)
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
