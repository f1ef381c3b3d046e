import type { Refusal, RefusalOf, RefusalTag } from "./refusals.ts"

/** The body of every error. */
export interface ErrorEnvelope {
  readonly errors: Readonly<Record<string, string>>
  readonly message: string
  readonly code: string
  readonly details: Readonly<Record<string, unknown>> | null
}

interface Row<E extends Refusal> {
  readonly status: number
  readonly code: E["code"]
  /** When it is refused with, and what the caller does then: for docs/errors.md. */
  readonly when: string
  readonly then: string
  /** Where the wire says something else than the refusal itself. */
  readonly message?: string
  readonly errors?: (refusal: E) => Readonly<Record<string, string>>
  readonly details?: (refusal: E) => Readonly<Record<string, unknown>> | undefined
}

/**
 * What each refusal becomes on the wire. ONE table: a new refusal does not compile until it has a
 * row here.
 */
export const envelopes: { readonly [Tag in RefusalTag]: Row<RefusalOf<Tag>> } = {
  BadRequest: {
    status: 400,
    code: "bad_request",
    when: "The request can be read but makes no sense.",
    then: "Correct the field that `errors` names.",
    errors: (e) => ({ [e.field]: e.reason }),
  },
  InvalidCredentials: {
    status: 401,
    code: "invalid_credentials",
    when: "There is no access token, or it is malformed, expired or revoked.",
    then: "Get a new token, by a refresh or a sign-in, and send the request again.",
  },
  SignInRefused: {
    status: 401,
    code: "invalid_credentials",
    when: "The username or password is wrong, or the account is disabled. The answer is the same in all these cases.",
    then: "Ask the person to try again or to reset the password.",
  },
  PaymentRequired: {
    status: 402,
    code: "payment_required",
    when: "Something is owed first. `details` holds the amount in minor units, the currency, the purpose and the tier.",
    then: "Open a checkout for the same purpose and tier. The change happens when it is paid.",
    details: (e) => ({
      amount_cents: e.amountCents,
      currency: e.currency,
      purpose: e.purpose,
      membership_tier_slug: e.tierSlug,
    }),
  },
  Forbidden: {
    status: 403,
    code: "forbidden",
    when: "The token lacks a scope or is of the wrong kind, or the caller lacks the role. `details` may name what is missing.",
    then: "Request a token with the scope, or ask a user with the role to make the call.",
    details: (e) => e.details,
  },
  ForbiddenNotAuthorized: {
    status: 403,
    code: "forbidden_not_authorized",
    when: "The caller may not act for this person.",
    then: "Call as that person, or as staff of the organization.",
  },
  MembershipRequired: {
    status: 403,
    code: "membership_required",
    when: "It is for active members of the organization, or for members whose tier grants `details.entitlement`.",
    then: "Join the organization, or change to a tier that grants it.",
    details: (e) => ({ entitlement: e.entitlement }),
  },
  NotFound: {
    status: 404,
    code: "not_found",
    when: "The resource does not exist, or the caller may not see it. The answer is the same in both cases.",
    then: "Check the slug or uuid, and the organization that the token is for.",
  },
  IdentifierUnresolved: {
    status: 404,
    code: "identifier_unresolved",
    when: "The identifier matches no wallet or user.",
    then: "Check its `type` and `value`.",
    errors: (e) => ({ [e.field]: "matches no wallet or user" }),
  },
  Conflict: {
    status: 409,
    code: "conflict",
    when: "The request conflicts with the current state. Branch on `details.reason`.",
    then: "Read the current state, then decide whether to try again.",
    details: (e) => ({ reason: e.reason, ...e.details }),
  },
  StrandingHolders: {
    status: 409,
    code: "stranding_holders",
    when: "People hold tickets that would become useless. `details` has the number of holders and the sessions.",
    then: "Confirm the change: send the request again with `confirm_stranding_holders`.",
    details: (e) => ({
      holders: e.holders,
      sessions: e.sessions.map(({ uuid, slug, ticketTemplateUuid, holders }) => ({
        session_uuid: uuid,
        session_slug: slug,
        ticket_template_uuid: ticketTemplateUuid ?? null,
        holders,
      })),
    }),
  },
  IdempotencyConflict: {
    status: 409,
    code: "idempotency_conflict",
    when: "The idempotency key was used for another request.",
    then: "Use a new key for a new request. Repeat a key only with the same request.",
    errors: ({ field = "idempotency_key" }) => ({ [field]: "was used for another request" }),
  },
  InsufficientBalance: {
    status: 409,
    code: "conflict",
    when: "The wallet has too few points. `details.available` has the number of available points.",
    then: "Use a smaller amount, or wait until the wallet has more. A reversal takes what is there with `on_insufficient` set to `partial`.",
    details: (e) => ({ reason: "insufficient_balance", available: e.available }),
  },
  Invalid: {
    status: 422,
    code: "validation_error",
    when: "A field is missing, unknown or invalid. The keys of `errors` are the names of the fields.",
    then: "Correct these fields and send the request again.",
    message: "Some fields are invalid; see errors.",
    errors: (e) => e.errors,
  },
  RateLimited: {
    status: 429,
    code: "rate_limit_exceeded",
    when: "A rate limit is exhausted. The request was refused before it did anything.",
    then: "Wait for as many seconds as the `Retry-After` header says, then send it again.",
    details: (e) => ({ retry_after_seconds: e.retryAfterSeconds }),
  },
  LedgerUnavailable: {
    status: 502,
    code: "ledger_unavailable",
    when: "The ledger cannot answer now.",
    then: "Try again in a moment.",
  },
  ResyncRequired: {
    status: 410,
    code: "resync_required",
    when: "The changes since that cursor are no longer available.",
    then: "Download the whole manifest.",
  },
  Unavailable: {
    status: 503,
    code: "unavailable",
    when: "The service is overloaded, too many lists or searches of the caller wait, or the database is down.",
    then: "Wait for as many seconds as the `Retry-After` header says. Before you repeat a write, read whether it happened.",
  },
  // Of the authorization server, where a call of another language runs into them.
  OauthRefused: {
    status: 400,
    code: "bad_request",
    when: "The authorization server refused the request. `details.error` is the error of RFC 6749.",
    then: "Correct the request as RFC 6749 says for this error.",
    details: (e) => ({ error: e.error }),
  },
  InteractionRefused: {
    status: 403,
    code: "forbidden",
    when: "A sign-in form was sent from another browser or page than the one that received it.",
    then: "Start the sign-in again.",
  },
  StorageFailed: {
    status: 500,
    code: "internal_error",
    when: "Something went wrong inside the service.",
    then: "Report it with the request id. Before you repeat a write, read whether it happened.",
    message: "Something went wrong on our side. Quote the request id when you report it.",
  },
}

/**
 * Whether something that a call rejected with is one of Symbolon's refusals: branch on its `_tag`
 * or `code` then.
 */
export const isSymbolonError = (reason: unknown): reason is Refusal =>
  reason instanceof Error &&
  "_tag" in reason &&
  typeof reason._tag === "string" &&
  Object.hasOwn(envelopes, reason._tag)

/** Refusals that any endpoint may answer and none needs to declare. */
export const everywhere = [
  "InvalidCredentials",
  "Forbidden",
  "Invalid",
  "RateLimited",
  "Unavailable",
  "StorageFailed",
] as const satisfies readonly RefusalTag[]
export type Everywhere = (typeof everywhere)[number]

/** The status and the body that tell of a refusal. */
export const toEnvelope = (
  refusal: Refusal,
): { readonly status: number; readonly body: ErrorEnvelope } => {
  const row = envelopes[refusal._tag] as Row<Refusal>
  const message = row.message ?? refusal.message
  return {
    status: row.status,
    body: {
      errors: row.errors?.(refusal) ?? { _root: message },
      message,
      code: row.code,
      details: row.details?.(refusal) ?? null,
    },
  }
}
