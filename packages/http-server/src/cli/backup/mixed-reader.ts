import { Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import { CommandFailed } from "../command.ts"
import { damaged } from "./sealed-file.ts"

/** Reads lines of text and runs of bytes, one after the other. */
export interface MixedReader {
  /** The next line without its end; undefined behind the last one. */
  readonly line: () => Promise<string | undefined>
  /** The next so many bytes. Throws if there are fewer. */
  readonly take: (count: number) => AsyncGenerator<Buffer, void, undefined>
  readonly close: () => Promise<unknown>
}

const newline = 10

/**
 * Reads what was compressed, however slowly it is taken: neither a line of a megabyte nor an object
 * of a gigabyte is read ahead.
 */
export const openMixed = (file: string, bytes: AsyncIterable<Buffer>): MixedReader => {
  const chunks = unpacked(file, bytes)
  let waiting: Buffer = Buffer.alloc(0)
  /** False at the end. */
  const more = async (): Promise<boolean> => {
    const next = await chunks.next()
    waiting = next.done === true ? Buffer.alloc(0) : next.value
    return next.done !== true
  }
  return {
    line: async () => {
      const begun: Buffer[] = []
      for (;;) {
        const end = waiting.indexOf(newline)
        begun.push(end < 0 ? waiting : waiting.subarray(0, end))
        if (end >= 0) {
          waiting = waiting.subarray(end + 1)
          return Buffer.concat(begun).toString("utf8")
        }
        if (await more()) continue
        if (begun.every(({ length }) => length === 0)) return undefined
        throw damaged(file)
      }
    },
    take: async function* (count) {
      for (let left = count; left > 0; ) {
        if (waiting.length === 0 && !(await more())) throw damaged(file)
        const taken = waiting.subarray(0, left)
        waiting = waiting.subarray(taken.length)
        left -= taken.length
        if (taken.length > 0) yield taken
      }
    },
    close: () => chunks.return(),
  }
}

async function* unpacked(
  file: string,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  const source = Readable.from(bytes)
  const input = source.pipe(createGunzip())
  source.once("error", (reason) => input.destroy(reason))
  try {
    yield* input as AsyncIterable<Buffer>
  } catch (reason) {
    throw reason instanceof CommandFailed ? reason : damaged(file)
  } finally {
    source.destroy()
    input.destroy()
  }
}
