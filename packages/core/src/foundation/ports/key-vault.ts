/** A data key as it may be stored: which key wraps it, and the wrapped bytes, base64url. */
export interface WrappedKey {
  readonly kekId: string
  readonly blob: string
}

/**
 * Wraps data keys at rest. Local file by default; a KMS or HSM elsewhere. May be slow: never called
 * inside a transaction.
 */
export interface KeyVault {
  /** `aad` is bound: unwrapping with another fails. */
  readonly wrap: (dataKey: Uint8Array, aad: string) => Promise<WrappedKey>
  /**
   * Rejects when `wrapped` was changed, belongs to another `aad`, or its wrapping key is unknown.
   */
  readonly unwrap: (wrapped: WrappedKey, aad: string) => Promise<Uint8Array>
  /**
   * Ids of the keys it holds, the one that wraps first: what the others have wrapped is wrapped
   * anew in the background. Absent where the vault renews its key by itself, as some services do
   * behind one id.
   */
  readonly kekIds?: () => Promise<readonly string[]>
}
