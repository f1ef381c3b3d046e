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

/**
 * Yields the bytes of a file from `first` to `last`, and closes it. The next are read while the last
 * are used. A piece is overwritten once the next one is asked for: buffers that are made anew for
 * each piece cost a large heap more in collections than the file costs to read.
 */
export async function* readBatches(
  file: FileHandle,
  { first, last }: { readonly first: number; readonly last: number },
): AsyncGenerator<Uint8Array, void> {
  let [reading, spare] = [taken(), taken()]
  let at = first
  const read = async (): Promise<number> => {
    const most = Math.min(batchBytes, last + 1 - at)
    const { bytesRead } = most <= 0 ? nothingRead : await file.read(reading, 0, most, at)
    at += bytesRead
    return bytesRead
  }
  let coming = read()
  try {
    for (;;) {
      const length = await coming
      if (length === 0) return
      const piece = reading.subarray(0, length)
      ;[reading, spare] = [spare, reading]
      coming = read()
      // Met when the next piece is asked for, or never.
      coming.catch(() => undefined)
      yield piece
    }
  } finally {
    await coming.catch(() => undefined)
    giveBack([reading, spare])
    await file.close()
  }
}

const nothingRead = { bytesRead: 0 }
