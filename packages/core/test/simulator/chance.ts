/** Chance that a seed decides: the same seed draws the same numbers. */
export interface Chance {
  /** An integer from 0 to below `most`. */
  readonly below: (most: number) => number
  /** True `perMille` times in a thousand. */
  readonly happens: (perMille: number) => boolean
}

/**
 * Marsaglia's xorshift over 32 bits, its seed scattered by the golden ratio so that neighbouring
 * seeds differ at once.
 */
export const chanceOf = (seed: number): Chance => {
  let state = Math.imul(seed + 1, 0x9e3779b1) || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  for (let n = 0; n < 8; n += 1) next()
  const below = (most: number): number => next() % most
  return { below, happens: (perMille) => below(1000) < perMille }
}
