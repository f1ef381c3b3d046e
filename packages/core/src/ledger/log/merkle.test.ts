import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { consistencyPath, inclusionPath, naiveRoot } from "../../../test/fixtures/merkle-oracle.ts"
import { type LedgerHead, appended, emptyLedger, leafHash, nodeHash, rootOf } from "./merkle.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { isConsistent, isIncluded } from "./merkle-proof.ts"

const leaf = fc.uint8Array({ maxLength: 40 }).map(leafHash)
const headOf = (leaves: readonly string[]): LedgerHead => leaves.reduce(appended, emptyLedger)

describe("the frontier", () => {
  it("has the root of the recursive definition, and one hash for each one of the size", () => {
    fc.assert(
      fc.property(fc.array(leaf, { maxLength: 130 }), (leaves) => {
        const head = headOf(leaves)
        expect(rootOf(head)).toBe(naiveRoot(leaves))
        expect(head.size).toBe(leaves.length)
        expect(head.frontier).toHaveLength(
          [...leaves.length.toString(2)].filter((bit) => bit === "1").length,
        )
      }),
    )
  })

  it("works past 32 bits", () => {
    const frontier = Array.from({ length: 40 }, (_, n) => sha256(`${n}`))
    const head = appended({ size: 2 ** 40 - 1, frontier }, sha256("leaf"))
    expect(head).toEqual({
      size: 2 ** 40,
      frontier: [
        frontier.reduceRight((right, remaining) => nodeHash(remaining, right), sha256("leaf")),
      ],
    })
  })

  it("refuses what is no hash, and a frontier that cannot be", () => {
    expect(() => appended(emptyLedger, "00")).toThrow(RangeError)
    expect(() => appended({ size: 1, frontier: [] }, sha256(""))).toThrow(RangeError)
  })
})

describe("proofs", () => {
  const leaves = Array.from({ length: 33 }, (_, n) => leafHash(Buffer.from([n])))
  const rootAt = (size: number) => rootOf(headOf(leaves.slice(0, size)))

  it("of inclusion hold for every leaf of every size, and for nothing else", () => {
    for (let size = 1; size <= leaves.length; size += 1) {
      for (let index = 0; index < size; index += 1) {
        const proof = {
          index,
          size,
          leaf: leaves[index] ?? "",
          root: rootAt(size),
          path: inclusionPath(leaves.slice(0, size), index),
        }
        expect(isIncluded(proof)).toBe(true)
        expect(isIncluded({ ...proof, leaf: sha256("another") })).toBe(false)
        expect(isIncluded({ ...proof, root: sha256("another") })).toBe(false)
        expect(isIncluded({ ...proof, path: [...proof.path, sha256("more")] })).toBe(false)
        expect(
          isIncluded({
            ...proof,
            path: proof.path.map((hash, n) => (n === 0 ? sha256(hash) : hash)),
          }),
        ).toBe(proof.path.length === 0)
        for (let other = 0; other < size; other += 1)
          expect(isIncluded({ ...proof, index: other })).toBe(other === index)
        expect(isIncluded({ ...proof, path: proof.path.slice(1) })).toBe(proof.path.length === 0)
      }
    }
  })

  it("of consistency hold between all sizes, and for nothing else", () => {
    for (let size = 1; size <= leaves.length; size += 1) {
      for (let earlierSize = 1; earlierSize <= size; earlierSize += 1) {
        const path = consistencyPath(leaves.slice(0, size), earlierSize)
        const proof = {
          earlierSize,
          size,
          earlierRoot: rootAt(earlierSize),
          root: rootAt(size),
          path,
        }
        expect(isConsistent(proof)).toBe(true)
        expect(isConsistent({ ...proof, earlierRoot: sha256("another") })).toBe(false)
        expect(isConsistent({ ...proof, root: sha256("another") })).toBe(false)
        expect(isConsistent({ ...proof, path: [...path, sha256("more")] })).toBe(false)
        expect(isConsistent({ ...proof, path: path.slice(1) })).toBe(path.length === 0)
        expect(isConsistent({ ...proof, path: path.slice(0, -1) })).toBe(path.length === 0)
      }
    }
  })

  it("have one spelling: nothing but 64 lower-case digits is a hash", () => {
    const inclusion = {
      index: 4,
      size: 9,
      leaf: leaves[4] ?? "",
      root: rootAt(9),
      path: inclusionPath(leaves.slice(0, 9), 4),
    }
    const consistency = {
      earlierSize: 5,
      size: 9,
      earlierRoot: rootAt(5),
      root: rootAt(9),
      path: consistencyPath(leaves.slice(0, 9), 5),
    }
    for (const spell of [(hash: string) => hash.toUpperCase(), (hash: string) => `${hash}zz`]) {
      expect(isIncluded({ ...inclusion, path: inclusion.path.map(spell) })).toBe(false)
      expect(isIncluded({ ...inclusion, leaf: spell(inclusion.leaf) })).toBe(false)
      expect(isConsistent({ ...consistency, path: consistency.path.map(spell) })).toBe(false)
    }
  })

  it("refuse sizes that cannot be", () => {
    expect(() => inclusionPath(leaves, 33)).toThrow(RangeError)
    expect(() => inclusionPath(leaves, -1)).toThrow(RangeError)
    expect(() => consistencyPath(leaves, 0)).toThrow(RangeError)
    expect(() => consistencyPath(leaves, 34)).toThrow(RangeError)
    const root = rootAt(1)
    expect(isIncluded({ index: 1, size: 1, leaf: root, root, path: [] })).toBe(false)
    expect(isConsistent({ earlierSize: 0, size: 1, earlierRoot: rootAt(0), root, path: [] })).toBe(
      false,
    )
    expect(isConsistent({ earlierSize: 2, size: 1, earlierRoot: rootAt(2), root, path: [] })).toBe(
      false,
    )
    expect(isConsistent({ earlierSize: 1.5, size: 2, earlierRoot: root, root, path: [] })).toBe(
      false,
    )
  })
})
