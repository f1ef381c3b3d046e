import type { Json, JsonObject } from "../foundation/kernel/json.ts"
import { snakeCase } from "../foundation/kernel/snake-case.ts"

/**
 * A row as JSON: names in snake case, moments as texts, `null` where nothing is. The fields named
 * are left out.
 */
export const plainRow = (row: object, without: readonly string[] = []): JsonObject =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !without.includes(name))
      .map(([name, value]) => [snakeCase(name), plain(value)]),
  )

const plain = (value: unknown): Json => {
  if (value === undefined || value === null) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === "object") return plainRow(value)
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null
}
