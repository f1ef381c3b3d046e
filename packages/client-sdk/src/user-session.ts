import { type Auth, expectTexts } from "./auth.ts"
import { basic, cachedByServer, tokenIn } from "./cached-token.ts"

/** What keeps a user signed in, as the code flow gave it. */
export interface UserSession {
  readonly clientId: string
  /** Undefined for an app that cannot keep one: it lives in a browser or on a phone. */
  readonly clientSecret?: string | undefined
  /** The newest refresh token, or a function that reads it from a store. */
  readonly refreshToken: string | (() => string | Promise<string>)
  /**
   * Gets each new refresh token before the access token that came with it is used. Keep it where
   * `refreshToken` will find it: the old one is used up, and sending it again ends the session.
   */
  readonly save?: ((refreshToken: string) => void | Promise<void>) | undefined
  /**
   * Runs a refresh exclusively, if several processes or tabs share the session. Use a lock
   * (`navigator.locks.request("symbolon", refresh)`). Inside one program refreshes never overlap
   * anyway.
   */
  readonly exclusively?: (<T>(refresh: () => Promise<T>) => Promise<T>) | undefined
}

/**
 * The tokens of a signed-in user: refreshed when they are about to end or were refused, once
 * however many calls wait.
 *
 * @example
 * ```ts
 * const client = new Client({ baseUrl, auth: userSession({ clientId, refreshToken: store.read, save: store.write }) })
 * ```
 */
export const userSession = (session: UserSession): Auth => {
  const { clientId, refreshToken: first } = session
  expectTexts(
    "userSession",
    typeof first === "function" ? { clientId } : { clientId, refreshToken: first },
  )
  let newest: string | undefined
  const exclusively = session.exclusively ?? (<T>(refresh: () => Promise<T>) => refresh())
  return cachedByServer((context) =>
    exclusively(async () => {
      const { refreshToken, save } = session
      const sent =
        typeof refreshToken === "function" ? await refreshToken() : (newest ?? refreshToken)
      const answer = await context.requestToken(
        ...asClient(session, { grant_type: "refresh_token", refresh_token: sent }),
      )
      newest = answer.refresh_token ?? sent
      await save?.(newest)
      return tokenIn(answer)
    }),
  )
}

/** Whom to act for, and as which app: the one that the user's token was issued to. */
export interface ActingFor {
  readonly auth: Auth
  /** Slug or uuid of the organization. */
  readonly organization: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** The scopes of the tokens; by default all scopes of the user's token. */
  readonly scopes?: readonly string[] | undefined
}

/**
 * The tokens of a user who acts for an organization (RFC 8693): exchanged from those of `auth`, and
 * again when they end.
 *
 * @example
 * ```ts
 * const auth = userSession({ clientId, refreshToken, save })
 * const me = new Client({ baseUrl, auth })
 * const club = new Client({ baseUrl, auth: actingFor({ auth, organization: "harbour-club", clientId }) })
 * ```
 */
export const actingFor = ({ auth, organization, scopes, ...app }: ActingFor): Auth => {
  expectTexts("actingFor", { clientId: app.clientId, organization })
  let used: string | undefined
  return cachedByServer(async (context) => {
    // After a refusal, the session may have a new token, so the user's token is requested again.
    used = await auth({ ...context, rejected: context.rejected === undefined ? undefined : used })
    const form = {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: used,
      subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
      organization_uuid: organization,
      ...(scopes === undefined ? {} : { scope: scopes.join(" ") }),
    }
    return tokenIn(await context.requestToken(...asClient(app, form)))
  })
}

type Form = Readonly<Record<string, string>>

const asClient = (
  app: Pick<UserSession, "clientId" | "clientSecret">,
  form: Form,
): readonly [Form, string?] =>
  app.clientSecret === undefined
    ? [{ ...form, client_id: app.clientId }]
    : [form, basic(app.clientId, app.clientSecret)]
