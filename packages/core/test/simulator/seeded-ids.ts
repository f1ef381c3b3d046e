import type { Clock, Ids } from "../../src/index.ts"
import { chanceOf } from "../fixtures/chance.ts"

const letters = "abcdefghijklmnopqrstuvwxyz0123456789"

/**
 * Ids, keys and secrets that a seed decides: the same seed makes the same, in the same order. For all
 * processes of one run, which so never make the same twice. Never for anything real.
 */
export const seededIds = (seed: number, clock: Clock): Ids => {
  const chance = chanceOf(seed)
  let made = 0
  let last = 0
  const text = (length: number): string =>
    Array.from({ length }, () => letters.charAt(chance.below(letters.length))).join("")
  const hex = (length: number): string =>
    Array.from({ length }, () => chance.below(16).toString(16)).join("")
  return {
    uuid: () => {
      // What is made later sorts after what was made before, also when the clock steps back.
      last = Math.max(last, clock.now().getTime())
      made += 1
      const at = last.toString(16).padStart(12, "0")
      const nth = made.toString(16).padStart(6, "0")
      return `${at.slice(0, 8)}-${at.slice(8)}-7${nth.slice(0, 3)}-8${nth.slice(3)}-${hex(12)}`
    },
    cuid: () => `a${text(23)}`,
    suffix: () => text(6),
    secret: (prefix) => `${prefix}${text(43)}`,
    bytes: (size) => Uint8Array.from({ length: size }, () => chance.below(256)),
  }
}
