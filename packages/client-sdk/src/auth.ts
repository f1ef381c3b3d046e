import { typeInWords } from "./type-in-words.ts"

/** What an {@link Auth} has to work with. */
export interface AuthContext {
  /** The server that the token is for. */
  readonly baseUrl: string
  /**
   * The token that the server just refused with 401. Return another one, or the same if there is no
   * other.
   */
  readonly rejected: string | undefined
  /** Asks the token endpoint; with the client's `fetch`, timeout and retries. */
  readonly requestToken: (
    form: Readonly<Record<string, string>>,
    authorization?: string,
  ) => Promise<TokenResponse>
}

/** What the token endpoint answers (RFC 6749, section 5.1). */
export interface TokenResponse {
  readonly access_token: string
  /** Seconds. */
  readonly expires_in?: number
  readonly scope?: string
  /** Of a user's session: the one to send next time. */
  readonly refresh_token?: string
}

/** Gives the access token of every request. */
export type Auth = (context: AuthContext) => string | Promise<string>

/**
 * Authenticates with a token, or with a function that returns one: for a door's token, or if other
 * code renews tokens. The function is called before every attempt, with the token that was refused
 * with 401. If it returns another one, the call is tried once more.
 *
 * @example
 * ```ts
 * new Client({ baseUrl, auth: bearer(deviceToken) })
 * new Client({ baseUrl, auth: bearer(({ rejected }) => sessions.token({ unlike: rejected })) })
 * ```
 */
export const bearer = (token: string | Auth): Auth => {
  if (typeof token === "function") return token
  expectTexts("bearer", { token })
  return () => token
}

/**
 * Throws `TypeError` for a credential that is missing: an environment variable that is not set is
 * found here and not at the server.
 */
export const expectTexts = (by: string, texts: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(texts))
    if (typeof value !== "string" || value === "")
      throw new TypeError(`${by}: ${name} must be a string, and is ${typeInWords(value)}.`)
}
