/**
 * A field after a change of what was sent alone: undefined leaves it as it was, `null` clears it.
 */
export const patched = <T>(before: T | undefined, sent: T | null | undefined): T | undefined =>
  sent === undefined ? before : (sent ?? undefined)
