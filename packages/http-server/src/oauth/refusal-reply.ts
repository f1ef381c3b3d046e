import {
  type Invalid,
  isSymbolonError,
  type OauthRefused,
  type Refusal,
  type RefusalOf,
  type RefusalTag,
  toEnvelope,
} from "@symbolon/core"
import { noToken } from "../bearer.ts"
import { type Headers, jsonReply, type Reply } from "../exchange.ts"
import type { Exchange } from "../plan.ts"
import { WireRefused, wireStatus } from "../wire-refusal.ts"

interface OauthError {
  readonly status: number
  readonly error: string
  readonly description: string
  readonly headers?: Headers
}

/**
 * A refusal as the authorization server words it: `{error, error_description}` (RFC 6749 section
 * 5.2), never cached.
 */
export const oauthRefusalReply = (
  reason: unknown,
  { request }: Pick<Exchange, "request">,
): Reply => {
  const { status, error, description, headers } = oauthErrorOf(
    reason,
    isBasic(request.headers["authorization"]),
  )
  return jsonReply(
    status,
    { error, error_description: plainText(description) },
    { pragma: "no-cache", ...headers },
  )
}

const isBasic = (authorization: string | undefined): boolean => /^basic /i.test(authorization ?? "")

const oauthErrorOf = (reason: unknown, triedBasic: boolean): OauthError => {
  if (reason instanceof WireRefused) {
    const headers = reason.closes ? { ...reason.headers, connection: "close" } : reason.headers
    return {
      status: wireStatus(reason.code),
      error: "invalid_request",
      description: reason.message,
      headers,
    }
  }
  if (!isSymbolonError(reason)) return failed
  const encode = replies[reason._tag] as (refusal: Refusal, triedBasic: boolean) => OauthError
  return encode(reason, triedBasic)
}

const failed: OauthError = {
  status: 500,
  error: "server_error",
  description: "Something went wrong on our side. Quote the request id when you report it.",
}

/** A refusal of the API as a bad request, for one that the authorization server has no word for. */
const asBadRequest = (refusal: Refusal): OauthError => {
  const { status, body } = toEnvelope(refusal)
  return { status, error: "invalid_request", description: body.message }
}

const asDenied = (refusal: Refusal): OauthError => ({
  ...asBadRequest(refusal),
  error: "access_denied",
})

/** Bad fields in a form are a bad request (RFC 6749 section 5.2). */
const badFields = (description: string): OauthError => ({
  status: 400,
  error: "invalid_request",
  description,
})

/**
 * What each refusal becomes in the words of the authorization server. A new refusal does not
 * compile until it has a row here.
 */
const replies: {
  readonly [Tag in RefusalTag]: (refusal: RefusalOf<Tag>, triedBasic: boolean) => OauthError
} = {
  OauthRefused: (refusal, triedBasic) => oauthRefused(refusal, triedBasic),
  InteractionRefused: asDenied,
  // Bearer tokens come to `/userinfo` alone (RFC 6750 section 3.1).
  InvalidCredentials: (reason) => ({
    status: 401,
    error: "invalid_token",
    description: reason.reason,
    headers: {
      "www-authenticate": reason.reason === noToken ? bearer : `${bearer}, error="invalid_token"`,
    },
  }),
  Forbidden: ({ reason }) => insufficientScope(reason),
  NotFound: (refusal) =>
    refusal.what === "endpoint"
      ? asBadRequest(refusal)
      : { status: 404, error: "invalid_client", description: "There is no such app." },
  RateLimited: ({ retryAfterSeconds: wait }) => ({
    status: 429,
    error: "rate_limit_exceeded",
    description: `Too many requests. Try again in ${wait} s.`,
    headers: { "retry-after": String(wait) },
  }),
  Unavailable: ({ reason, retryAfterSeconds }) => ({
    status: 503,
    error: "temporarily_unavailable",
    description: reason,
    headers: { "retry-after": String(retryAfterSeconds) },
  }),
  Invalid: (refusal) => badFields(fieldsOf(refusal)),
  BadRequest: ({ reason }) => badFields(reason),
  SignInRefused: asDenied,
  ForbiddenNotAuthorized: asDenied,
  MembershipRequired: asDenied,
  IdentifierUnresolved: asBadRequest,
  PaymentRequired: asBadRequest,
  Conflict: asBadRequest,
  StrandingHolders: asBadRequest,
  IdempotencyConflict: asBadRequest,
  InsufficientBalance: asBadRequest,
  ResyncRequired: asBadRequest,
  LedgerUnavailable: (refusal) => ({ ...asBadRequest(refusal), error: "temporarily_unavailable" }),
  StorageFailed: () => failed,
}

const bearer = 'Bearer realm="symbolon"'

const insufficientScope = (description: string): OauthError => ({
  status: 403,
  error: "insufficient_scope",
  description,
  headers: { "www-authenticate": `${bearer}, error="insufficient_scope", scope="openid"` },
})

const oauthRefused = ({ error, description }: OauthRefused, triedBasic: boolean): OauthError => {
  if (error === "insufficient_scope") return insufficientScope(description)
  if (error !== "invalid_client") return { status: 400, error, description }
  return {
    status: 401,
    error,
    description,
    headers: triedBasic ? { "www-authenticate": 'Basic realm="oauth2"' } : {},
  }
}

const fieldsOf = ({ errors }: Invalid): string =>
  Object.entries(errors)
    .map(([field, message]) => `${field} ${message}.`)
    .join(" ")

/**
 * Keeps the characters that RFC 6749 allows in a description: printable ASCII without quotation
 * marks and backslashes.
 */
const plainText = (text: string): string => text.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'")
