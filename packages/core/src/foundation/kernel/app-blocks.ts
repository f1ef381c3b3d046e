import { isLink, isPlainJson } from "./text.ts"

/** Members that apps use as the address of something. */
const isAddressName = (name: string): boolean => /(^|_)(href|src|link|ur[il])$/i.test(snake(name))
const snake = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, "$1_$2")

/** A text that a browser would run or open as a document, were it used as an address. */
const runs = /^(?:javascript|vbscript|data|blob|file|filesystem|about|view-source):/i

/**
 * What is wrong with JSON objects whose form is an app's own, and which other apps show; undefined
 * if nothing is. Members that name an address hold a link, and no text begins like a script.
 */
export const blocksFault = (blocks: unknown, textMax: number): string | undefined => {
  const fault = valueFault(blocks, { isAddress: false, depth: 0 })
  if (fault !== undefined) return fault
  if (!isPlainJson(blocks)) return "contains a character that cannot be stored"
  return JSON.stringify(blocks).length > textMax
    ? `must have at most ${textMax} characters as JSON`
    : undefined
}

/** Deeper than any block of an editor. */
const deepest = 32

interface Place {
  /** Whether the value stands where an address belongs. */
  readonly isAddress: boolean
  readonly depth: number
}

const valueFault = (value: unknown, { isAddress, depth }: Place): string | undefined => {
  if (typeof value === "string") {
    if (isAddress && value !== "" && !isLink(value))
      return "has an address that does not begin with https:, http:, mailto: or tel:"
    // Browsers skip white space and control characters within the name of a scheme.
    return runs.test(value.replaceAll(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\ufeff]/g, ""))
      ? "has a text that begins with the scheme of a script or a document"
      : undefined
  }
  if (value === null || typeof value === "boolean" || Number.isFinite(value)) return undefined
  if (typeof value !== "object" || depth === deepest) return "is not JSON, or nested too deep"
  for (const [name, member] of Object.entries(value)) {
    const isNamed = Array.isArray(value) ? isAddress : isAddressName(name)
    const fault = valueFault(member, { isAddress: isNamed, depth: depth + 1 })
    if (fault !== undefined) return fault
  }
  return undefined
}
