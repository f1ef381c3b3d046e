import {
  BadRequest,
  Forbidden,
  InteractionRefused,
  Invalid,
  InvalidCredentials,
  NotFound,
  OauthRefused,
  RateLimited,
  Unavailable,
} from "@symbolon/core"
import { noToken } from "../bearer.ts"
import { type Headers, jsonReply, type Reply } from "../exchange.ts"
import type { Exchange } from "../plan.ts"
import { WireRefused, wireStatus } from "../wire-refusal.ts"

interface Told {
  readonly status: number
  readonly error: string
  readonly description: string
  readonly headers?: Headers
}

/** A refusal as the authorization server words it: `{error, error_description}` (RFC 6749 section 5.2), never cached. */
export const oauthRefusalReply = (reason: unknown, { request }: Pick<Exchange, "request">): Reply => {
  const { status, error, description, headers } = told(reason, isBasic(request.headers["authorization"]))
  return jsonReply(status, { error, error_description: plainText(description) }, { pragma: "no-cache", ...headers })
}

const isBasic = (authorization: string | undefined): boolean => /^basic /i.test(authorization ?? "")

const told = (reason: unknown, triedBasic: boolean): Told => {
  if (reason instanceof OauthRefused) return toldOfOauth(reason, triedBasic)
  if (reason instanceof InteractionRefused) return { status: 403, error: "access_denied", description: reason.reason }
  // Bearer tokens come to `/userinfo` alone (RFC 6750 section 3.1).
  if (reason instanceof InvalidCredentials)
    return {
      status: 401,
      error: "invalid_token",
      description: reason.reason,
      headers: { "www-authenticate": reason.reason === noToken ? bearer : `${bearer}, error="invalid_token"` },
    }
  if (reason instanceof Forbidden) return insufficientScope(reason.reason)
  if (reason instanceof NotFound) return { status: 404, error: "invalid_client", description: "There is no such app." }
  if (reason instanceof RateLimited) {
    const wait = reason.retryAfterSeconds
    return {
      status: 429,
      error: "rate_limit_exceeded",
      description: `Too many requests. Try again in ${wait} s.`,
      headers: { "retry-after": String(wait) },
    }
  }
  if (reason instanceof Unavailable) {
    const wait = String(reason.retryAfterSeconds)
    return { status: 503, error: "temporarily_unavailable", description: reason.reason, headers: { "retry-after": wait } }
  }
  if (reason instanceof WireRefused) {
    const headers = reason.closes ? { ...reason.headers, connection: "close" } : reason.headers
    return { status: wireStatus(reason.code), error: "invalid_request", description: reason.message, headers }
  }
  if (reason instanceof Invalid) return { status: 400, error: "invalid_request", description: fieldsOf(reason) }
  if (reason instanceof BadRequest) return { status: 400, error: "invalid_request", description: reason.reason }
  return { status: 500, error: "server_error", description: "Something went wrong on our side. Quote the request id when you report it." }
}

const bearer = 'Bearer realm="symbolon"'

const insufficientScope = (description: string): Told => ({
  status: 403,
  error: "insufficient_scope",
  description,
  headers: { "www-authenticate": `${bearer}, error="insufficient_scope", scope="openid"` },
})

const toldOfOauth = ({ error, description }: OauthRefused, triedBasic: boolean): Told => {
  if (error === "insufficient_scope") return insufficientScope(description)
  if (error !== "invalid_client") return { status: 400, error, description }
  return { status: 401, error, description, headers: triedBasic ? { "www-authenticate": 'Basic realm="oauth2"' } : {} }
}

const fieldsOf = ({ errors }: Invalid): string =>
  Object.entries(errors)
    .map(([field, message]) => `${field} ${message}.`)
    .join(" ")

/** What RFC 6749 lets stand in a description: printable ASCII but for the quotation mark and the backslash. */
const plainText = (text: string): string => text.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'")
