import type { Auth, AuthContext } from "./auth.ts"

/** An app's own credentials, as its registration gave them. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** What the tokens should allow; all that the app was granted when left out. */
  readonly scopes?: readonly string[] | undefined
}

/** A token is renewed this long before it ends, or after nine tenths of a short life. */
const marginMs = 60_000

interface Token {
  readonly value: string
  readonly staleAtMs: number
}

/**
 * The tokens of an app without a user (grant `client_credentials`; confidential apps only, so never in a browser). One token serves
 * all calls, and all clients of the same server that share this value, until shortly before it ends; calls that find none wait for
 * one request.
 *
 * @example
 * ```ts
 * const client = new Client({ baseUrl, auth: clientCredentials({ clientId, clientSecret, scopes: ["wallet:read"] }) })
 * ```
 */
export const clientCredentials = (credentials: ClientCredentials): Auth => {
  const sources = new Map<string, (context: AuthContext) => Promise<string>>()
  return (context) => {
    const source = sources.get(context.baseUrl) ?? cached((of) => request(credentials, of))
    sources.set(context.baseUrl, source)
    return source(context)
  }
}

const cached = (fetchToken: (context: AuthContext) => Promise<Token>): ((context: AuthContext) => Promise<string>) => {
  let token: Token | undefined
  let underWay: Promise<Token> | undefined
  return async (context) => {
    if (token !== undefined && token.value !== context.rejected && Date.now() < token.staleAtMs) return token.value
    underWay ??= fetchToken(context).finally(() => {
      underWay = undefined
    })
    token = await underWay
    return token.value
  }
}

const request = async ({ clientId, clientSecret, scopes }: ClientCredentials, context: AuthContext): Promise<Token> => {
  const scope = scopes?.join(" ")
  // RFC 6749, section 2.3.1: both parts are form-encoded before they are joined.
  const authorization = `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`
  const form = { grant_type: "client_credentials", ...(scope === undefined ? {} : { scope }) }
  // A server that names no end is believed until it answers 401.
  const { access_token, expires_in = Number.POSITIVE_INFINITY } = await context.requestToken(form, authorization)
  const lifetimeMs = expires_in * 1000
  return { value: access_token, staleAtMs: Date.now() + lifetimeMs - Math.min(marginMs, lifetimeMs / 10) }
}
