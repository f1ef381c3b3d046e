import type { CallOptions, QueryValue } from "./call.ts"
import type { Kind } from "./retry.ts"
import { typeInWords } from "./type-in-words.ts"

/** A call as the generated table describes it. */
export interface Operation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** From the base URL on. */
  readonly path: string
  /** Where it is left out: `read` of a GET, `write` of every other. */
  readonly kind?: Kind
  /**
   * Where what the method takes goes: the query, a JSON body, a form. `empty` takes nothing and
   * sends an empty JSON object.
   */
  readonly input?: "query" | "body" | "form" | "empty"
  /** Members that go into the query though there is a body. */
  readonly query?: readonly string[]
  /** Takes no token. */
  readonly isOpen?: boolean
  /** Answers in pages. */
  readonly isList?: boolean
  /** Gives the text of the answer as it came. */
  readonly isText?: boolean
}

/** Operations by noun and method. */
export type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** One request, ready to be sent and sent again. */
export interface WireRequest {
  /** The route for errors and logs, without identifiers. */
  readonly operation: string
  readonly method: string
  /** From the base URL on, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Blob | Uint8Array<ArrayBuffer> | undefined
  readonly kind: Kind
  readonly isOpen: boolean
}

/**
 * Splits the arguments of a method into path parameters, input and options.
 */
export interface Arguments {
  readonly params: readonly string[]
  readonly input: Readonly<Record<string, unknown>>
  readonly options: CallOptions
}

/** Reads the arguments of a method off its operation. */
export const readArguments = ({ path, input }: Operation, given: readonly unknown[]): Arguments => {
  const count = path.match(/\{/g)?.length ?? 0
  const rest = given.slice(count)
  const taken = input === undefined || input === "empty" ? undefined : rest.shift()
  return {
    params: given.slice(0, count) as readonly string[],
    input: (taken ?? {}) as Readonly<Record<string, unknown>>,
    options: (rest[0] ?? {}) as CallOptions,
  }
}

/**
 * The request of a call. Members that the types do not name travel too: a newer server may know
 * them.
 */
export const toRequest = (
  operation: Operation,
  { params, input, options }: Arguments,
): WireRequest => {
  const { method, path, kind = method === "GET" ? "read" : "write" } = operation
  const [query, content] = divide(operation, input)
  const isForm = operation.input === "form"
  return {
    operation: `${method} ${path}`,
    method,
    path: `${fillPath(path, params)}${toSearch({ ...query, ...options.query })}`,
    headers: {
      ...toHeaders(options.headers),
      ...(content === undefined
        ? {}
        : { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
    },
    body:
      content === undefined
        ? undefined
        : isForm
          ? toSearch(content).slice(1)
          : JSON.stringify(content),
    kind,
    isOpen: operation.isOpen ?? false,
  }
}

/** Headers of the caller's, by lower-case name. The token is the client's business. */
export const toHeaders = (
  headers: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  if ("authorization" in named)
    throw new TypeError("headers must not contain authorization: pass `auth` to the client instead")
  return named
}

/** The input, as query and body. */
const divide = (
  { input = "query", query = [] }: Operation,
  taken: Readonly<Record<string, unknown>>,
): readonly [Query, Query | undefined] => {
  if (input === "query") return [taken as Query, undefined]
  const entries = Object.entries(taken)
  const part = (isQuery: boolean) =>
    Object.fromEntries(entries.filter(([name]) => query.includes(name) === isQuery)) as Query
  return [part(true), part(false)]
}

type Query = Readonly<Record<string, QueryValue>>

/**
 * Returns `?a=1&b=2&b=3` or an empty text. Null and undefined are omitted, lists repeat their name.
 */
export const toSearch = (query: Query): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one))
  const text = search.toString()
  return text === "" ? "" : `?${text}`
}

/** What the server takes for a path parameter. */
const formOf = (name: string): string =>
  name.endsWith("_slug") ? "a slug or a uuid" : name.endsWith("_uuid") ? "a uuid" : "a string"

const fillPath = (path: string, params: readonly unknown[]): string => {
  let i = 0
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[i++]
    // "." and ".." survive encoding and would lead to another endpoint.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value))
      throw new TypeError(
        `${name} must be ${formOf(name)}, and is ${value === "." || value === ".." ? `"${value}"` : typeInWords(value)}: path parameters come first, then the input`,
      )
    return encodeURIComponent(value)
  })
}
