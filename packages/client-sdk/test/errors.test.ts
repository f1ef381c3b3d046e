import { describe, expect, it } from "vitest"
import { readErrorBody } from "../src/error-body.ts"
import { isApiError, SymbolonError } from "../src/index.ts"
import { failureOf, clientWithoutBackoff, serve, type Step } from "./server.ts"

const failing = async (step: Step): Promise<unknown> => {
  await using server = await serve([step])
  return await failureOf(
    clientWithoutBackoff(server.baseUrl, { retry: false }).organizations.get("harbour-club"),
  )
}

it("an error carries what the envelope says, and what the headers say", async () => {
  const e = await failing({
    status: 402,
    headers: {
      "x-request-id": "r-1",
      "ratelimit-limit": "300",
      "ratelimit-remaining": "299",
      "ratelimit-reset": "1",
    },
    body: {
      errors: { _root: "Pay first." },
      message: "Pay first.",
      code: "payment_required",
      details: {
        amount_cents: 50_000,
        currency: "PHP",
        purpose: "change",
        membership_tier_slug: "gold",
      },
    },
  })
  expect(e).toBeInstanceOf(SymbolonError)
  expect(e).toMatchObject({
    name: "SymbolonError",
    message: "Pay first.",
    code: "payment_required",
    status: 402,
    errors: { _root: "Pay first." },
    requestId: "r-1",
    outcome: "refused",
    operation: "GET /api/v1/organizations/{organization_slug}",
    response: { rateLimit: { limit: 300, remaining: 299, resetSeconds: 1 } },
  })
  expect(isApiError(e, "payment_required") && e.details.amount_cents).toBe(50_000)
  expect(isApiError(e)).toBe(true)
  expect(isApiError(e, "conflict")).toBe(false)
})

describe("the body of an error", () => {
  it.each<readonly [string, number, unknown, object]>([
    [
      "an envelope",
      404,
      { errors: { _root: "No." }, message: "No.", code: "identifier_unresolved", details: null },
      { code: "identifier_unresolved", message: "No.", errors: { _root: "No." }, details: null },
    ],
    [
      "an envelope without a code",
      402,
      { errors: {}, message: "Pay.", code: null, details: { amount_cents: 1 } },
      { code: "payment_required", details: { amount_cents: 1 } },
    ],
    [
      "an envelope with a code of tomorrow",
      409,
      { errors: {}, message: "Hm.", code: "too_early" },
      { code: "too_early", details: null },
    ],
    [
      "an envelope of a strange status",
      418,
      { errors: {}, message: "Tea." },
      { code: "unexpected_response", message: "Tea." },
    ],
    [
      "a list of details",
      422,
      {
        detail: [
          { loc: ["body", "name"], msg: "is too long", type: "x" },
          { loc: ["body", "dates", 0, "start_time"], msg: "is no time", type: "y" },
        ],
      },
      {
        code: "validation_error",
        message: "name: is too long; dates.0.start_time: is no time",
        errors: { name: "is too long", "dates.0.start_time": "is no time" },
      },
    ],
    [
      "a detail about nothing in particular",
      422,
      { detail: [{ loc: ["body"], msg: "is missing", type: "x" }] },
      { errors: { _root: "is missing" }, message: "is missing" },
    ],
    [
      "a detail that is odd",
      422,
      { detail: [null, 5] },
      { errors: { _root: "is not acceptable" } },
    ],
    ["no detail", 422, { detail: [] }, { code: "validation_error", errors: {} }],
    [
      "an OAuth error",
      400,
      { error: "invalid_scope", error_description: "Not that one." },
      { code: "invalid_scope", message: "Not that one." },
    ],
    [
      "an OAuth error without words",
      400,
      { error: "invalid_grant" },
      { code: "invalid_grant", message: "invalid_grant" },
    ],
    ["a proxy's page", 404, "<html>", { code: "unexpected_response" }],
    [
      "an envelope of a framework",
      404,
      { statusCode: 404, message: "Cannot GET /x", error: "Not Found" },
      { code: "unexpected_response" },
    ],
    [
      "a gateway's message",
      404,
      { message: "no Route matched with those values" },
      { code: "unexpected_response" },
    ],
    [
      "a 404 with an error in one word",
      404,
      { error: "not_found" },
      { code: "unexpected_response" },
    ],
    ["an error in words", 500, { error: "Internal Server Error" }, { code: "unexpected_response" }],
    ["nothing", 502, "", { code: "unexpected_response" }],
    ["nothing, where the status says it all", 429, "", { code: "rate_limit_exceeded" }],
    ["a list", 500, [], { code: "unexpected_response" }],
    ["null", 503, null, { code: "unavailable" }],
  ])("may be %s", (_, status, body, expected) =>
    expect(
      readErrorBody(status, typeof body === "string" ? body : JSON.stringify(body)),
    ).toMatchObject(expected),
  )
})

it("an error of another copy of the package is known", async () => {
  const copy = (await import(
    /* @vite-ignore */ `${new URL("../src/symbolon-error.ts", import.meta.url).href}?copy`
  )) as typeof import("../src/symbolon-error.ts")
  const e = new copy.SymbolonError("No.", {
    code: "conflict",
    outcome: "refused",
    operation: "GET /",
  })
  expect(e instanceof SymbolonError).toBe(false)
  expect(isApiError(e, "conflict")).toBe(true)
})

it.each([undefined, null, "text", {}, new Error("x"), { code: "conflict" }])(
  "%s is no error of the API",
  (e) => expect(isApiError(e)).toBe(false),
)
