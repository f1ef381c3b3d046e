import type { OauthClient, OauthSession } from "./client.ts"

/** Registered apps. */
export interface OauthClientRepository {
  readonly add: (client: OauthClient) => Promise<void>
  readonly find: (clientId: string) => Promise<OauthClient | undefined>
  readonly all: (organizationUuid: string) => Promise<readonly OauthClient[]>
}

/** Sessions behind tokens. */
export interface OauthSessionRepository {
  readonly open: (session: OauthSession) => Promise<void>
  /** The session with its client, in one read: every API call asks this. */
  readonly find: (sid: string) => Promise<{ readonly session: OauthSession; readonly client: OauthClient } | undefined>
  /** Sets `revokedAt`, which {@link find} goes on answering; `false` when it is unknown or has ended before. */
  readonly end: (sid: string, at: Date, reason: string) => Promise<boolean>
  /** Forgets sessions that expired before `before`, at most `limit`; answers how many. */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}
