/**
 * The log of the client; `console` and pino fit. It gets routes, statuses and times, never a token
 * or a body. Identifiers appear only in the path of a `client.request`.
 */
export interface Logger {
  /** Every attempt. */
  readonly debug: (fields: Readonly<Record<string, unknown>>, message: string) => void
  /** Every repetition. */
  readonly warn: (fields: Readonly<Record<string, unknown>>, message: string) => void
}
