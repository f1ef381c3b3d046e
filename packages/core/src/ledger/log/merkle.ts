import { nativeHost } from "../../foundation/kernel/native-host.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { isHashText } from "../../ledger-proof/hex.ts"
import * as proof from "../../ledger-proof/merkle.ts"

/**
 * The ledger's one row: how long the log is, and the frontier of its Merkle tree (RFC 9162), at
 * most 53 hashes.
 */
export interface LedgerHead {
  /** Leaves in the log. */
  readonly size: number
  /** Roots of the perfect subtrees, largest first, lower-case hex. */
  readonly frontier: readonly string[]
}

/** The head of a ledger without leaves. */
export const emptyLedger: LedgerHead = { size: 0, frontier: [] }

/** The hash of a leaf, lower-case hex (RFC 9162 section 2.1.1). */
export const leafHash = (data: Uint8Array): string => proof.leafHash(data, nativeHost)

/** The hash of an inner node, lower-case hex (RFC 9162 section 2.1.1). */
export const nodeHash = (left: string, right: string): string =>
  proof.nodeHash(left, right, nativeHost)

/**
 * The head after one more leaf. The frontier is the binary form of the size: one perfect subtree
 * for each of its ones; a new leaf carries through them as an addition does, so that appending
 * costs two hashes on average.
 *
 * @throws {RangeError} when `leaf` is no hash.
 */
export const appended = (head: LedgerHead, leaf: string): LedgerHead => {
  if (!isHashText(leaf)) throw new RangeError("A leaf hash is 64 hexadecimal digits.")
  const frontier = [...head.frontier]
  let subtree = leaf
  // Not with bit operators: a log may outgrow 32 bits.
  for (let rest = head.size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
    const left = frontier.pop()
    if (left === undefined) throw new RangeError("A frontier is shorter than its size demands.")
    subtree = nodeHash(left, subtree)
  }
  frontier.push(subtree)
  return { size: head.size + 1, frontier }
}

/**
 * The root of the tree over all leaves, lower-case hex; of an empty one, the hash of nothing (RFC
 * 9162 section 2.1.1).
 */
export const rootOf = (head: LedgerHead): string => {
  if (head.frontier.length === 0) return sha256("")
  return head.frontier.reduceRight((right, left) => nodeHash(left, right))
}
