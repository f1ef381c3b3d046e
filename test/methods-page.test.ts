import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { endpoints, routeOf } from "../packages/client-sdk/generate/read-contract.ts"
import { Client } from "../packages/client-sdk/src/index.ts"
import { methodsPage, pageFile, rows } from "../scripts/methods-page/page.ts"

/** Whether there is a function at a path such as `console.rewards.getBatch`. */
const isMethod = (root: object, path: string): boolean => {
  let at: unknown = root
  for (const name of path.split("."))
    at =
      typeof at === "object" && at !== null
        ? Object.entries(at).find(([each]) => each === name)?.[1]
        : undefined
  return typeof at === "function"
}

describe("docs/methods.md", () => {
  it("says what the contract says; else: npm run generate", () => {
    expect(readFileSync(pageFile, "utf8")).toBe(methodsPage())
  })

  it("has every route that is to have a method, once", () => {
    const routes = rows().map(({ route }) => route)
    const expected = endpoints.filter(({ hasNoMethod }) => hasNoMethod !== true).map(routeOf)
    expect(routes.toSorted()).toEqual([...new Set(expected)].toSorted())
  })

  it("names methods that a client has", () => {
    const client = new Client({ baseUrl: "https://members.example" })
    const named = rows().flatMap((row) => row.client)
    expect(named.length).toBeGreaterThan(200)
    expect(
      named.filter((call) => !isMethod(client, call.replace(/^client\./, "").replace(/\(.*/, ""))),
    ).toEqual([])
  })

  it("names a method of the library for all but these", () => {
    const without = rows().filter(({ library }) => library === undefined)
    expect(without.map(({ route }) => route).toSorted()).toEqual([
      "GET /console/test/clock",
      "GET /oauth2/.well-known/jwks.json",
      "GET /oauth2/.well-known/openid-configuration",
      "GET /oauth2/scopes",
      "GET /organizations/{organization_slug}/members/{user_uuid}/entitlements",
      "GET /organizations/{organization_slug}/members/{user_uuid}/entitlements/{key}",
      "POST /console/test/clock",
      "POST /console/test/organizations",
      "POST /console/test/tokens",
      "POST /console/test/users",
    ])
  })
})
