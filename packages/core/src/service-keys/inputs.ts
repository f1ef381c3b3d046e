import type { RotatedPurpose } from "./rotation.ts"
import type { KeyPurpose } from "./service-key.ts"

/** Which keys. */
export interface ListKeysInput {
  /** Default: keys of every purpose. */
  readonly purpose?: KeyPurpose | undefined
}

/** Which key is replaced. */
export interface RotateKeyInput {
  /** What the key signs. Keys of the ledger are never replaced. */
  readonly purpose: RotatedPurpose
  /** `true` replaces it at once, and the old key verifies nothing from then on. Default `false`. */
  readonly emergency?: boolean | undefined
}

/** Names a key. */
export interface KeyInput {
  /** Id of the key: `kid` in its JWK. */
  readonly keyId: string
}
