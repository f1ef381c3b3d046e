import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { naiveRoot } from "../../../test/fixtures/merkle-oracle.ts"
import { leafHash } from "./merkle.ts"
import {
  hashesAt,
  parseTile,
  parseTilePath,
  subtreeHash,
  tileBytes,
  tileOf,
  tilePath,
  tilesOf,
} from "./tiles.ts"

const hashes = (count: number) =>
  Array.from({ length: count }, (_, n) => leafHash(Buffer.from(`${n}`)))
const size = fc.oneof(fc.nat(70_000), fc.maxSafeNat())
const address = fc.record({
  level: fc.nat(63),
  index: fc.oneof(fc.nat(2000), fc.maxSafeNat()),
  width: fc.integer({ min: 1, max: 256 }),
})

describe("the path of a tile", () => {
  it.each([
    [0, 0, 256, "tile/0/000"],
    [0, 999, 256, "tile/0/999"],
    [0, 1000, 256, "tile/0/x001/000"],
    [0, 1_234_067, 256, "tile/0/x001/x234/067"],
    [1, 273, 17, "tile/1/273.p/17"],
    [63, 12_345, 255, "tile/63/x012/345.p/255"],
    [0, Number.MAX_SAFE_INTEGER, 1, "tile/0/x009/x007/x199/x254/x740/991.p/1"],
  ])("of level %i, index %i, width %i is %s", (level, index, width, path) => {
    expect(tilePath({ level, index, width })).toBe(path)
    expect(parseTilePath(path)).toEqual({ level, index, width })
  })

  it("is read back, whichever tile it is", () => {
    fc.assert(
      fc.property(address, (tile) => {
        expect(parseTilePath(tilePath(tile))).toEqual(tile)
      }),
    )
  })

  it.each([
    "",
    "tile",
    "tile/0",
    "tile/0/",
    "tile/0/0",
    "tile/0/00",
    "tile/0/0000",
    "tile/00/000",
    "tile/64/000",
    "tile/-1/000",
    "tile/0/x000/001",
    "tile/0/x00/001",
    "tile/0/001/001",
    "tile/0/x001",
    "tile/0/X001/001",
    "tile/0/x001/x001",
    "tile/0/000.p/0",
    "tile/0/000.p/01",
    "tile/0/000.p/256",
    "tile/0/000.p/257",
    "tile/0/000.p/",
    "tile/0/000.p",
    "tile/0/000/",
    "/tile/0/000",
    "tile/0/000\n",
    "tile/0/000?",
    "tile/0/٠٠٠",
    "tile/entries/000",
    "tile/0/x009/x007/x199/x254/x740/992",
    "tile/0/x001/x000/x000/x000/x000/x000/000",
  ])("is none when it reads %j", (path) => expect(parseTilePath(path)).toBeUndefined())

  it("has one spelling: whatever is read is written the same", () => {
    const piece = fc.constantFrom(
      "tile",
      "/",
      "0",
      "1",
      "x",
      "000",
      "001",
      "x001",
      ".p",
      "255",
      "256",
      "٣",
      "%",
      " ",
    )
    const near = fc.tuple(address, fc.nat(), piece).map(([tile, at, more]) => {
      const path = tilePath(tile)
      return path.slice(0, at % path.length) + more + path.slice((at % path.length) + (at % 3))
    })
    const anything = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
      near,
    )
    fc.assert(
      fc.property(anything, (path) => {
        const tile = parseTilePath(path)
        expect(tile === undefined || tilePath(tile) === path).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe("the tiles of a tree", () => {
  it("of 70,000 leaves and of 256 are those of the example in C2SP tlog-tiles", () => {
    const tiles = [...tilesOf(70_000)]
    const counted = (level: number, isFull: boolean) =>
      tiles.filter((tile) => tile.level === level && (tile.width === 256) === isFull)
    expect([0, 1, 2].map((level) => counted(level, true).length)).toEqual([273, 1, 0])
    expect([0, 1, 2].map((level) => counted(level, false).map(({ width }) => width))).toEqual([
      [112],
      [17],
      [1],
    ])
    expect([...tilesOf(256)]).toEqual([
      { level: 0, index: 0, width: 256 },
      { level: 1, index: 0, width: 1 },
    ])
    expect([...tilesOf(0)]).toEqual([])
  })

  it("hold every hash of their level once, and only the last of a level is partial", () => {
    fc.assert(
      fc.property(fc.nat(200_000), (leaves) => {
        const tiles = [...tilesOf(leaves)]
        for (const level of new Set(tiles.map((tile) => tile.level))) {
          const row = tiles.filter((tile) => tile.level === level)
          expect(row.map(({ index }) => index)).toEqual(row.map((_, at) => at))
          expect(row.slice(0, -1).every(({ width }) => width === 256)).toBe(true)
          expect(row.reduce((sum, { width }) => sum + width, 0)).toBe(
            Math.floor(leaves / 256 ** level),
          )
        }
      }),
      { numRuns: 20 },
    )
  })

  it("are found by their place, in a tree of any size", () => {
    fc.assert(
      fc.property(size, fc.nat(8), fc.nat(), (leaves, level, skip) => {
        const there = hashesAt(leaves, level)
        const last = Math.ceil(there / 256)
        expect(tileOf(leaves, level, last)).toBeUndefined()
        expect(tileOf(leaves, level, last + skip)).toBeUndefined()
        const before =
          last === 0 ? undefined : { level, index: last - 1, width: there - (last - 1) * 256 }
        expect(last === 0 ? undefined : tileOf(leaves, level, last - 1)).toEqual(before)
        expect(last > 1 ? tileOf(leaves, level, skip % (last - 1))?.width : 256).toBe(256)
      }),
    )
  })
})

describe("the bytes of a tile", () => {
  it("are its hashes, and are read back at exactly its width", () => {
    for (const width of [1, 2, 255, 256]) {
      const bytes = tileBytes(hashes(width))
      expect(bytes).toHaveLength(32 * width)
      expect(parseTile(bytes, width)).toEqual(hashes(width))
      expect(Buffer.from(bytes.subarray(0, 32)).toString("hex")).toBe(hashes(1)[0])
      for (const other of [0, width - 1, width + 1, 257, -1, 0.5, Number.NaN])
        expect(parseTile(bytes, other)).toBeUndefined()
      for (const cut of [
        bytes.subarray(1),
        bytes.subarray(0, -1),
        new Uint8Array([...bytes, 0]),
        new Uint8Array(),
      ])
        expect(parseTile(cut, width)).toBeUndefined()
    }
  })

  it("may be any bytes of that length", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 256 }),
        fc.uint8Array({ maxLength: 8224 }),
        (width, bytes) => {
          const read = parseTile(bytes, width)
          expect(read === undefined).toBe(bytes.length !== 32 * width)
          expect(read === undefined || Buffer.from(tileBytes(read)).equals(bytes)).toBe(true)
        },
      ),
    )
  })

  it("are not made of what is no tile", () => {
    for (const wrong of [
      [],
      hashes(257),
      ["00"],
      [hashes(1)[0]?.toUpperCase() ?? ""],
      [...hashes(2), "x"],
    ])
      expect(() => tileBytes(wrong)).toThrow(RangeError)
  })
})

describe("the hash of a tile's subtree", () => {
  it("is the root over its hashes", () => {
    for (const count of [1, 2, 4, 8, 64, 256])
      expect(subtreeHash(hashes(count))).toBe(naiveRoot(hashes(count)))
  })
  it("is none for what is not perfect", () => {
    for (const count of [0, 3, 6, 100, 255])
      expect(() => subtreeHash(hashes(count))).toThrow(RangeError)
  })
})
