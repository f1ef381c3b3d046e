import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import Negotiator from "negotiator"
import type { Reply, Request } from "./exchange.ts"

/** Shorter bodies fit into a packet or two as they are. */
const worthwhileBytes = 1400
/** Shorter bodies are sent as one. */
const wholeBytesMax = 65_536
/**
 * Caches compressed bodies, so that doors that request the same manifest share one compression.
 */
const rememberedMax = 8

type Coding = "br" | "gzip"

const codings: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Buffer>>> = {
  // Both at the speed of a network: better compression of addresses, which are random, is not to be
  // had.
  br: (bytes) =>
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 2,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => zip(bytes, { level: 1 }),
}
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const remembered = new Map<string, Promise<Buffer>>()

/**
 * Gives a reply its body, which comes in pieces. Compresses it off the event loop, if the caller
 * accepts it and the body is large enough; the `etag` then names the coding. Else the pieces are
 * sent as they are, unless they are few bytes.
 */
export const compressed = async (
  pieces: readonly Uint8Array[],
  reply: Reply,
  request: Request,
): Promise<Reply> => {
  const { headers } = reply
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length < worthwhileBytes) return { ...reply, body: Buffer.concat(pieces) }
  const vary = { ...headers, vary: "accept-encoding" }
  const coding = codingFor(request.headers["accept-encoding"] ?? "")
  if (coding === undefined && length < wholeBytesMax)
    return { ...reply, headers: vary, body: Buffer.concat(pieces) }
  if (coding === undefined)
    return {
      ...reply,
      headers: { ...vary, "content-length": String(length) },
      body: undefined,
      stream: () => inTurn(pieces),
    }
  const { etag } = headers
  const tag = etag === undefined ? undefined : `${etag.slice(0, -1)}-${coding}"`
  const bytes =
    tag === undefined
      ? await codings[coding](Buffer.concat(pieces))
      : await once(tag, () => codings[coding](Buffer.concat(pieces)))
  return {
    ...reply,
    body: bytes,
    headers: { ...vary, "content-encoding": coding, ...(tag === undefined ? {} : { etag: tag }) },
  }
}

async function* inTurn(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* pieces
}

const once = (tag: string, compress: () => Promise<Buffer>): Promise<Buffer> => {
  const known = remembered.get(tag)
  if (known !== undefined) return known
  const bytes = compress()
  bytes.catch(() => remembered.delete(tag))
  remembered.set(tag, bytes)
  for (const oldest of remembered.keys()) {
    if (remembered.size <= rememberedMax) break
    remembered.delete(oldest)
  }
  return bytes
}

/**
 * The coding that the caller prefers (RFC 9110, section 12.5.3); of two that are as good, brotli.
 */
export const codingFor = (accepted: string): Coding | undefined => {
  // negotiator knows neither `Q=` nor `x-gzip`, which is `gzip` (section 8.4.1.3).
  const header = accepted.toLowerCase().replaceAll("x-gzip", "gzip")
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { "accept-encoding": header } })
  const [best] = negotiator.encodings(preferred, { preferred })
  return preferred.find((coding) => coding === best)
}

const preferred: readonly Coding[] = ["br", "gzip"]

/** Its types do not know yet that it orders codings of the same weight. */
interface EncodingNegotiator {
  readonly encodings: (
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ) => readonly string[]
}
