import type { CallOptions, QueryValue } from "./call.ts"
import type { Kind } from "./retry.ts"

/** A call as the generated table describes it. */
export interface Operation {
  /** The operation's name in the OpenAPI document. */
  readonly id: string
  readonly base: "api" | "oauth2" | "console"
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: string
  readonly kind: Kind
  readonly params?: readonly string[]
  readonly query?: readonly string[]
  /** Undefined for calls without a body. */
  readonly body?: readonly string[]
  /** The body goes out form-encoded. */
  readonly isForm?: boolean
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
  /** For errors and logs: the route, without anybody's identifiers in it. */
  readonly operation: string
  readonly method: string
  /** From the base URL on, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly kind: Kind
  readonly isOpen: boolean
}

/** The arguments of a method, told apart: path parameters, then what the call takes, then the options. */
export interface Arguments {
  readonly params: readonly string[]
  readonly input: Readonly<Record<string, unknown>>
  readonly options: CallOptions
}

const bases = { api: "/api/v1", oauth2: "/oauth2", console: "/console/v1" } as const

/** Reads the arguments of a method off its operation. */
export const readArguments = ({ params = [], query, body }: Operation, given: readonly unknown[]): Arguments => {
  const rest = given.slice(params.length)
  const takesInput = (query ?? body ?? []).length > 0
  const input = takesInput ? rest.shift() : undefined
  return {
    params: given.slice(0, params.length) as readonly string[],
    input: (input ?? {}) as Readonly<Record<string, unknown>>,
    options: (rest[0] ?? {}) as CallOptions,
  }
}

/** The request of a call. What the table does not know of travels too: a newer server may. */
export const toRequest = (operation: Operation, { params, input, options }: Arguments): WireRequest => {
  const { method, path, base, kind, body, query = [] } = operation
  const hasBody = body !== undefined
  const entries = Object.entries(input)
  const isQuery = ([name]: readonly [string, unknown]): boolean => !hasBody || query.includes(name)
  const search = toSearch({ ...Object.fromEntries(entries.filter(isQuery)), ...options.query } as Readonly<Record<string, QueryValue>>)
  const content = Object.fromEntries(entries.filter((entry) => !isQuery(entry)))
  return {
    operation: `${method} ${bases[base]}${path}`,
    method,
    path: `${bases[base]}${fillPath(path, params)}${search}`,
    headers: hasBody ? { "content-type": operation.isForm ? "application/x-www-form-urlencoded" : "application/json" } : {},
    body: hasBody ? (operation.isForm ? toSearch(content as Readonly<Record<string, QueryValue>>).slice(1) : JSON.stringify(content)) : undefined,
    kind,
    isOpen: operation.isOpen ?? false,
  }
}

/** `?a=1&b=2&b=3`, or nothing. Null and undefined are left out, lists repeat their name. */
export const toSearch = (query: Readonly<Record<string, QueryValue>>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null) search.append(name, String(one))
  const text = search.toString()
  return text === "" ? "" : `?${text}`
}

const fillPath = (path: string, params: readonly unknown[]): string => {
  let i = 0
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[i++]
    // "." and ".." survive encoding and would lead to another endpoint.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} must be a slug or an id, not ${JSON.stringify(value)}`)
    return encodeURIComponent(value)
  })
}
