import { typeInWords } from "../type-in-words.ts"
import { abortable } from "../wait.ts"
import type { ByteStream } from "./upload-types.ts"

/** The bytes of a stream, chunk by chunk. */
export interface Chunks {
  /** The next chunk that has bytes; undefined at the end. */
  readonly next: () => Promise<Uint8Array | undefined>
  /** Tells the stream that nobody reads it any more. */
  readonly cancel: (reason: unknown) => void
}

/**
 * Opens a stream and reads its first chunk: a stream of Node reports its errors, such as a file that
 * does not exist, to a reader alone, and ends the process when there is none.
 */
export const openStream = async (
  source: ByteStream | AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Chunks> => {
  const { read, cancel } = "getReader" in source ? ofReader(source) : ofIterable(source)
  const next = async (): Promise<Uint8Array | undefined> => {
    for (;;) {
      const { done, value } = await read()
      if (done === true) return undefined
      if (!isBytes(value))
        throw new TypeError(
          `The stream must give bytes (Uint8Array), and a chunk of it is ${typeInWords(value)}`,
        )
      if (value.length > 0) return value
    }
  }
  try {
    let first = await abortable(next(), signal)
    return {
      next: async () => {
        if (first === undefined) return next()
        const chunk = first
        first = undefined
        return chunk
      },
      cancel,
    }
  } catch (e) {
    cancel(e)
    throw e
  }
}

/** Whether a value is a `Uint8Array`, also one of another realm. */
export const isBytes = (value: unknown): value is Uint8Array =>
  ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]"

interface Reading {
  readonly read: () => Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>
  readonly cancel: (reason: unknown) => void
}

const ofReader = (stream: ByteStream): Reading => {
  const reader = stream.getReader()
  return {
    read: () => reader.read(),
    cancel: (reason) => void reader.cancel(reason).catch(() => {}),
  }
}

const ofIterable = (
  iterable: AsyncIterable<Uint8Array> & { readonly destroy?: unknown },
): Reading => {
  const iterator = iterable[Symbol.asyncIterator]()
  return {
    read: () => iterator.next(),
    cancel: () => {
      // Of a stream of Node: its iterator would wait for a chunk that is under way.
      if (typeof iterable.destroy === "function") iterable.destroy()
      Promise.resolve(iterator.return?.()).catch(() => {})
    },
  }
}
