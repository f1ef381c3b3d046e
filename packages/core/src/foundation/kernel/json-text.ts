/** Why a text is not taken as JSON, although some parser might. */
export type JsonTextFault = "not_json" | "too_deep" | "member_twice"

/** What a JSON text says, or why it is not taken. */
export type JsonReading = { readonly value: unknown } | { readonly fault: JsonTextFault }

/** How many levels of objects and lists are read, unless a caller allows fewer. */
export const jsonLevelsMax = 32

/**
 * Parses a JSON text that came from outside. Refuses one that nests deeper than `levelsMax`, which
 * protects recursive code, and one in which an object names a member twice: parsers differ on which
 * one counts (RFC 8259 section 4).
 *
 * @example
 * readJsonText('{"a":1}') // { value: { a: 1 } }
 * readJsonText('{"a":1,"\\u0061":2}') // { fault: "member_twice" }
 */
export const readJsonText = (text: string, levelsMax: number = jsonLevelsMax): JsonReading => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: "not_json" }
  }
  const members = membersWithin(value, levelsMax)
  if (Number.isNaN(members)) return { fault: "too_deep" }
  return colonsOutsideTexts(text) === members ? { value } : { fault: "member_twice" }
}

/** How many members a value has, at every depth; not a number when it has more `levels`. */
const membersWithin = (value: unknown, levels: number): number => {
  if (typeof value !== "object" || value === null) return 0
  if (levels === 0) return Number.NaN
  let members = 0
  if (Array.isArray(value)) for (const each of value) members += membersWithin(each, levels - 1)
  else
    for (const name of Object.keys(value))
      members += 1 + membersWithin((value as Record<string, unknown>)[name], levels - 1)
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
