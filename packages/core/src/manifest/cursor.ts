/** Where a delta begins: a version, and the random text that was handed out with it. */
export interface DeltaCursor {
  readonly manifestVersion: number
  readonly cursorKey: string
}

/**
 * The opaque text of a cursor. That it is genuine shows when its key is compared with the one that
 * was kept.
 */
export const cursorText = ({ manifestVersion, cursorKey }: DeltaCursor): string =>
  Buffer.from(`${manifestVersion}.${cursorKey}`).toString("base64url")

const form = /^([1-9]\d{0,15})\.([\w-]{1,64})$/

/** Reads a cursor; undefined when it is none of ours. */
export const readCursor = (text: string): DeltaCursor | undefined => {
  const [, version, cursorKey] = form.exec(Buffer.from(text, "base64url").toString()) ?? []
  if (version === undefined || cursorKey === undefined) return undefined
  const cursor = { manifestVersion: Number(version), cursorKey }
  return cursorText(cursor) === text ? cursor : undefined
}
