import { Data } from "effect"
import type { InteractionRefused, OauthRefused } from "../oauth/refusal.ts"

/**
 * Every way an operation can refuse or fail. `_tag` is the name to branch on; `envelope.ts` says what each becomes on the wire.
 * A refusal at the door is no error: it is an answer (`decision: "blocked"`).
 */

/** 404: absent, or not for the caller to see; the two cannot be told apart. */
export class NotFound extends Data.TaggedError("NotFound")<{ readonly what: string }> {}
/** 404: an identifier that matches no wallet or user. */
export class IdentifierUnresolved extends Data.TaggedError("IdentifierUnresolved")<{ readonly field: string }> {}
/** 400: well-formed but makes no sense. */
export class BadRequest extends Data.TaggedError("BadRequest")<{ readonly field: string; readonly reason: string }> {}
/** 422: a field's value is not acceptable; keys are field names. */
export class Invalid extends Data.TaggedError("Invalid")<{ readonly errors: Readonly<Record<string, string>> }> {}
/** 401: no token, or one that is not good. `reason` is for `WWW-Authenticate`. */
export class InvalidCredentials extends Data.TaggedError("InvalidCredentials")<{ readonly reason: string }> {}
/** 401: the name or the password is not right, or the account is shut. One refusal for all, so that nobody learns which names there are. */
export class SignInRefused extends Data.TaggedError("SignInRefused") {}
/** 402: something is owed first; a checkout for the same purpose and tier settles it. */
export class PaymentRequired extends Data.TaggedError("PaymentRequired")<{
  /** Minor units of `currency`, above 0. */
  readonly amountCents: number
  readonly currency: string
  readonly purpose: "join" | "renew" | "change"
  readonly tierSlug: string
}> {}
/** 403: the token lacks the scope, is of the wrong kind, or its holder lacks the role. */
export class Forbidden extends Data.TaggedError("Forbidden")<{
  readonly reason: string
  readonly details?: Readonly<Record<string, unknown>>
}> {}
/** 403: acting on somebody else without authority. */
export class ForbiddenNotAuthorized extends Data.TaggedError("ForbiddenNotAuthorized")<{ readonly reason: string }> {}
/** 409: conflicts with the present state. */
export class Conflict extends Data.TaggedError("Conflict")<{
  readonly reason: string
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
}> {}
/** 409: somebody holds a ticket that would be good for nothing afterwards, and that was not confirmed. */
export class StrandingHolders extends Data.TaggedError("StrandingHolders")<{
  /** Valid tickets that it would strand: each is in somebody's hands. */
  readonly holders: number
  /** The sessions that would not take them any more, with how many name the ticket of each. */
  readonly sessions: readonly {
    readonly uuid: string
    readonly slug: string
    readonly ticketTemplateUuid: string | undefined
    readonly holders: number
  }[]
}> {}
/** 409: an idempotency key was reused for something else. */
export class IdempotencyConflict extends Data.TaggedError("IdempotencyConflict")<{ readonly key: string }> {}
/** 409: too few points. */
export class InsufficientBalance extends Data.TaggedError("InsufficientBalance")<{ readonly available: number }> {}
/** How an allowance stands: `limit` units in any `windowSeconds` seconds, the oldest spent one back after `resetSeconds`. */
export interface AllowanceState {
  readonly limit: number
  readonly windowSeconds: number
  readonly remaining: number
  readonly resetSeconds: number
}
/** 429: refused before running, so retrying needs no reconciliation. `allowance` is the one that refused, for the headers. */
export class RateLimited extends Data.TaggedError("RateLimited")<{
  readonly retryAfterSeconds: number
  readonly allowance?: AllowanceState
}> {}
/** 503: the service cannot do this now, because too much is waiting or the store is down; try again later. `cause` is for the log alone. */
export class Unavailable extends Data.TaggedError("Unavailable")<{
  readonly reason: string
  readonly retryAfterSeconds: number
  readonly cause?: unknown
}> {}
/** 502: the ledger does not answer what is needed of it; try again later. */
export class LedgerUnavailable extends Data.TaggedError("LedgerUnavailable")<{ readonly reason: string }> {}
/** 410: a delta cannot be given from there; fetch the whole manifest. */
export class ResyncRequired extends Data.TaggedError("ResyncRequired")<{ readonly reason: string }> {}
/** 500: the store failed, and not because it is down ({@link Unavailable}). `cause` is for the log alone. */
export class StorageFailed extends Data.TaggedError("StorageFailed")<{ readonly cause: unknown }> {}

/** Any of them, those of the authorization server too: an operation that ends in another does not compile. */
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
