import {
  Forbidden,
  host,
  Invalid,
  NotFound,
  RateLimited,
  type Received,
  type Symbolon,
} from "@symbolon/core"
import { files, portsOf } from "@symbolon/core/effect"
import { contentDisposition } from "./content-disposition.ts"
import { matchesEtag, rangeAskedFor } from "./etag.ts"
import type { Headers, Reply } from "./exchange.ts"
import type { Limiter } from "./limiter.ts"
import { unauthenticatedChecks } from "./limits.ts"
import { enforceLimit, type Exchange, type Plan } from "./plan.ts"
import { refusalReply, WireRefused } from "./wire-refusal.ts"

interface FileParts {
  readonly symbolon: Symbolon
  readonly limiter: Limiter
  /** Uploads that one address may have under way. */
  readonly uploadsPerAddress: number
}

/**
 * The plans of `/files/{bucket}/{storage_key}`, and of `/uploads` where the service itself receives
 * the bytes. A good URL is not counted; a bad one counts for its address.
 */
export const filePlans = (parts: FileParts): readonly Plan[] => [
  downloadPlan(parts),
  ...uploadPlans(parts),
]

const counted =
  (limiter: Limiter, template: string) =>
  async (exchange: Exchange): Promise<void> =>
    enforceLimit(exchange, await limiter.charge(unauthenticatedChecks(template)(exchange)))

const bucket = "primary"

const downloadPlan = ({ symbolon, limiter }: FileParts): Plan => {
  const template = "/files/{bucket}/*"
  const count = counted(limiter, template)
  return {
    method: "GET",
    template,
    isCrossOrigin: true,
    rateLimitHeaders: undefined,
    refuse: refusalReply,
    answer: async (exchange, params) => {
      const { objectStore } = portsOf(symbolon)
      try {
        if (params["bucket"] !== bucket || objectStore === undefined)
          throw new NotFound({ what: "file" })
        const found = await symbolon.run(
          files.locate(host, {
            storageKey: params["*"] ?? "",
            query: exchange.request.query,
          }),
        )
        const { headers } = exchange.request
        const etag = etagOf(found)
        const sendsNothing = matchesEtag(headers["if-none-match"], etag)
        // Before the reply begins: afterwards it could only break off.
        if (!sendsNothing && (await objectStore.find(found.storageKey)) === undefined)
          throw withoutBytes(found)
        return fileReply(found, rangeAskedFor(headers, etag), async function* (range) {
          const bytes = await objectStore.read(found.storageKey, range, "one by one")
          if (bytes === undefined) throw withoutBytes(found)
          yield* bytes
        })
      } catch (reason) {
        if (reason instanceof NotFound) await count(exchange)
        throw reason
      }
    },
  }
}

/** What a public file is called: its own name is for those who manage it. */
const publicNameOf = ({ contentType }: Located): string =>
  `image.${contentType.split("/").at(-1) ?? "bin"}`

/** The store has lost them, or is another one than the file was stored in. */
const withoutBytes = ({ storageKey }: Located): Error =>
  new Error(`The store of files has no ${storageKey}.`)

const etagOf = ({ uuid }: Located): string => `"${uuid}"`

type Located = Awaited<ReturnType<Symbolon["files"]["locate"]>>
interface Range {
  readonly first: number
  readonly last: number
}

const fileReply = (
  file: Located,
  rangeHeader: string | undefined,
  read: (range: Range | undefined) => AsyncIterable<Uint8Array>,
): Reply => {
  const { sizeInBytes } = file
  const headers: Headers = {
    "content-type": file.contentType,
    // Only images are shown by a browser.
    "content-disposition": contentDisposition(
      file.isInline ? "inline" : "attachment",
      file.isPublic ? publicNameOf(file) : file.fileName,
    ),
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
    "cache-control": file.isPublic ? "public, max-age=31536000, immutable" : "private, no-store",
    "accept-ranges": "bytes",
    etag: etagOf(file),
  }
  const range = rangeOf(rangeHeader, sizeInBytes)
  if (range === "unsatisfiable")
    throw new WireRefused("range_not_satisfiable", {
      headers: { "content-range": `bytes */${sizeInBytes}`, "cache-control": "no-store" },
    })
  const length = range === undefined ? sizeInBytes : range.last - range.first + 1
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...headers,
      "content-length": String(length),
      ...(range === undefined
        ? {}
        : { "content-range": `bytes ${range.first}-${range.last}/${sizeInBytes}` }),
    },
    body: undefined,
    stream: () => read(range),
  }
}

/**
 * The one range that a request asks for (RFC 9110, section 14); undefined for the whole file, also
 * for several ranges and for what is no range.
 */
export const rangeOf = (
  header: string | undefined,
  size: number,
): Range | "unsatisfiable" | undefined => {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? []
  if (from === "" && to === "") return undefined
  if (from === "") {
    const count = Math.min(Number(to), size)
    return count === 0 ? "unsatisfiable" : { first: size - count, last: size - 1 }
  }
  const first = Number(from)
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== "" && Number(to) < first) return undefined
  return first >= size ? "unsatisfiable" : { first, last }
}

const uploadPlans = ({ symbolon, limiter, uploadsPerAddress }: FileParts): readonly Plan[] => {
  const receive = portsOf(symbolon).objectStore?.receive
  if (receive === undefined) return []
  const template = "/uploads/{token}/{part}"
  const count = counted(limiter, template)
  const inPlaceOf = placesByAddress(uploadsPerAddress)
  return [
    {
      method: "PUT",
      template,
      isCrossOrigin: true,
      rateLimitHeaders: undefined,
      refuse: refusalReply,
      answer: async (exchange, { token = "", part = "" }) => {
        const { headers, query, streamBody } = exchange.request
        const received = await inPlaceOf(exchange, () =>
          receive({
            token,
            part,
            query,
            contentType: headers["content-type"],
            contentLength: headers["content-length"],
            now: symbolon.clock.now(),
            body: streamBody,
          }),
        )
        if ("etag" in received)
          return { status: 200, headers: { etag: received.etag }, body: undefined }
        await count(exchange)
        throw headers["content-type"] === undefined && received.refusal === "forbidden"
          ? new Forbidden({ reason: noContentType })
          : refusalOf(received)
      },
    },
  ]
}

/** When a sender that was refused may try again. */
const retryAfterSeconds = 5

/**
 * Does the work of a request, unless its address has too many under way: whoever sends slowly
 * would else hold as many connections and files open as this process can have.
 */
const placesByAddress = (most: number) => {
  const taken = new Map<string, number>()
  return async <A>(exchange: Exchange, work: () => Promise<A>): Promise<A> => {
    const before = taken.get(exchange.ip) ?? 0
    if (before >= most) {
      exchange.refusedBy = "uploads"
      throw new RateLimited({ retryAfterSeconds, bucket: "uploads" })
    }
    taken.set(exchange.ip, before + 1)
    try {
      return await work()
    } finally {
      const left = (taken.get(exchange.ip) ?? 1) - 1
      if (left === 0) taken.delete(exchange.ip)
      else taken.set(exchange.ip, left)
    }
  }
}

const noContentType =
  "The request has no Content-Type. Send the content type with which the upload was begun."

const refusalOf = ({ refusal }: Extract<Received, { readonly refusal: string }>) => {
  if (refusal === "forbidden")
    return new Forbidden({
      reason:
        "The URL does not allow this upload: it has expired or was changed, or the length or the content type is another one.",
    })
  if (refusal === "unknown") return new NotFound({ what: "upload" })
  return new Invalid({ errors: { _root: "The body has another length than was declared." } })
}
