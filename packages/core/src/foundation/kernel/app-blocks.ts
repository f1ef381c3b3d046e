import { type JsonFault, ownJsonFault } from "./own-json.ts"
import { isLink } from "./text.ts"

/** Members that apps use as the address of something. */
const isAddressName = (name: string): boolean => /(^|_)(href|src|link|ur[il])$/i.test(snake(name))
const snake = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, "$1_$2")

/** A text that a browser would run or open as a document, were it used as an address. */
const runs = /^(?:javascript|vbscript|data|blob|file|filesystem|about|view-source):/i

/**
 * What is wrong with JSON objects whose form is an app's own, and which other apps show; undefined
 * if nothing is. Beside what {@link ownJsonFault} says, members that name an address hold a link, and
 * no text begins like a script. `textMax` is in characters of their JSON.
 */
export const blocksFault = (blocks: unknown, textMax: number): JsonFault | undefined => {
  const fault = ownJsonFault(blocks, textFault)
  if (fault !== undefined) return fault
  return JSON.stringify(blocks).length > textMax
    ? { path: [], message: `must have at most ${textMax} characters as JSON` }
    : undefined
}

const textFault = (text: string, names: readonly string[]): string | undefined => {
  if (isAddressName(names.at(-1) ?? "") && text !== "" && !isLink(text))
    return "has an address that does not begin with https:, http:, mailto: or tel:"
  // Browsers skip white space and control characters within the name of a scheme.
  return runs.test(text.replaceAll(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\ufeff]/g, ""))
    ? "has a text that begins with the scheme of a script or a document"
    : undefined
}
