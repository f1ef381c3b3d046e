import fc from "fast-check"
import { expect, it } from "vitest"
import { naiveRoot } from "../../../test/fixtures/merkle-oracle.ts"
import { sparseTree } from "../../../test/fixtures/sparse-tree.ts"
import { appended, emptyLedger, leafHash, type LedgerHead } from "./merkle.ts"
import { type TileHash, tilesCompletedBy } from "./completed-tiles.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { hashesAt } from "./tiles.ts"

const leaves = Array.from({ length: 66_000 }, (_, n) => leafHash(Buffer.from(`${n}`)))
const all = tilesCompletedBy(emptyLedger, leaves)
const headAfter = (head: LedgerHead, some: readonly string[]) => some.reduce(appended, head)

it("gives each hash of each level above the leaves once, in order, with the root of the leaves it covers", () => {
  for (const level of [1, 2, 3]) {
    const row = all.filter((each) => each.level === level)
    expect(row.map(({ index }) => index)).toEqual(
      Array.from({ length: hashesAt(leaves.length, level) }, (_, index) => index),
    )
  }
  expect(all).toHaveLength(257 + 1)
  for (const { level, index, hash } of all.filter(
    (each) => each.level === 2 || each.index % 16 === 0,
  ))
    expect(hash).toBe(naiveRoot(leaves.slice(index * 256 ** level, (index + 1) * 256 ** level)))
})

it("gives the same rows however the leaves come in batches", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(3), fc.nat(700), fc.constant(256)), { maxLength: 30 }),
      (batches) => {
        let head = emptyLedger
        const rows: TileHash[] = []
        for (const count of batches) {
          const batch = leaves.slice(head.size, head.size + count)
          rows.push(...tilesCompletedBy(head, batch))
          head = headAfter(head, batch)
        }
        expect(rows).toEqual(tilesCompletedBy(emptyLedger, leaves.slice(0, head.size)))
      },
    ),
    { numRuns: 25 },
  )
})

it("completes tiles of several levels with one leaf, in a log of any size", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 20 }),
      fc.integer({ min: 1, max: 6 }),
      fc.nat(3),
      (part, level, before) => {
        const size = part * 256 ** level
        fc.pre(Number.isSafeInteger(size))
        const from = size - 1 - before
        const tree = sparseTree([size - 1, from - 1, size - 256])
        const frontier = tree.frontier(from)
        const batch = Array.from({ length: before + 1 }, (_, n) => tree.leaf(from + n))
        const rows = tilesCompletedBy({ size: from, frontier }, batch)
        expect(rows.length).toBeGreaterThanOrEqual(level)
        expect(rows).toEqual(
          rows.map((row) => ({
            level: row.level,
            index: size / 256 ** row.level - 1,
            hash: tree.node(8 * row.level, row.index),
          })),
        )
      },
    ),
  )
})

it("refuses what is no hash, and a frontier that cannot be", () => {
  expect(() => tilesCompletedBy(emptyLedger, ["00"])).toThrow(RangeError)
  expect(() => tilesCompletedBy({ size: 1, frontier: [] }, [sha256("")])).toThrow(RangeError)
  expect(tilesCompletedBy({ size: 255, frontier: [] }, [])).toEqual([])
})
