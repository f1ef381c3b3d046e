import type { UploadPart } from "../generated/types.ts"
import { SymbolonError } from "../symbolon-error.ts"
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
 * Opens a source. Throws a `TypeError` if its name, type or size is unknown, and a `SymbolonError` with
 * the code `source_unreadable` for a path that cannot be read.
 */
export const openSource = async (source: UploadSource, input: UploadInput): Promise<OpenSource> => {
  if (typeof source === "string")
    return fromBlob(await openPath(source), input, nameOf(source), typeOf(source))
  if ("getReader" in source) return fromStream(source, input)
  const { name } = source as { readonly name?: unknown }
  return fromBlob(source, input, typeof name === "string" ? name : undefined, source.type)
}

const fromBlob = (
  blob: Blob,
  input: UploadInput,
  name: string | undefined,
  type: string | undefined,
): OpenSource => ({
  ...described(input, name, type),
  sizeInBytes: blob.size,
  bodies: (parts, hasArrived) => slicesOf(blob, parts, hasArrived),
  cancel: () => {},
})

const fromStream = (stream: ReadableStream<Uint8Array>, input: UploadInput): OpenSource => {
  const { size_in_bytes: sizeInBytes } = input
  if (sizeInBytes === undefined) throw missing("size_in_bytes")
  const about = described(input, undefined, undefined)
  const reader = stream.getReader()
  return {
    ...about,
    sizeInBytes,
    bodies: (parts, hasArrived) => chunksOf(reader, parts, hasArrived),
    cancel: (reason) => void reader.cancel(reason).catch(() => {}),
  }
}

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
  blob: Blob,
  parts: readonly UploadPart[],
  hasArrived: (part: UploadPart) => boolean,
): AsyncGenerator<PartBody, void> {
  let from = 0
  for (const part of parts) {
    const to = from + part.size_in_bytes
    if (!hasArrived(part)) yield { part, body: blob.slice(from, to) }
    from = to
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** Gathers the chunks of a stream to parts. What arrived before is read and dropped. */
async function* chunksOf(
  reader: Reader,
  parts: readonly UploadPart[],
  hasArrived: (part: UploadPart) => boolean,
): AsyncGenerator<PartBody, void> {
  let rest: Uint8Array = new Uint8Array(0)
  for (const part of parts) {
    const isDropped = hasArrived(part)
    const body = new Uint8Array(isDropped ? 0 : part.size_in_bytes)
    for (let filled = 0; filled < part.size_in_bytes; ) {
      if (rest.length === 0) rest = (await nextOf(reader)) ?? fail("less")
      const taken = rest.subarray(0, part.size_in_bytes - filled)
      if (!isDropped) body.set(taken, filled)
      filled += taken.length
      rest = rest.subarray(taken.length)
    }
    const isLast = part === parts.at(-1)
    if (isLast && (rest.length > 0 || (await nextOf(reader)) !== undefined)) fail("more")
    if (!isDropped) yield { part, body }
  }
}

/** The next chunk that has bytes; undefined at the end. */
const nextOf = async (reader: Reader): Promise<Uint8Array | undefined> => {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return undefined
    if (value.length > 0) return value
  }
}

const fail = (how: "less" | "more"): never => {
  throw new TypeError(`the stream has ${how} bytes than size_in_bytes`)
}

interface FileSystem {
  readonly openAsBlob: (path: string) => Promise<Blob>
}

/** A Blob of a file reads from the disk what is asked of it. */
const openPath = async (path: string): Promise<Blob> => {
  // Asked for at run time and by no import, so that a bundle for browsers can be made.
  const { process } = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => FileSystem | undefined }
  }
  const files = process?.getBuiltinModule?.("fs")
  if (files === undefined)
    throw new TypeError("There is no file system here: pass a Blob or a stream, not a path")
  try {
    return await files.openAsBlob(path)
  } catch (cause) {
    const because = cause instanceof Error ? ` (${cause.message})` : ""
    throw new SymbolonError(`Could not read ${path}${because}. Nothing was uploaded.`, {
      code: "source_unreadable",
      outcome: "refused",
      operation: "files.upload",
      details: { path },
      cause,
    })
  }
}

const nameOf = (path: string): string | undefined => path.split(/[/\\]/).at(-1)

const types: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  pdf: "application/pdf",
  zip: "application/zip",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  txt: "text/plain",
  csv: "text/csv",
  json: "application/json",
}

const typeOf = (path: string): string | undefined => {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ""
  return Object.hasOwn(types, ending) ? types[ending] : undefined
}
