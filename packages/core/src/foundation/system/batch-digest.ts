import { createHash, webcrypto } from "node:crypto"
import type { SeeBatch } from "./write-batches.ts"

/** What stands for the bytes of a file that goes by in batches. */
export interface BatchDigest {
  readonly see: SeeBatch
  /** Lower-case hex, once all batches were seen. */
  readonly text: () => string
}

/**
 * SHA-256 of the SHA-256 of each batch: as hard to forge as one over all bytes. A batch is hashed by
 * a thread of Node's pool, while the thread of the service takes the next bytes; Node hashes a file
 * as a whole on that thread alone. Two files have the same text only where their batches have the
 * same size.
 */
export const batchDigest = (): BatchDigest => {
  const digests: Uint8Array[] = []
  let count = 0
  return {
    see: async (batch) => {
      const index = count
      count += 1
      digests[index] = new Uint8Array(await webcrypto.subtle.digest("SHA-256", batch))
    },
    text: () => {
      const hash = createHash("sha256")
      for (const digest of digests) hash.update(digest)
      return hash.digest("hex")
    },
  }
}
