import type { PublishedTrustKeys } from "../index.ts"

/** The roster as a host keeps it. */
export interface RosterRecord {
  readonly session: string
  readonly trustKeys: PublishedTrustKeys
  /**
   * The manifest as the service sent it, and the deltas that followed. Undefined before the first,
   * and after a wipe.
   */
  readonly manifest: string | undefined
  readonly deltas: readonly string[]
  readonly cursor: string | undefined
  readonly etag: string | undefined
}

interface Header extends Pick<RosterRecord, "session" | "trustKeys"> {
  readonly version: 1
  readonly lengths: readonly number[] | null
  readonly cursor: string | null
  readonly etag: string | null
}

/**
 * The text of a roster: a line that says what follows and how long each part is, then the parts as
 * they were received. They are large, and quoting them in JSON would cost every start and every
 * delta.
 */
export const rosterText = (record: RosterRecord): string => {
  const parts = record.manifest === undefined ? [] : [record.manifest, ...record.deltas]
  const header: Header = {
    version: 1,
    session: record.session,
    trustKeys: record.trustKeys,
    lengths: record.manifest === undefined ? null : parts.map((part) => part.length),
    cursor: record.cursor ?? null,
    etag: record.etag ?? null,
  }
  return `${JSON.stringify(header)}\n${parts.join("")}`
}

/**
 * Reads such a text. Undefined for another session's and for what is not one: a roster can be
 * fetched again.
 */
export const readRoster = (
  text: string | null | undefined,
  session: string,
): RosterRecord | undefined => {
  const end = text?.indexOf("\n") ?? -1
  if (typeof text !== "string" || end < 0) return undefined
  const header = parsed(text.slice(0, end))
  if (header?.version !== 1 || header.session !== session || !Array.isArray(header.trustKeys?.keys))
    return undefined
  const parts: string[] = []
  let at = end + 1
  for (const length of header.lengths ?? []) {
    parts.push(text.slice(at, at + length))
    at += length
  }
  const [manifest, ...deltas] = parts
  const isWhole = at === text.length && (header.lengths === null || manifest !== undefined)
  return {
    session,
    trustKeys: header.trustKeys,
    manifest: isWhole ? manifest : undefined,
    deltas: isWhole ? deltas : [],
    cursor: isWhole ? (header.cursor ?? undefined) : undefined,
    etag: isWhole ? (header.etag ?? undefined) : undefined,
  }
}

const parsed = (
  text: string,
):
  | (Partial<Header & { readonly lengths: readonly number[] | null }> &
      Pick<Header, "trustKeys" | "lengths" | "cursor" | "etag">)
  | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
