import type { OneTimePurpose, OneTimeToken } from "./one-time-token.ts"

/** Tokens that are good for one use: links in mails, challenges of ceremonies. */
export interface OneTimeTokenRepository {
  readonly add: (token: OneTimeToken) => Promise<void>
  /** Used and expired ones too. */
  readonly find: (tokenHash: string) => Promise<OneTimeToken | undefined>
  /**
   * Sets `consumedAt` where there is none; `false` when it was used before or is unknown. Of many
   * at once exactly one is `true`.
   */
  readonly consume: (tokenHash: string, at: Date) => Promise<boolean>
  /** Forgets a user's tokens, used ones too: those of one purpose, or all; answers how many. */
  readonly forget: (userUuid: string, purpose?: OneTimePurpose) => Promise<number>
  /** Forgets those that expired before `before`, at most `limit`; answers how many. */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}
