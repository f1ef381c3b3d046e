import { isUtf8 } from "node:buffer"
import { isPlainText } from "@symbolon/core"

/**
 * Parses a form (application/x-www-form-urlencoded) to all values of all names. Returns `not_utf8`
 * if it contains a character that cannot be stored.
 */
export const parseForm = (
  bytes: Uint8Array,
): ReadonlyMap<string, readonly string[]> | "not_utf8" => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return isUtf8(buffer) ? parsePairs(buffer.toString("utf8")) : "not_utf8"
}

/** Parses the query of a URL as {@link formOf} parses a body. */
export const parsePairs = (text: string): ReadonlyMap<string, readonly string[]> | "not_utf8" => {
  const fields = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (!isPlainText(value) || !isPlainText(name)) return "not_utf8"
    const known = fields.get(name)
    if (known === undefined) fields.set(name, [value])
    else known.push(value)
  }
  return fields
}
