import { sha256 } from "../src/ledger/entries/digest.ts"
import { nodeHash } from "../src/ledger/log/merkle.ts"
import type { HashRange } from "../src/ledger/log/proof-from-tiles.ts"

/**
 * A log of any length that nobody has to write: every leaf is the same but for the marked ones,
 * each of which is its own.
 */
export interface SparseTree {
  /**
   * The hash of the perfect subtree of `2 ** height` leaves that is the `index`-th of its height.
   */
  readonly node: (height: number, index: number) => string
  readonly leaf: (index: number) => string
  /** The frontier of the tree of `size` leaves. */
  readonly frontier: (size: number) => readonly string[]
  /** What a storage answers to a plan. */
  readonly read: (ranges: readonly HashRange[]) => readonly (readonly string[])[]
}

export const sparseTree = (marked: readonly number[]): SparseTree => {
  const plain = [sha256("plain")]
  for (let height = 1; height < 54; height += 1)
    plain.push(nodeHash(plain[height - 1] ?? "", plain[height - 1] ?? ""))
  const known = new Map<string, string>()

  const node = (height: number, index: number): string => {
    const [start, end] = [index * 2 ** height, (index + 1) * 2 ** height]
    if (!marked.some((leaf) => leaf >= start && leaf < end)) return plain[height] ?? ""
    if (height === 0) return sha256(`marked ${index}`)
    const key = `${height}/${index}`
    const found =
      known.get(key) ?? nodeHash(node(height - 1, 2 * index), node(height - 1, 2 * index + 1))
    known.set(key, found)
    return found
  }
  return {
    node,
    leaf: (index) => node(0, index),
    frontier: (size) => {
      const hashes: string[] = []
      let from = 0
      for (let height = 53; height >= 0; height -= 1) {
        if (Math.floor(size / 2 ** height) % 2 === 0) continue
        hashes.push(node(height, from / 2 ** height))
        from += 2 ** height
      }
      return hashes
    },
    read: (ranges) =>
      ranges.map(({ level, from, count }) =>
        Array.from({ length: count }, (_, at) => node(8 * level, from + at)),
      ),
  }
}
