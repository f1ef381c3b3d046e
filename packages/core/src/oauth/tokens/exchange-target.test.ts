import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { organizationNamed } from "./exchange-target.ts"

const api = "https://club.example/api/v1"
const named = (target: {
  readonly organizationUuid?: string
  readonly resources?: readonly string[]
  readonly audiences?: readonly string[]
}) => {
  const result = organizationNamed({
    organizationUuid: undefined,
    resources: [],
    audiences: [],
    baseUrl: "https://club.example",
    clientId: "app",
    ...target,
  })
  return Result.isSuccess(result) ? result.success : result.failure.error
}

describe("organizationNamed", () => {
  it.each([
    ["organization_uuid", { organizationUuid: "harbour" }, ["harbour"]],
    ["resource", { resources: [`${api}/organizations/harbour`] }, ["harbour"]],
    ["audience", { audiences: ["urn:uuid:0199"] }, ["0199"]],
    [
      "all three, the same",
      { organizationUuid: "h", resources: [`${api}/organizations/h`], audiences: ["h"] },
      ["h"],
    ],
    ["two that may be the same", { organizationUuid: "h", audiences: ["0199"] }, ["h", "0199"]],
    [
      "the API beside it",
      { organizationUuid: "h", resources: [api], audiences: [api, "app"] },
      ["h"],
    ],
    ["none", {}, "invalid_request"],
    ["only the API", { resources: [api] }, "invalid_request"],
    ["only the client itself", { audiences: ["app"] }, "invalid_request"],
    [
      "a resource elsewhere",
      { resources: ["https://other.example/organizations/h"] },
      "invalid_target",
    ],
    [
      "something below an organization",
      { resources: [`${api}/organizations/h/staff`] },
      "invalid_target",
    ],
    ["a query behind it", { resources: [`${api}/organizations/h?x`] }, "invalid_target"],
  ])("%s", (_, target, expected) => expect(named(target)).toEqual(expected))
})
