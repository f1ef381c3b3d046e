/** What a user allowed an app once and for all; more is asked for anew. */
export interface Consent {
  readonly userUuid: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The scopes of a request that the user has not allowed yet, in the request's order. */
export const scopesToAsk = (
  requested: readonly string[],
  consent: Consent | undefined,
): readonly string[] =>
  requested.filter((scope) => consent === undefined || !consent.scopes.includes(scope))
