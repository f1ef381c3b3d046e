import { describe, expect, it } from "vitest"
import * as z from "zod"
import * as contract from "./index.ts"

/** Every schema within a schema, with where it stands. */
const within = (
  schema: z.ZodType,
  at: string,
  seen = new Set<z.ZodType>(),
): readonly (readonly [string, z.ZodType])[] => {
  if (seen.has(schema)) return []
  seen.add(schema)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return within(schema.unwrap() as z.ZodType, at, seen)
  }
  if (schema instanceof z.ZodArray) return within(schema.element as z.ZodType, `${at}[]`, seen)
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => within(option as z.ZodType, at, seen))
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, part]) =>
      within(part as z.ZodType, `${at}.${name}`, seen),
    )
  return [[at, schema]]
}

const groups: readonly unknown[] = Object.values(contract)
const isEndpoint = (one: unknown): one is contract.Endpoint<unknown, unknown, string> =>
  typeof one === "object" && one !== null && "path" in one && "bucket" in one
const endpoints = groups
  .flatMap((group) => (typeof group === "object" && group !== null ? Object.values(group) : []))
  .filter(isEndpoint)

describe("every text of every request", () => {
  const texts = endpoints.flatMap(({ name, params, query, body }) =>
    [params, query, body].flatMap((part) =>
      part === undefined
        ? []
        : within(part, name).filter(
            ([, schema]) => schema instanceof z.ZodString && schema !== contract.anyText,
          ),
    ),
  )
  it("was looked at", () => expect(texts.length).toBeGreaterThan(40))
  it("refuses what no database and no signature can hold", () => {
    const longEnough = "aaaaaaaaaaaa"
    for (const bad of ["\u0000", "\ud800"]) {
      const takers = texts
        .filter(([, schema]) => schema.safeParse(`${longEnough}${bad}`).success)
        .map(([at]) => at)
      expect(takers).toEqual([])
    }
  })
})
