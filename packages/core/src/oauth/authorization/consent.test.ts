import { expect, it } from "vitest"
import { type Consent, consentsWith } from "./consent.ts"

const at = (ms: number) => new Date(ms)
const remembered: Consent = {
  userUuid: "ada",
  clientId: "tides",
  scopes: ["openid", "wallet:read"],
  createdAt: at(5),
  updatedAt: at(6),
}
const session = (clientId: string, ms: number, ...scopes: readonly string[]) => ({
  clientId,
  scopes,
  createdAt: at(ms),
})

it("a consent that is remembered says itself what it allows, however often its app signs in", () => {
  const sessions = [session("tides", 9, "openid"), session("tides", 1, "wallet:read")]
  expect(consentsWith("ada", [remembered], sessions)).toEqual([remembered])
})

it("what sessions may do beyond it is allowed too, of each app, by client id", () => {
  const sessions = [
    session("weather", 8, "openid"),
    session("weather", 3, "contact:read"),
    session("tides", 9, "openid", "contact:read"),
  ]
  expect(consentsWith("ada", [remembered], sessions)).toEqual([
    {
      ...remembered,
      scopes: ["openid", "wallet:read", "contact:read"],
      updatedAt: at(9),
    },
    {
      userUuid: "ada",
      clientId: "weather",
      scopes: ["openid", "contact:read"],
      createdAt: at(3),
      updatedAt: at(8),
    },
  ])
})
