import * as contract from "@symbolon/core/contract"
import type { AnyEndpoint } from "./route.ts"

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === "object" && value !== null && "method" in value && "bucket" in value

const groups: readonly (readonly [string, readonly AnyEndpoint[]])[] = Object.entries(
  contract,
).flatMap(([name, group]) =>
  typeof group === "object" ? [[name, Object.values(group).filter(isEndpoint)] as const] : [],
)

/** Every endpoint of the contract, in its order. */
export const allEndpoints: readonly AnyEndpoint[] = groups.flatMap(([, endpoints]) => endpoints)

const names = new Map(
  groups.flatMap(([name, endpoints]) => endpoints.map((endpoint) => [endpoint, name] as const)),
)

/** The group of the contract that an endpoint belongs to: `memberships`, `sessions`. */
export const groupOf = (endpoint: AnyEndpoint): string => names.get(endpoint) ?? endpoint.base
