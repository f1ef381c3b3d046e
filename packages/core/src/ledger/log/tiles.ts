import { isHashText } from "../../ledger-proof/hex.ts"
import { nodeHash } from "./merkle.ts"

/** A tile of this log holds the hashes of a perfect subtree of height 8 (C2SP tlog-tiles). */
export const tileHeight = 8
/** Hashes in a full tile. */
export const tileWidth = 2 ** tileHeight

const hashSize = 32
/** The highest level that a path may name. No tree that a double can count reaches past level 6. */
const levelMax = 63

/**
 * A tile: at level 0 it holds leaf hashes, above that the hashes of full tiles of the level below.
 */
export interface TileAddress {
  readonly level: number
  /** Counts the tiles of a level, from 0. */
  readonly index: number
  /** How many hashes: 256 in a full tile, which never changes again; fewer in a partial one. */
  readonly width: number
}

/**
 * Where a tile is served, below the log's address (C2SP tlog-tiles): the index in groups of three
 * digits, all but the last led by `x`.
 *
 * @example
 * tilePath({ level: 0, index: 1_234_067, width: 256 }) // "tile/0/x001/x234/067"
 */
export const tilePath = ({ level, index, width }: TileAddress): string => {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g) ?? []
  const elements = groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`))
  return `tile/${level}/${elements.join("/")}${width === tileWidth ? "" : `.p/${width}`}`
}

/**
 * The tile that a path names; `undefined` for every other spelling, so that each tile has one
 * address.
 */
export const parseTilePath = (path: string): TileAddress | undefined => {
  const match = /^tile\/(0|[1-9]\d?)\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path)
  if (match === null) return undefined
  const [, level = "", elements = "", width = `${tileWidth}`] = match
  const tile = {
    level: Number(level),
    index: Number(elements.replaceAll(/[x/]/g, "")),
    width: Number(width),
  }
  if (tile.level > levelMax || tile.width > tileWidth || !Number.isSafeInteger(tile.index))
    return undefined
  // Writing it again refuses leading groups of zeros, and a full tile that calls itself partial.
  return tilePath(tile) === path ? tile : undefined
}

/**
 * The tile at this place in a tree of `size` leaves, full or partial; `undefined` when the tree has
 * none there.
 */
export const tileOf = (size: number, level: number, index: number): TileAddress | undefined => {
  const width = Math.min(hashesAt(size, level) - index * tileWidth, tileWidth)
  return width > 0 ? { level, index, width } : undefined
}

/** All tiles of a tree of `size` leaves, level by level, each level from left to right. */
export function* tilesOf(size: number): Generator<TileAddress, void, undefined> {
  for (let level = 0; hashesAt(size, level) > 0; level += 1) {
    for (
      let tile = tileOf(size, level, 0);
      tile !== undefined;
      tile = tileOf(size, level, tile.index + 1)
    )
      yield tile
  }
}

/** How many hashes the tiles of a level hold in a tree of `size` leaves. */
export const hashesAt = (size: number, level: number): number =>
  Math.floor(size / tileWidth ** level)

/**
 * The hash of the perfect subtree over these hashes, lower-case hex.
 *
 * @throws {RangeError} when their number is no power of two.
 */
export const subtreeHash = (hashes: readonly string[]): string => {
  let row = hashes
  while (row.length > 1) {
    if (row.length % 2 === 1) break
    row = Array.from({ length: row.length / 2 }, (_, at) =>
      nodeHash(row[2 * at] ?? "", row[2 * at + 1] ?? ""),
    )
  }
  const [only] = row
  if (only === undefined || row.length > 1)
    throw new RangeError("A perfect subtree has a power of two of leaves.")
  return only
}

/**
 * A tile as it is served: its hashes one after the other, 32 bytes each.
 *
 * @throws {RangeError} when one is no hash, or there are none or more than 256.
 */
export const tileBytes = (hashes: readonly string[]): Uint8Array => {
  if (hashes.length < 1 || hashes.length > tileWidth || !hashes.every(isHashText))
    throw new RangeError("This is no tile.")
  return Buffer.from(hashes.join(""), "hex")
}

/**
 * The hashes of an untrusted tile; `undefined` unless there are exactly as many
 * bytes as its width asks for.
 */
export const parseTile = (bytes: Uint8Array, width: number): readonly string[] | undefined => {
  if (
    !Number.isInteger(width) ||
    width < 1 ||
    width > tileWidth ||
    bytes.length !== width * hashSize
  )
    return undefined
  return Array.from({ length: width }, (_, at) =>
    Buffer.from(bytes.subarray(at * hashSize, (at + 1) * hashSize)).toString("hex"),
  )
}
