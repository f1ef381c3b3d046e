import type { ResponseInfo } from "./response-info.ts"

/**
 * Shared by all copies of this package, so that {@link isApiError} recognizes errors of other
 * copies.
 */
const brand: unique symbol = Symbol.for("@symbolon/client-sdk/error")

/** Why a call failed. A server newer than this package may send others. */
export type ErrorCode =
  // What the server says.
  | "bad_request"
  | "invalid_credentials"
  | "payment_required"
  | "forbidden"
  | "forbidden_not_authorized"
  | "membership_required"
  | "not_found"
  | "identifier_unresolved"
  | "method_not_allowed"
  | "conflict"
  | "idempotency_conflict"
  | "stranding_holders"
  | "resync_required"
  | "payload_too_large"
  | "unsupported_media_type"
  | "range_not_satisfiable"
  | "validation_error"
  | "rate_limit_exceeded"
  | "internal_error"
  | "ledger_unavailable"
  | "unavailable"
  // What the authorization server says.
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_request"
  | "unauthorized_client"
  // What this package says.
  | "timeout"
  | "connection_failed"
  | "unexpected_response"
  | "source_unreadable"
  | (string & {})

/**
 * What `details` holds, by code, where it always holds something. Read figures from here, never
 * from the message.
 */
export interface KnownDetails {
  readonly payment_required: {
    readonly amount_cents: number
    readonly currency: string
    readonly purpose: "join" | "renew" | "change" | (string & {})
    readonly membership_tier_slug: string
  }
}

/** What {@link SymbolonError} is made of. */
export interface ErrorFields {
  readonly code: ErrorCode
  readonly status?: number | undefined
  readonly details?: Readonly<Record<string, unknown>> | null
  readonly errors?: Readonly<Record<string, string>>
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly outcome: "refused" | "unknown"
  readonly operation: string
  readonly response?: ResponseInfo | undefined
  readonly cause?: unknown
}

/**
 * The one error that calls reject with, besides the reason of an aborted `signal`. Recognise it
 * with {@link isApiError}, which holds across copies of this package where `instanceof` does not.
 */
export class SymbolonError extends Error {
  override readonly name = "SymbolonError"
  /** What to branch on. */
  readonly code: ErrorCode
  /** Undefined when no answer came. */
  readonly status: number | undefined
  /** What the refusal is about, where that can be acted on. */
  readonly details: Readonly<Record<string, unknown>> | null
  /** Messages by field; `_root` has those without a field. */
  readonly errors: Readonly<Record<string, string>>
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** How long the server asks to wait. */
  readonly retryAfterSeconds: number | undefined
  /**
   * `refused`: nothing was changed. `unknown`: the write may have been carried out though its
   * answer did not arrive; read before repeating it, unless it carries an idempotency key.
   */
  readonly outcome: "refused" | "unknown"
  /** The route that was called, such as `POST /api/v1/wallets/{wallet_address}/transfer`. */
  readonly operation: string
  /** Status, headers and rate limit of the answer, if one came. */
  readonly response: ResponseInfo | undefined

  constructor(message: string, fields: ErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause })
    this.code = fields.code
    this.status = fields.status
    this.details = fields.details ?? null
    this.errors = fields.errors ?? { _root: message }
    this.requestId = fields.requestId
    this.retryAfterSeconds = fields.retryAfterSeconds
    this.outcome = fields.outcome
    this.operation = fields.operation
    this.response = fields.response
  }

  get [brand](): true {
    return true
  }
}

/** An error with a given code and the type of its details, if known. */
export type SymbolonErrorOf<C extends ErrorCode> = SymbolonError & {
  readonly code: C
} & (C extends keyof KnownDetails ? { readonly details: KnownDetails[C] } : unknown)

/**
 * Whether a thrown value is an error of this API and, if `code` is passed, has that code.
 *
 * @example
 * ```ts
 * try {
 *   await client.memberships.changeTier("harbour-club", { membership_tier_slug: "gold" })
 * } catch (e) {
 *   if (isApiError(e, "payment_required")) return checkout(e.details.amount_cents, e.details.currency)
 *   if (isApiError(e) && e.outcome === "unknown") return readAgain()
 *   throw e
 * }
 * ```
 */
export function isApiError(e: unknown): e is SymbolonError
export function isApiError<C extends ErrorCode>(e: unknown, code: C): e is SymbolonErrorOf<C>
export function isApiError(e: unknown, code?: ErrorCode): boolean {
  return (
    typeof e === "object" &&
    e !== null &&
    brand in e &&
    (code === undefined || (e as SymbolonError).code === code)
  )
}
