import { isHashText, writeHash } from "./hex.ts"
import { portableHost, type ProofHost } from "./host.ts"

/**
 * That a leaf stands at `index` of the tree of `size` leaves with this root. Hashes are lower-case
 * hex.
 */
export interface Inclusion {
  readonly index: number
  readonly size: number
  readonly leaf: string
  readonly root: string
  /** Nearest first. */
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

/** The hash of a leaf, lower-case hex (RFC 9162 section 2.1.1). */
export const leafHash = (data: Uint8Array, host: ProofHost): string => {
  const bytes = new Uint8Array(data.length + 1)
  bytes.set(data, 1)
  return host.sha256(bytes)
}

/**
 * The hash of an inner node out of the hashes of its two children, lower-case hex (RFC 9162 section
 * 2.1.1).
 */
export const nodeHash = (left: string, right: string, host: ProofHost): string => {
  const bytes = new Uint8Array(65)
  bytes[0] = 1
  writeHash(left, bytes, 1)
  writeHash(right, bytes, 33)
  return host.sha256(bytes)
}

/**
 * Whether the path leads from the leaf to the root (RFC 9162 section 2.1.3.2). Never throws: what
 * is no proof proves nothing.
 */
export const provesInclusion = (
  { index, size, leaf, root, path }: Inclusion,
  host: ProofHost = portableHost,
): boolean => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size)
    return false
  if (!isHashText(leaf) || !path.every(isHashText)) return false
  let at = index
  let last = size - 1
  let found = leaf
  for (const sibling of path) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      found = nodeHash(sibling, found, host)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      found = nodeHash(found, sibling, host)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && found === root
}

/**
 * Whether the path proves that the tree begins with the earlier one (RFC 9162 section 2.1.4.2).
 * Never throws.
 */
export const provesConsistency = (
  { earlierSize, earlierRoot, size, root, path }: Consistency,
  host: ProofHost = portableHost,
): boolean => {
  if (
    !Number.isSafeInteger(earlierSize) ||
    !Number.isSafeInteger(size) ||
    earlierSize < 1 ||
    earlierSize > size
  )
    return false
  if (!isHashText(earlierRoot) || !path.every(isHashText)) return false
  if (earlierSize === size) return path.length === 0 && earlierRoot === root
  let at = earlierSize - 1
  let last = size - 1
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  // An earlier tree that is perfect is a node of the later one, so its root is not repeated in the
  // path.
  const steps = at === 0 ? [earlierRoot, ...path] : path
  const [first, ...rest] = steps
  if (first === undefined) return false
  let earlier = first
  let later = first
  for (const sibling of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      earlier = nodeHash(sibling, earlier, host)
      later = nodeHash(sibling, later, host)
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      later = nodeHash(later, sibling, host)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && earlier === earlierRoot && later === root
}

const half = (value: number): number => Math.floor(value / 2)
