import type { KeyPurpose, ServiceKey } from "./service-key.ts"

/** The service's signing keys, private halves sealed. */
export interface ServiceKeyRepository {
  /** `false` when the purpose has an active key already (two processes may start at once). */
  readonly addActive: (key: ServiceKey) => Promise<boolean>
  readonly list: (purpose: KeyPurpose) => Promise<readonly ServiceKey[]>
}
