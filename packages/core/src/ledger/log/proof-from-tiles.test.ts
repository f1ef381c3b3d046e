import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  consistencyPath,
  inclusionPath,
  rememberedRoot,
} from "../../../test/fixtures/merkle-oracle.ts"
import { sparseTree } from "../../../test/fixtures/sparse-tree.ts"
import { tilesCompletedBy } from "./completed-tiles.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { appended, emptyLedger, leafHash, rootOf } from "./merkle.ts"
import { isConsistent, isIncluded } from "./merkle-proof.ts"
import {
  consistencyPlan,
  type HashRange,
  inclusionPlan,
  type ProofPlan,
  rootPlan,
} from "./proof-from-tiles.ts"
import { hashesAt, parseTilePath, tileBytes, tilePath, tilesOf } from "./tiles.ts"

const sizeMax = 600
const leaves = Array.from({ length: sizeMax }, (_, n) => leafHash(Buffer.from(`${n}`)))
const completed = tilesCompletedBy(emptyLedger, leaves)
const root = rememberedRoot()
/** What is stored: leaf hashes, and one row for each full tile. */
const stored = (ranges: readonly HashRange[]) =>
  ranges.map(({ level, from, count }) => {
    const row =
      level === 0
        ? leaves
        : completed.filter((each) => each.level === level).map(({ hash }) => hash)
    return row.slice(from, from + count)
  })
const levelsOf = (size: number) =>
  [0, 1, 2, 3, 4, 5, 6].filter((level) => hashesAt(size, level) > 0).length

/** What every plan keeps to, so that a proof costs what it says. */
const expectFrugal = ({ ranges }: ProofPlan, size: number) => {
  const isFrugal = ({ level, from, count }: HashRange) =>
    count > 0 &&
    Math.floor((from + count - 1) / 256) === Math.floor(from / 256) &&
    from + count <= hashesAt(size, level)
  expect(ranges.length).toBeLessThanOrEqual(2 * levelsOf(size))
  expect(ranges.every(isFrugal)).toBe(true)
}

/**
 * Places of a tree that differ most from one another: its ends, where tiles meet, and powers of
 * two.
 */
const places = (size: number) =>
  [0, 1, 2, 127, 128, 254, 255, 256, 257, 383, 384, 511, 512, size >> 1, size - 2, size - 1].filter(
    (at) => at >= 0 && at < size,
  )

describe("for every size up to 600", () => {
  it("an inclusion path is the one over all leaves", () => {
    for (let size = 1; size <= sizeMax; size += 1) {
      for (const index of places(size)) {
        const plan = inclusionPlan(index, size)
        expectFrugal(plan, size)
        expect(plan.path(stored(plan.ranges)), `${index} of ${size}`).toEqual(
          inclusionPath(leaves.slice(0, size), index, root),
        )
      }
    }
  })

  it("a consistency path is the one over all leaves", () => {
    for (let size = 1; size <= sizeMax; size += 1) {
      for (const earlier of places(size).map((at) => at + 1)) {
        const plan = consistencyPlan(earlier, size)
        expectFrugal(plan, size)
        expect(plan.path(stored(plan.ranges)), `${earlier} of ${size}`).toEqual(
          consistencyPath(leaves.slice(0, size), earlier, root),
        )
      }
    }
  })

  it("the root is the frontier's", () => {
    let head = emptyLedger
    for (const leaf of leaves) {
      head = appended(head, leaf)
      const plan = rootPlan(head.size)
      expect(plan.path(stored(plan.ranges))).toEqual([rootOf(head)])
    }
  })
})

describe("for sizes up to 2^40", () => {
  const sized = fc
    .oneof(
      fc.integer({ min: 1, max: 2 ** 40 }),
      fc
        .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -2, max: 2 }))
        .map(([power, off]) => Math.max(1, 2 ** power + off)),
    )
    .chain((size) =>
      fc.record({
        size: fc.constant(size),
        at: fc.oneof(fc.nat(300), fc.integer({ min: 0, max: size - 1 })),
      }),
    )
    .map(({ size, at }) => ({ size, at: Math.min(at, size - 1) }))

  it("a leaf is proved to be where it is, and nowhere else", () => {
    fc.assert(
      fc.property(sized, fc.maxSafeNat(), ({ size, at }, other) => {
        const tree = sparseTree([at, size - 1, Math.floor(size / 2)])
        const plan = inclusionPlan(at, size)
        expectFrugal(plan, size)
        const proof = {
          index: at,
          size,
          leaf: tree.leaf(at),
          root: rootOf({ size, frontier: tree.frontier(size) }),
          path: plan.path(tree.read(plan.ranges)),
        }
        expect(isIncluded(proof)).toBe(true)
        expect(isIncluded({ ...proof, index: other % size })).toBe(other % size === at)
        expect(isIncluded({ ...proof, leaf: leafHash(Buffer.from("another")) })).toBe(false)
      }),
      { numRuns: 400 },
    )
  })

  it("an earlier tree is proved to be the beginning, and no other", () => {
    fc.assert(
      fc.property(sized, ({ size, at }) => {
        const earlierSize = at + 1
        const tree = sparseTree([0, at, size - 1])
        const plan = consistencyPlan(earlierSize, size)
        expectFrugal(plan, size)
        const earlierRoot = rootOf({ size: earlierSize, frontier: tree.frontier(earlierSize) })
        const root = rootOf({ size, frontier: tree.frontier(size) })
        const path = plan.path(tree.read(plan.ranges))
        expect(isConsistent({ earlierSize, earlierRoot, size, root, path })).toBe(true)
        const earlier = rootPlan(earlierSize)
        expect(earlier.path(tree.read(earlier.ranges))).toEqual([earlierRoot])
        const forked = sparseTree([at, size - 1])
        fc.pre(at > 0)
        const forkedRoot = rootOf({ size, frontier: forked.frontier(size) })
        expect(
          isConsistent({
            earlierSize,
            earlierRoot,
            size,
            root: forkedRoot,
            path: plan.path(forked.read(plan.ranges)),
          }),
        ).toBe(false)
      }),
      { numRuns: 400 },
    )
  })
})

describe("a plan", () => {
  it("refuses places that cannot be", () => {
    for (const [index, size] of [
      [0, 0],
      [1, 1],
      [-1, 1],
      [0.5, 2],
      [0, 2 ** 53],
      [Number.NaN, 2],
    ] as const)
      expect(() => inclusionPlan(index, size)).toThrow(RangeError)
    for (const [earlier, size] of [
      [0, 1],
      [2, 1],
      [1.5, 2],
      [1, 2 ** 53],
    ] as const)
      expect(() => consistencyPlan(earlier, size)).toThrow(RangeError)
    for (const size of [0, -1, 1.5, 2 ** 53]) expect(() => rootPlan(size)).toThrow(RangeError)
  })

  it("refuses to make a path of too few hashes", () => {
    const plan = inclusionPlan(3, 600)
    const hashes = stored(plan.ranges)
    for (const [at, some] of hashes.entries()) {
      expect(() => plan.path(hashes.with(at, some.slice(0, -1)))).toThrow(RangeError)
      expect(() => plan.path(hashes.slice(0, at))).toThrow(RangeError)
    }
  })

  it("refuses half a subtree, which would be another", () => {
    const plan = inclusionPlan(0, 4)
    const [range = []] = stored(plan.ranges)
    expect(range).toHaveLength(3)
    expect(() => plan.path([range.slice(0, 2)])).toThrow(RangeError)
  })

  it("of a tree of one leaf reads nothing", () => {
    expect(inclusionPlan(0, 1).ranges).toEqual([])
    expect(inclusionPlan(0, 1).path([])).toEqual([])
    expect(consistencyPlan(7, 7).ranges).toEqual([])
  })
})

interface TileVectors {
  readonly paths: readonly {
    readonly level: number
    readonly index: number
    readonly width: number
    readonly path: string
  }[]
  readonly trees: readonly {
    readonly size: number
    readonly root: string
    readonly tiles: number
    readonly last_tiles: readonly { readonly path: string; readonly sha256: string }[]
    readonly tiles_sha256: string
    readonly inclusion: readonly { readonly index: number; readonly path: readonly string[] }[]
    readonly consistency: readonly {
      readonly earlier_size: number
      readonly earlier_root: string
      readonly path: readonly string[]
    }[]
  }[]
}
const vectors: TileVectors = JSON.parse(
  readFileSync(new URL("../../../../../vectors/ledger/tiles.json", import.meta.url), "utf8"),
)

describe("tiles.json", () => {
  it.each(vectors.paths)("$path", ({ path, ...tile }) => {
    expect(tilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  })

  it.each(vectors.trees)("a tree of $size", (tree) => {
    const inputs = Array.from({ length: tree.size }, (_, n) => leafHash(Buffer.from(`${n}`)))
    const above = tilesCompletedBy(emptyLedger, inputs)
    const rows = [
      inputs,
      ...[1, 2, 3].map((level) =>
        above.filter((each) => each.level === level).map(({ hash }) => hash),
      ),
    ]
    const served = [...tilesOf(tree.size)].map((tile) => {
      const hashes = rows[tile.level]?.slice(tile.index * 256, tile.index * 256 + tile.width) ?? []
      return { path: tilePath(tile), sha256: sha256(tileBytes(hashes)) }
    })
    expect(served).toHaveLength(tree.tiles)
    expect(served.slice(-3)).toEqual(tree.last_tiles)
    expect(sha256(served.map((tile) => `${tile.path} ${tile.sha256}\n`).join(""))).toBe(
      tree.tiles_sha256,
    )

    const read = (plan: ProofPlan) =>
      plan.path(
        plan.ranges.map(({ level, from, count }) => rows[level]?.slice(from, from + count) ?? []),
      )
    const { size, root } = tree
    expect(read(rootPlan(size))).toEqual([root])
    for (const { index, path } of tree.inclusion) {
      expect(read(inclusionPlan(index, size))).toEqual(path)
      expect(isIncluded({ index, size, root, path, leaf: inputs[index] ?? "" })).toBe(true)
    }
    for (const { earlier_size, earlier_root, path } of tree.consistency) {
      expect(read(consistencyPlan(earlier_size, size))).toEqual(path)
      expect(
        isConsistent({ earlierSize: earlier_size, earlierRoot: earlier_root, size, root, path }),
      ).toBe(true)
    }
  })
})
