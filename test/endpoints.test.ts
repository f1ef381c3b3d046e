import { describe, expect, it } from "vitest"
import { endpoints, routeOf, routeOfCall } from "../packages/client-sdk/generate/read-contract.ts"
import { consoleOperations, operations } from "../packages/client-sdk/src/generated/operations.ts"
import { table } from "../packages/http-server/test/authorisation/table.ts"
import { counted, routesOf, uncounted } from "./endpoints.ts"

/**
 * Endpoints of ours beyond the published list: each is in the table of who may call what, or takes no
 * token (the ledger's keys, the forms of the sign-in).
 */
const ours = (endpoint: (typeof endpoints)[number]): boolean =>
  endpoint.access === undefined || table.has(routeOf(endpoint))

const published = [...routesOf(counted), ...routesOf(uncounted)]
const contract = endpoints.filter(({ base }) => base !== "console").map(routeOf)

/**
 * The client's methods as `METHOD /path`; a method that gives the raw text of another's answer
 * counts once.
 */
const client = new Set(
  [operations, consoleOperations].flatMap((nouns) =>
    Object.values(nouns).flatMap((methods) => Object.values(methods).map(routeOfCall)),
  ),
)
const withMethod = endpoints.filter(({ hasNoMethod }) => hasNoMethod !== true)

const without = (all: Iterable<string>, these: Iterable<string>): readonly string[] => {
  const gone = new Set(these)
  return [...all].filter((route) => !gone.has(route)).toSorted()
}

describe("the list", () => {
  it.each(Object.entries({ ...counted, ...uncounted }))(
    "has every endpoint of %s",
    (_, { count, listed: shown, added = [] }) =>
      expect(new Set([...shown, ...added])).toHaveLength(count),
  )

  it("has the 125 that are published: 75 shown, and 50 counted", () => {
    expect(new Set(routesOf(counted)).size).toBe(125)
    expect(Object.values(counted).flatMap(({ listed: shown }) => shown)).toHaveLength(75)
    expect(Object.values(counted).flatMap(({ added = [] }) => added)).toHaveLength(50)
    expect(new Set(published).size).toBe(144)
  })

  it("is built up to here, and never less", () => {
    const notBuilt = without(published, contract)
    const built = published.length - notBuilt.length
    const counting = without(routesOf(counted), notBuilt).length
    console.log(`${built} of 144 endpoints are built, ${counting} of the 125`)
    expect(built).toBeGreaterThanOrEqual(84)
  })
})

describe("the contract", () => {
  it("has no other published endpoint but ours", () => {
    const others = endpoints.filter((one) => one.base !== "console" && !ours(one))
    expect(without(others.map(routeOf), published)).toEqual([])
  })
  it("has each once", () => expect(new Set(contract).size).toBe(contract.length))
  it("names each once", () =>
    expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length))
})

describe("the client", () => {
  it("has a method for every endpoint of the contract that is to have one", () =>
    expect(without(withMethod.map(routeOf), client)).toEqual([]))
  it("has no method for anything else", () =>
    expect(without(client, withMethod.map(routeOf))).toEqual([]))
})
