/** A manifest that was signed and handed out; kept so that an upload that cites it can be checked against it. */
export interface IssuedManifest {
  readonly sessionUuid: string
  readonly manifestVersion: number
  readonly generatedAt: Date
  readonly validUntil: Date
  readonly keyId: string
  /** base64url. */
  readonly signature: string
  /** The canonical payload exactly as signed. */
  readonly text: string
  /** Digest of what the payload says besides its version and times; the same content may be served again for a while. */
  readonly contentHash: string
}
