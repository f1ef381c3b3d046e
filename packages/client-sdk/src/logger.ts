/**
 * Where the client reports what it does; `console` and pino fit as they are. It is given routes,
 * statuses and times, never a token or a body, and identifiers only in the path of a
 * `client.request`.
 */
export interface Logger {
  /** Every attempt. */
  readonly debug: (fields: Readonly<Record<string, unknown>>, message: string) => void
  /** Every repetition. */
  readonly warn: (fields: Readonly<Record<string, unknown>>, message: string) => void
}
