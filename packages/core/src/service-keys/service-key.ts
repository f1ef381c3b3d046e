import type { SealedBox } from "../foundation/sealing/sealed-box.ts"

/** What a key of the service signs; purposes never mix. */
export const keyPurposes = [
  "tokens",
  "checkin_manifest",
  "ledger_status",
  "ledger_checkpoint",
] as const
export type KeyPurpose = (typeof keyPurposes)[number]

/** A signing key of the service: `tokens` RS256, all others Ed25519. */
export interface ServiceKey {
  readonly keyId: string
  readonly purpose: KeyPurpose
  readonly algorithm: "RS256" | "Ed25519"
  /** Ed25519: raw key, base64url. RS256: the public JWK as JSON. */
  readonly publicKey: string
  readonly sealed: SealedBox
  /**
   * `next` is published and waits; `active` signs; `retiring` still verifies; `gone` verifies
   * nothing any more.
   */
  readonly status: "next" | "active" | "retiring" | "gone"
  /** When the status last changed. */
  readonly changedAt: Date
  readonly notBefore: Date
  readonly notAfter: Date | undefined
  readonly createdAt: Date
}

/** A key that still verifies. */
export type VerifyingKey = ServiceKey & { readonly status: Exclude<ServiceKey["status"], "gone"> }

/** What a door needs of a key: the private key stays in the store, sealed as it is. */
export type TrustKey = Omit<VerifyingKey, "sealed">

/** A key without its private key. */
export const trustKey = ({ sealed: _, ...key }: VerifyingKey): TrustKey => key
