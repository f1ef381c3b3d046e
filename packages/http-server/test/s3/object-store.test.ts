import { request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { s3Files } from "@symbolon/core/s3-files"
import { afterAll, beforeAll } from "vitest"
import {
  objectStoreSuite,
  type Sent,
  type StoreUnderTest,
} from "../../../core/test/files/object-store.suite.ts"
import { makeBucket, openS3Server } from "./bucket.ts"
import type { S3Server } from "./swift.ts"

let server: S3Server
beforeAll(async () => {
  server = await openS3Server()
})
afterAll(async () => server?.[Symbol.asyncDispose]())

let buckets = 0

const overBucket = async (): Promise<StoreUnderTest> => {
  buckets += 1
  return {
    store: s3Files(await makeBucket(server, `symbolon-suite-${process.pid}-${buckets}`)),
    now: () => new Date(),
    wait: (ms) => pause(ms),
    put: (url, bytes, { type = "image/png", length = bytes.length } = {}) =>
      put(url, bytes, {
        ...(type === "" ? {} : { "content-type": type }),
        "content-length": length,
      }),
    tampered: (url) => [
      url.replace("partNumber=1", "partNumber=2"),
      url.replace(/uploadId=./, "uploadId=0"),
      url.replace("/2026/11/0", "/2026/11/1"),
    ],
  }
}

/** Sends exactly these bytes under these headers; 0 for a connection that ended without an answer. */
const put = (
  url: string,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string | number>>,
): Promise<Sent> =>
  new Promise((resolve) => {
    const sending = request(url, { method: "PUT", headers, agent: false }, (reply) => {
      const { statusCode = 0, headers: answered } = reply
      reply.resume().on("end", () => resolve({ status: statusCode, etag: answered.etag }))
    })
    sending.on("error", () => resolve({ status: 0 }))
    sending.write(bytes)
    if (bytes.length < Number(headers["content-length"])) sending.destroy()
    else sending.end()
  })

objectStoreSuite("a bucket", overBucket)
