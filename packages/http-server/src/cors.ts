import type { Headers } from "./exchange.ts"
import { limitHeaderNames } from "./limit-headers.ts"

/**
 * Lets any origin read a reply. No credentials of a browser are involved: a bearer token is sent by
 * a program that has it.
 */
export const anyOrigin: Headers = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": [
    ...limitHeaderNames,
    "retry-after",
    "x-request-id",
    "idempotent-replayed",
    "etag",
    "www-authenticate",
  ].join(", "),
}

/**
 * Lets the pages of one origin read a reply; with cookies, also one that depends on who is signed
 * in.
 */
export const oneOrigin = (origin: string, withCookies = false): Headers => ({
  ...anyOrigin,
  "access-control-allow-origin": origin,
  ...(withCookies ? { "access-control-allow-credentials": "true" } : {}),
  vary: "origin",
})

const halfADaySeconds = "43200"

/** The headers for a preflight to a path with the methods in `allow`. */
export const preflightHeaders = (allow: string): Headers => ({
  "access-control-allow-methods": allow,
  "access-control-allow-headers":
    "authorization, content-type, if-none-match, x-request-id, traceparent, tracestate",
  "access-control-max-age": halfADaySeconds,
  vary: "access-control-request-method, access-control-request-headers",
})

/**
 * Whether a request is a CORS preflight (Fetch standard, "CORS-preflight request").
 */
export const isPreflight = (method: string, headers: Headers): boolean =>
  method === "OPTIONS" &&
  headers["origin"] !== undefined &&
  headers["access-control-request-method"] !== undefined
