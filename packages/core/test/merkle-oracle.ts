import { nodeHash } from "../src/ledger/log/merkle.ts"
import { sha256 } from "../src/ledger/entries/digest.ts"

/**
 * RFC 9162 section 2.1.1 by its recursive definition over all leaf hashes. Nothing here is fast: it
 * is what the fast ones are held to.
 */
export const naiveRoot = (leaves: readonly string[]): string => {
  const [only] = leaves
  if (only === undefined) return sha256("")
  if (leaves.length === 1) return only
  const split = largestPowerBelow(leaves.length)
  return nodeHash(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)))
}

/**
 * The path of `leaves[index]` to the root over all `leaves`, nearest first (RFC 9162 section
 * 2.1.3.1).
 *
 * @throws {RangeError} when there is no such leaf.
 */
export const inclusionPath = (
  leaves: readonly string[],
  index: number,
  root = naiveRoot,
): readonly string[] => {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length)
    throw new RangeError("There is no such leaf.")
  if (leaves.length === 1) return []
  const split = largestPowerBelow(leaves.length)
  return index < split
    ? [...inclusionPath(leaves.slice(0, split), index, root), root(leaves.slice(split))]
    : [...inclusionPath(leaves.slice(split), index - split, root), root(leaves.slice(0, split))]
}

/**
 * The path that proves that the tree over `leaves` begins with the tree over the first
 * `earlierSize` of them (RFC 9162 section 2.1.4.1). Empty when both are the same.
 *
 * @throws {RangeError} unless `0 < earlierSize <= leaves.length`.
 */
export const consistencyPath = (
  leaves: readonly string[],
  earlierSize: number,
  root = naiveRoot,
): readonly string[] => {
  if (!Number.isInteger(earlierSize) || earlierSize < 1 || earlierSize > leaves.length)
    throw new RangeError("There is no such earlier tree.")
  const subproof = (
    some: readonly string[],
    earlier: number,
    isWhole: boolean,
  ): readonly string[] => {
    if (earlier === some.length) return isWhole ? [] : [root(some)]
    const split = largestPowerBelow(some.length)
    return earlier <= split
      ? [...subproof(some.slice(0, split), earlier, isWhole), root(some.slice(split))]
      : [...subproof(some.slice(split), earlier - split, false), root(some.slice(0, split))]
  }
  return subproof(leaves, earlierSize, true)
}

/**
 * {@link naiveRoot} that keeps what it computed: the trees of a test share most of their subtrees.
 */
export const rememberedRoot = (): ((leaves: readonly string[]) => string) => {
  const known = new Map<string, string>()
  const root = (leaves: readonly string[]): string => {
    const [only] = leaves
    if (only === undefined || leaves.length === 1) return only ?? sha256("")
    const key = `${only}${leaves.at(-1)}${leaves.length}`
    const split = largestPowerBelow(leaves.length)
    const found =
      known.get(key) ?? nodeHash(root(leaves.slice(0, split)), root(leaves.slice(split)))
    known.set(key, found)
    return found
  }
  return root
}

/** The largest power of two below `size`, which is 2 or more. */
const largestPowerBelow = (size: number): number => {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}
