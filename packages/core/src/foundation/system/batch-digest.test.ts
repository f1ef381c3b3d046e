import { createHash, randomBytes } from "node:crypto"
import { expect, it } from "vitest"
import { batchDigest } from "./batch-digest.ts"

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash("sha256").update(Buffer.concat(parts)).digest()

const batches = [randomBytes(300_000), randomBytes(300_000), randomBytes(7)] as const

it("is the hash of the hashes, in the order in which batches were seen", async () => {
  const digest = batchDigest()
  // Not one after the other: the small one is ready first.
  await Promise.all(batches.map((batch) => digest.see(batch)))
  expect(digest.text()).toBe(sha256(...batches.map((batch) => sha256(batch))).toString("hex"))
})

it("differs when a byte does, when batches change places, and when one is missing", async () => {
  const textOf = async (all: readonly Uint8Array[]): Promise<string> => {
    const digest = batchDigest()
    for (const batch of all) await digest.see(batch)
    return digest.text()
  }
  const [first, second, third] = batches
  const changed = Buffer.from(third)
  changed[6] = (changed[6] ?? 0) ^ 1
  const texts = await Promise.all(
    [batches, [first, second, changed], [second, first, third], [first, second], []].map(textOf),
  )
  expect(new Set(texts).size).toBe(texts.length)
})
