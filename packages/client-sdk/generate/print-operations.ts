import { bases } from "@symbolon/core/contract"
import type { Method } from "./read-contract.ts"

/**
 * The table that the client works from, by noun and method. It travels with every program that uses
 * the client, so it holds what the client acts on and no more: the parameters are in the path, and
 * members need no list but where a query stands beside a body.
 */
export const printOperations = (methods: readonly Method[]): string =>
  [false, true]
    .map((isConsole) =>
      printTable(
        isConsole ? "consoleOperations" : "operations",
        methods.filter((method) => method.isConsole === isConsole),
      ),
    )
    .join("\n")

const printTable = (name: string, methods: readonly Method[]): string => {
  const nouns = [...new Set(methods.map(({ noun }) => noun))]
  const rows = nouns.map((noun) => {
    const own = methods
      .filter((method) => method.noun === noun)
      .map((method) => `    ${method.name}: ${printOperation(method)},\n`)
    return `  ${noun}: {\n${own.join("")}  },\n`
  })
  const comment = name === "operations" ? "" : "/** The same for `client.console`. */\n"
  return `${comment}export const ${name}: Operations = {\n${rows.join("")}}\n`
}

const printOperation = (method: Method): string => {
  const { endpoint, kind, query, isList, isText } = method
  const input = inputOf(method)
  const row = {
    method: endpoint.method,
    path: `${bases[endpoint.base]}${endpoint.path}`,
    ...(kind === (endpoint.method === "GET" ? "read" : "write") ? {} : { kind }),
    ...(input === undefined ? {} : { input }),
    ...(input !== "query" && query.length > 0 ? { query } : {}),
    ...(endpoint.access === undefined ? { isOpen: true } : {}),
    ...(isList ? { isList } : {}),
    ...(isText ? { isText } : {}),
  }
  return JSON.stringify(row)
    .replace(/"(\w+)":/g, " $1: ")
    .replaceAll(",", ", ")
    .replace(/, {2}/g, ", ")
    .replace(/\}$/, " }")
}

const inputOf = ({ endpoint, query, body, signatures }: Method): string | undefined => {
  if (body === undefined) return query.length > 0 ? "query" : undefined
  if (endpoint.bodyType === "form") return "form"
  return signatures.some(({ input }) => input !== undefined) ? "body" : "empty"
}
