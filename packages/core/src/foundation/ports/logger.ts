/** Where background work reports; the server hands in its structured log. Never given a secret. */
export interface Logger {
  readonly info: (fields: Readonly<Record<string, unknown>>, message: string) => void
  /** What an operator should act on, although nothing has failed. */
  readonly warn: (fields: Readonly<Record<string, unknown>>, message: string) => void
  readonly error: (fields: Readonly<Record<string, unknown>>, message: string) => void
}
