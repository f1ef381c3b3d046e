import { isWellFormed } from "./canonical.ts"

/** Where the `payload` member of a response lies in its text, and whether its text is canonical as it stands. */
export interface PayloadSlice {
  readonly start: number
  /** Exclusive. */
  readonly end: number
  readonly canonical: boolean
}

interface Container {
  readonly isObject: boolean
  /** The members so far; null while their ascending order alone proves that none came twice. */
  readonly names: Set<string> | null
  previous: string | null
}

interface Scan {
  readonly text: string
  readonly containers: Container[]
  at: number
  expectsName: boolean
  insidePayload: boolean
  start: number
  end: number
  canonical: boolean
  /** The next backslash at or after `at`; found once per backslash, so that all searches together are linear. */
  backslash: number
}

const MAX_DEPTH = 32
const WHITESPACE = " \t\n\r"
const PUNCTUATION = '{}[],:"'

/**
 * Finds the `payload` object in the raw text of a response.
 *
 * It is a tokenizer, not a parser: on valid JSON it is exact, and the caller proves validity by parsing both the slice
 * and the text around it. Throws `RangeError` for what parsing would hide: a member name that comes twice anywhere, a
 * number beyond the finite ones, a lone surrogate, nesting deeper than 32, no payload object. Source: reference/01
 * section 5.7, RFC 8785 section 3.1.
 */
export const findPayload = (text: string): PayloadSlice => scan(text, true) ?? scan(text, false) ?? refuse()

/** Null when names inside the payload are not ascending and `ordered` had relied on it. */
const scan = (text: string, ordered: boolean): PayloadSlice | null => {
  const state: Scan = {
    text,
    containers: [],
    at: 0,
    expectsName: false,
    insidePayload: false,
    start: -1,
    end: -1,
    canonical: ordered,
    backslash: text.indexOf("\\"),
  }
  while (state.at < text.length) {
    const char = text.charAt(state.at)
    if (char === '"') {
      if (!string(state)) return null
    } else if (char === "{" || char === "[") open(state, char === "{", ordered)
    else if (char === "}" || char === "]") close(state)
    else if (WHITESPACE.includes(char)) space(state)
    else if (char === "," || char === ":") separate(state, char)
    else literal(state)
  }
  return state.end < 0 ? refuse() : { start: state.start, end: state.end, canonical: state.canonical }
}

const open = (state: Scan, isObject: boolean, ordered: boolean): void => {
  const { containers } = state
  if (containers.length === MAX_DEPTH) refuse()
  if (isObject && containers.length === 1 && containers[0]?.isObject === true && containers[0].previous === "payload") {
    state.start = state.at
    state.insidePayload = true
  }
  containers.push({ isObject, names: isObject && !(ordered && state.insidePayload) ? new Set() : null, previous: null })
  state.expectsName = isObject
  state.at += 1
}

const close = (state: Scan): void => {
  if (state.containers.pop() === undefined) refuse()
  state.at += 1
  state.expectsName = false
  if (state.insidePayload && state.containers.length === 1) {
    state.insidePayload = false
    state.end = state.at
  }
}

const separate = (state: Scan, char: string): void => {
  state.expectsName = char === "," && state.containers[state.containers.length - 1]?.isObject === true
  state.at += 1
}

const space = (state: Scan): void => {
  if (state.insidePayload) state.canonical = false
  state.at += 1
}

const literal = (state: Scan): void => {
  const { text, at } = state
  let end = at + 1
  while (end < text.length && !PUNCTUATION.includes(text.charAt(end)) && !WHITESPACE.includes(text.charAt(end))) end += 1
  const token = text.slice(at, end)
  const number = Number(token)
  if (number === Number.POSITIVE_INFINITY || number === Number.NEGATIVE_INFINITY) refuse()
  // Words become NaN here and are left to the parser; of numbers, only the shortest form is canonical.
  if (state.insidePayload && number === number && String(number) !== token) state.canonical = false
  state.at = end
}

/** False when a name does not ascend although the container relies on it. */
const string = (state: Scan): boolean => {
  const { text, at } = state
  const end = endOfString(state)
  const escaped = hasEscape(state, end)
  state.at = end
  if (!escaped) return !state.expectsName || name(state, text.slice(at + 1, end - 1))
  const value = unescaped(state, text.slice(at, end))
  return !state.expectsName || name(state, value)
}

const endOfString = (state: Scan): number => {
  const { text } = state
  let quote = text.indexOf('"', state.at + 1)
  while (quote >= 0) {
    let slashes = 0
    while (text.charAt(quote - 1 - slashes) === "\\") slashes += 1
    if (slashes % 2 === 0) return quote + 1
    quote = text.indexOf('"', quote + 1)
  }
  return refuse()
}

const hasEscape = (state: Scan, end: number): boolean => {
  if (state.backslash >= 0 && state.backslash < state.at) state.backslash = state.text.indexOf("\\", state.at)
  return state.backslash >= 0 && state.backslash < end
}

const unescaped = (state: Scan, token: string): string => {
  const value: unknown = JSON.parse(token)
  if (typeof value !== "string" || !isWellFormed(value)) return refuse()
  if (state.insidePayload && JSON.stringify(value) !== token) state.canonical = false
  return value
}

const name = (state: Scan, value: string): boolean => {
  const container = state.containers[state.containers.length - 1] ?? refuse()
  if (container.names === null) {
    if (container.previous !== null && container.previous >= value) return false
  } else {
    if (container.names.has(value)) refuse()
    container.names.add(value)
  }
  container.previous = value
  return true
}

// One text for all reasons: verifyManifest answers manifest_malformed to each, and a door's bytes are counted.
const refuse = (): never => {
  throw new RangeError("The response text is refused.")
}
