import type { OauthSession, RefreshToken, Repositories, Storage } from "@symbolon/core/storage"

/**
 * A store whose rows of the authorization server lie in maps, as the peer's do: what is measured is
 * the way to the store and back. The reference adapter in memory copies every row in and out, which
 * no server waits for.
 */
export const mapStore = async (storage: Storage): Promise<Storage> => {
  const sessions = new Map<string, OauthSession>()
  const tokens = new Map<string, RefreshToken>()
  const all = await storage.transact("read", async (tx): Promise<Repositories> => ({ ...tx }))
  const once = cached((clientId: string) =>
    storage.transact("read", (tx) => tx.oauthClients.find(clientId)),
  )
  const person = cached((uuid: string) => storage.transact("read", (tx) => tx.users.find(uuid)))
  const keys = await storage.transact("read", (tx) => tx.serviceKeys.list("tokens"))
  const live = async (sid: string) => {
    const session = sessions.get(sid)
    const client = session && (await once(session.clientId))
    if (session === undefined || client === undefined) return undefined
    const user = session.userUuid === undefined ? undefined : await person(session.userUuid)
    return { session, client, user, keysChangedAt: keys.at(-1)?.changedAt }
  }
  const tx: Repositories = {
    ...all,
    serviceKeys: { ...all.serviceKeys, list: async () => keys },
    oauthClients: { ...all.oauthClients, find: once },
    oauthSessions: {
      ...all.oauthSessions,
      open: async (session) => void sessions.set(session.sid, session),
      find: live,
      findAll: async (sids) =>
        (await Promise.all(sids.map(live))).filter((found) => found !== undefined),
      prolong: async (sid, expiresAt) => {
        const session = sessions.get(sid)
        if (session === undefined || session.revokedAt !== undefined) return false
        sessions.set(sid, { ...session, expiresAt })
        return true
      },
      end: async (sid, revokedAt) => {
        const session = sessions.get(sid)
        if (session === undefined || session.revokedAt !== undefined) return false
        sessions.set(sid, { ...session, revokedAt })
        return true
      },
    },
    refreshTokens: {
      ...all.refreshTokens,
      add: async (token) => void tokens.set(token.tokenHash, token),
      find: async (tokenHash) => tokens.get(tokenHash),
      consume: async (tokenHash, consumedAt, sealedAnswer) => {
        const token = tokens.get(tokenHash)
        if (token === undefined || token.consumedAt !== undefined) return false
        tokens.set(tokenHash, { ...token, consumedAt, sealedAnswer })
        return true
      },
    },
  }
  return { transact: (_mode, work) => work(tx), close: storage.close }
}

const cached = <A>(find: (key: string) => Promise<A>): ((key: string) => Promise<A>) => {
  const known = new Map<string, A>()
  return async (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const read = await find(key)
    known.set(key, read)
    return read
  }
}
