import type { KeyPurpose, ServiceKey } from "./service-key.ts"

/**
 * The service's signing keys, private halves sealed. A purpose has one active key at most, and one
 * next.
 */
export interface ServiceKeyRepository {
  /**
   * `false` when the purpose has a key of that status (`active` or `next`) already: two processes
   * may add one at once.
   */
  readonly add: (key: ServiceKey) => Promise<boolean>
  /** Those that are gone too, the oldest first. */
  readonly list: (purpose: KeyPurpose) => Promise<readonly ServiceKey[]>
  /**
   * `false` when the key is unknown or has another status by now. Rejects when the purpose has an
   * active, or next, key already.
   */
  readonly move: (
    keyId: string,
    change: {
      readonly from: ServiceKey["status"]
      readonly to: ServiceKey["status"]
      readonly at: Date
    },
  ) => Promise<boolean>
}
