/** A part of an upload, as its sender names it at the end. */
export interface SentPart {
  /** From 1. */
  readonly number: number
  /** What the answer to the part's PUT said. */
  readonly etag: string
}

/** An object on its way into the store. */
export interface Upload {
  readonly key: string
  /** From {@link ObjectStore.begin}. */
  readonly token: string
}

/** One request that may bring bytes: exactly this many, of this type, until this moment. */
export interface UploadTarget extends Upload {
  readonly contentType: string
  readonly sizeInBytes: number
  /** Number of the part; undefined if the whole object comes in one request. */
  readonly part: number | undefined
  readonly expiresAt: Date
  /** By the clock of {@link UploadTarget.expiresAt}, which need not be the one of the store. */
  readonly now: Date
  /** Where the service is reached, without a trailing slash. */
  readonly baseUrl: string
}

/** Why what arrived is no object: nothing or too little came, or `parts` do not name what came. */
export type UploadProblem = "missing" | "part" | "order" | "small" | "size"

/** What the store takes for an object. */
export interface Completion extends Upload {
  readonly sizeInBytes: number
  /** Undefined if the whole object came in one request. */
  readonly parts: readonly SentPart[] | undefined
}

/** An object that the service itself brings. */
export interface PutObject {
  readonly key: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** First and last byte of a range, counted from 0. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** An object of the store. */
export interface StoredObject {
  readonly key: string
  readonly sizeInBytes: number
}

/** A PUT to a URL of {@link ObjectStore.uploadUrl}, when the service itself receives it. */
export interface ReceivedUpload {
  /** Segments of the path behind `/uploads`. */
  readonly token: string
  readonly part: string
  /** Without the question mark. */
  readonly query: string
  readonly contentType: string | undefined
  readonly contentLength: string | undefined
  readonly now: Date
  /**
   * Called only for a request that is allowed. A piece may be gone once the next one is asked for:
   * what is to be kept is copied.
   */
  readonly body: () => AsyncIterable<Uint8Array>
}

/** What became of it. `forbidden`: not signed so, or too late. */
export type Received =
  | { readonly etag: string }
  | { readonly refusal: "forbidden" | "unknown" | "too_long" | "incomplete" }

/**
 * Where the bytes of files are. Keys are made by the core: `2026/11/` and a uuid. An object never
 * changes: what is sent to the URLs of an upload after its completion changes nothing.
 */
export interface ObjectStore {
  /** Begins an upload and returns its token. */
  readonly begin: (object: {
    readonly key: string
    readonly contentType: string
    readonly isMultipart: boolean
  }) => Promise<string>
  /** A URL to PUT bytes to. The store refuses another length and another content type. */
  readonly uploadUrl: (target: UploadTarget) => Promise<string>
  /**
   * Makes one object of what arrived, all of it or nothing; returns undefined. Once it has done so,
   * it does nothing more: a call may be repeated. Parts but the last have at least 5 MiB.
   */
  readonly complete: (completion: Completion) => Promise<UploadProblem | undefined>
  /**
   * Makes an object of bytes that the service itself has, all of it or nothing, without an upload;
   * the one that is there stays.
   */
  readonly put: (object: PutObject) => Promise<void>
  /** Forgets an upload and what arrived of it, whether or not there is one. */
  readonly abort: (upload: Upload) => Promise<void>
  readonly find: (key: string) => Promise<StoredObject | undefined>
  /**
   * The bytes of an object; undefined where there is none. Closed when the reader stops. A reader
   * that is done with each piece before it asks for the next says `one by one`: the store may then
   * write over it.
   */
  readonly read: (
    key: string,
    range?: ByteRange,
    use?: "one by one",
  ) => Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes an object, whether or not there is one. */
  readonly remove: (key: string) => Promise<void>
  /** All objects that were made before a moment of the machine's own clock. */
  readonly list: (before: Date) => AsyncIterable<StoredObject>
  /**
   * Removes what uploads left that nothing was added to since a moment of the machine's own clock;
   * returns how many.
   */
  readonly sweep: (before: Date) => Promise<number>
  /** A query that allows reading an object at `/files/` until a moment. */
  readonly signDownload: (key: string, expiresAt: Date) => string
  /** Whether a query of {@link signDownload} allows it now. */
  readonly permitsDownload: (key: string, query: string, now: Date) => boolean
  /** Receives what is sent to the URLs, where they are the service's own. */
  readonly receive?: (upload: ReceivedUpload) => Promise<Received>
}
