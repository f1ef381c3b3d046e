import type { SealedBox } from "../foundation/sealing/sealed-box.ts"

/** An Ed25519 key with which one organization signs its credentials, and nothing else. */
export interface CredentialKey {
  /** Thumbprint of its JWK (RFC 7638). */
  readonly keyId: string
  readonly organizationUuid: string
  /** Raw, base64url. */
  readonly publicKey: string
  readonly sealed: SealedBox
  readonly createdAt: Date
  /** Since when it signs nothing new; undefined for the key that signs. It verifies for ever. */
  readonly retiredAt: Date | undefined
}

/** What the sealed half of a key is bound to, so that keys cannot change places. */
export const credentialKeyBinding = (keyId: string): string => `credential|${keyId}`
