import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { png } from "../../../core/test/fixtures/files.ts"
import { type PostgresServer, startPostgres } from "../../../storage-postgres/test/server.ts"
import { clientOf } from "../fixtures/spawned-server.ts"
import { type Cluster, startCluster } from "../servers/cluster.ts"
import { makeBucket, openS3Server } from "./bucket.ts"
import type { S3Server } from "./swift.ts"

let swift: S3Server
let postgres: PostgresServer
let cluster: Cluster
beforeAll(async () => {
  swift = await openS3Server()
  postgres = await startPostgres()
  const bucket = await makeBucket(swift, `symbolon-two-${process.pid}`)
  cluster = await startCluster({
    databaseUrl: postgres.url,
    flags: [
      `--files-s3-endpoint=${bucket.endpoint}`,
      `--files-s3-region=${bucket.region}`,
      `--files-s3-bucket=${bucket.bucket}`,
      `--files-s3-access-key-id=${bucket.accessKeyId}`,
      `--files-s3-secret-access-key=${bucket.secretAccessKey}`,
      `--files-s3-path-style=${String(bucket.pathStyle ?? false)}`,
      "--files-part-bytes=5242880",
    ],
  })
}, 120_000)
afterAll(async () => {
  await cluster?.[Symbol.asyncDispose]()
  await postgres?.stop()
  await swift?.[Symbol.asyncDispose]()
})

describe("two servers on one database and one bucket", () => {
  it.each([
    ["in one request", 5000],
    ["in parts", 12_000_000],
  ])(
    "an upload %s begins at one and is completed at the other; both serve it and tell its URL, also a signed one",
    async (_, size) => {
      const [one, other] = cluster.servers
      const { bootstrap } = cluster
      const [here, there] = [one, other].map(({ url }) => clientOf(url, bootstrap))
      if (here === undefined || there === undefined) throw new Error("two servers")
      for (const type of ["image/png", "application/octet-stream"]) {
        const bytes = png(3, 2, size)
        const started = await here.files.startUpload({
          owner_type: "organization",
          owner_uuid: bootstrap.organization.uuid,
          file_name: "pier.png",
          content_type: type,
          size_in_bytes: bytes.length,
        })
        const put = async (url: string, body: Uint8Array): Promise<string> => {
          const reply = await fetch(url, {
            method: "PUT",
            body: body as Uint8Array<ArrayBuffer>,
            headers: { "content-type": type },
          })
          expect(reply.status).toBe(200)
          return reply.headers.get("etag") ?? ""
        }
        const parts: { part_number: number; etag: string }[] = []
        let from = 0
        for (const { part_number, upload_url, size_in_bytes } of started.parts ?? []) {
          const etag = await put(upload_url, bytes.subarray(from, (from += size_in_bytes)))
          parts.push({ part_number, etag })
        }
        if (started.upload_url !== null) await put(started.upload_url, bytes)
        const file = await there.files.completeUpload(
          started.upload_id,
          parts.length === 0 ? {} : { parts },
        )
        expect(await here.files.get(file.slug)).toMatchObject({ uuid: file.uuid })
        for (const { url } of [one, other]) {
          const reply = await fetch(String(file.file_url).replace(cluster.url, url))
          expect(reply.status).toBe(200)
          expect(Buffer.from(await reply.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
        }
        // What one deletes, the other has no more.
        await here.organizations.deleteFile(bootstrap.organization.slug, file.uuid)
        const gone = await fetch(String(file.file_url).replace(cluster.url, other.url))
        expect(gone.status).toBe(404)
      }
    },
  )
})
