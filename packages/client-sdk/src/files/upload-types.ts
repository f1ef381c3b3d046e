import type { CompletedFile, CompletedPart, FileOwner, StartedUpload } from "../generated/types.ts"

/**
 * What can be uploaded: a path where there is a file system, a Blob or `File`, a `Uint8Array` such as
 * a `Buffer`, or a stream: a `ReadableStream`, a stream of Node, another async iterable of bytes.
 */
export type UploadSource = string | Blob | Uint8Array | ByteStream | AsyncIterable<Uint8Array>

/** What uploads use of a `ReadableStream` of bytes, so that those of the DOM and of Node both fit. */
export interface ByteStream {
  readonly getReader: () => {
    readonly read: () => Promise<{
      readonly done: boolean
      readonly value?: Uint8Array | undefined
    }>
    readonly cancel: (reason?: unknown) => Promise<void>
  }
}

/** What the file will be. */
export interface UploadInput {
  readonly owner_type: FileOwner
  /** Uuid of the user, organization, activity or reward that the file will belong to. */
  readonly owner_uuid: string
  /** Default: the name of the path or of the `File`. */
  readonly file_name?: string | undefined
  /** Such as `image/png`. Default: the type of the Blob, or the usual one of the path's ending. */
  readonly content_type?: string | undefined
  /** Required for a stream. Paths, Blobs and arrays of bytes have their own. */
  readonly size_in_bytes?: number | undefined
}

/** How far an upload is. */
export interface UploadProgress {
  /** Bytes of the parts that arrived. */
  readonly sentBytes: number
  readonly totalBytes: number
}

/** What an upload needs to go on later, as plain JSON. Its URLs allow sending the bytes: keep it private. */
export interface UploadState {
  readonly upload: StartedUpload
  readonly contentType: string
  readonly sizeInBytes: number
  /** The parts that arrived, by number. */
  readonly sent: readonly CompletedPart[]
}

/** How a file is uploaded. */
export interface UploadOptions {
  /** Ends the upload, which then rejects with `signal.reason`. */
  readonly signal?: AbortSignal | undefined
  /** How long one attempt to send a part may take. Default 5 minutes. */
  readonly timeoutMs?: number | undefined
  /** How many parts are sent at the same time. Default 4. */
  readonly parallelParts?: number | undefined
  /** Called at the start and whenever a part arrived. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  /**
   * Gets the state of the upload at the start and whenever a part arrived, never twice at a time.
   * With it, an upload that fails is not abandoned: pass the newest state as `resume`.
   */
  readonly save?: ((state: UploadState) => void | Promise<void>) | undefined
  /** Goes on with an upload of the same bytes. Parts that arrived are not sent again. */
  readonly resume?: UploadState | undefined
}

/** Uploading files. */
export interface FileUploads {
  /**
   * Uploads a file: begins the upload, sends the bytes, completes it. A large file goes in parts,
   * some at a time, each retried by itself. At most one part of a stream for each parallel part is
   * in memory, and nothing of a path or a Blob.
   *
   * Rejects with a `TypeError` before any request if the source is none of {@link UploadSource}, or
   * if its name, type or size is unknown.
   *
   * An upload that fails or is aborted is abandoned, unless you pass `save` or `resume`.
   *
   * @example
   * ```ts
   * const file = await client.files.upload("pier.png", { owner_type: "organization", owner_uuid })
   * console.log(file.file_url)
   * ```
   */
  readonly upload: (
    source: UploadSource,
    input: UploadInput,
    options?: UploadOptions,
  ) => Promise<CompletedFile>
}
