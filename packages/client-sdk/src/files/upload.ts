import type { FilesApi } from "../generated/nouns.ts"
import type { CompletedFile, UploadPart } from "../generated/types.ts"
import { unexpected } from "../methods.ts"
import type { WireRequest } from "../operation.ts"
import { send, type Transport } from "../send.ts"
import { abortable } from "../wait.ts"
import { type OpenSource, openSource, type PartBody } from "./open-source.ts"
import type { FileUploads, UploadInput, UploadOptions, UploadState } from "./upload-types.ts"

/** Where files are uploaded to. */
export interface UploadTarget {
  readonly files: FilesApi
  readonly transport: Transport
}

/** Uploads a file: {@link FileUploads.upload} of a client. */
export const uploadFile = async (
  { files, transport }: UploadTarget,
  [source, input, options = {}]: Parameters<FileUploads["upload"]>,
): Promise<CompletedFile> => {
  const { signal, save, resume } = options
  signal?.throwIfAborted()
  const opened = await openSource(source, input, signal)
  let state = resume
  try {
    state = resume ?? (await begin(files, opened, input, signal))
    if (state.sizeInBytes !== opened.sizeInBytes)
      throw new TypeError(`resume is an upload of ${state.sizeInBytes} bytes, not of this source`)
    const { upload, sent } = await sendAll(transport, opened, state, options)
    const parts = upload.parts === null ? {} : { parts: sent }
    return await files.completeUpload(upload.upload_id, parts, { signal })
  } catch (e) {
    opened.cancel(e)
    // Nobody waits for it: what stays behind expires.
    if (state !== undefined && save === undefined && resume === undefined)
      files.abandonUpload(state.upload.upload_id).catch(() => {})
    throw e
  }
}

const begin = async (
  files: FilesApi,
  { fileName, contentType, sizeInBytes }: OpenSource,
  { owner_type, owner_uuid }: UploadInput,
  signal: AbortSignal | undefined,
): Promise<UploadState> => {
  const upload = await files.startUpload(
    {
      owner_type,
      owner_uuid,
      file_name: fileName,
      content_type: contentType,
      size_in_bytes: sizeInBytes,
    },
    { signal },
  )
  return { upload, contentType, sizeInBytes, sent: [] }
}

/** The parts of an upload. A file in one request is a part of its own. */
const partsOf = ({ upload, sizeInBytes }: UploadState): readonly UploadPart[] =>
  upload.parts ?? [
    { part_number: 1, upload_url: upload.upload_url ?? "", size_in_bytes: sizeInBytes },
  ]

const fewest = 1
const usual = 4
const longestMs = 300_000

/** Sends what has not arrived yet, some parts at a time; the first failure ends the others. */
const sendAll = async (
  transport: Transport,
  source: OpenSource,
  from: UploadState,
  { signal, timeoutMs = longestMs, parallelParts = usual, onProgress, save }: UploadOptions,
): Promise<UploadState> => {
  const stop = new AbortController()
  const onAbort = (): void => stop.abort(signal?.reason)
  signal?.addEventListener("abort", onAbort)
  if (signal?.aborted) onAbort()
  const parts = partsOf(from)
  let state = from
  let saving = Promise.resolve()
  const report = (): Promise<void> => {
    onProgress?.({ sentBytes: sentBytes(state, parts), totalBytes: state.sizeInBytes })
    const now = state
    saving = saving.then(() => save?.(now))
    return saving
  }
  const bodies = source.bodies(parts, ({ part_number }) => hasPart(from, part_number))
  const sendSome = async (): Promise<void> => {
    for (;;) {
      // The generator gives one part after another, however many wait for the next one.
      const { done, value } = await abortable(bodies.next(), stop.signal)
      if (done) return
      const etag = await sendPart(transport, state, value, stop.signal, timeoutMs)
      state = withPart(state, value.part.part_number, etag)
      await report()
    }
  }
  try {
    await report()
    const senders = Array.from({ length: Math.max(fewest, parallelParts) }, () =>
      sendSome().catch((e: unknown) => stop.abort(e)),
    )
    await Promise.all(senders)
    stop.signal.throwIfAborted()
    return state
  } finally {
    signal?.removeEventListener("abort", onAbort)
  }
}

const hasPart = ({ sent }: UploadState, number: number): boolean =>
  sent.some(({ part_number }) => part_number === number)

const withPart = (state: UploadState, part_number: number, etag: string): UploadState => ({
  ...state,
  sent: [...state.sent, { part_number, etag }].sort((a, b) => a.part_number - b.part_number),
})

const sentBytes = (state: UploadState, parts: readonly UploadPart[]): number =>
  parts
    .filter(({ part_number }) => hasPart(state, part_number))
    .reduce((sum, { size_in_bytes }) => sum + size_in_bytes, 0)

/**
 * Sends the bytes of a part to its URL and returns their ETag. The URL is the permission, and it may
 * be another service's: the client's token and headers stay here.
 */
const sendPart = async (
  transport: Transport,
  { upload, contentType }: UploadState,
  { part, body }: PartBody,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<string> => {
  const { origin, pathname, search } = new URL(part.upload_url)
  const request: WireRequest = {
    operation: "PUT upload_url",
    method: "PUT",
    path: `${pathname}${search}`,
    headers: { "content-type": contentType },
    body,
    // The same bytes may arrive twice, and count only when the upload is completed.
    kind: "read",
    isOpen: true,
  }
  const { response } = await send({ ...transport, baseUrl: origin, headers: {} }, request, {
    signal,
    timeoutMs,
  })
  const etag = response.headers.get("etag")
  if (etag === null && upload.parts !== null)
    throw unexpected("The answer to a part has no ETag.", request, response)
  return etag ?? ""
}
