import type { Passkey } from "./passkey.ts"

/** The passkeys of users. */
export interface PasskeyRepository {
  /** `false`, and nothing is written, when any user has that credential already. */
  readonly add: (passkey: Passkey) => Promise<boolean>
  readonly find: (credentialId: string) => Promise<Passkey | undefined>
  /** All of a user, the oldest first, ties by credential id. */
  readonly ofUser: (userUuid: string) => Promise<readonly Passkey[]>
  /**
   * Notes a use: sets `counter` and `usedAt`. `false`, and nothing is written, when the passkey is
   * unknown, or the counter has not grown; two zeros are no counter and may follow each other. Of
   * many at once with the same counter exactly one is `true`.
   */
  readonly used: (credentialId: string, counter: number, at: Date) => Promise<boolean>
  /** `false` when the user has no such passkey. */
  readonly remove: (userUuid: string, credentialId: string) => Promise<boolean>
  /** Forgets all of a user; answers how many. */
  readonly removeAll: (userUuid: string) => Promise<number>
}
