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
 * Sees the bytes of a file in batches: all have the same size but the last. What it is shown is
 * overwritten once its promise has settled.
 */
export type SeeBatch = (batch: Uint8Array) => Promise<void>

/**
 * Appends chunks to a file, many in one write: the next are gathered while the last are written and
 * `see` sees them. Stops when `look` answers false for a chunk, and returns whether it never did.
 */
export const writeBatches = async (
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  look: (chunk: Uint8Array) => boolean,
  see: SeeBatch = seeNothing,
): Promise<boolean> => {
  let [gathering, spare] = [taken(), taken()]
  let length = 0
  let writing: Promise<void> = Promise.resolve()
  const flush = async (): Promise<void> => {
    await writing
    writing = writeSeen(file, gathering.subarray(0, length), see)
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
    if (length > 0) await flush()
    await writing
    return true
  } finally {
    await writing.catch(() => undefined)
    giveBack([gathering, spare])
  }
}

/** Appends a file to another, in the batches in which {@link writeBatches} wrote it. */
export const appendFile = async (
  file: FileHandle,
  from: FileHandle,
  see: SeeBatch,
): Promise<void> => {
  let [reading, spare] = [taken(), taken()]
  let writing: Promise<void> = Promise.resolve()
  try {
    for (;;) {
      const length = await fill(reading, from)
      await writing
      if (length === 0) return
      writing = writeSeen(file, reading.subarray(0, length), see)
      writing.catch(() => undefined)
      ;[reading, spare] = [spare, reading]
    }
  } finally {
    await writing.catch(() => undefined)
    giveBack([reading, spare])
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

const seeNothing: SeeBatch = () => Promise.resolve()

/** Settles when both are done with the bytes, also where one of them failed before. */
const writeSeen = async (file: FileHandle, batch: Uint8Array, see: SeeBatch): Promise<void> => {
  const [written, seen] = await Promise.allSettled([file.writeFile(batch), see(batch)])
  if (written.status === "rejected") throw written.reason
  if (seen.status === "rejected") throw seen.reason
}

/** Reads on until the buffer is full or the file ends: a read may bring less than there is. */
const fill = async (buffer: Uint8Array, from: FileHandle): Promise<number> => {
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await from.read(buffer, length, buffer.length - length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return length
}
