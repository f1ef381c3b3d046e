import type { FileHandle } from "node:fs/promises"

const batchBytes = 256 * 1024

/**
 * Buffers that no write uses now. Made anew for each file they would add up to tens of MiB before
 * they are collected.
 */
const free: Uint8Array[] = []
const freeMax = 32

const taken = (): Uint8Array => free.pop() ?? Buffer.allocUnsafeSlow(batchBytes)
const giveBack = (buffers: readonly Uint8Array[]): void => {
  for (const buffer of buffers) if (free.length < freeMax) free.push(buffer)
}

/**
 * Appends chunks to a file, many in one write: the next are gathered while the last are written.
 * Stops when `look` answers false for a chunk, and returns whether it never did.
 */
export const writeBatches = async (
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  look: (chunk: Uint8Array) => boolean,
): Promise<boolean> => {
  let [gathering, spare] = [taken(), taken()]
  let length = 0
  let writing: Promise<void> = Promise.resolve()
  const flush = async (): Promise<void> => {
    await writing
    writing = file.writeFile(gathering.subarray(0, length))
    // Met at the next `await`; until then nobody else would.
    writing.catch(() => undefined)
    ;[gathering, spare] = [spare, gathering]
    length = 0
  }
  try {
    for await (const chunk of chunks) {
      if (!look(chunk)) return false
      for (let from = 0; from < chunk.length; ) {
        const some = chunk.subarray(from, from + batchBytes - length)
        gathering.set(some, length)
        from += some.length
        length += some.length
        if (length === batchBytes) await flush()
      }
    }
    await flush()
    await writing
    return true
  } finally {
    await writing.catch(() => undefined)
    giveBack([gathering, spare])
  }
}

/** Appends a file to another; `look` sees each piece, which is overwritten afterwards. */
export const appendFile = async (
  file: FileHandle,
  from: FileHandle,
  look: (piece: Uint8Array) => void,
): Promise<void> => {
  const buffer = taken()
  try {
    for (;;) {
      const { bytesRead } = await from.read(buffer, 0, batchBytes)
      if (bytesRead === 0) return
      const piece = buffer.subarray(0, bytesRead)
      look(piece)
      await file.writeFile(piece)
    }
  } finally {
    giveBack([buffer])
  }
}
