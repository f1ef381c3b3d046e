import * as contract from "@symbolon/core/contract"
import type { AnyEndpoint } from "./route.ts"

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === "object" && value !== null && "method" in value && "bucket" in value

/** Every endpoint of the contract, in its order. */
export const allEndpoints: readonly AnyEndpoint[] = Object.values(contract).flatMap((group): readonly AnyEndpoint[] =>
  typeof group === "object" ? Object.values(group).filter(isEndpoint) : [],
)
