import type { IdentifierType } from "../index.ts"

/**
 * An upload that the service did not count. It is stored for the staff.
 */
export interface RefusedUpload {
  readonly idempotency_key: string
  readonly identifier: { readonly type: IdentifierType; readonly value: string }
  readonly occurred_at: string
  /** A `blocked_reason` or the code of an error envelope. */
  readonly reason: string
}

/** What a host keeps beside the door's own text. */
export interface HostRecord {
  /**
   * Maps the door's key of a tap to the key of its online request, because the service must see one
   * key.
   */
  readonly keys: Readonly<Record<string, string>>
  /** Oldest first. */
  readonly refused: readonly RefusedUpload[]
}

const EMPTY: HostRecord = { keys: {}, refused: [] }

/** Joins a door's text, which is one line of JSON, with the host's record on a second line. */
export const joinRecord = (door: string, host: HostRecord): string =>
  Object.keys(host.keys).length === 0 && host.refused.length === 0
    ? door
    : `${door}\n${JSON.stringify(host)}`

/**
 * Takes such a text apart. What is not readable goes to the door, which then says that its store is
 * corrupt.
 */
export const splitRecord = (
  text: string | null | undefined,
): { readonly door: string | null; readonly host: HostRecord } => {
  if (text === undefined || text === null || text === "") return { door: null, host: EMPTY }
  const end = text.indexOf("\n")
  if (end < 0) return { door: text, host: EMPTY }
  try {
    const host: Partial<HostRecord> | null = JSON.parse(text.slice(end + 1))
    if (host === null || typeof host.keys !== "object" || !Array.isArray(host.refused))
      return { door: text, host: EMPTY }
    return { door: text.slice(0, end), host: { keys: host.keys, refused: host.refused } }
  } catch {
    return { door: text, host: EMPTY }
  }
}
