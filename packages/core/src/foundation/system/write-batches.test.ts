import { randomBytes } from "node:crypto"
import { mkdtemp, open, readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { readBatches, writeBatches } from "./write-batches.ts"

const bytes = randomBytes(1_500_000)

async function* inChunksOf(size: number): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

const written = async (
  chunks: AsyncIterable<Uint8Array>,
  look: (chunk: Uint8Array) => boolean = () => true,
) => {
  const path = join(await mkdtemp(join(tmpdir(), "symbolon-batches-")), "file")
  const file = await open(path, "wx")
  try {
    const done = await writeBatches(file, chunks, look)
    return { done, isSame: bytes.equals(await readFile(path)) }
  } finally {
    await file.close()
  }
}

describe("chunks that are written in batches", () => {
  it.each([1_001, 65_536, 262_144, 262_145, 700_000, 1_500_000])(
    "of %i bytes arrive as they were sent",
    async (size) => expect(await written(inChunksOf(size))).toEqual({ done: true, isSame: true }),
  )

  it("are looked at one by one, and the one that is refused ends it", async () => {
    const seen: number[] = []
    const { done } = await written(inChunksOf(400_000), (chunk) => {
      seen.push(chunk.length)
      return seen.length < 3
    })
    expect(done).toBe(false)
    expect(seen).toEqual([400_000, 400_000, 400_000])
  })

  it("reject as their sender does", async () => {
    async function* broken(): AsyncGenerator<Uint8Array, void> {
      yield bytes
      throw new Error("The connection ended.")
    }
    await expect(written(broken())).rejects.toThrow("The connection ended.")
  })

  it("reject when they cannot be written", async () => {
    const path = join(await mkdtemp(join(tmpdir(), "symbolon-batches-")), "file")
    await (await open(path, "wx")).close()
    const file = await open(path, "r")
    await expect(writeBatches(file, inChunksOf(100_000), () => true)).rejects.toThrow("EBADF")
    await file.close()
  })
})

describe("a file that is read in batches", () => {
  const opened = async () => {
    const path = join(await mkdtemp(join(tmpdir(), "symbolon-batches-")), "file")
    await writeFile(path, bytes)
    return open(path, "r")
  }

  it.each([
    [0, Number.POSITIVE_INFINITY],
    [0, 0],
    [7, 300_000],
    [262_143, 262_144],
    [1_400_000, 1_499_999],
    [1_499_999, 2_000_000],
  ])("has the bytes from %d to %d, while each piece is used", async (first, last) => {
    const pieces: Uint8Array[] = []
    for await (const piece of readBatches(await opened(), { first, last })) {
      const copy = Uint8Array.from(piece)
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(Buffer.from(piece).equals(copy)).toBe(true)
      pieces.push(copy)
    }
    expect(Buffer.concat(pieces).equals(bytes.subarray(first, last + 1))).toBe(true)
  })

  it("is closed when its reader stops", async () => {
    const file = await opened()
    for await (const piece of readBatches(file, { first: 0, last: bytes.length - 1 })) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
    await expect(file.read(Buffer.alloc(1))).rejects.toThrow("closed")
  })
})
