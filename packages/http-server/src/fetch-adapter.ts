import { ReadableStream } from "node:stream/web"
import { BadRequest } from "@symbolon/core"
import type { Reply, Request } from "./exchange.ts"
import type { Answer } from "./pipeline.ts"
import { splitTarget } from "./target.ts"
import { tooLarge } from "./too-large.ts"
import { WireRefused } from "./wire-refusal.ts"

/** Facts that a request of the Fetch standard does not have. */
export interface FetchInfo {
  /**
   * Address of the other end of the connection, for the limits; without it all callers without a
   * token are counted as one.
   */
  readonly ip?: string
}

/** Answers requests of the Fetch standard. */
export type Fetch = (request: globalThis.Request, info?: FetchInfo) => Promise<Response>

/** Makes the `fetch` side of a handler. */
export const fetchAdapter =
  (
    answer: Answer,
    { basePath, bodyTimeoutMs }: { readonly basePath: string; readonly bodyTimeoutMs: number },
  ): Fetch =>
  async (request, info = {}) => {
    const { path, query } = splitTarget(request.url.replace(/#.*$/, ""), basePath)
    const plain: Request = {
      method: request.method,
      path: path === "" ? "/" : path,
      query,
      headers: Object.fromEntries(request.headers),
      peer: info.ip ?? "",
      readBody: (most) => withTimeout(collect(request, most), bodyTimeoutMs),
      streamBody: () => (request.body ?? []) as AsyncIterable<Uint8Array>,
      isAbandoned: () => request.signal.aborted,
    }
    return responseOf(await answer(plain), request.method)
  }

const responseOf = (
  { status, headers, cookies = [], body, stream }: Reply,
  method: string,
): Response => {
  const isEmpty = method === "HEAD" || status === 204 || status === 304
  const whole = stream === undefined ? body : ReadableStream.from(copied(stream()))
  const content = isEmpty || whole === undefined ? null : (whole as unknown as string)
  const response = new Response(content, {
    status,
    headers,
  })
  for (const cookie of cookies) response.headers.append("set-cookie", cookie)
  return response
}

const collect = async (request: globalThis.Request, most: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body !== null)
    try {
      for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
        size += chunk.length
        if (size > most) throw tooLarge(most)
        chunks.push(chunk)
      }
    } catch (reason) {
      throw reason instanceof WireRefused
        ? reason
        : new BadRequest({
            field: "_root",
            reason: "The connection closed before the whole body arrived.",
          })
    }
  return Buffer.concat(chunks)
}

const withTimeout = async <A>(work: Promise<A>, timeoutMs: number): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new WireRefused("request_timeout", { closes: true })),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Readers of a stream may keep its pieces. */
async function* copied(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  // A copy, which `slice` of a buffer is not.
  for await (const piece of pieces) yield new Uint8Array(piece)
}
