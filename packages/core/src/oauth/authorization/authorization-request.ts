import { Result } from "effect"
import { isPlainText } from "../../foundation/kernel/text.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import type { OauthClient } from "../clients/client.ts"
import { isCodeChallenge } from "./pkce.ts"
import { matchesRedirectUri } from "./redirect-uri.ts"
import { type OauthError, OauthRefused } from "../../foundation/errors/oauth-refusals.ts"
import { requestedScopes, withoutOpenid } from "./scopes.ts"

/** A request to `/authorize` that was found good: what the browser may not change any more. */
export interface AuthorizationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** Echoed as it came. */
  readonly state: string | undefined
  readonly nonce: string | undefined
  readonly codeChallenge: string
  readonly responseMode: ResponseMode
  readonly prompt: readonly Prompt[]
  /** The sign-in must not be older than this. */
  readonly maxAgeSeconds: number | undefined
  /** Who must answer, by an ID token that we issued. */
  readonly hintedUserUuid: string | undefined
  /** What to write into the sign-in form. */
  readonly loginHint: string | undefined
  readonly uiLocales: readonly string[]
}

export const prompts = ["none", "login", "consent", "select_account"] as const
export type Prompt = (typeof prompts)[number]

export const responseModes = ["query", "form_post"] as const
export type ResponseMode = (typeof responseModes)[number]

/** The parameters of a request as they came: every value of every name. */
export type Parameters = ReadonlyMap<string, readonly string[]>

/** Where an answer goes once client and redirect URI are known to be good. */
export interface ReturnAddress {
  readonly redirectUri: string
  readonly state: string | undefined
  readonly responseMode: ResponseMode
}

/** An error that goes back to the app by redirect. */
export interface ReturnedError extends ReturnAddress {
  readonly error: OauthError
  readonly description: string
}

const mosts: Readonly<Record<string, number>> = {
  response_type: limits.responseTypeMax,
  scope: limits.scopeMax,
  state: limits.stateMax,
  nonce: 512,
  prompt: 64,
  max_age: 10,
  id_token_hint: 8192,
  login_hint: 320,
  acr_values: 256,
  display: 256,
  ui_locales: 256,
  claims_locales: 256,
  resource: limits.redirectUriMax,
}

/** The one value of a parameter; an empty one counts as absent (RFC 6749 section 3.1). */
export const oneOf = (parameters: Parameters, name: string): string | undefined => {
  const [value] = parameters.get(name) ?? []
  return value === "" ? undefined : value
}

/**
 * The client that a request names; refused directly, since no client is known to which an error
 * could be sent.
 */
export const clientIdIn = (parameters: Parameters): Result.Result<string, OauthRefused> => {
  const [clientId = "", ...more] = parameters.get("client_id") ?? []
  if (
    clientId === "" ||
    more.length > 0 ||
    clientId.length > limits.clientIdMax ||
    !isPlainText(clientId)
  )
    return direct("invalid_request", "client_id is required, once, with at most 64 characters.")
  return Result.succeed(clientId)
}

const direct = (error: "invalid_request" | "invalid_client", description: string) =>
  Result.fail(new OauthRefused({ error, description }))

/**
 * Whether the request may be answered by redirect at all, and where. The answer of an unknown
 * client never leaves our origin.
 */
export const returnAddress = (
  client: OauthClient | undefined,
  parameters: Parameters,
): Result.Result<ReturnAddress & { readonly client: OauthClient }, OauthRefused> => {
  if (client === undefined || client.disabledAt !== undefined)
    return direct("invalid_client", "The app is unknown, or has been switched off.")
  const [redirectUri = "", ...more] = parameters.get("redirect_uri") ?? []
  const isTooLong = redirectUri.length > limits.redirectUriMax
  if (redirectUri === "" || more.length > 0 || isTooLong)
    return direct(
      "invalid_request",
      "Send redirect_uri exactly once, with at most 2048 characters.",
    )
  if (
    !client.redirectUris.some((registered) =>
      matchesRedirectUri(registered, redirectUri, client.clientType),
    )
  )
    return direct(
      "invalid_request",
      "The app has not registered this redirect_uri. URIs are compared character by character.",
    )
  const states = parameters.get("state") ?? []
  const state = states.length === 1 ? oneOf(parameters, "state") : undefined
  const isEchoed = state !== undefined && state.length <= limits.stateMax
  const mode = oneOf(parameters, "response_mode")
  return Result.succeed({
    client,
    redirectUri,
    state: isEchoed ? state : undefined,
    responseMode: mode === "form_post" ? mode : "query",
  })
}

interface Judged {
  readonly client: OauthClient
  readonly baseUrl: string
  /** Whom the `id_token_hint` names; undefined when there is none. */
  readonly hintedUserUuid: string | undefined
  /** Whether the hint, if there is one, is an ID token of ours that was issued to this client. */
  readonly isHintGood: boolean
}

/**
 * Judges the rest of a request (reference of each rule: OpenID Connect Core section 3.1.2.1, RFC
 * 7636, RFC 8707).
 */
export const judgeAuthorization = (
  parameters: Parameters,
  back: ReturnAddress,
  { client, baseUrl, hintedUserUuid, isHintGood }: Judged,
): Result.Result<AuthorizationRequest, ReturnedError> => {
  const refuse = (found: Fault) => Result.fail({ ...back, ...found })
  const value = (name: string) => oneOf(parameters, name)

  const wrong = parameterFault(parameters) ?? responseFault(parameters, client)
  if (wrong !== undefined) return refuse(wrong)
  const codeChallenge = codeChallengeIn(parameters)
  if (Result.isFailure(codeChallenge)) return refuse(codeChallenge.failure)
  const scopes = scopesIn(parameters, client, baseUrl)
  if (Result.isFailure(scopes)) return refuse(scopes.failure)
  const prompt = promptsIn(value("prompt"))
  if (prompt === undefined)
    return refuse(
      fault(
        "invalid_request",
        "prompt must be `none` alone, or any of login, consent and select_account.",
      ),
    )
  const maxAge = value("max_age")
  if (maxAge !== undefined && !/^\d+$/.test(maxAge))
    return refuse(fault("invalid_request", "max_age is a number of seconds, 0 or more."))
  if (!isHintGood)
    return refuse(
      fault("invalid_request", "id_token_hint is not an ID token that was issued to this app."),
    )

  return Result.succeed({
    clientId: client.clientId,
    redirectUri: back.redirectUri,
    scopes: scopes.success,
    state: back.state,
    nonce: value("nonce"),
    codeChallenge: codeChallenge.success,
    responseMode: back.responseMode,
    prompt,
    maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge),
    hintedUserUuid,
    loginHint: value("login_hint"),
    uiLocales: (value("ui_locales") ?? "").split(" ").filter((each) => each !== ""),
  })
}

/** What is wrong with a request, as the app gets it. */
type Fault = Pick<ReturnedError, "error" | "description">

const fault = (error: OauthError, description: string): Fault => ({ error, description })

/** Refuses parameters that are unsupported, repeated, too long or not plain text. */
const parameterFault = (parameters: Parameters): Fault | undefined => {
  const unsupported = (["request", "request_uri", "registration"] as const).find(
    (name) => oneOf(parameters, name) !== undefined,
  )
  if (unsupported !== undefined)
    return fault(`${unsupported}_not_supported`, `The parameter ${unsupported} is not supported.`)
  const repeated = [...parameters].find(
    ([name, values]) => values.length > 1 && name !== "resource",
  )
  if (repeated !== undefined)
    return fault("invalid_request", "A parameter was sent more than once.")
  const overlong = Object.entries(mosts).find(([name, most]) =>
    (parameters.get(name) ?? []).some((each) => each.length > most),
  )
  if (overlong !== undefined)
    return fault("invalid_request", `${overlong[0]} is longer than ${overlong[1]} characters.`)
  const strange = Object.keys(mosts).find((name) =>
    (parameters.get(name) ?? []).some((each) => !isPlainText(each)),
  )
  return strange === undefined
    ? undefined
    : fault("invalid_request", `${strange} contains a character that cannot be stored.`)
}

/** Refuses a response type, a response mode or a grant that the client cannot have. */
const responseFault = (parameters: Parameters, client: OauthClient): Fault | undefined => {
  const responseType = oneOf(parameters, "response_type")
  if (responseType === undefined)
    return fault("invalid_request", "response_type is required; it is `code`.")
  if (responseType !== "code")
    return fault("unsupported_response_type", "The one supported response_type is `code`.")
  const mode = oneOf(parameters, "response_mode")
  if (mode !== undefined && !responseModes.some((known) => known === mode))
    return fault("invalid_request", "response_mode is `query` or `form_post`.")
  return client.grantTypes.includes("authorization_code")
    ? undefined
    : fault("unauthorized_client", "This app may not use the authorization_code grant.")
}

/** Returns the PKCE challenge, which every request must have (RFC 7636). */
const codeChallengeIn = (parameters: Parameters): Result.Result<string, Fault> => {
  const refuse = (description: string) => Result.fail(fault("invalid_request", description))
  const codeChallenge = oneOf(parameters, "code_challenge")
  if (codeChallenge === undefined)
    return refuse("PKCE is required: send code_challenge and code_challenge_method=S256.")
  if (oneOf(parameters, "code_challenge_method") !== "S256")
    return refuse(
      "code_challenge_method must be S256. If it is missing, it means `plain`, which is not supported.",
    )
  if (!isCodeChallenge(codeChallenge))
    return refuse("code_challenge must be 43 characters of base64url.")
  return Result.succeed(codeChallenge)
}

/** Returns the requested scopes, if the client may have them and the resource is our API. */
const scopesIn = (
  parameters: Parameters,
  client: OauthClient,
  baseUrl: string,
): Result.Result<readonly string[], Fault> => {
  const strangeResource = (parameters.get("resource") ?? []).find(
    (each) => each !== "" && !isResourceOf(each, baseUrl),
  )
  if (strangeResource !== undefined)
    return Result.fail(fault("invalid_target", "resource must be this service's API."))
  const scopes = requestedScopes(oneOf(parameters, "scope"), {
    allowed: client.scopes,
    otherwise: withoutOpenid(client.scopes),
  })
  return Result.mapError(scopes, ({ description }) => fault("invalid_scope", description))
}

/** Whether a `resource` is our API, or one organization in it (RFC 8707). */
const isResourceOf = (resource: string, baseUrl: string): boolean =>
  resource === `${baseUrl}/api/v1` || resource.startsWith(`${baseUrl}/api/v1/organizations/`)

const promptsIn = (text: string | undefined): readonly Prompt[] | undefined => {
  const names = [...new Set((text ?? "").split(" ").filter((each) => each !== ""))]
  const known = prompts.filter((prompt) => names.includes(prompt))
  const isGood = known.length === names.length && (!known.includes("none") || known.length === 1)
  return isGood ? known : undefined
}
