import { type LedgerHead, nodeHash } from "./merkle.ts"
import { isHashText } from "../../ledger-proof/hex.ts"
import { tileHeight } from "./tiles.ts"

/**
 * The hash of a full tile, which is one hash of a tile of the level above. Written once and never
 * changed.
 */
export interface TileHash {
  /** Of the tile it stands in, from 1: level 0 holds the leaf hashes themselves. */
  readonly level: number
  /** Counts the hashes of a level, from 0; it covers the leaves from `index * 256 ** level`. */
  readonly index: number
  /** Lower-case hex. */
  readonly hash: string
}

/**
 * The hashes that become known when leaves are appended, in the order in which they do: one for
 * each tile that fills. The frontier holds what the tile had before, so nothing is read; a batch
 * costs two hashes a leaf and writes one row in 255 leaves on average. However the leaves come in
 * batches, the rows are the same.
 *
 * @throws {RangeError} when a leaf is no hash, or the frontier does not belong to the size.
 */
export const tilesCompletedBy = (
  head: LedgerHead,
  leaves: readonly string[],
): readonly TileHash[] => {
  const completed: TileHash[] = []
  const frontier = [...head.frontier]
  leaves.forEach((leaf, offset) => {
    if (!isHashText(leaf)) throw new RangeError("A leaf hash is 64 hexadecimal digits.")
    let subtree = leaf
    let height = 0
    let index = head.size + offset
    // A subtree that is a right child is complete together with its left neighbour, which the
    // frontier holds.
    for (; index % 2 === 1; index = (index - 1) / 2) {
      const left = frontier.pop()
      if (left === undefined) throw new RangeError("A frontier is shorter than its size demands.")
      subtree = nodeHash(left, subtree)
      height += 1
      if (height % tileHeight === 0)
        completed.push({ level: height / tileHeight, index: (index - 1) / 2, hash: subtree })
    }
    frontier.push(subtree)
  })
  return completed
}
