import type { InteractionRefused, OauthRefused } from "./oauth-refusals.ts"
import { refusalClass } from "./refusal-class.ts"

/**
 * Every way an operation can refuse or fail. `_tag` is the name to branch on, `code` the word of
 * the error envelope, `message` what happened and what to do; `envelope.ts` says what each becomes
 * on the wire, docs/errors.md lists them. A refusal at the door is no error: it is an answer
 * (`decision: "blocked"`).
 */

/** 404: absent, or not for the caller to see; the two cannot be told apart. */
export class NotFound extends refusalClass(
  "NotFound",
  "not_found",
  ({ what }: { readonly what: string }) =>
    `There is no such ${what}, or you do not have access to it.`,
) {}

/** 404: an identifier that matches no wallet or user. */
export class IdentifierUnresolved extends refusalClass(
  "IdentifierUnresolved",
  "identifier_unresolved",
  (_: {
    /** The field that held the identifier. */
    readonly field: string
  }) => "The identifier matches no wallet or user.",
) {}

/** 400: well-formed but makes no sense. */
export class BadRequest extends refusalClass(
  "BadRequest",
  "bad_request",
  ({ reason }: { readonly field: string; readonly reason: string }) => reason,
) {}

/** 422: a field's value is not acceptable; keys of `errors` are field names. */
export class Invalid extends refusalClass(
  "Invalid",
  "validation_error",
  ({ errors }: { readonly errors: Readonly<Record<string, string>> }) =>
    `Some fields are invalid. ${faultsOf(errors)}`,
) {}

/** 401: no token, or one that is not good. `reason` is for `WWW-Authenticate`. */
export class InvalidCredentials extends refusalClass(
  "InvalidCredentials",
  "invalid_credentials",
  ({ reason }: { readonly reason: string }) => reason,
) {}

/**
 * 401: the username or the password is wrong, or the account is disabled. All three have one
 * refusal, so that a caller does not learn which usernames exist.
 */
export class SignInRefused extends refusalClass(
  "SignInRefused",
  "invalid_credentials",
  () => "Wrong username or password.",
) {}

/** 402: something is owed first; a checkout for the same purpose and tier settles it. */
export class PaymentRequired extends refusalClass(
  "PaymentRequired",
  "payment_required",
  ({
    amountCents,
    currency,
  }: {
    /** Minor units of `currency`, above 0. */
    readonly amountCents: number
    readonly currency: string
    readonly purpose: "join" | "renew" | "change"
    readonly tierSlug: string
  }) => `${amountCents} ${currency} (minor units) must be paid first: open a checkout and pay it.`,
) {}

/** 403: the token lacks the scope, is of the wrong kind, or its holder lacks the role. */
export class Forbidden extends refusalClass(
  "Forbidden",
  "forbidden",
  ({ reason }: { readonly reason: string; readonly details?: Readonly<Record<string, unknown>> }) =>
    reason,
) {}

/** 403: acting for another user without authority. */
export class ForbiddenNotAuthorized extends refusalClass(
  "ForbiddenNotAuthorized",
  "forbidden_not_authorized",
  ({ reason }: { readonly reason: string }) => reason,
) {}

/** 403: it is for active members, or for members whose tier grants an entitlement. */
export class MembershipRequired extends refusalClass(
  "MembershipRequired",
  "membership_required",
  (_: {
    /** `member`, or the key that a tier must grant. */
    readonly entitlement: string
  }) => "This is only for active members of the organization, on a tier that grants it.",
) {}

/** 409: conflicts with the present state. `reason` is the word to branch on. */
export class Conflict extends refusalClass(
  "Conflict",
  "conflict",
  ({
    message,
  }: {
    readonly reason: string
    readonly message: string
    readonly details?: Readonly<Record<string, unknown>>
  }) => message,
) {}

/**
 * 409: a user holds a ticket that would be good for nothing afterwards, and that was not
 * confirmed.
 */
export class StrandingHolders extends refusalClass(
  "StrandingHolders",
  "stranding_holders",
  ({
    holders,
  }: {
    /** Valid tickets that it would strand: each is in a user's hands. */
    readonly holders: number
    /** The sessions that would not take them any more, with how many name the ticket of each. */
    readonly sessions: readonly {
      readonly uuid: string
      readonly slug: string
      readonly ticketTemplateUuid: string | undefined
      readonly holders: number
    }[]
  }) =>
    `Valid tickets that would become useless: ${holders}. To continue anyway, send confirm_stranding_holders (in the query of a DELETE).`,
) {}

/** 409: an idempotency key was reused for something else. */
export class IdempotencyConflict extends refusalClass(
  "IdempotencyConflict",
  "idempotency_conflict",
  ({
    field,
  }: {
    readonly key: string
    /** The field that held the key. Default: `idempotency_key`. */
    readonly field?: "event_id"
  }) =>
    field === "event_id"
      ? "This event id was used for another receiver. Use a new event_id for another event."
      : "This idempotency key was used for another request. Use a new key for a new request.",
) {}

/** 409: too few points. */
export class InsufficientBalance extends refusalClass(
  "InsufficientBalance",
  "conflict",
  ({ available }: { readonly available: number }) =>
    `The wallet has only ${available} available points, fewer than this call needs.`,
) {}

/**
 * How an allowance stands: `limit` units in any `windowSeconds` seconds, the oldest spent one back
 * after `resetSeconds`.
 */
export interface AllowanceState {
  readonly limit: number
  readonly windowSeconds: number
  readonly remaining: number
  readonly resetSeconds: number
}

/**
 * 429: refused before running, so retrying needs no reconciliation. `allowance` is the one that
 * refused, for the headers.
 */
export class RateLimited extends refusalClass(
  "RateLimited",
  "rate_limit_exceeded",
  ({
    retryAfterSeconds,
  }: {
    readonly retryAfterSeconds: number
    readonly allowance?: AllowanceState
    /** What the limit counts, such as `write`; it names no caller. */
    readonly bucket?: string
  }) => `Too many requests. Nothing was done; try again in ${retryAfterSeconds} s.`,
) {}

/**
 * 503: the service cannot do this now, because too much is waiting or the store is down; try again
 * later. `cause` is for the log alone.
 */
export class Unavailable extends refusalClass(
  "Unavailable",
  "unavailable",
  ({
    reason,
    retryAfterSeconds,
  }: {
    readonly reason: string
    readonly retryAfterSeconds: number
    readonly cause?: unknown
  }) => `${reason} Try again in ${retryAfterSeconds} s.`,
) {}

/** 502: the ledger does not answer what is needed of it; try again later. */
export class LedgerUnavailable extends refusalClass(
  "LedgerUnavailable",
  "ledger_unavailable",
  ({ reason }: { readonly reason: string }) => `${reason} Try again in a moment.`,
) {}

/** 410: a delta cannot be given from there; fetch the whole manifest. */
export class ResyncRequired extends refusalClass(
  "ResyncRequired",
  "resync_required",
  ({ reason }: { readonly reason: string }) => `${reason} Fetch the whole manifest.`,
) {}

/**
 * 500: the store failed, and not because it is down ({@link Unavailable}). `cause` and `message`
 * are for the log alone.
 */
export class StorageFailed extends refusalClass(
  "StorageFailed",
  "internal_error",
  ({ cause }: { readonly cause: unknown }) =>
    `The store failed: ${cause instanceof Error ? cause.message : String(cause)}`,
) {}

/**
 * Any of them, those of the authorization server too: an operation that ends in another does not
 * compile.
 */
export type Refusal =
  | NotFound
  | IdentifierUnresolved
  | BadRequest
  | Invalid
  | InvalidCredentials
  | SignInRefused
  | PaymentRequired
  | Forbidden
  | ForbiddenNotAuthorized
  | MembershipRequired
  | Conflict
  | StrandingHolders
  | IdempotencyConflict
  | InsufficientBalance
  | RateLimited
  | Unavailable
  | LedgerUnavailable
  | ResyncRequired
  | StorageFailed
  | OauthRefused
  | InteractionRefused

export type RefusalTag = Refusal["_tag"]

/** The refusal of a given name. */
export type RefusalOf<Tag extends RefusalTag> = Extract<Refusal, { readonly _tag: Tag }>

/** Faults of fields in one line; what belongs to no field stands alone. */
const faultsOf = (errors: Readonly<Record<string, string>>): string =>
  Object.entries(errors)
    .map(([field, fault]) => (field === "_root" ? fault : `${field}: ${fault}`))
    .join("; ")
