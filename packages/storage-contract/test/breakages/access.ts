import type { OauthClient, OauthSession, User } from "@symbolon/core/storage"
import { type Breakage, verbs } from "./breakage.ts"

/** The sessions opened so far, for mistakes about all of them. */
const remembered = () => {
  const sessions = new Map<string, OauthSession>()
  return { sessions, note: (session: OauthSession) => void sessions.set(session.sid, session) }
}

const ofApps: readonly Breakage[] = [
  verbs(
    "an origin stays when its URI goes",
    "oauthClients: an origin goes when its redirect URI goes, or its last client is disabled",
    () => {
      const known = new Set<string>()
      return (tx) => ({
        oauthClients: {
          ...tx.oauthClients,
          hasOrigin: async (origin) => {
            if (await tx.oauthClients.hasOrigin(origin)) known.add(origin)
            return known.has(origin)
          },
          change: async (client) => {
            for (const uri of (await tx.oauthClients.find(client.clientId))?.redirectUris ?? [])
              known.add(new URL(uri).origin)
            await tx.oauthClients.change(client)
          },
        },
      })
    },
  ),
  verbs(
    "private schemes share an origin",
    "oauthClients: a private-use scheme has no origin",
    () => (tx) => ({
      oauthClients: {
        ...tx.oauthClients,
        hasOrigin: async (origin) => origin === "null" || tx.oauthClients.hasOrigin(origin),
      },
    }),
  ),
  verbs(
    "an origin is known without its port",
    "oauthClients: an origin is that of a redirect URI: scheme, host and port",
    () => (tx) => ({
      oauthClients: {
        ...tx.oauthClients,
        hasOrigin: async (origin) =>
          (await tx.oauthClients.hasOrigin(origin)) ||
          (await tx.oauthClients.hasOrigin(origin.replace(/:\d+$/, ""))),
      },
    }),
  ),
  verbs(
    "disabled apps are listed",
    "oauthClients: a list shows an organization's, or the platform's own, without disabled ones",
    () => {
      const disabled: OauthClient[] = []
      return (tx) => ({
        oauthClients: {
          ...tx.oauthClients,
          add: async (client) => {
            if (client.disabledAt !== undefined) disabled.push(client)
            await tx.oauthClients.add(client)
          },
          list: async (uuid, page) => {
            const { items, totalItems } = await tx.oauthClients.list(uuid, page)
            return {
              items: [
                ...items,
                ...disabled.filter(({ organizationUuid }) => organizationUuid === uuid),
              ],
              totalItems,
            }
          },
        },
      })
    },
  ),
]

const ofSessions: readonly Breakage[] = [
  verbs(
    "a session ends twice",
    "oauthSessions: a session ends once, and is still found",
    () => (tx) => ({
      oauthSessions: {
        ...tx.oauthSessions,
        end: async (sid, at, reason) => {
          await tx.oauthSessions.end(sid, at, reason)
          return (await tx.oauthSessions.find(sid)) !== undefined
        },
      },
    }),
  ),
  verbs(
    "an ended session is not found",
    "oauthSessions: a session ends once, and is still found",
    () => (tx) => ({
      oauthSessions: {
        ...tx.oauthSessions,
        find: async (sid) => {
          const found = await tx.oauthSessions.find(sid)
          return found?.session.revokedAt === undefined ? found : undefined
        },
      },
    }),
  ),
  verbs(
    "a session's user is who it was",
    "oauthSessions: find answers the session with its client and its user",
    () => {
      const seen = new Map<string, User | undefined>()
      return (tx) => ({
        oauthSessions: {
          ...tx.oauthSessions,
          find: async (sid) => {
            const found = await tx.oauthSessions.find(sid)
            if (found === undefined) return undefined
            if (!seen.has(sid)) seen.set(sid, found.user)
            return { ...found, user: seen.get(sid) }
          },
        },
      })
    },
  ),
  verbs(
    "keys that are gone changed nothing",
    "oauthSessions: find tells when the keys that sign tokens last changed",
    () => (tx) => ({
      oauthSessions: {
        ...tx.oauthSessions,
        find: async (sid) => {
          const found = await tx.oauthSessions.find(sid)
          const keys = (await tx.serviceKeys.list("tokens")).filter(
            ({ status }) => status !== "gone",
          )
          const times = keys.map(({ changedAt }) => changedAt.getTime())
          return (
            found && {
              ...found,
              keysChangedAt: times.length === 0 ? undefined : new Date(Math.max(...times)),
            }
          )
        },
      },
    }),
  ),
  verbs(
    "a session that ended is prolonged",
    "oauthSessions: a session is prolonged until it ends, also when it has expired",
    () => (tx) => ({
      oauthSessions: {
        ...tx.oauthSessions,
        prolong: async (sid, at) => (await tx.oauthSessions.prolong(sid, at)) || true,
      },
    }),
  ),
  verbs(
    "endAll of a user at a client ends all of the user's",
    "oauthSessions: endAll ends what has not ended of one user, of one client, or of one at the other",
    () => (tx) => ({
      oauthSessions: {
        ...tx.oauthSessions,
        endAll: (of, at, reason) =>
          tx.oauthSessions.endAll(
            "userUuid" in of && !("exceptSid" in of) ? { userUuid: of.userUuid } : of,
            at,
            reason,
          ),
      },
    }),
  ),
  verbs(
    "endAll of a user spares nothing",
    "oauthSessions: endAll of a user spares the one session that is named",
    () => (tx) => ({
      oauthSessions: {
        ...tx.oauthSessions,
        endAll: (of, at, reason) =>
          tx.oauthSessions.endAll("userUuid" in of ? { userUuid: of.userUuid } : of, at, reason),
      },
    }),
  ),
  verbs(
    "endAll of a user but one session ends those of everybody else",
    "oauthSessions: endAll of a user spares the one session that is named",
    () => {
      const { sessions, note } = remembered()
      return (tx) => ({
        oauthSessions: {
          ...tx.oauthSessions,
          open: async (session) => {
            note(session)
            await tx.oauthSessions.open(session)
          },
          endAll: async (of, at, reason) => {
            if (!("exceptSid" in of)) return tx.oauthSessions.endAll(of, at, reason)
            let ended = 0
            for (const sid of [...sessions.keys()].filter((one) => one !== of.exceptSid))
              ended += Number(await tx.oauthSessions.end(sid, at, reason))
            return ended
          },
        },
      })
    },
  ),
  verbs(
    "endAll leaves what has expired",
    "oauthSessions: endAll ends what has not ended of one user, of one client, or of one at the other",
    () => {
      const { sessions, note } = remembered()
      return (tx) => ({
        oauthSessions: {
          ...tx.oauthSessions,
          open: async (session) => {
            note(session)
            await tx.oauthSessions.open(session)
          },
          endAll: async (of, at, reason) => {
            const isMeant = (row: OauthSession) =>
              (!("userUuid" in of) || row.userUuid === of.userUuid) &&
              (!("clientId" in of) || of.clientId === undefined || row.clientId === of.clientId)
            let ended = 0
            for (const row of [...sessions.values()].filter(
              (one) => isMeant(one) && one.expiresAt > at,
            ))
              ended += Number(await tx.oauthSessions.end(row.sid, at, reason))
            return ended
          },
        },
      })
    },
  ),
  verbs(
    "endAll counts what had ended before",
    "oauthSessions: concurrent endings of one and of many end each session once",
    () => {
      const { sessions, note } = remembered()
      return (tx) => ({
        oauthSessions: {
          ...tx.oauthSessions,
          open: async (session) => {
            note(session)
            await tx.oauthSessions.open(session)
          },
          endAll: async (of, at, reason) => {
            await tx.oauthSessions.endAll(of, at, reason)
            return [...sessions.values()].filter((row) =>
              "userUuid" in of ? row.userUuid === of.userUuid : row.clientId === of.clientId,
            ).length
          },
        },
      })
    },
  ),
  verbs(
    "a session goes with its refresh tokens",
    "oauthSessions: sweep passes over a session that still has a refresh token",
    () => {
      const { sessions, note } = remembered()
      return (tx) => ({
        oauthSessions: {
          ...tx.oauthSessions,
          open: async (session) => {
            note(session)
            await tx.oauthSessions.open(session)
          },
          find: async (sid) => (sessions.has(sid) ? tx.oauthSessions.find(sid) : undefined),
          sweep: async (before) => {
            const old = [...sessions.values()].filter(({ expiresAt }) => expiresAt < before)
            for (const { sid } of old) sessions.delete(sid)
            return old.length
          },
        },
      })
    },
  ),
]

const ofKeys: readonly Breakage[] = [
  verbs(
    "two processes add a key each",
    "serviceKeys: of two processes that start at once one adds the key",
    () => (tx) => ({
      serviceKeys: {
        ...tx.serviceKeys,
        add: async (key) => (await tx.serviceKeys.add(key)) || true,
      },
    }),
  ),
  verbs(
    "a key is moved whatever its status",
    "serviceKeys: a key is moved from the status it has, and from no other",
    () => (tx) => ({
      serviceKeys: {
        ...tx.serviceKeys,
        move: async (keyId, { to, at }) => {
          for (const from of ["next", "active", "retiring", "gone"] as const)
            if (await tx.serviceKeys.move(keyId, { from, to, at })) return true
          return false
        },
      },
    }),
  ),
  verbs(
    "a second active key takes the place of the first",
    "serviceKeys: a purpose never has two active keys, whoever moves them",
    () => (tx) => ({
      serviceKeys: {
        ...tx.serviceKeys,
        move: async (keyId, change) => {
          const keys = await tx.serviceKeys.list("checkin_manifest")
          const active = keys.find(({ status }) => status === "active")
          if (change.to === "active" && active !== undefined)
            await tx.serviceKeys.move(active.keyId, {
              from: "active",
              to: "retiring",
              at: change.at,
            })
          return tx.serviceKeys.move(keyId, change)
        },
      },
    }),
  ),
  verbs(
    "keys that are gone are not listed",
    "serviceKeys: keys come back as they were written, under their purpose, the oldest first",
    () => (tx) => ({
      serviceKeys: {
        ...tx.serviceKeys,
        list: async (purpose) =>
          (await tx.serviceKeys.list(purpose)).filter(({ status }) => status !== "gone"),
      },
    }),
  ),
]

export const ofAccess: readonly Breakage[] = [...ofApps, ...ofSessions, ...ofKeys]
