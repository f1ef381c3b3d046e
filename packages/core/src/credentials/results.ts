import type { CredentialKey } from "./credential-key.ts"

/** A key of an organization's credentials, without its private half. */
export interface CredentialKeyView extends Omit<CredentialKey, "sealed"> {}

/** What a rotation came to. */
export interface CredentialKeyRotation {
  /** The key that signs from now on. */
  readonly key: CredentialKeyView
  /** The key that signed before; undefined for an organization that had none. */
  readonly retired: CredentialKeyView | undefined
}
