import type { Login } from "./login.ts"

/** Browsers in which a user is signed in. */
export interface LoginRepository {
  readonly add: (login: Login) => Promise<void>
  /** Ended and idle ones too. */
  readonly find: (tokenHash: string) => Promise<Login | undefined>
  /** Sets `seenAt` of one that has not ended; `false` when it has, or is unknown. */
  readonly touch: (tokenHash: string, seenAt: Date) => Promise<boolean>
  /** `false` when it is unknown or has ended before. */
  readonly end: (tokenHash: string, at: Date) => Promise<boolean>
  /** Ends all of a user that have not ended; answers how many. */
  readonly endAll: (userUuid: string, at: Date) => Promise<number>
  /** Forgets those created before `before`, at most `limit`, the oldest first; answers how many. */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}
