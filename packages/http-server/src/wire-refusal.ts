import {
  type ErrorEnvelope,
  isSymbolonError,
  type Refusal,
  StorageFailed,
  toEnvelope,
} from "@symbolon/core"
import { noToken } from "./bearer.ts"
import { type Headers, jsonReply, type Reply } from "./exchange.ts"

/**
 * What only a server refuses, with what the caller does then; everything else is one of the core's
 * refusals.
 */
export const wire = {
  method_not_allowed: {
    status: 405,
    message: "This path does not support the method; see Allow.",
    then: "Use a method in the `Allow` header.",
  },
  request_timeout: {
    status: 408,
    message: "The body did not arrive in time. Nothing was done.",
    then: "Send the request again.",
  },
  payload_too_large: {
    status: 413,
    message: "The body is larger than this service accepts.",
    then: "Send less in one request.",
  },
  unsupported_media_type: {
    status: 415,
    message: "This call does not accept the media type of the body.",
    then: "Use the media type in the OpenAPI document, usually `application/json`.",
  },
  range_not_satisfiable: {
    status: 416,
    message: "The file ends before the range begins; Content-Range has its length.",
    then: "Ask for a range within the file, or for all of it.",
  },
} as const

export type WireCode = keyof typeof wire

/** The status that a {@link WireRefused} answers. */
export const wireStatus = (code: WireCode): number => wire[code].status

/** A request refused for how it was sent. */
export class WireRefused extends Error {
  readonly code: WireCode
  readonly headers: Headers
  /** Whether to close the connection with the reply, instead of reading the rest of the request. */
  readonly closes: boolean
  constructor(
    code: WireCode,
    {
      message,
      headers = {},
      closes = false,
    }: { message?: string; headers?: Headers; closes?: boolean } = {},
  ) {
    super(message ?? wire[code].message)
    this.code = code
    this.headers = headers
    this.closes = closes
  }
}

/** Whether the failure is unexpected and must be logged as an error. */
export const isUnexpected = (reason: unknown): boolean =>
  !(reason instanceof WireRefused) &&
  (!isSymbolonError(reason) ||
    reason._tag === "StorageFailed" ||
    (reason._tag === "Unavailable" && reason.cause !== undefined))

const unexpected: { readonly status: number; readonly body: ErrorEnvelope } = toEnvelope(
  new StorageFailed({ cause: undefined }),
)

/**
 * Builds the reply to a refusal. An unexpected failure becomes a 500 without its cause.
 */
export const refusalReply = (reason: unknown): Reply => {
  if (reason instanceof WireRefused) {
    const { code, message, headers, closes } = reason
    const body: ErrorEnvelope = { errors: { _root: message }, message, code, details: null }
    return jsonReply(
      wire[code].status,
      body,
      closes ? { ...headers, connection: "close" } : headers,
    )
  }
  if (!isSymbolonError(reason)) return jsonReply(unexpected.status, unexpected.body)
  const { status, body } = toEnvelope(reason)
  return jsonReply(status, body, headersFor(reason))
}

const realm = 'Bearer realm="symbolon"'

const headersFor = (refusal: Refusal): Headers => {
  switch (refusal._tag) {
    case "InvalidCredentials":
      // RFC 6750 section 3.1: a request without credentials gets no error code.
      return {
        "www-authenticate":
          refusal.reason === noToken
            ? realm
            : `${realm}, error="invalid_token", error_description="${refusal.reason}"`,
      }
    case "Forbidden":
      // RFC 9470: another sign-in helps, not another token.
      if (refusal.details?.["reason"] === "recent_sign_in_required")
        return {
          "www-authenticate": `${realm}, error="insufficient_user_authentication", max_age="${String(refusal.details["max_age_seconds"])}"`,
        }
      return typeof refusal.details?.["scope"] === "string"
        ? {
            "www-authenticate": `${realm}, error="insufficient_scope", scope="${refusal.details["scope"]}"`,
          }
        : {}
    case "RateLimited":
    case "Unavailable":
      return { "retry-after": String(refusal.retryAfterSeconds) }
    default:
      return {}
  }
}
