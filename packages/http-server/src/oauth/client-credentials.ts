import { type ClientCredentials, isPlainText, OauthRefused } from "@symbolon/core"

/**
 * The credentials of a token request, by one of `client_secret_basic` and `client_secret_post` (RFC
 * 6749 section 2.3.1). Undefined when it names no client.
 *
 * @throws {OauthRefused} when it uses both, or names two clients.
 */
export const clientCredentials = (
  authorization: string | undefined,
  form: ReadonlyMap<string, readonly string[]>,
): ClientCredentials | undefined => {
  const named = form.get("client_id")?.[0]
  const secret = form.get("client_secret")?.[0]
  if (authorization === undefined)
    return named === undefined ? undefined : { clientId: named, clientSecret: secret }
  const basic = basicCredentials(authorization)
  if (secret !== undefined)
    throw new OauthRefused({
      error: "invalid_request",
      description: "Send the client's secret in one place only.",
    })
  if (named !== undefined && named !== basic.clientId)
    throw new OauthRefused({
      error: "invalid_request",
      description: "The body and the Authorization header name different clients.",
    })
  return basic
}

const basicCredentials = (authorization: string): ClientCredentials => {
  const encoded = /^basic +([a-z0-9+/_-]+=*) *$/i.exec(authorization)?.[1]
  const [clientId, ...rest] =
    encoded === undefined ? [] : Buffer.from(encoded, "base64").toString("utf8").split(":")
  const id = formDecoded(clientId ?? "")
  const secret = formDecoded(rest.join(":"))
  if (encoded === undefined || rest.length === 0 || id === undefined || secret === undefined)
    throw new OauthRefused({
      error: "invalid_client",
      description: "The Authorization header has no client credentials.",
    })
  return { clientId: id, clientSecret: secret }
}

/** Both parts are form-encoded before they are joined, so that they may hold a colon. */
const formDecoded = (part: string): string | undefined => {
  try {
    const text = decodeURIComponent(part.replaceAll("+", " "))
    return isPlainText(text) ? text : undefined
  } catch {
    return undefined
  }
}
