import { type Auth, expectTexts } from "./auth.ts"
import { basic, cachedByServer, tokenIn } from "./cached-token.ts"

/** An app's own credentials, as its registration gave them. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** The scopes of the tokens; by default all scopes of the app. */
  readonly scopes?: readonly string[] | undefined
}

/**
 * The tokens of an app without a user (grant `client_credentials`; confidential apps only, so never
 * in a browser). One token serves all calls, and all clients of the same server that share this
 * value, until shortly before it expires; concurrent calls share one request. Throws `TypeError` if
 * the id or the secret is missing.
 *
 * @example
 * ```ts
 * const client = new Client({ baseUrl, auth: clientCredentials({ clientId, clientSecret, scopes: ["wallet:read"] }) })
 * ```
 */
export const clientCredentials = ({ clientId, clientSecret, scopes }: ClientCredentials): Auth => {
  expectTexts("clientCredentials", { clientId, clientSecret })
  return cachedByServer(async (context) => {
    const scope = scopes?.join(" ")
    const form = { grant_type: "client_credentials", ...(scope === undefined ? {} : { scope }) }
    return tokenIn(await context.requestToken(form, basic(clientId, clientSecret)))
  })
}
