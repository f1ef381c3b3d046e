import { createHash, randomBytes } from "node:crypto"
import { CommandFailed } from "./command.ts"

/** A public app at a server. */
export interface PublicApp {
  /** The base URL of the server. */
  readonly server: string
  readonly clientId: string
  readonly redirectUri: string
}

/** What the token endpoint answers. */
export interface TokenAnswer {
  readonly access_token: string
  readonly scope?: string
  readonly expires_in?: number
}

/** What a program reads of a sign-in: what is asked next, or where to go. */
interface Asked {
  readonly status?: string
  readonly challenge?: string
  readonly csrf_token?: string
  readonly redirect_to?: string
  readonly error?: string
  readonly error_description?: string
}

/**
 * Signs a user in by password as a page of one's own does it, consents for the user, and redeems the
 * code.
 *
 * @throws {CommandFailed} with what the server said.
 */
export const signInAt = async (
  app: PublicApp,
  {
    username,
    password,
    scopes,
  }: { readonly username: string; readonly password: string; readonly scopes: readonly string[] },
): Promise<TokenAnswer> => {
  const { server, clientId, redirectUri } = app
  const verifier = randomBytes(32).toString("base64url")
  const send = keepingCookies()
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  })
  const post = (path: string, { challenge, csrf_token }: Asked, more: Record<string, string>) =>
    send(`${server}/oauth2/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ challenge, csrf_token, ...more }),
    })
  const begun = await send(`${server}/oauth2/authorize?${query.toString()}`, {})
  const signedIn =
    begun.status === "login_required" ? await post("login", begun, { username, password }) : begun
  if (signedIn.error === "invalid_credentials")
    throw new CommandFailed("Wrong username or password.")
  const done =
    signedIn.status === "consent_required"
      ? await post("consent", signedIn, { decision: "accept" })
      : signedIn
  return redeem(app, {
    grant_type: "authorization_code",
    code: codeIn(done),
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
}

/** Exchanges a user's token for one that acts for an organization. */
export const exchangeFor = (
  app: PublicApp,
  { access_token: subject }: TokenAnswer,
  organization: string,
): Promise<TokenAnswer> =>
  redeem(app, {
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: subject,
    subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    organization_uuid: organization,
  })

const redeem = async (
  { server, clientId }: PublicApp,
  fields: Readonly<Record<string, string>>,
): Promise<TokenAnswer> => {
  const body = new URLSearchParams({ ...fields, client_id: clientId })
  const reply = await answerOf(`${server}/oauth2/token`, { method: "POST", body })
  const answer = (await reply.json()) as TokenAnswer & Asked
  if (!reply.ok) throw new CommandFailed(saidBy(answer))
  return answer
}

/** Requests of one browser: what the server sets is sent back. */
const keepingCookies = () => {
  const cookies = new Map<string, string>()
  return async (url: string, init: RequestInit): Promise<Asked> => {
    const headers = new Headers(init.headers)
    headers.set("accept", "application/json")
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "))
    const reply = await answerOf(url, { ...init, headers, redirect: "manual" })
    for (const written of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=;]+)=([^;]*)/.exec(written) ?? []
      cookies.set(name, value)
    }
    const location = reply.headers.get("location")
    return location === null ? ((await reply.json()) as Asked) : { redirect_to: location }
  }
}

const answerOf = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, init).catch(() => {
    throw new CommandFailed(`${new URL(url).origin} does not answer. Is the server running?`)
  })

const codeIn = (done: Asked): string => {
  const answer = done.redirect_to === undefined ? undefined : new URL(done.redirect_to).searchParams
  const code = answer?.get("code")
  if (typeof code === "string") return code
  throw new CommandFailed(
    saidBy({
      error: answer?.get("error") ?? done.error ?? done.status ?? "no code",
      error_description: answer?.get("error_description") ?? done.error_description ?? "",
    }),
  )
}

const saidBy = ({ error = "", error_description = "" }: Asked): string =>
  `The server refused: ${error}. ${error_description}`.trim()
