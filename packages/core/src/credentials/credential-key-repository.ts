import type { CredentialKey } from "./credential-key.ts"

/** The keys with which organizations sign credentials, and their places in status lists. */
export interface CredentialKeyRepository {
  /**
   * `false`, and nothing is written, when the organization has a key that signs already: two
   * processes may add its first at once.
   */
  readonly add: (key: CredentialKey) => Promise<boolean>
  /** The key that signs for an organization. */
  readonly active: (organizationUuid: string) => Promise<CredentialKey | undefined>
  /** All keys of an organization, retired ones too, the oldest first, ties by `keyId`. */
  readonly list: (organizationUuid: string) => Promise<readonly CredentialKey[]>
  /** `false` when the key is unknown or retired already. */
  readonly retire: (keyId: string, at: Date) => Promise<boolean>
  /**
   * Reserves the next `count` indexes of an organization's status lists, and answers the first of
   * them. They count from 0, and no index is answered twice, whoever asks at once.
   */
  readonly reserveIndexes: (organizationUuid: string, count: number) => Promise<number>
  /** How many indexes of an organization are reserved; 0 for one that has issued nothing. */
  readonly countIndexes: (organizationUuid: string) => Promise<number>
}
