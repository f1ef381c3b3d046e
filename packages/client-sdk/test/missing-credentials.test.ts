import { describe, expect, it } from "vitest"
import { actingFor, bearer, clientCredentials, userSession } from "../src/index.ts"

const none = undefined as unknown as string

describe("a credential that is missing is refused at once, by its name:", () => {
  it.each([
    ["clientSecret", () => clientCredentials({ clientId: "app", clientSecret: none })],
    ["clientSecret", () => clientCredentials({ clientId: "app", clientSecret: "" })],
    ["clientId", () => clientCredentials({ clientId: none, clientSecret: "s" })],
    ["clientId", () => userSession({ clientId: none, refreshToken: "r" })],
    ["refreshToken", () => userSession({ clientId: "app", refreshToken: none })],
    ["organization", () => actingFor({ auth: bearer("t"), organization: none, clientId: "app" })],
    ["token", () => bearer(none)],
  ])("%s", (name, make) => {
    expect(make).toThrow(TypeError)
    expect(make).toThrow(`: ${name} must be a string, and is `)
  })

  it("an app that keeps no secret needs none", () => {
    expect(userSession({ clientId: "app", clientSecret: undefined, refreshToken: "r" })).toBeTypeOf(
      "function",
    )
  })
})
