import { nodeHash } from "./merkle.ts"
import { subtreeHash, tileHeight, tileWidth } from "./tiles.ts"

/** Hashes of one tile that stand side by side. */
export interface HashRange {
  /** 0 for leaf hashes, above that for the hashes of full tiles of the level below. */
  readonly level: number
  /** The first of them, counted from the beginning of the level. */
  readonly from: number
  readonly count: number
}

/**
 * What has to be read for a proof, and what comes of it: at most two tiles a level, however large
 * the tree. All of them can be read at once, since none depends on what another holds.
 */
export interface ProofPlan {
  /** One for each tile that is touched. */
  readonly ranges: readonly HashRange[]
  /**
   * The path, when the hashes of each range are given in the order of `ranges`.
   *
   * @throws {RangeError} when a hash of a range is missing.
   */
  readonly path: (hashes: readonly (readonly string[])[]) => readonly string[]
}

/**
 * The inclusion path of a leaf in the tree of `size` leaves (RFC 9162 section 2.1.3.1), nearest
 * first, out of tiles.
 *
 * @throws {RangeError} when there is no such leaf.
 *
 * @example
 * const plan = inclusionPlan(index, size)
 * const path = plan.path(await hashesOf(plan.ranges))
 */
export const inclusionPlan = (index: number, size: number): ProofPlan => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size)
    throw new RangeError("There is no such leaf.")
  const steps: Span[] = []
  let tree: Span = { start: 0, end: size }
  while (tree.end - tree.start > 1) {
    const [left, right] = halves(tree)
    steps.push(index < right.start ? right : left)
    tree = index < right.start ? left : right
  }
  return planOf(steps.reverse())
}

/**
 * The path that proves that the tree of `size` leaves begins with that of `earlierSize` (RFC 9162
 * section 2.1.4.1), out of tiles.
 *
 * @throws {RangeError} unless `0 < earlierSize <= size`.
 */
export const consistencyPlan = (earlierSize: number, size: number): ProofPlan => {
  if (
    !Number.isSafeInteger(earlierSize) ||
    !Number.isSafeInteger(size) ||
    earlierSize < 1 ||
    earlierSize > size
  )
    throw new RangeError("There is no such earlier tree.")
  const steps: Span[] = []
  let tree: Span = { start: 0, end: size }
  while (tree.end > earlierSize) {
    const [left, right] = halves(tree)
    const isLeft = earlierSize <= right.start
    steps.push(isLeft ? right : left)
    tree = isLeft ? left : right
  }
  // A verifier with the earlier root has this subtree already when it is the whole of the earlier
  // tree.
  if (tree.start > 0) steps.push(tree)
  return planOf(steps.reverse())
}

/**
 * The root of the tree of `size` leaves out of tiles, as the one hash of a path: what an earlier
 * checkpoint must have said.
 */
export const rootPlan = (size: number): ProofPlan => {
  if (!Number.isSafeInteger(size) || size < 1) throw new RangeError("There is no such tree.")
  return planOf([{ start: 0, end: size }])
}

/**
 * Leaves from `start` up to but without `end`; its beginning is a multiple of the largest power of
 * two in its length.
 */
interface Span {
  readonly start: number
  readonly end: number
}

const halves = ({ start, end }: Span): readonly [Span, Span] => {
  const split = start + powerBelow(end - start)
  return [
    { start, end: split },
    { start: split, end },
  ]
}

/** The largest power of two below `length`, which is 2 or more. */
const powerBelow = (length: number): number => {
  let power = 1
  while (power * 2 < length) power *= 2
  return power
}

const planOf = (steps: readonly Span[]): ProofPlan => {
  const parts = steps.map(perfectRanges)
  const ranges = joined(parts.flat())
  return {
    ranges,
    path: (hashes) => {
      const subtree = (wanted: HashRange): string => {
        const at = ranges.findIndex((range) => holds(range, wanted))
        const offset = wanted.from - (ranges[at]?.from ?? 0)
        const found = (hashes[at] ?? []).slice(offset, offset + wanted.count)
        if (found.length !== wanted.count) throw new RangeError("A tile lacks hashes.")
        return subtreeHash(found)
      }
      return parts.map((some) =>
        some.map(subtree).reduceRight((right, left) => nodeHash(left, right)),
      )
    },
  }
}

/**
 * The perfect subtrees of a span, largest first, each as the hashes of the one tile that holds it.
 */
const perfectRanges = ({ start, end }: Span): readonly HashRange[] => {
  const ranges: HashRange[] = []
  for (let from = start; from < end; ) {
    let height = 0
    while (from + 2 ** (height + 1) <= end) height += 1
    const level = Math.floor(height / tileHeight)
    ranges.push({ level, from: from / tileWidth ** level, count: 2 ** (height % tileHeight) })
    from += 2 ** height
  }
  return ranges
}

/** One range for each tile: from the first hash that is needed of it to the last. */
const joined = (wanted: readonly HashRange[]): readonly HashRange[] => {
  const tiles = new Map<string, HashRange>()
  for (const range of wanted) {
    const key = `${range.level}/${tileIndexOf(range)}`
    const known = tiles.get(key) ?? range
    const from = Math.min(known.from, range.from)
    tiles.set(key, {
      level: range.level,
      from,
      count: Math.max(known.from + known.count, range.from + range.count) - from,
    })
  }
  return [...tiles.values()]
}

const tileIndexOf = ({ from }: HashRange): number => Math.floor(from / tileWidth)
const holds = (range: HashRange, wanted: HashRange): boolean =>
  range.level === wanted.level &&
  range.from <= wanted.from &&
  wanted.from + wanted.count <= range.from + range.count
