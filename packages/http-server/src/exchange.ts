/** Header values by lower-case name. */
export type Headers = Readonly<Record<string, string>>

/**
 * A request as the pipeline sees it, whichever way it came in. A plain record: Node's own objects
 * stay behind the adapters.
 */
export interface Request {
  /** Upper case, as it was sent. */
  readonly method: string
  /** Below the mount point, still percent-encoded, beginning with a slash. */
  readonly path: string
  /** What stood behind the question mark; empty without one. */
  readonly query: string
  readonly headers: Headers
  /**
   * Address of the other end of the connection; the pipeline decides whether to believe a proxy.
   */
  readonly peer: string
  /**
   * Reads the body, at most `most` bytes of it; rejects with a wire refusal when it is longer,
   * broken off or too slow.
   */
  readonly readBody: (most: number) => Promise<Uint8Array>
  /**
   * The body as it arrives, for what must not be whole in memory: a piece may be gone once the next
   * one is asked for. Throws when it breaks off.
   */
  readonly streamBody: () => AsyncIterable<Uint8Array>
  /** Whether the client has hung up, so that nobody waits for the reply any more. */
  readonly isAbandoned: () => boolean
}

/** What goes back. */
export interface Reply {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Headers
  /** Values of `Set-Cookie`, one header each. */
  readonly cookies?: readonly string[] | undefined
  /** Undefined for an empty one. */
  readonly body: string | Uint8Array | undefined
  /**
   * The body of a reply that must not be whole in memory, instead of `body`. Its length, where it is
   * known, is in `content-length`. Not called where no body is sent. A piece may be overwritten once the
   * next one is asked for.
   */
  readonly stream?: (() => AsyncIterable<Uint8Array>) | undefined
}

const json = "application/json; charset=utf-8"

/** A JSON reply that no cache may keep, unless `headers` say otherwise. */
export const jsonReply = (status: number, body: unknown, headers: Headers = {}): Reply =>
  textReply(status, JSON.stringify(body), headers)

/** Builds a JSON reply from text. */
export const textReply = (
  status: number,
  body: string | Uint8Array,
  headers: Headers = {},
): Reply => ({
  status,
  headers: { "content-type": json, "cache-control": "no-store", ...headers },
  body,
})

/** A reply of lines of JSON that no cache may keep, sent while they are made. */
export const ndjsonReply = (
  status: number,
  lines: AsyncIterable<string>,
  headers: Headers = {},
): Reply => ({
  status,
  headers: {
    "content-type": "application/x-ndjson; charset=utf-8",
    "cache-control": "no-store",
    ...headers,
  },
  body: undefined,
  stream: () => chunksOf(lines),
})

/** Each chunk costs a write to the connection. */
const chunkLength = 16_384

async function* chunksOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  let waiting = ""
  for await (const line of lines) {
    waiting += `${line}\n`
    if (waiting.length < chunkLength) continue
    yield Buffer.from(waiting)
    waiting = ""
  }
  if (waiting !== "") yield Buffer.from(waiting)
}
