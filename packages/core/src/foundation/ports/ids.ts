/** Makes identifiers and random text. */
export interface Ids {
  /**
   * A UUIDv7 of the domain clock; later ones sort after earlier ones, also within one millisecond.
   */
  readonly uuid: () => string
  /** A CUID2 of 24 characters, for transactions. */
  readonly cuid: () => string
  /** Six characters of `[a-z0-9]`, for slugs that are taken. */
  readonly suffix: () => string
  /**
   * An opaque secret of 256 random bits, base64url, behind a prefix that tells scanners what
   * leaked.
   */
  readonly secret: (prefix: string) => string
  /** `size` random bytes. */
  readonly bytes: (size: number) => Uint8Array
}
