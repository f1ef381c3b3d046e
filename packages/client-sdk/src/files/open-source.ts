import type { UploadPart } from "../generated/types.ts"
import { typeInWords } from "../type-in-words.ts"
import { nameOf, openPath, typeOf } from "./open-path.ts"
import { type Chunks, isBytes, openStream } from "./open-stream.ts"
import type { UploadInput, UploadSource } from "./upload-types.ts"

/** A part of an upload with its bytes. */
export interface PartBody {
  readonly part: UploadPart
  readonly body: Blob | Uint8Array<ArrayBuffer>
}

/** A source that is ready to be read. */
export interface OpenSource {
  readonly fileName: string
  /** Lower case, without parameters. */
  readonly contentType: string
  readonly sizeInBytes: number
  /** The parts with their bytes, in order, without those that arrived. Reads only what is asked for. */
  readonly bodies: (
    parts: readonly UploadPart[],
    hasArrived: (part: UploadPart) => boolean,
  ) => AsyncGenerator<PartBody, void>
  /** Tells a stream that nobody reads it any more. */
  readonly cancel: (reason: unknown) => void
}

/**
 * Opens a source. Throws a `TypeError` for what is no source and if its name, type or size is unknown,
 * and a `SymbolonError` with the code `source_unreadable` for a path that cannot be read.
 */
export const openSource = async (
  source: UploadSource,
  input: UploadInput,
  signal: AbortSignal | undefined,
): Promise<OpenSource> => {
  if (typeof source === "string") {
    const about = described(input, nameOf(source), typeOf(source))
    return fromBlob(await openPath(source), about)
  }
  if (typeof source !== "object" || source === null) throw notASource(source)
  if (isBytes(source)) return fromBytes(source, described(input, undefined, undefined))
  if (isBlob(source)) return fromBlob(source, described(input, source.name, source.type))
  if (!isStream(source)) throw notASource(source)
  const { size_in_bytes: sizeInBytes } = input
  if (sizeInBytes === undefined) throw missing("size_in_bytes")
  const about = described(input, undefined, undefined)
  return fromChunks(await openStream(source, signal), { ...about, sizeInBytes })
}

const notASource = (source: unknown): TypeError =>
  new TypeError(
    `The source of an upload must be a path, a Blob or File, a Uint8Array, a ReadableStream, or another async iterable of Uint8Array such as a stream of Node, and is ${typeInWords(source)}`,
  )

// By what it has and not by `instanceof`, so that one of another realm or library passes.
const isBlob = (source: object): source is Blob & { readonly name?: string } =>
  "size" in source && "slice" in source && "type" in source

const isStream = (source: object): source is Exclude<UploadSource, string | Blob | Uint8Array> =>
  "getReader" in source || Symbol.asyncIterator in source

type About = Pick<OpenSource, "fileName" | "contentType">

const fromBlob = (blob: Blob, about: About): OpenSource => ({
  ...about,
  sizeInBytes: blob.size,
  bodies: (parts, hasArrived) => slicesOf((from, to) => blob.slice(from, to), parts, hasArrived),
  cancel: () => {},
})

const fromBytes = (bytes: Uint8Array, about: About): OpenSource => ({
  ...about,
  sizeInBytes: bytes.length,
  // A copy of the part: the memory may be shared, and the caller may write to it meanwhile.
  bodies: (parts, hasArrived) =>
    slicesOf((from, to) => new Uint8Array(bytes.subarray(from, to)), parts, hasArrived),
  cancel: () => {},
})

const fromChunks = (
  chunks: Chunks,
  about: About & Pick<OpenSource, "sizeInBytes">,
): OpenSource => ({
  ...about,
  bodies: (parts, hasArrived) => chunksOf(chunks, parts, hasArrived),
  cancel: chunks.cancel,
})

const described = (
  { file_name, content_type }: UploadInput,
  name: string | undefined,
  type: string | undefined,
) => {
  const fileName = file_name ?? name
  const contentType = (content_type ?? type)?.split(";")[0]?.trim().toLowerCase()
  if (!fileName) throw missing("file_name")
  if (!contentType) throw missing("content_type")
  return { fileName, contentType }
}

const missing = (field: string): TypeError =>
  new TypeError(`${field} is required: this source does not tell it`)

async function* slicesOf(
  slice: (from: number, to: number) => PartBody["body"],
  parts: readonly UploadPart[],
  hasArrived: (part: UploadPart) => boolean,
): AsyncGenerator<PartBody, void> {
  let from = 0
  for (const part of parts) {
    const to = from + part.size_in_bytes
    if (!hasArrived(part)) yield { part, body: slice(from, to) }
    from = to
  }
}

/** Gathers the chunks of a stream to parts. What arrived before is read and dropped. */
async function* chunksOf(
  chunks: Chunks,
  parts: readonly UploadPart[],
  hasArrived: (part: UploadPart) => boolean,
): AsyncGenerator<PartBody, void> {
  let rest: Uint8Array = new Uint8Array(0)
  for (const part of parts) {
    const isDropped = hasArrived(part)
    const body = new Uint8Array(isDropped ? 0 : part.size_in_bytes)
    for (let filled = 0; filled < part.size_in_bytes; ) {
      if (rest.length === 0) rest = (await chunks.next()) ?? fail("less")
      const taken = rest.subarray(0, part.size_in_bytes - filled)
      if (!isDropped) body.set(taken, filled)
      filled += taken.length
      rest = rest.subarray(taken.length)
    }
    const isLast = part === parts.at(-1)
    if (isLast && (rest.length > 0 || (await chunks.next()) !== undefined)) fail("more")
    if (!isDropped) yield { part, body }
  }
}

const fail = (how: "less" | "more"): never => {
  throw new TypeError(`the stream has ${how} bytes than size_in_bytes`)
}
