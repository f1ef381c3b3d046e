/**
 * What was signed and handed out, a manifest or a delta, without its lists: these are read as of
 * its version. It is kept so that an upload that cites it can be checked against it, and a delta
 * can begin at it.
 */
export interface IssuedManifest {
  readonly sessionUuid: string
  readonly manifestVersion: number
  /** The version that a delta goes out from; undefined for a manifest. */
  readonly baseVersion: number | undefined
  readonly generatedAt: Date
  readonly validUntil: Date
  readonly keyId: string
  /** base64url. */
  readonly signature: string
  /** The canonical text of the manifest of this version without `roster` and `admitted`. */
  readonly head: string
  /** People on its admitted list without a ticket. */
  readonly walkIns: number
  /** Random text that a cursor must name besides the version. */
  readonly cursorKey: string
}
