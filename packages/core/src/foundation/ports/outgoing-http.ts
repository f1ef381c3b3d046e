/** One request to an address that an organization gave. */
export interface OutgoingRequest {
  /** Absolute, http or https. */
  readonly url: string
  readonly method: "GET" | "HEAD" | "POST"
  /**
   * By name. Not those that belong to the transport: `accept-encoding`, `connection`,
   * `content-length`, `expect`, `host`, `keep-alive`, `te`, `trailer`, `transfer-encoding`,
   * `upgrade`.
   */
  readonly headers: Readonly<Record<string, string>>
  /** Sent with its length. */
  readonly body?: Uint8Array
  /** Milliseconds for all of it: name lookup, connection, TLS, headers and body of the answer. */
  readonly timeoutMs: number
  /** How many bytes of the answer's body are read at most. */
  readonly maxBodyBytes: number
}

/** The receiver answered, with any status from 200 on. */
export interface OutgoingAnswer {
  readonly kind: "answer"
  /** A redirect is an answer like any other: nothing follows it. */
  readonly status: number
  /**
   * `content-type`, `content-encoding`, `location` and `retry-after`, as far as they were there, at
   * most 1024 characters of each.
   */
  readonly headers: Readonly<Record<string, string>>
  /** As it was sent: never decompressed. */
  readonly body: Uint8Array
  /** Whether the body was longer than `maxBodyBytes`; the rest was not read. */
  readonly isCut: boolean
  /** On the wall clock. */
  readonly durationMs: number
}

/** There is no answer, or only a part of one. */
export interface OutgoingFailure {
  readonly kind: "failure"
  readonly code: OutgoingErrorCode
  /**
   * The code of the system, the TLS library or the parser, such as `ECONNREFUSED` or
   * `CERT_HAS_EXPIRED`; undefined where {@link code} says everything.
   */
  readonly detail: string | undefined
  /** The status of an answer that began and did not end. */
  readonly status: number | undefined
  /** On the wall clock. */
  readonly durationMs: number
}

/**
 * Why there is no answer.
 *
 * - `url_refused`: the URL is malformed, or `http:` where only `https:` is allowed.
 * - `blocked_address`: the host is or resolves to an address that is not public.
 * - `dns_failed`: the name did not resolve.
 * - `connect_failed`: no connection came about.
 * - `tls_failed`: the TLS handshake failed, or the certificate is not valid for the host.
 * - `connection_reset`: the connection ended before the answer did.
 * - `bad_response`: what came is not HTTP/1.1, or its headers are larger than 16 KiB.
 * - `timeout`: `timeoutMs` was over.
 * - `aborted`: the caller's signal, or {@link OutgoingHttp.close}.
 */
export type OutgoingErrorCode =
  | "url_refused"
  | "blocked_address"
  | "dns_failed"
  | "connect_failed"
  | "tls_failed"
  | "connection_reset"
  | "bad_response"
  | "timeout"
  | "aborted"

/** What became of a request. */
export type OutgoingResult = OutgoingAnswer | OutgoingFailure

/** Sends requests to addresses that organizations give, and to public addresses only. */
export interface OutgoingHttp {
  /**
   * Sends one request and returns what became of it. It follows no redirect, tries nothing twice and
   * uses no proxy. It rejects with a `TypeError` if the request itself cannot be sent, such as for a
   * header with a line break: that is an error of the program.
   */
  readonly send: (request: OutgoingRequest, signal?: AbortSignal) => Promise<OutgoingResult>
  /**
   * What is wrong with a URL before it is stored, as the end of a sentence ("must ..."); undefined
   * when nothing is. It looks the name up, for at most five seconds: a name that resolves to an
   * address that is not public is refused, a name that does not resolve is accepted. Never call it
   * inside a transaction.
   */
  readonly urlProblem: (url: string) => Promise<string | undefined>
  /** Ends what is running (`aborted`), and closes all connections. */
  readonly close: () => Promise<void>
}
