import type { AuthContext, TokenResponse } from "./auth.ts"

/** A token and when to stop using it. */
export interface Token {
  readonly value: string
  readonly staleAtMs: number
}

/** A token is renewed this long before it ends, or after nine tenths of a short life. */
const marginMs = 60_000

/**
 * When an answer's token is to be renewed. A server that names no end is believed until it answers
 * 401.
 */
export const tokenIn = ({
  access_token,
  expires_in = Number.POSITIVE_INFINITY,
}: TokenResponse): Token => {
  const lifetimeMs = expires_in * 1000
  return {
    value: access_token,
    staleAtMs: Date.now() + lifetimeMs - Math.min(marginMs, lifetimeMs / 10),
  }
}

/** One token for all calls to a server. However many calls wait, it is requested once. */
export const cachedByServer = (
  fetchToken: (context: AuthContext) => Promise<Token>,
): ((context: AuthContext) => Promise<string>) => {
  const sources = new Map<string, (context: AuthContext) => Promise<string>>()
  return (context) => {
    const source = sources.get(context.baseUrl) ?? cached(fetchToken)
    sources.set(context.baseUrl, source)
    return source(context)
  }
}

const cached = (
  fetchToken: (context: AuthContext) => Promise<Token>,
): ((context: AuthContext) => Promise<string>) => {
  let token: Token | undefined
  let underWay: Promise<Token> | undefined
  return async (context) => {
    if (token !== undefined && token.value !== context.rejected && Date.now() < token.staleAtMs)
      return token.value
    underWay ??= fetchToken(context).finally(() => {
      underWay = undefined
    })
    token = await underWay
    return token.value
  }
}

/**
 * HTTP Basic for a client: both parts are form-encoded before they are joined (RFC 6749 section
 * 2.3.1).
 */
export const basic = (clientId: string, clientSecret: string): string =>
  `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`
