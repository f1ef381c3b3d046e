const MAX_DEPTH = 32
// With the `u` flag a pair is one code point, so only a surrogate without its other half matches.
const LONE_SURROGATE = /[\ud800-\udfff]/u

/**
 * The RFC 8785 text of a JSON value. Throws `TypeError` on what has no such text: lone surrogates,
 * non-finite numbers, anything that JSON cannot say, nesting deeper than 32.
 *
 * It is our own because the usual one needs ECMAScript 2024 and a door has 2020; a test holds both
 * to the same text.
 */
export const canonicalJson = (value: unknown): string => write(value, 0)

/** Whether a string has a UTF-8 form. */
export const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text)

const write = (value: unknown, depth: number): string => {
  if (value === null || typeof value === "boolean") return String(value)
  // ECMAScript's shortest decimal form is the one that RFC 8785 prescribes.
  if (typeof value === "number" && Number.isFinite(value)) return String(value)
  if (typeof value === "string") return quoted(value)
  if (typeof value !== "object" || depth === MAX_DEPTH) throw new TypeError()
  if (Array.isArray(value))
    return `[${Array.from(value, (item) => write(item, depth + 1)).join(",")}]`
  // The default order of `sort` is by UTF-16 code unit, as RFC 8785 section 3.2.3 asks.
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${quoted(name)}:${write(member, depth + 1)}`).join(",")}}`
}

const quoted = (text: string): string => {
  if (!isWellFormed(text)) throw new TypeError()
  return JSON.stringify(text)
}
