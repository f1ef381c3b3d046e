import type { LedgerHead } from "./change.ts"
import { appended, emptyLedger, nodeHash, rootOf } from "./merkle.ts"

/** That a leaf stands at `index` of the tree of `size` leaves with this root. */
export interface Inclusion {
  readonly index: number
  readonly size: number
  readonly leaf: string
  readonly root: string
  readonly path: readonly string[]
}

/** That the tree of `size` leaves begins with the tree of `earlierSize` leaves. */
export interface Consistency {
  readonly earlierSize: number
  readonly earlierRoot: string
  readonly size: number
  readonly root: string
  readonly path: readonly string[]
}

/**
 * The path of `leaves[index]` to the root over all `leaves`, nearest first (RFC 9162 section 2.1.3.1).
 *
 * @throws {RangeError} when there is no such leaf.
 */
export const inclusionPath = (leaves: readonly string[], index: number): readonly string[] => {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length) throw new RangeError("There is no such leaf.")
  if (leaves.length === 1) return []
  const split = largestPowerBelow(leaves.length)
  return index < split
    ? [...inclusionPath(leaves.slice(0, split), index), rootOver(leaves.slice(split))]
    : [...inclusionPath(leaves.slice(split), index - split), rootOver(leaves.slice(0, split))]
}

/** Whether the path leads from the leaf to the root (RFC 9162 section 2.1.3.2). */
export const isIncluded = ({ index, size, leaf, root, path }: Inclusion): boolean => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false
  let at = index
  let last = size - 1
  let hash = leaf
  for (const sibling of path) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      hash = nodeHash(hash, sibling)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && hash === root
}

/**
 * The path that proves that the tree over `leaves` begins with the tree over the first `earlierSize` of them
 * (RFC 9162 section 2.1.4.1). Empty when both are the same.
 *
 * @throws {RangeError} unless `0 < earlierSize <= leaves.length`.
 */
export const consistencyPath = (leaves: readonly string[], earlierSize: number): readonly string[] => {
  if (!Number.isInteger(earlierSize) || earlierSize < 1 || earlierSize > leaves.length)
    throw new RangeError("There is no such earlier tree.")
  return subproof(leaves, earlierSize, true)
}

/** Whether the path proves it (RFC 9162 section 2.1.4.2). */
export const isConsistent = ({ earlierSize, earlierRoot, size, root, path }: Consistency): boolean => {
  if (!Number.isSafeInteger(earlierSize) || !Number.isSafeInteger(size) || earlierSize < 1 || earlierSize > size) return false
  if (earlierSize === size) return path.length === 0 && earlierRoot === root
  let at = earlierSize - 1
  let last = size - 1
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  // An earlier tree that is perfect is a node of the later one, so its root is not repeated in the path.
  const steps = at === 0 ? [earlierRoot, ...path] : path
  const [first, ...rest] = steps
  if (first === undefined) return false
  let earlier = first
  let later = first
  for (const sibling of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      earlier = nodeHash(sibling, earlier)
      later = nodeHash(sibling, later)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      later = nodeHash(later, sibling)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && earlier === earlierRoot && later === root
}

const subproof = (leaves: readonly string[], earlierSize: number, whole: boolean): readonly string[] => {
  if (earlierSize === leaves.length) return whole ? [] : [rootOver(leaves)]
  const split = largestPowerBelow(leaves.length)
  return earlierSize <= split
    ? [...subproof(leaves.slice(0, split), earlierSize, whole), rootOver(leaves.slice(split))]
    : [...subproof(leaves.slice(split), earlierSize - split, false), rootOver(leaves.slice(0, split))]
}

const half = (value: number): number => Math.floor(value / 2)
const rootOver = (leaves: readonly string[]): string => rootOf(leaves.reduce<LedgerHead>(appended, emptyLedger))

/** The largest power of two below `size`, which is 2 or more. */
const largestPowerBelow = (size: number): number => {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}
