import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import * as contract from "../packages/core/src/contract/index.ts"
import * as nouns from "../packages/core/src/operations/index.ts"
import { endpoints, routeOf, routeOfCall } from "../packages/client-sdk/generate/read-contract.ts"
import { consoleOperations, operations } from "../packages/client-sdk/src/generated/operations.ts"

/** Endpoints without an operation of their name, by name or noun, with the reason. */
const withoutOperation: Readonly<Record<string, string>> = {
  "entitlements.getMember": "another path to entitlements.get",
  "entitlements.checkMember": "another path to entitlements.check",
  "oauth.authorizeByPost": "OpenID Connect asks for oauth.authorize by POST too",
  "oauth.login": "a form of the sign-in pages",
  "oauth.consent": "a form of the sign-in pages",
  "oauth.token": "one operation for each grant: redeemCode, refresh, exchange, issueClientToken",
  "oauth.userinfoByPost": "OpenID Connect asks for oauth.userinfo by POST too",
  "oauth.configuration": "a document of the server's addresses",
  "oauth.jwks": "a public document: symbolon.jwks()",
  "oauth.scopes": "a document of the contract's scopes",
  "oauth.logoutByPost": "OpenID Connect asks for oauth.logout by POST too",
  test: "a server with a test clock; the library moves its clock itself",
}

/** Operations that authorise with the endpoint of another name, with the reason. */
const borrowed: Readonly<Record<string, string>> = {
  "entitlements.check": "as entitlements.get: both answer the same callers",
  "oauth.userinfo": "OAuth refuses in its own words",
}

const sources = join(import.meta.dirname, "../packages/core/src")

/** The text of the file in which a noun has an operation. */
const fileOf = (noun: string, verb: string): string | undefined => {
  const list = noun.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const text = readFileSync(join(sources, `operations/${list}.ts`), "utf8")
  const files = [...text.matchAll(/from "\.\.\/(.*)"/g)].map(([, path = ""]) =>
    readFileSync(join(sources, path), "utf8"),
  )
  return files.find((file) => new RegExp(`export const ${verb} =|  \\w+ as ${verb},`).test(file))
}

/** Every endpoint of the contract: its group, its export there, and its name. */
const exported = Object.entries(contract as Readonly<Record<string, unknown>>).flatMap(
  ([group, members]) =>
    typeof members === "object" && members !== null
      ? Object.entries(members as Readonly<Record<string, { readonly name?: string }>>).flatMap(
          ([constant, { name }]) =>
            endpoints.some((endpoint) => endpoint.name === name)
              ? [{ group, constant, name: name ?? "" }]
              : [],
        )
      : [],
)

const nounOf = (name: string): string => name.slice(0, name.indexOf("."))
const verbOf = (name: string): string => name.slice(name.indexOf(".") + 1)
const singular = (noun: string): string => noun.replace(/ies$/, "y").replace(/s$/, "")

/** The noun after the first word of the verb, in the plural after `list`: `createTier`, `listTiers`. */
const verbAndNoun = (name: string): string => {
  const [noun, verb] = [nounOf(name), verbOf(name)]
  const of = verb === "list" ? noun : singular(noun)
  return verb.replace(/^[a-z]+/, (word) => word + of.charAt(0).toUpperCase() + of.slice(1))
}

/** The export of an endpoint by its name alone. */
const plainExportOf = (name: string): string =>
  ["list", "get", "create", "update", "delete"].includes(verbOf(name))
    ? verbAndNoun(name)
    : verbOf(name)

/** The export of an endpoint beside the others of its group. */
const exportOf = (name: string, group: string): string => {
  const plain = plainExportOf(name)
  const isShared = exported.some(
    (other) => other.group === group && other.name !== name && plainExportOf(other.name) === plain,
  )
  return isShared ? verbAndNoun(name) : plain
}

/** Whether an operation's file reads an endpoint: `endpoints.createTier`. */
const reads = (file: string, constant: string): boolean =>
  [...file.matchAll(/import \* as (\w+) from "[^"]*contract\/endpoints\//g)].some(([, alias]) =>
    new RegExp(`\\b${alias}\\.${constant}\\b`).test(file),
  )

const hasOperation = (name: string): boolean =>
  withoutOperation[name] === undefined && withoutOperation[nounOf(name)] === undefined

describe("an endpoint has one name", () => {
  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s",
    (name, endpoint) => {
      expect(name).toMatch(/^[a-z]+([A-Z][a-z]+)*\.[a-z]+([A-Z][a-z]+)*$/)
      const [noun, verb] = [nounOf(name), verbOf(name)]
      const { constant, group } = exported.find((one) => one.name === name) ?? {
        constant: "",
        group: "",
      }
      expect(constant).toBe(exportOf(name, group))

      const table = endpoint.base === "console" ? consoleOperations : operations
      const method = table[noun]?.[verb]
      expect(method && routeOfCall(method)).toBe(
        endpoint.hasNoMethod === true ? undefined : routeOf(endpoint),
      )

      const operation = (nouns as Readonly<Record<string, object>>)[noun]
      expect(operation !== undefined && verb in operation).toBe(hasOperation(name))
      if (!hasOperation(name) || endpoint.access === undefined) return
      const file = fileOf(noun, verb) ?? ""
      expect(reads(file, constant)).toBe(borrowed[name] === undefined)
    },
  )

  it("or a reason why it has no operation, and no reason is left over", () => {
    const all = new Set(endpoints.flatMap(({ name }) => [name, nounOf(name)]))
    expect(Object.keys(withoutOperation).filter((name) => !all.has(name))).toEqual([])
    expect(Object.keys(borrowed).filter((name) => !all.has(name))).toEqual([])
    expect(globSync("operations/*.ts", { cwd: sources }).length).toBeGreaterThan(20)
  })
})
