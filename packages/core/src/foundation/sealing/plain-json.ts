import { Result } from "effect"
import { canonicalJson } from "../../door/canonical.ts"
import type { JsonObject } from "../kernel/json.ts"

/**
 * Not JSON, or with a lone surrogate, or nested deeper than 32; or its text would be longer than is
 * allowed.
 */
export type JsonFault = "not_plain" | "too_large"

/**
 * The RFC 8785 text of a value, of at most `most` bytes in UTF-8. Whatever is not plain JSON is
 * refused, where a serialiser would make something else of it in silence: a `Date`, a `Map`, a
 * hole, `undefined`, a `toJSON`. How long it takes is bounded by `most`, also for a value that
 * refers to one part from many places.
 */
export const plainText = (value: unknown, most: number): Result.Result<string, JsonFault> => {
  try {
    const fault = faultOf(value, most)
    if (fault !== undefined) return Result.fail(fault)
    const text = canonicalJson(value)
    return Buffer.byteLength(text) > most ? Result.fail("too_large") : Result.succeed(text)
  } catch {
    return Result.fail("not_plain")
  }
}

/** Whether a value is an object of members, as `JSON.parse` makes them. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && isPlain(value)

/**
 * Walks at most as many parts as a text of `most` bytes has room for; an object that holds itself
 * is longer than any.
 */
const faultOf = (value: unknown, most: number): JsonFault | undefined => {
  let room = most
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const part = waiting.pop()
    room -= typeof part === "string" ? part.length + 2 : 1
    if (typeof part === "object" && part !== null) {
      const parts = Array.isArray(part)
        ? part
        : isPlain(part)
          ? Object.entries(part).flat()
          : undefined
      if (parts === undefined) return "not_plain"
      // Before they are put on the pile, which must not outgrow what is allowed either.
      if (parts.length > room) return "too_large"
      for (const inner of parts) waiting.push(inner)
    }
    if (room < 0) return "too_large"
  }
  return undefined
}

/**
 * Whether nothing stands between an object and the root of all objects; `JSON.parse` makes no
 * others.
 */
const isPlain = (value: object): boolean => {
  if (Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
