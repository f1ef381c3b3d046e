import canonicalize from "canonicalize"

const MAX_DEPTH = 32
// With the `u` flag a pair is one code point, so only a surrogate without its other half matches.
const LONE_SURROGATE = /[\ud800-\udfff]/u

/**
 * The RFC 8785 text of a JSON value. Throws `TypeError` on what has no such text: lone surrogates,
 * non-finite numbers, anything that JSON cannot say, nesting deeper than 32.
 */
export const canonicalJson = (value: unknown): string => {
  try {
    if (isJson(value, 0)) return canonicalize(value) ?? ""
  } catch {}
  throw new TypeError("Not JSON, or nested deeper than 32.")
}

/** Whether a string has a UTF-8 form. */
export const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text)

/**
 * Whether a value is made of what JSON has. Where it is not, the library writes something else in
 * silence: it leaves members out, puts `null` for a hole, calls `toJSON`. Of numbers and texts it
 * refuses by itself what has no form.
 */
const isJson = (value: unknown, depth: number): boolean => {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return true
  if (typeof value !== "object") return false
  if (value === null) return true
  if (depth === MAX_DEPTH || ("toJSON" in value && typeof value.toJSON === "function")) return false
  for (const part of Array.isArray(value) ? value : Object.values(value))
    if (!isJson(part, depth + 1)) return false
  return true
}
