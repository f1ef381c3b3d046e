/** Serves the page. It asks nobody for anything but the service that it is told of. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { Site } from "./build.ts"

/** How the page is served. */
export interface SiteOptions {
  /** Where the service answers: the one other origin that the page may talk to. */
  readonly serviceUrl: string
  /** For https, which a camera on another device than this one needs. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined
}

/** A server of the page; the caller lets it listen. */
export const serveSite = (site: Site, { serviceUrl, tls }: SiteOptions): Server => {
  const headers = {
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
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const file = site.get(new URL(request.url ?? "/", "http://page").pathname)
    if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
      response.writeHead(404, { ...headers, "content-type": "text/plain" }).end("There is nothing here.")
      return
    }
    response.writeHead(200, { ...headers, "content-type": file.type }).end(request.method === "HEAD" ? undefined : file.body)
  }
  return tls === undefined ? createServer(answer) : createSecureServer(tls, answer)
}
