import type { User } from "../accounts/user.ts"
import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { OauthChallenge } from "./authorization/challenge.ts"
import type { OauthClient } from "./clients/client.ts"
import type { OauthCode } from "./authorization/code.ts"
import type { Consent } from "./authorization/consent.ts"
import type { RefreshToken } from "./tokens/refresh-token.ts"
import type { OauthSession } from "./sessions/session.ts"

/** Registered apps. */
export interface OauthClientRepository {
  readonly add: (client: OauthClient) => Promise<void>
  readonly find: (clientId: string) => Promise<OauthClient | undefined>
  /** Finds a client and, in a write, locks it until the transaction ends. */
  readonly lock: (clientId: string) => Promise<OauthClient | undefined>
  /**
   * Writes a client over the one of the same id, which is there: it was locked in this transaction.
   */
  readonly change: (client: OauthClient) => Promise<void>
  /**
   * The apps of an organization that are not disabled; those of the platform itself without one.
   * Ties are broken by client id.
   */
  readonly list: (
    organizationUuid: string | undefined,
    page: PageRequest<"created_at" | "name">,
  ) => Promise<Page<OauthClient>>
  /**
   * Whether an enabled client has this origin (`https://app.example`) among those of its redirect
   * URIs. A private-use scheme has none, so that `null` belongs to no client.
   */
  readonly hasOrigin: (origin: string) => Promise<boolean>
}

/** A session with what decides whether it lives. */
export interface LiveSession {
  readonly session: OauthSession
  readonly client: OauthClient
  readonly user: User | undefined
  /**
   * When the keys that sign tokens last changed: a process that read them before must read them
   * again.
   */
  readonly keysChangedAt: Date | undefined
}

/** Sessions behind tokens. */
export interface OauthSessionRepository {
  readonly open: (session: OauthSession) => Promise<void>
  /**
   * The session with its client and user, in one read: every API call asks this. Ended and expired
   * ones are answered too.
   */
  readonly find: (sid: string) => Promise<LiveSession | undefined>
  /** The same of several sessions, in any order and in one read; unknown ones are left out. */
  readonly findAll: (sids: readonly string[]) => Promise<readonly LiveSession[]>
  /** The sessions of a user that have not ended and expire after `at`, in any order. */
  readonly liveOf: (userUuid: string, at: Date) => Promise<readonly OauthSession[]>
  /** Moves `expiresAt` of a session that has not ended; `false` when it has, or is unknown. */
  readonly prolong: (sid: string, expiresAt: Date) => Promise<boolean>
  /**
   * Sets `revokedAt`, which {@link find} goes on answering; `false` when it is unknown or has ended
   * before.
   */
  readonly end: (sid: string, at: Date, reason: string) => Promise<boolean>
  /**
   * Ends every session of a user, of a client, or of a user at a client, that has not ended; of a
   * user, all but the one of `exceptSid` where that is given. Answers how many.
   */
  readonly endAll: (
    of:
      | { readonly userUuid: string; readonly clientId?: string }
      | { readonly userUuid: string; readonly exceptSid: string }
      | { readonly clientId: string },
    at: Date,
    reason: string,
  ) => Promise<number>
  /**
   * Forgets sessions that expired before `before`, at most `limit`, the oldest first; answers how
   * many. One that still has a refresh token is passed over: those go first.
   */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}

/** Authorization codes. */
export interface OauthCodeRepository {
  readonly add: (code: OauthCode) => Promise<void>
  /** Used and expired ones too. */
  readonly find: (codeHash: string) => Promise<OauthCode | undefined>
  /**
   * Sets `consumedAt` where there is none; `false` when it was used before or is unknown. Of many
   * at once exactly one is `true`.
   */
  readonly consume: (codeHash: string, at: Date) => Promise<boolean>
  /**
   * Sets `consumedAt` of every code of a user that has none, also of one that has expired: of those
   * for one client where that is given. Answers how many.
   */
  readonly consumeAll: (
    of: { readonly userUuid: string; readonly clientId?: string },
    at: Date,
  ) => Promise<number>
  /**
   * Forgets codes that expired before `before`, at most `limit`, the oldest first; answers how
   * many.
   */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}

/** Refresh tokens. */
export interface RefreshTokenRepository {
  readonly add: (token: RefreshToken) => Promise<void>
  /** Used and expired ones too. */
  readonly find: (tokenHash: string) => Promise<RefreshToken | undefined>
  /**
   * Sets `consumedAt` and `sealedAnswer` where it has not been used; `false` when it has, or is
   * unknown. Of many at once exactly one is `true`.
   */
  readonly consume: (
    tokenHash: string,
    at: Date,
    sealedAnswer: string | undefined,
  ) => Promise<boolean>
  /**
   * Forgets tokens that expired before `before`, at most `limit`, the oldest first; answers how
   * many.
   */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}

/** Requests that wait for their user. */
export interface OauthChallengeRepository {
  readonly add: (challenge: OauthChallenge) => Promise<void>
  /** Used and expired ones too. */
  readonly find: (challengeHash: string) => Promise<OauthChallenge | undefined>
  /**
   * Notes how far a challenge that was not used has come; `false` when it was used, or is unknown.
   */
  readonly advance: (
    challengeHash: string,
    to: Pick<OauthChallenge, "browserHash" | "csrfHash" | "isAccountChosen" | "isSignedInAnew">,
  ) => Promise<boolean>
  /**
   * Sets `consumedAt` where there is none; `false` when it was used before or is unknown. Of many
   * at once exactly one is `true`.
   */
  readonly consume: (challengeHash: string, at: Date) => Promise<boolean>
  /**
   * Forgets challenges that expired before `before`, at most `limit`, the oldest first; answers how
   * many.
   */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}

/** What users allowed apps. */
export interface ConsentRepository {
  readonly find: (userUuid: string, clientId: string) => Promise<Consent | undefined>
  /**
   * Writes a consent, over the one of that user and client if there is one: then with its
   * `createdAt`.
   */
  readonly keep: (consent: Consent) => Promise<void>
  /** All consents of a user, by client id. */
  readonly ofUser: (userUuid: string) => Promise<readonly Consent[]>
  /** `false` when there was none. */
  readonly withdraw: (userUuid: string, clientId: string) => Promise<boolean>
}
