import type { WrappedKey } from "../ports/key-vault.ts"

/**
 * What has a private key or secret at rest: a wallet's key, its decryption keys, the service's own
 * keys, lines to payment backends, what signs for a webhook, what a reward template issues,
 * copies of contents that other hosts have, what deliveries and batches of rewards hold until they
 * end, the keys of credentials.
 */
export const wrappedKinds = [
  "wallet",
  "decryption",
  "service",
  "payment",
  "webhook",
  "reward",
  "cached",
  "delivery",
  "credential",
  "batch",
] as const
export type WrappedKind = (typeof wrappedKinds)[number]

/** A row whose secret is sealed under a data key, without the secret. */
export interface WrappedRow {
  /** Address, kid, key id or uuid. */
  readonly id: string
  /** Of a wallet's key and of a decryption key; 0 for what has none. */
  readonly version: number
  readonly wrapped: WrappedKey
}

/** The same data key, wrapped anew. */
export interface RewrappedRow {
  readonly id: string
  readonly before: WrappedKey
  readonly after: WrappedKey
}
