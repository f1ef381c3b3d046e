import type { OutgoingErrorCode } from "../ports/outgoing-http.ts"

/** Why a connection was not made, in our own words. It has no `code`, which undici would act on. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure"
  readonly failure: OutgoingErrorCode
  readonly detail: string | undefined
  constructor(failure: OutgoingErrorCode, detail?: string) {
    super(detail === undefined ? failure : `${failure} (${detail})`)
    this.failure = failure
    this.detail = detail
  }
}

/** The `code` of an error of Node, OpenSSL or undici; its name where it has none. */
export const codeOf = (error: unknown): string => {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown }
  return typeof code === "string" ? code : String(name)
}

/**
 * Reads what undici ends a request with.
 *
 * @param hasBegun whether the headers of the answer were there.
 */
export const transportFailureOf = (error: unknown, hasBegun: boolean): TransportFailure => {
  if (error instanceof TransportFailure) return error
  const code = codeOf(error)
  return new TransportFailure(failureOf(code, String((error as Error).message), hasBegun), code)
}

const failureOf = (code: string, message: string, hasBegun: boolean): OutgoingErrorCode => {
  // Whatever is wrong where a length was announced.
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
    return hasBegun ? "connection_reset" : "bad_response"
  if (code === "HTTPParserError") return /EOF/.test(message) ? "connection_reset" : "bad_response"
  if (code === "UND_ERR_HEADERS_OVERFLOW") return "bad_response"
  // An answer that nobody asked for, or an upgrade.
  if (code === "UND_ERR_SOCKET" && message.startsWith("bad ")) return "bad_response"
  // In TLS 1.3 a server may refuse the client after the client believes in the connection.
  if (/^ERR_(SSL|TLS)_/.test(code)) return "tls_failed"
  return "connection_reset"
}
