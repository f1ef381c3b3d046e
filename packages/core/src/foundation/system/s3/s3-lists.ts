import type { StoredObject } from "../../ports/object-store.ts"
import { folders, keyIn } from "./s3-keys.ts"
import { expectGranted, type S3Request, type S3Requests } from "./s3-requests.ts"
import { childrenOf, textIn, type XmlElement } from "./xml.ts"

/** A part that arrived. */
export interface ListedPart {
  /** Without quotes, in lower case. */
  readonly etag: string
  readonly sizeInBytes: number
}

/** What arrived of an upload, by number; undefined where there is no such upload. */
export const listParts = async (
  requests: S3Requests,
  path: string,
  token: string,
): Promise<ReadonlyMap<number, ListedPart> | undefined> => {
  const parts = new Map<number, ListedPart>()
  const request = { method: "GET", path, query: { uploadId: token } } as const
  for await (const page of pages(requests, request, afterPart)) {
    if (page === "absent") return undefined
    for (const part of childrenOf(page, "Part"))
      parts.set(Number(textIn(part, "PartNumber")), {
        etag: textIn(part, "ETag").replaceAll('"', "").toLowerCase(),
        sizeInBytes: Number(textIn(part, "Size")),
      })
  }
  return parts
}

/** What a folder of the bucket has of files, made before a moment of the server's clock. */
export async function* listObjects(
  requests: S3Requests,
  folder: (typeof folders)[keyof typeof folders],
  before: Date,
): AsyncGenerator<StoredObject, void> {
  const request = { method: "GET", query: { "list-type": "2", prefix: folder } } as const
  for await (const page of pages(requests, request, afterObject)) {
    if (page === "absent") return
    for (const object of childrenOf(page, "Contents")) {
      const key = keyIn(folder, textIn(object, "Key"))
      if (key !== undefined && new Date(textIn(object, "LastModified")) < before)
        yield { key, sizeInBytes: Number(textIn(object, "Size")) }
    }
  }
}

/** All uploads of files that were begun before a moment of the server's clock. */
export async function* listUploads(
  requests: S3Requests,
  before: Date,
): AsyncGenerator<{ readonly key: string; readonly token: string }, void> {
  const request = { method: "GET", query: { uploads: "", prefix: folders.incoming } } as const
  for await (const page of pages(requests, request, afterUpload)) {
    if (page === "absent") return
    for (const upload of childrenOf(page, "Upload")) {
      const key = keyIn(folders.incoming, textIn(upload, "Key"))
      if (key !== undefined && new Date(textIn(upload, "Initiated")) < before)
        yield { key, token: textIn(upload, "UploadId") }
    }
  }
}

type Query = Readonly<Record<string, string>>

const afterPart = (page: XmlElement): Query => ({
  "part-number-marker": textIn(page, "NextPartNumberMarker"),
})

const afterObject = (page: XmlElement): Query => ({
  "continuation-token": textIn(page, "NextContinuationToken"),
})

const afterUpload = (page: XmlElement): Query => ({
  "key-marker": textIn(page, "NextKeyMarker"),
  "upload-id-marker": textIn(page, "NextUploadIdMarker"),
})

/** The pages of a list; `absent` where the upload that it is about is not there. */
async function* pages(
  requests: S3Requests,
  request: S3Request,
  after: (page: XmlElement) => Query,
): AsyncGenerator<XmlElement | "absent", void> {
  let query = request.query ?? {}
  for (;;) {
    const { errorCode, xml: page } = await expectGranted(requests, { ...request, query }, [
      "NoSuchUpload",
    ])
    if (errorCode !== undefined) return yield "absent"
    if (page === undefined) throw new Error(`S3 answered no list for ${JSON.stringify(query)}.`)
    yield page
    if (textIn(page, "IsTruncated") !== "true") return
    const next = { ...request.query, ...after(page) }
    // A server that names no next page would be asked for this one for ever.
    if (JSON.stringify(next) === JSON.stringify(query))
      throw new Error(`S3 named no next page of ${JSON.stringify(query)}.`)
    query = next
  }
}
