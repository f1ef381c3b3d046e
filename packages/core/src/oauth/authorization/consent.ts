/** What a user allowed an app once and for all; more is asked for anew. */
export interface Consent {
  readonly userUuid: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What a session of a user tells of what its app may do. */
interface ActingFor {
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly createdAt: Date
}

/**
 * What a user allows apps now, by client id: what is remembered, and what the sessions of apps may do
 * beyond it. A consent that the user gave for once is not remembered, and its session goes on.
 */
export const consentsWith = (
  userUuid: string,
  remembered: readonly Consent[],
  sessions: readonly ActingFor[],
): readonly Consent[] => {
  const byClient = new Map(remembered.map((consent) => [consent.clientId, consent]))
  for (const { clientId, scopes, createdAt } of sessions) {
    const known = byClient.get(clientId)
    if (scopesToAsk(scopes, known).length === 0) continue
    byClient.set(clientId, {
      userUuid,
      clientId,
      scopes: [...new Set([...(known?.scopes ?? []), ...scopes])],
      createdAt: known === undefined || createdAt < known.createdAt ? createdAt : known.createdAt,
      updatedAt: known === undefined || createdAt > known.updatedAt ? createdAt : known.updatedAt,
    })
  }
  return [...byClient.values()].toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1))
}

/** The scopes of a request that the user has not allowed yet, in the request's order. */
export const scopesToAsk = (
  requested: readonly string[],
  consent: Consent | undefined,
): readonly string[] =>
  requested.filter((scope) => consent === undefined || !consent.scopes.includes(scope))
