import type { Access } from "@symbolon/core"
import { allEndpoints } from "../../src/endpoints.ts"
import { type AnyEndpoint, templateOf } from "../../src/route.ts"

/** An endpoint that takes a token, with who may call it. */
export interface Guarded {
  /**
   * `METHOD /path` as it is published; what is not of the published API with its base before it.
   */
  readonly route: string
  readonly endpoint: AnyEndpoint
  readonly access: Access
  /** The names of its path parameters, in order. */
  readonly params: readonly string[]
}

/** The route of an endpoint as tables name it. */
export const routeOf = (endpoint: AnyEndpoint): string =>
  `${endpoint.method} ${endpoint.base === "api" ? endpoint.path : templateOf(endpoint)}`

const paramsOf = ({ path }: AnyEndpoint): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)

/**
 * Every endpoint of the contract that takes a token, read off the contract when the test starts: a
 * new one is walked too.
 */
export const guarded: readonly Guarded[] = allEndpoints.flatMap((endpoint) =>
  endpoint.access === undefined
    ? []
    : [{ route: routeOf(endpoint), endpoint, access: endpoint.access, params: paramsOf(endpoint) }],
)

/** Those that take none. */
export const open: readonly AnyEndpoint[] = allEndpoints.filter(
  ({ access }) => access === undefined,
)
