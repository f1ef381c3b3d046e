/**
 * Serves the page, and exchanges pairing codes for setups. It asks nobody for anything but the
 * service that it is told of.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { Site } from "./build.ts"
import type { Pairing } from "./pairing.ts"

/** How the page is served. */
export interface SiteOptions {
  /** Where the service answers: the one other origin that the page may talk to. */
  readonly serviceUrl: string
  /** Answers `POST /pair`; without it the page is set up by setup links alone. */
  readonly pairing?: Pairing | undefined
  /** For https, which a camera on another device than this one needs. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined
}

/** A server of the page; the caller lets it listen. */
export const serveSite = (site: Site, { serviceUrl, pairing, tls }: SiteOptions): Server => {
  const headers = headersFor(serviceUrl)
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const path = new URL(request.url ?? "/", "http://page").pathname
    if (path === "/pair" && request.method === "POST" && pairing !== undefined) {
      void pair(pairing, request).then(({ status, body, more }) =>
        response
          .writeHead(status, {
            ...headers,
            "cache-control": "no-store",
            "content-type": "application/json",
            ...more,
          })
          .end(JSON.stringify(body)),
      )
      return
    }
    const file = site.get(path)
    if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
      response
        .writeHead(404, { ...headers, "content-type": "text/plain" })
        .end("There is nothing here.")
      return
    }
    response
      .writeHead(200, { ...headers, "content-type": file.type })
      .end(request.method === "HEAD" ? undefined : file.body)
  }
  return tls === undefined ? createServer(answer) : createSecureServer(tls, answer)
}

const headersFor = (serviceUrl: string) => ({
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "media-src 'self' blob: mediastream:",
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' ${new URL(serviceUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "permissions-policy": "camera=(self), microphone=(), geolocation=(), screen-wake-lock=(self)",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-cache",
})

interface Reply {
  readonly status: number
  readonly body: unknown
  readonly more?: Readonly<Record<string, string>>
}

const pair = async (pairing: Pairing, request: IncomingMessage): Promise<Reply> => {
  const outcome = await pairing.redeem(
    await readCode(request),
    request.socket.remoteAddress ?? "unknown",
  )
  if (outcome.kind === "paired") return { status: 200, body: outcome.provision }
  if (outcome.kind === "unavailable")
    return { status: 503, body: { error: "The service gave no door token. Try again." } }
  if (outcome.kind === "unknown")
    return {
      status: 404,
      body: { error: "This code is unknown, was used, or has expired. Ask for a new one." },
    }
  const more = { "retry-after": String(outcome.retryAfterS) }
  return {
    status: 429,
    body: { error: `Too many wrong codes. Try again in ${outcome.retryAfterS} s.` },
    more,
  }
}

const MAX_BODY_BYTES = 1_000

/**
 * The code in a body; undefined when there is none. Only JSON is read, which a page of another
 * origin cannot send unasked.
 */
const readCode = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
    }
    if (
      size > MAX_BODY_BYTES ||
      !/^application\/json\b/.test(request.headers["content-type"] ?? "")
    )
      return undefined
    const { code }: { readonly code?: unknown } = Object(
      JSON.parse(Buffer.concat(chunks).toString()),
    )
    return code
  } catch {
    return undefined
  }
}
