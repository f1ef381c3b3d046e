import { isUtf8 } from "node:buffer"
import { BadRequest } from "@symbolon/core"

/** Deeper than any valid body. The limit protects recursive code. */
const deepest = 32

/**
 * Parses a JSON body. Refuses invalid UTF-8, invalid JSON, duplicate members (parsers differ on
 * which one counts) and deep nesting.
 */
export const parseJson = (bytes: Uint8Array): unknown => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isUtf8(buffer)) throw malformed("The body is not UTF-8.")
  const text = buffer.toString("utf8")
  const value = parsed(text)
  const members = membersWithin(value, 0)
  if (Number.isNaN(members)) throw malformed(`The body is nested deeper than ${deepest} levels.`)
  if (colonsOutsideTexts(text) !== members) throw malformed("The body contains a member twice.")
  return value
}

const malformed = (reason: string): BadRequest => new BadRequest({ field: "_root", reason })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed("The body is not JSON.")
  }
}

/** How many members a value has, at every depth; not a number when it nests too deep. */
const membersWithin = (value: unknown, depth: number): number => {
  if (typeof value !== "object" || value === null) return 0
  if (depth === deepest) return Number.NaN
  let members = 0
  if (Array.isArray(value)) for (const each of value) members += membersWithin(each, depth + 1)
  else
    for (const name of Object.keys(value))
      members += 1 + membersWithin((value as Record<string, unknown>)[name], depth + 1)
  return members
}

/**
 * In valid JSON there is one for every member that is written; a member named twice is written
 * twice and parsed once.
 */
const colonsOutsideTexts = (json: string): number => {
  let colons = 0
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at)
    if (char === colon) colons += 1
    else if (char === quote) at = endOfText(json, at)
  }
  return colons
}

const colon = 58
const quote = 34
const backslash = 92

/** Where the text that begins at `from` ends. */
const endOfText = (json: string, from: number): number => {
  let end = json.indexOf('"', from + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end === -1 ? json.length : end
}

const isEscaped = (json: string, at: number): boolean => {
  let backslashes = 0
  while (json.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1
  return backslashes % 2 === 1
}
