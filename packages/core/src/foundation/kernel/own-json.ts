import { isPlainText } from "./text.ts"

/** What is wrong in a JSON value, and where. */
export interface JsonFault {
  /** Member names and places in lists, from the outside in; empty for the value itself. */
  readonly path: readonly (string | number)[]
  /** In words that follow the name of the field. */
  readonly message: string
}

/** Deeper than any block of an editor. */
const deepest = 32

/** Embeddings, overrides and isolates: they turn the direction of the text around them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/

/** Names that mean something else in the languages that read them. */
const unsafeNames = new Set(["__proto__", "constructor"])

/** Says what is wrong with a text; `names` has the members in which it stands, the outermost first. */
export type TextCheck = (text: string, names: readonly string[]) => string | undefined

/**
 * What is wrong with JSON whose form is its author's own; undefined if nothing is. It must be stored,
 * signed and read again exactly: no character that cannot be stored or that turns the direction of
 * text, no member `__proto__` or `constructor`, no whole number beyond 2^53, at most 32 levels.
 * `checkText` can refuse more.
 */
export const ownJsonFault = (
  value: unknown,
  checkText: TextCheck = () => undefined,
): JsonFault | undefined => faultAt(value, { path: [], names: [] }, checkText)

interface Place {
  readonly path: readonly (string | number)[]
  readonly names: readonly string[]
}

const faultAt = (
  value: unknown,
  { path, names }: Place,
  checkText: TextCheck,
): JsonFault | undefined => {
  const fault = (message: string): JsonFault => ({ path, message })
  if (typeof value === "string") {
    const message = textFault(value) ?? checkText(value, names)
    return message === undefined ? undefined : fault(message)
  }
  if (typeof value === "number") {
    const message = numberFault(value)
    return message === undefined ? undefined : fault(message)
  }
  if (value === null || typeof value === "boolean") return undefined
  if (typeof value !== "object") return fault("is not JSON")
  if (path.length === deepest) return fault(`is nested deeper than ${deepest} levels`)
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) {
      const found = faultAt(member, { path: [...path, index], names }, checkText)
      if (found !== undefined) return found
    }
    return undefined
  }
  for (const [name, member] of Object.entries(value)) {
    const place = { path: [...path, name], names: [...names, name] }
    const message = nameFault(name)
    // A name with such a character does not go into an answer: the object around it is named.
    if (message !== undefined)
      return unsafeNames.has(name) ? { path: place.path, message } : fault(message)
    const found = faultAt(member, place, checkText)
    if (found !== undefined) return found
  }
  return undefined
}

const nameFault = (name: string): string | undefined => {
  if (unsafeNames.has(name)) return "is a name that members cannot have. Use another name"
  const message = textFault(name)
  return message === undefined ? undefined : `has a member whose name ${message}`
}

const textFault = (text: string): string | undefined => {
  if (!isPlainText(text)) return "contains a character that cannot be stored"
  return turning.test(text)
    ? "contains a character that changes the direction of the text around it"
    : undefined
}

const numberFault = (value: number): string | undefined => {
  if (!Number.isFinite(value)) return "is not JSON"
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? "is a whole number beyond 2^53 - 1, which is not read exactly everywhere. Send it as a string"
    : undefined
}
