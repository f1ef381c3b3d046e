import { hkdfSync } from "node:crypto"
import type {
  ByteRange,
  ObjectStore,
  PutObject,
  Upload,
  UploadTarget,
} from "../../ports/object-store.ts"
import { urlSignatures } from "../url-signatures.ts"
import { completeUpload } from "./complete-upload.ts"
import { folders, incomingAt, objectAt } from "./s3-keys.ts"
import { listObjects, listUploads } from "./s3-lists.ts"
import {
  away,
  expectGranted,
  refused,
  type S3Options,
  type S3Requests,
  s3Requests,
  type S3Stream,
} from "./s3-requests.ts"
import { textIn } from "./xml.ts"

export type { S3Options } from "./s3-requests.ts"

/**
 * Keeps files in a bucket of an S3 server: `objects/` has what is complete, `incoming/` what
 * uploads bring. Every upload is a multipart upload of S3, also of a file that comes in one
 * request, so that one which is abandoned takes no more bytes.
 *
 * Needs the package `aws4fetch`.
 */
export const s3Files = (options: S3Options): ObjectStore => {
  const requests = s3Requests(options)
  const { signDownload, permitsDownload } = urlSignatures(downloadKeyOf(options))
  const find = (path: string) => sizeAt(requests, path)
  return {
    begin: ({ key, contentType }) => begin(requests, key, contentType),
    uploadUrl: (target) => requests.presign(partRequest(target), secondsOf(target)),
    complete: (completion) => completeUpload(requests, find, completion),
    put: async (object) => {
      if ((await find(objectAt(object.key))) === undefined) await put(requests, object)
    },
    abort: (upload) => abort(requests, upload),
    find: async (key) => {
      const found = await find(objectAt(key))
      return found && { key, ...found }
    },
    read: (key, range) => openObject(requests, objectAt(key), range),
    remove: (key) => remove(requests, objectAt(key)),
    list: (before) => listObjects(requests, folders.objects, before),
    sweep: (before) => sweep(requests, before),
    signDownload,
    permitsDownload,
  }
}

/**
 * URLs of downloads lead to the service and not to the bucket. All processes derive their key from
 * what they have in common.
 */
const downloadKeyOf = ({ secretAccessKey, bucket }: S3Options): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secretAccessKey, bucket, "symbolon/file-urls/v1", 32))

const begin = async (requests: S3Requests, key: string, contentType: string): Promise<string> => {
  const request = {
    method: "POST",
    path: incomingAt(key),
    query: { uploads: "" },
    headers: { "content-type": contentType },
  } as const
  const answer = await expectGranted(requests, request)
  const token = answer.xml === undefined ? "" : textIn(answer.xml, "UploadId")
  if (token === "") throw refused(request, answer)
  return token
}

const partRequest = ({ key, token, part = 1, contentType, sizeInBytes }: UploadTarget) =>
  ({
    method: "PUT",
    path: incomingAt(key),
    query: { partNumber: String(part), uploadId: token },
    headers: { "content-type": contentType, "content-length": String(sizeInBytes) },
  }) as const

/** S3 counts from now by its own clock. */
const secondsOf = ({ now, expiresAt }: UploadTarget): number =>
  Math.max(1, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000))

/** A PUT of S3 makes an object whole or not at all. */
const put = async (requests: S3Requests, { key, contentType, bytes }: PutObject): Promise<void> => {
  const headers = { "content-type": contentType, "content-length": String(bytes.length) }
  await expectGranted(requests, {
    method: "PUT",
    path: objectAt(key),
    headers,
    body: new Uint8Array(bytes),
  })
}

const abort = async (requests: S3Requests, { key, token }: Upload): Promise<void> => {
  const path = incomingAt(key)
  const request = { method: "DELETE", path, query: { uploadId: token } } as const
  await expectGranted(requests, request, ["NoSuchUpload"])
  await remove(requests, path)
}

const remove = async (requests: S3Requests, path: string): Promise<void> => {
  await expectGranted(requests, { method: "DELETE", path }, ["NoSuchKey"])
}

const sweep = async (requests: S3Requests, before: Date): Promise<number> => {
  let count = 0
  for await (const upload of listUploads(requests, before)) {
    await abort(requests, upload)
    count += 1
  }
  for await (const { key } of listObjects(requests, folders.incoming, before)) {
    await remove(requests, incomingAt(key))
    count += 1
  }
  return count
}

const sizeAt = async (
  requests: S3Requests,
  path: string,
): Promise<{ readonly sizeInBytes: number } | undefined> => {
  const request = { method: "HEAD", path } as const
  const answer = await requests.send(request)
  if (answer.status === 404) return undefined
  if (answer.errorCode !== undefined) throw refused(request, answer)
  return { sizeInBytes: Number(answer.headers.get("content-length")) }
}

const openObject = async (
  requests: S3Requests,
  path: string,
  range: ByteRange | undefined,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const request = {
    method: "GET",
    path,
    ...(range === undefined ? {} : { headers: { range: `bytes=${range.first}-${range.last}` } }),
  } as const
  const opened = await requests.open(request)
  if ("body" in opened) return bytesOf(opened, requests)
  if (opened.errorCode === "NoSuchKey") return undefined
  throw refused(request, opened)
}

/** The connection ends with the reader, and when the server is silent for too long. */
async function* bytesOf(
  { body, stop }: S3Stream,
  { bucketUrl, timeoutMs }: S3Requests,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  try {
    for (;;) {
      const timer = setTimeout(stop, timeoutMs)
      const next = await reader
        .read()
        .catch((reason: unknown) => {
          throw away(bucketUrl, reason)
        })
        .finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  } finally {
    stop()
  }
}
