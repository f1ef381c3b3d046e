import { Result } from "effect"
import { expect, it } from "vitest"
import { requestedScopes } from "./scopes.ts"

const refusalOf = (requested: string) =>
  Result.match(requestedScopes(requested, { allowed: ["openid", "user:read"] }), {
    onSuccess: () => undefined,
    onFailure: ({ error, description }) => ({ error, description }),
  })

it("a refusal of scopes names those that are strange, and no other", () => {
  expect(refusalOf("openid everything user:read wallet:transfer")).toEqual({
    error: "invalid_scope",
    description: "everything wallet:transfer: unknown, or not to be asked for here.",
  })
  expect(refusalOf("openid user:read")).toBeUndefined()
})

it("a refusal of scopes has only what may stand in a description, and an end", () => {
  const said = refusalOf(`ä"\\<${"x".repeat(500)}`)?.description ?? ""
  expect(said).toMatch(/^[ !#-[\]-~]+$/)
  expect(said.length).toBeLessThan(300)
})
