import type { Method } from "./read-contract.ts"

/** The table that the client works from, by noun and method. */
export const printOperations = (methods: readonly Method[]): string => {
  const nouns = [...new Set(methods.map(({ noun }) => noun))]
  const rows = nouns.map((noun) => {
    const own = methods.filter((method) => method.noun === noun).map((method) => `    ${method.name}: ${printOperation(method)},\n`)
    return `  ${noun}: {\n${own.join("")}  },\n`
  })
  return `export const operations: Operations = {\n${rows.join("")}}\n`
}

const printOperation = ({ endpoint, kind, params, query, body, isList, isText }: Method): string => {
  const row = {
    id: endpoint.id,
    base: endpoint.base,
    method: endpoint.method,
    path: endpoint.path,
    kind,
    ...(params.length === 0 ? {} : { params }),
    ...(query.length === 0 ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(endpoint.bodyType === "form" ? { isForm: true } : {}),
    ...(endpoint.access === undefined ? { isOpen: true } : {}),
    ...(isList ? { isList } : {}),
    ...(isText ? { isText } : {}),
  }
  return JSON.stringify(row).replace(/"(\w+)":/g, " $1: ").replaceAll(",", ", ").replace(/, {2}/g, ", ").replace(/\}$/, " }")
}
