import * as contract from "@symbolon/core/contract"
import { type JsonSchema, optionsOf, resolve, toJsonSchema } from "./json-schema.ts"
import { pascal, readSignatures, type Signature } from "./signatures.ts"
import type { TypeBook } from "./type-book.ts"

/** What the generator reads of an endpoint of the contract. */
export type ContractEndpoint = contract.Endpoint<never, unknown, string>

/** A method of the client, as everything printed needs it. */
export interface Method {
  readonly noun: string
  readonly name: string
  /** Whether it stands under `client.console`. */
  readonly isConsole: boolean
  readonly endpoint: ContractEndpoint
  readonly kind: "read" | "write" | "deduplicated"
  readonly params: readonly string[]
  readonly query: readonly string[]
  readonly body: readonly string[] | undefined
  readonly isList: boolean
  readonly isText: boolean
  readonly signatures: readonly Signature[]
}

const isEndpoint = (value: unknown): value is ContractEndpoint =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  "method" in value &&
  "path" in value &&
  "response" in value

/** Every endpoint that the contract defines, in no order to rely on. */
export const endpoints: readonly ContractEndpoint[] = Object.values(
  contract as Readonly<Record<string, unknown>>,
)
  .flatMap((group) => (typeof group === "object" && group !== null ? Object.values(group) : []))
  .filter(isEndpoint)

/** `METHOD /path`, with `/oauth2` or `/console` before what is not of the published API. */
export const routeOf = ({
  base,
  method,
  path,
}: {
  readonly base: string
  readonly method: string
  readonly path: string
}): string => `${method} ${base === "api" ? "" : `/${base}`}${path}`

/** The same for a row of the client's table, whose path has the whole base. */
export const routeOfCall = ({
  method,
  path,
}: {
  readonly method: string
  readonly path: string
}): string => `${method} ${path.replace(/^\/api\/v1/, "").replace(/^\/console\/v1/, "/console")}`

/**
 * The methods of the client, the console's last, each group by noun and path; the types they need go
 * into the book.
 */
export const readMethods = (book: TypeBook): readonly Method[] =>
  endpoints
    .filter(({ hasNoMethod }) => hasNoMethod !== true)
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .flatMap((endpoint) => readMethod(endpoint, book))

const rank = ({ base, name, path, method }: ContractEndpoint): string =>
  [base === "console" ? "2" : "1", name.split(".")[0], path, method].join(" ")

const readMethod = (endpoint: ContractEndpoint, book: TypeBook): readonly Method[] => {
  const isConsole = endpoint.base === "console"
  const fullName = `${isConsole ? "console." : ""}${endpoint.name}`
  const [noun, name] = splitName(endpoint.name)
  const query = endpoint.query && toJsonSchema(endpoint.query, "input")
  const body = endpoint.body && toJsonSchema(endpoint.body, "input")
  const response = toJsonSchema(endpoint.response, "output")
  const item = endpoint.method === "GET" ? itemOf(response, query) : undefined
  const method: Method = {
    noun,
    name,
    isConsole,
    endpoint,
    kind: kindOf(endpoint, body),
    params: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param as string),
    query: Object.keys(query?.properties ?? {}),
    body: body && [
      ...new Set(
        optionsOf(body).flatMap((option) => Object.keys(resolve(option, body).properties ?? {})),
      ),
    ],
    isList: item !== undefined,
    isText: false,
    signatures: readSignatures(
      { id: typeName(endpoint.name), name: fullName, query, body, response, item },
      book,
    ),
  }
  const text = endpoint.textMethod ?? (endpoint.answers === "ndjson" ? name : undefined)
  if (text === undefined) return [method]
  const signatures = method.signatures.map((signature) => ({ ...signature, output: "string" }))
  const ofText = { ...method, name: text, isText: true, signatures }
  return text === name ? [ofText] : [method, ofText]
}

/** `tiers.create` as `TiersCreate`, from which its types have their names. */
const typeName = (name: string): string => splitName(name).map(pascal).join("")

const splitName = (name: string): readonly [string, string] => {
  const [noun, method] = name.split(".")
  if (noun === undefined || method === undefined)
    throw new Error(`${name} is not of the form noun.method`)
  return [noun, method]
}

const kindOf = (endpoint: ContractEndpoint, body: JsonSchema | undefined): Method["kind"] => {
  if (endpoint.method === "GET") return "read"
  if (endpoint.isSafeToRepeat === true) return "deduplicated"
  return body !== undefined && isKeyed(body, body) ? "deduplicated" : "write"
}

/**
 * Whether a body always carries an idempotency key: itself, or in every element of a list that it
 * must have.
 */
const isKeyed = (schema: JsonSchema, root: JsonSchema): boolean => {
  const object = resolve(schema, root)
  const options = object.anyOf ?? object.oneOf
  if (options !== undefined) return options.every((option) => isKeyed(option, root))
  const required = object.required ?? []
  if (required.includes("idempotency_key")) return true
  return required.some((name) => {
    const member = object.properties?.[name]
    return member?.type === "array" && member.items !== undefined && isKeyed(member.items, root)
  })
}

/** The items of a page envelope; a list is what also takes `page`. */
const itemOf = (response: JsonSchema, query: JsonSchema | undefined): JsonSchema | undefined => {
  const { items, total_pages, current_page } = resolve(response, response).properties ?? {}
  const isPage = items?.type === "array" && total_pages !== undefined && current_page !== undefined
  return isPage && query?.properties?.["page"] !== undefined ? items.items : undefined
}
