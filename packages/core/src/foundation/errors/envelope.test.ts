import { describe, expect, it } from "vitest"
import { isSymbolonError, toEnvelope } from "./envelope.ts"
import * as refusals from "./refusals.ts"

describe("toEnvelope", () => {
  it.each([
    [new refusals.NotFound({ what: "session" }), 404, "not_found"],
    [new refusals.IdentifierUnresolved({ field: "to" }), 404, "identifier_unresolved"],
    [new refusals.BadRequest({ field: "to", reason: "no" }), 400, "bad_request"],
    [new refusals.Invalid({ errors: { name: "too long" } }), 422, "validation_error"],
    [new refusals.InvalidCredentials({ reason: "expired" }), 401, "invalid_credentials"],
    [new refusals.SignInRefused(), 401, "invalid_credentials"],
    [
      new refusals.PaymentRequired({
        amountCents: 500,
        currency: "PHP",
        purpose: "renew",
        tierSlug: "gold",
      }),
      402,
      "payment_required",
    ],
    [new refusals.Forbidden({ reason: "no" }), 403, "forbidden"],
    [new refusals.ForbiddenNotAuthorized({ reason: "no" }), 403, "forbidden_not_authorized"],
    [new refusals.Conflict({ reason: "taken", message: "Taken." }), 409, "conflict"],
    [new refusals.IdempotencyConflict({ key: "k" }), 409, "idempotency_conflict"],
    [new refusals.InsufficientBalance({ available: 3 }), 409, "conflict"],
    [new refusals.RateLimited({ retryAfterSeconds: 7 }), 429, "rate_limit_exceeded"],
    [new refusals.LedgerUnavailable({ reason: "It is away." }), 502, "ledger_unavailable"],
    [new refusals.ResyncRequired({ reason: "Too old." }), 410, "resync_required"],
    [new refusals.Unavailable({ reason: "Busy.", retryAfterSeconds: 1 }), 503, "unavailable"],
    [new refusals.StorageFailed({ cause: new Error("secret detail") }), 500, "internal_error"],
  ])("%s", (refusal, status, code) => {
    const envelope = toEnvelope(refusal)
    expect(envelope.status).toBe(status)
    expect(envelope.body.code).toBe(code)
    expect(Object.keys(envelope.body.errors).length).toBeGreaterThan(0)
    expect(JSON.stringify(envelope.body)).not.toContain("secret detail")
    // An embedder reads the same from the refusal itself, in a log and in a stack.
    expect(refusal.code).toBe(code)
    expect(refusal.message.length).toBeGreaterThan(1)
    expect(refusal.stack).toContain(`${refusal._tag}: ${refusal.message}`)
    expect(isSymbolonError(refusal)).toBe(true)
  })

  it("names the fields in the message that an embedder reads", () => {
    expect(
      new refusals.Invalid({ errors: { name: "is required", _root: "Send one of them." } }).message,
    ).toBe("Some fields are invalid. name: is required; Send one of them.")
  })

  it.each([
    new Error("NotFound"),
    Object.assign(new Error("no"), { _tag: "Else" }),
    { _tag: "NotFound" },
    "NotFound",
    null,
    undefined,
  ])("is none of ours: %o", (reason) => expect(isSymbolonError(reason)).toBe(false))

  it("names the fields, and gives figures as details", () => {
    expect(toEnvelope(new refusals.Invalid({ errors: { name: "too long" } })).body.errors).toEqual({
      name: "too long",
    })
    expect(toEnvelope(new refusals.InsufficientBalance({ available: 3 })).body.details).toEqual({
      reason: "insufficient_balance",
      available: 3,
    })
    const owed = { amountCents: 500, currency: "PHP", purpose: "change", tierSlug: "gold" } as const
    expect(toEnvelope(new refusals.PaymentRequired(owed)).body.details).toEqual({
      amount_cents: 500,
      currency: "PHP",
      purpose: "change",
      membership_tier_slug: "gold",
    })
  })
})
