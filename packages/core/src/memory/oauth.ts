import type { LoginRepository } from "../accounts/login-repository.ts"
import type {
  ConsentRepository,
  LiveSession,
  OauthChallengeRepository,
  OauthClientRepository,
  OauthCodeRepository,
  OauthSessionRepository,
  RefreshTokenRepository,
} from "../oauth/oauth-repository.ts"
import { compare, pageOf } from "./page-of.ts"
import { place, type Table } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const oauthClients = (tables: Tables): OauthClientRepository => ({
  add: async (client) => addNew(tables.oauthClients, client, "client"),
  find: async (clientId) => tables.oauthClients.get(clientId),
  lock: async (clientId) => tables.oauthClients.get(clientId),
  change: async (client) => tables.oauthClients.put(client),
  list: async (uuid, page) => {
    const keyOf = { created_at: "createdAt", name: "name" } as const
    const rows = tables.oauthClients
      .rows()
      .filter(
        ({ organizationUuid, disabledAt }) => organizationUuid === uuid && disabledAt === undefined,
      )
    return pageOf(
      rows,
      page,
      (row) => row[keyOf[page.sortBy]],
      ({ clientId }) => clientId,
    )
  },
  hasOrigin: async (origin) =>
    tables.oauthClients
      .rows()
      .some(
        ({ redirectUris, disabledAt }) =>
          disabledAt === undefined && redirectUris.some((uri) => originOf(uri) === origin),
      ),
})

const liveSession = (tables: Tables, sid: string): LiveSession | undefined => {
  const session = tables.oauthSessions.get(sid)
  const client = session === undefined ? undefined : tables.oauthClients.get(session.clientId)
  if (session === undefined || client === undefined) return undefined
  const user = session.userUuid === undefined ? undefined : tables.users.get(session.userUuid)
  const changes = tables.serviceKeys.rows().filter(({ purpose }) => purpose === "tokens")
  const keysChangedAt = changes
    .map(({ changedAt }) => changedAt)
    .toSorted(compare)
    .at(-1)
  return { session, client, user, keysChangedAt }
}

export const oauthSessions = (tables: Tables): OauthSessionRepository => ({
  open: async (session) => addNew(tables.oauthSessions, session, "session"),
  find: async (sid) => liveSession(tables, sid),
  findAll: async (sids) => [...new Set(sids)].flatMap((sid) => liveSession(tables, sid) ?? []),
  liveOf: async (userUuid, at) =>
    tables.oauthSessions
      .rows()
      .filter(
        (session) =>
          session.userUuid === userUuid &&
          session.revokedAt === undefined &&
          session.expiresAt > at,
      ),
  prolong: async (sid, expiresAt) => {
    const session = tables.oauthSessions.get(sid)
    if (session === undefined || session.revokedAt !== undefined) return false
    tables.oauthSessions.put({ ...session, expiresAt })
    return true
  },
  end: async (sid, revokedAt) => {
    const session = tables.oauthSessions.get(sid)
    if (session === undefined || session.revokedAt !== undefined) return false
    tables.oauthSessions.put({ ...session, revokedAt })
    return true
  },
  endAll: async (of, revokedAt) => {
    const isMeant = (session: {
      readonly sid: string
      readonly userUuid: string | undefined
      readonly clientId: string
    }) =>
      (!("userUuid" in of) || session.userUuid === of.userUuid) &&
      (!("clientId" in of) || of.clientId === undefined || session.clientId === of.clientId) &&
      !("exceptSid" in of && session.sid === of.exceptSid)
    const open = tables.oauthSessions
      .rows()
      .filter((session) => session.revokedAt === undefined && isMeant(session))
    for (const session of open) tables.oauthSessions.put({ ...session, revokedAt })
    return open.length
  },
  sweep: async (before, limit) => {
    const needed = new Set(tables.refreshTokens.rows().map(({ sid }) => sid))
    const rows = {
      rows: () => tables.oauthSessions.rows().filter(({ sid }) => !needed.has(sid)),
      delete: tables.oauthSessions.delete,
    }
    return swept(
      rows,
      ({ expiresAt }) => expiresAt,
      ({ sid }) => sid,
      before,
      limit,
    )
  },
})

export const oauthCodes = (tables: Tables): OauthCodeRepository => ({
  add: async (code) => addNew(tables.oauthCodes, code, "code"),
  find: async (codeHash) => tables.oauthCodes.get(codeHash),
  consume: async (codeHash, consumedAt) => {
    const code = tables.oauthCodes.get(codeHash)
    if (code === undefined || code.consumedAt !== undefined) return false
    tables.oauthCodes.put({ ...code, consumedAt })
    return true
  },
  consumeAll: async ({ userUuid, clientId }, consumedAt) => {
    const open = tables.oauthCodes
      .rows()
      .filter(
        (code) =>
          code.userUuid === userUuid &&
          (clientId === undefined || code.clientId === clientId) &&
          code.consumedAt === undefined,
      )
    for (const code of open) tables.oauthCodes.put({ ...code, consumedAt })
    return open.length
  },
  sweep: async (before, limit) =>
    swept(
      tables.oauthCodes,
      ({ expiresAt }) => expiresAt,
      ({ codeHash }) => codeHash,
      before,
      limit,
    ),
})

export const refreshTokens = (tables: Tables): RefreshTokenRepository => ({
  add: async (token) => addNew(tables.refreshTokens, token, "refresh token"),
  find: async (tokenHash) => tables.refreshTokens.get(tokenHash),
  consume: async (tokenHash, consumedAt, sealedAnswer) => {
    const token = tables.refreshTokens.get(tokenHash)
    if (token === undefined || token.consumedAt !== undefined) return false
    tables.refreshTokens.put({ ...token, consumedAt, sealedAnswer })
    return true
  },
  sweep: async (before, limit) =>
    swept(
      tables.refreshTokens,
      ({ expiresAt }) => expiresAt,
      ({ tokenHash }) => tokenHash,
      before,
      limit,
    ),
})

export const oauthChallenges = (tables: Tables): OauthChallengeRepository => {
  const waiting = (challengeHash: string) => {
    const challenge = tables.oauthChallenges.get(challengeHash)
    return challenge?.consumedAt === undefined ? challenge : undefined
  }
  return {
    add: async (challenge) => addNew(tables.oauthChallenges, challenge, "challenge"),
    find: async (challengeHash) => tables.oauthChallenges.get(challengeHash),
    advance: async (challengeHash, { browserHash, csrfHash, isAccountChosen, isSignedInAnew }) => {
      const challenge = waiting(challengeHash)
      if (challenge === undefined) return false
      tables.oauthChallenges.put({
        ...challenge,
        browserHash,
        csrfHash,
        isAccountChosen,
        isSignedInAnew,
      })
      return true
    },
    consume: async (challengeHash, consumedAt) => {
      const challenge = waiting(challengeHash)
      if (challenge === undefined) return false
      tables.oauthChallenges.put({ ...challenge, consumedAt })
      return true
    },
    sweep: async (before, limit) =>
      swept(
        tables.oauthChallenges,
        ({ expiresAt }) => expiresAt,
        ({ challengeHash }) => challengeHash,
        before,
        limit,
      ),
  }
}

export const consents = (tables: Tables): ConsentRepository => ({
  find: async (userUuid, clientId) => tables.consents.get(place(userUuid, clientId)),
  keep: async (consent) => {
    const known = tables.consents.get(place(consent.userUuid, consent.clientId))
    tables.consents.put({ ...consent, createdAt: known?.createdAt ?? consent.createdAt })
  },
  ofUser: async (uuid) =>
    tables.consents
      .rows()
      .filter(({ userUuid }) => userUuid === uuid)
      .toSorted((a, b) => compare(a.clientId, b.clientId)),
  withdraw: async (userUuid, clientId) => {
    const key = place(userUuid, clientId)
    if (tables.consents.get(key) === undefined) return false
    tables.consents.delete(key)
    return true
  },
})

export const logins = (tables: Tables): LoginRepository => ({
  add: async (login) => addNew(tables.logins, login, "login"),
  find: async (tokenHash) => tables.logins.get(tokenHash),
  touch: async (tokenHash, seenAt) => {
    const login = tables.logins.get(tokenHash)
    if (login === undefined || login.endedAt !== undefined) return false
    tables.logins.put({ ...login, seenAt })
    return true
  },
  end: async (tokenHash, endedAt) => {
    const login = tables.logins.get(tokenHash)
    if (login === undefined || login.endedAt !== undefined) return false
    tables.logins.put({ ...login, endedAt })
    return true
  },
  endAll: async (uuid, endedAt) => {
    const open = tables.logins
      .rows()
      .filter((login) => login.userUuid === uuid && login.endedAt === undefined)
    for (const login of open) tables.logins.put({ ...login, endedAt })
    return open.length
  },
  sweep: async (before, limit) =>
    swept(
      tables.logins,
      ({ createdAt }) => createdAt,
      ({ tokenHash }) => tokenHash,
      before,
      limit,
    ),
})

/** The origin of a URI; undefined of a private-use scheme, which has none. */
const originOf = (uri: string): string | undefined => {
  const origin = URL.parse(uri)?.origin
  return origin === "null" ? undefined : origin
}

/** Deletes the oldest rows whose moment lies before `before`, at most `limit`. */
const swept = <Row>(
  rows: Pick<Table<Row>, "rows" | "delete">,
  momentOf: (row: Row) => Date,
  keyOf: (row: Row) => string,
  before: Date,
  limit: number,
): number => {
  const old = rows
    .rows()
    .filter((row) => momentOf(row) < before)
    .toSorted((a, b) => compare(momentOf(a), momentOf(b)))
    .slice(0, limit)
  for (const row of old) rows.delete(keyOf(row))
  return old.length
}
