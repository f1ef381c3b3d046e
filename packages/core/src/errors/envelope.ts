import type { Refusal, RefusalOf, RefusalTag } from "./refusals.ts"

/** The error envelope of the specification. */
export interface ErrorEnvelope {
  readonly errors: Readonly<Record<string, string>>
  readonly message: string
  readonly code: string
  readonly details: Readonly<Record<string, unknown>> | null
}

interface Row<E> {
  readonly status: number
  readonly code: string
  readonly message: (refusal: E) => string
  readonly errors?: (refusal: E) => Readonly<Record<string, string>>
  readonly details?: (refusal: E) => Readonly<Record<string, unknown>> | undefined
}

/** What each refusal becomes on the wire. ONE table: a new refusal does not compile until it has a row here. */
export const envelopes: { readonly [Tag in RefusalTag]: Row<RefusalOf<Tag>> } = {
  BadRequest: { status: 400, code: "bad_request", message: (e) => e.reason, errors: (e) => ({ [e.field]: e.reason }) },
  InvalidCredentials: { status: 401, code: "invalid_credentials", message: (e) => e.reason },
  SignInRefused: { status: 401, code: "invalid_credentials", message: () => "The name or the password is not right." },
  PaymentRequired: {
    status: 402,
    code: "payment_required",
    message: (e) => `${e.amountCents} ${e.currency} (minor units) are owed first: open a checkout and pay it.`,
    details: (e) => ({ amount_cents: e.amountCents, currency: e.currency, purpose: e.purpose, membership_tier_slug: e.tierSlug }),
  },
  Forbidden: { status: 403, code: "forbidden", message: (e) => e.reason, details: (e) => e.details },
  ForbiddenNotAuthorized: { status: 403, code: "forbidden_not_authorized", message: (e) => e.reason },
  NotFound: { status: 404, code: "not_found", message: (e) => `There is no such ${e.what}, or it is not yours to see.` },
  IdentifierUnresolved: {
    status: 404,
    code: "identifier_unresolved",
    message: () => "The identifier matches no wallet or user.",
    errors: (e) => ({ [e.field]: "matches no wallet or user" }),
  },
  Conflict: { status: 409, code: "conflict", message: (e) => e.message, details: (e) => ({ reason: e.reason, ...e.details }) },
  StrandingHolders: {
    status: 409,
    code: "stranding_holders",
    message: (e) =>
      `${e.holders} valid tickets would be good for nothing afterwards: send confirm_stranding_holders to do it all the same.`,
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
    message: () => "This idempotency key was used for something else. Take a new key for a new request.",
    errors: () => ({ idempotency_key: "was used for something else" }),
  },
  InsufficientBalance: {
    status: 409,
    code: "conflict",
    message: (e) => `The wallet holds ${e.available} points, which is too few.`,
    details: (e) => ({ reason: "insufficient_balance", available: e.available }),
  },
  Invalid: { status: 422, code: "validation_error", message: () => "Some fields are not acceptable; see errors.", errors: (e) => e.errors },
  RateLimited: {
    status: 429,
    code: "rate_limit_exceeded",
    message: (e) => `Too many requests. Nothing was done; try again in ${e.retryAfterSeconds} s.`,
    details: (e) => ({ retry_after_seconds: e.retryAfterSeconds }),
  },
  LedgerUnavailable: { status: 502, code: "ledger_unavailable", message: (e) => `${e.reason} Try again in a moment.` },
  ResyncRequired: { status: 410, code: "resync_required", message: (e) => `${e.reason} Fetch the whole manifest.` },
  Unavailable: { status: 503, code: "unavailable", message: (e) => `${e.reason} Try again in ${e.retryAfterSeconds} s.` },
  // Of the authorization server, where a call of another language runs into them.
  OauthRefused: { status: 400, code: "bad_request", message: (e) => e.description, details: (e) => ({ error: e.error }) },
  InteractionRefused: { status: 403, code: "forbidden", message: (e) => e.reason },
  StorageFailed: {
    status: 500,
    code: "internal_error",
    message: () => "Something went wrong on our side. Quote the request id when you report it.",
  },
}

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
export const toEnvelope = (refusal: Refusal): { readonly status: number; readonly body: ErrorEnvelope } => {
  const row = envelopes[refusal._tag] as Row<Refusal>
  const message = row.message(refusal)
  return {
    status: row.status,
    body: { errors: row.errors?.(refusal) ?? { _root: message }, message, code: row.code, details: row.details?.(refusal) ?? null },
  }
}
