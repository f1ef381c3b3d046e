import { pkce } from "../../fixtures/oauth-provider.ts"

/** PKCE of every request in the corpus. */
export const pair = pkce()
export const redirectUri = "https://app.example/callback"
const loopback = "http://127.0.0.1/callback"
export const redirectUris: readonly string[] = [redirectUri, "https://app.example/callback?fixed=1"]
export const loopbackUris: readonly string[] = [loopback]

type Fields = Readonly<Record<string, string | undefined>>
export type Pairs = readonly (readonly [string, string])[]

const pairs = (fields: Fields): Pairs =>
  Object.entries(fields).filter((each): each is [string, string] => each[1] !== undefined)

const usual = {
  client_id: "confidential",
  response_type: "code",
  redirect_uri: redirectUri,
  scope: "openid",
  state: "s",
  code_challenge: pair.challenge,
  code_challenge_method: "S256",
}
const ask = (changes: Fields = {}, more: Pairs = []): Pairs => [
  ...pairs({ ...usual, ...changes }),
  ...more,
]

/** Requests to the authorization endpoint of a browser in which nobody is signed in. */
export const authorizeCorpus: Readonly<Record<string, Pairs>> = {
  "a good request": ask(),
  "a good request of a public client": ask({ client_id: "public" }),
  "no client_id": ask({ client_id: undefined }),
  "an empty client_id": ask({ client_id: "" }),
  "an unknown client": ask({ client_id: "nobody" }),
  "client_id twice": ask({}, [["client_id", "confidential"]]),
  "no redirect_uri": ask({ redirect_uri: undefined }),
  "an unregistered redirect_uri": ask({ redirect_uri: "https://evil.example/callback" }),
  "redirect_uri with a slash more": ask({ redirect_uri: `${redirectUri}/` }),
  "redirect_uri with a query more": ask({ redirect_uri: `${redirectUri}?a=1` }),
  "redirect_uri with a fragment": ask({ redirect_uri: `${redirectUri}#a` }),
  "redirect_uri in upper case": ask({ redirect_uri: "HTTPS://APP.EXAMPLE/callback" }),
  "redirect_uri with an encoded character": ask({ redirect_uri: "https://app.example/%63allback" }),
  "redirect_uri with user info": ask({ redirect_uri: "https://app.example@evil.example/callback" }),
  "redirect_uri that is no URI": ask({ redirect_uri: "callback" }),
  "redirect_uri twice": ask({}, [["redirect_uri", redirectUri]]),
  "the other registered redirect_uri": ask({
    redirect_uri: "https://app.example/callback?fixed=1",
  }),
  "no response_type": ask({ response_type: undefined }),
  "response_type=token": ask({ response_type: "token" }),
  "response_type=id_token": ask({ response_type: "id_token", nonce: "n" }),
  "response_type=code token": ask({ response_type: "code token", nonce: "n" }),
  "response_type=none": ask({ response_type: "none" }),
  "response_type unknown": ask({ response_type: "magic" }),
  "response_type twice": ask({}, [["response_type", "code"]]),
  "response_mode=query": ask({ response_mode: "query" }),
  "response_mode=form_post": ask({ response_mode: "form_post" }),
  "response_mode unknown": ask({ response_mode: "magic" }),
  "no code_challenge": ask({ code_challenge: undefined }),
  "no PKCE at all": ask({ code_challenge: undefined, code_challenge_method: undefined }),
  "no PKCE at all from a public client": ask({
    client_id: "public",
    code_challenge: undefined,
    code_challenge_method: undefined,
  }),
  "no code_challenge_method": ask({ code_challenge_method: undefined }),
  "code_challenge_method=plain": ask({ code_challenge_method: "plain" }),
  "code_challenge_method unknown": ask({ code_challenge_method: "S512" }),
  "code_challenge too short": ask({ code_challenge: "a".repeat(42) }),
  "code_challenge too long": ask({ code_challenge: "a".repeat(129) }),
  "code_challenge with an illegal character": ask({
    code_challenge: `${pair.challenge.slice(1)}+`,
  }),
  "code_challenge twice": ask({}, [["code_challenge", pair.challenge]]),
  "no scope": ask({ scope: undefined }),
  "an unknown scope": ask({ scope: "openid magic" }),
  "scope twice": ask({}, [["scope", "openid"]]),
  "no state": ask({ state: undefined }),
  "state twice": ask({}, [["state", "s"]]),
  "state of strange characters": ask({ state: "a b&c=ü+%00" }),
  "prompt=none": ask({ prompt: "none" }),
  "prompt=login": ask({ prompt: "login" }),
  "prompt=consent": ask({ prompt: "consent" }),
  "prompt=none login": ask({ prompt: "none login" }),
  "prompt unknown": ask({ prompt: "magic" }),
  "max_age=0": ask({ max_age: "0" }),
  "max_age=10": ask({ max_age: "10" }),
  "max_age=-1": ask({ max_age: "-1" }),
  "max_age no number": ask({ max_age: "soon" }),
  "max_age and prompt=none": ask({ max_age: "10", prompt: "none" }),
  "id_token_hint that is no token": ask({ id_token_hint: "magic" }),
  login_hint: ask({ login_hint: "ada" }),
  ui_locales: ask({ ui_locales: "de en" }),
  acr_values: ask({ acr_values: "9" }),
  display: ask({ display: "popup" }),
  nonce: ask({ nonce: "n" }),
  "an unknown parameter": ask({ magic: "1" }),
  "an unknown parameter twice": ask({}, [
    ["magic", "1"],
    ["magic", "2"],
  ]),
  request: ask({ request: "eyJhbGciOiJub25lIn0.e30." }),
  request_uri: ask({ request_uri: "https://app.example/request" }),
  registration: ask({ registration: "{}" }),
  claims: ask({ claims: "{}" }),
  "a client that may not": ask({ client_id: "machine" }),
}

/**
 * A request to an endpoint of clients: who asks and how, and what. `{code}`, `{verifier}` are put
 * in.
 */
export interface TokenRequest {
  readonly as: "confidential" | "public" | "machine" | "nobody" | "none"
  readonly by?: "basic" | "post" | "both" | "wrong" | "wrong-post" | "id-only" | "malformed"
  readonly fields: Pairs
  readonly contentType?: string
  readonly query?: string
}

const form = (fields: Fields, more: Pairs = []): Pairs => [...pairs(fields), ...more]
const redeeming = {
  grant_type: "authorization_code",
  code: "{code}",
  redirect_uri: redirectUri,
  code_verifier: pair.verifier,
}
const redeem = (changes: Fields = {}, more: Pairs = []): Pairs =>
  form({ ...redeeming, ...changes }, more)
const own = { grant_type: "client_credentials" }

/** Requests to the token endpoint. */
export const tokenCorpus: Readonly<Record<string, TokenRequest>> = {
  "a good code by Basic": { as: "confidential", fields: redeem() },
  "a good code of a public client": { as: "public", fields: redeem() },
  "no grant_type": { as: "confidential", fields: redeem({ grant_type: undefined }) },
  "an unknown grant_type": { as: "confidential", fields: redeem({ grant_type: "magic" }) },
  "grant_type=password": {
    as: "confidential",
    fields: form({ grant_type: "password", username: "ada", password: "x" }),
  },
  "grant_type twice": {
    as: "confidential",
    fields: redeem({}, [["grant_type", "authorization_code"]]),
  },
  "no code": { as: "confidential", fields: redeem({ code: undefined }) },
  "an unknown code": { as: "confidential", fields: redeem({ code: "magic" }) },
  "no redirect_uri": { as: "confidential", fields: redeem({ redirect_uri: undefined }) },
  "another redirect_uri": {
    as: "confidential",
    fields: redeem({ redirect_uri: "https://app.example/callback?fixed=1" }),
  },
  "no code_verifier": { as: "confidential", fields: redeem({ code_verifier: undefined }) },
  "a wrong code_verifier": {
    as: "confidential",
    fields: redeem({ code_verifier: "a".repeat(43) }),
  },
  "a code_verifier of 42 characters": {
    as: "confidential",
    fields: redeem({ code_verifier: "a".repeat(42) }),
  },
  "a code_verifier of 129 characters": {
    as: "confidential",
    fields: redeem({ code_verifier: "a".repeat(129) }),
  },
  "the challenge as verifier": {
    as: "confidential",
    fields: redeem({ code_verifier: pair.challenge }),
  },
  "no client at all": { as: "none", fields: redeem() },
  "an unknown client": { as: "nobody", fields: redeem() },
  "a wrong secret by Basic": { as: "confidential", by: "wrong", fields: redeem() },
  "a wrong secret in the body": { as: "confidential", by: "wrong-post", fields: redeem() },
  "a confidential client without its secret": {
    as: "confidential",
    by: "id-only",
    fields: redeem(),
  },
  "a public client with a secret": { as: "public", by: "wrong-post", fields: redeem() },
  "Basic and body at once": { as: "confidential", by: "both", fields: redeem() },
  "Basic that is no Basic": { as: "confidential", by: "malformed", fields: redeem() },
  client_credentials: { as: "machine", fields: form({ ...own, scope: "organization:read" }) },
  "client_credentials without a scope": { as: "machine", fields: form(own) },
  "client_credentials with an unknown scope": {
    as: "machine",
    fields: form({ ...own, scope: "magic" }),
  },
  "client_credentials of a public client": { as: "public", fields: form(own) },
  "a grant that the client may not use": { as: "machine", fields: redeem() },
  "no refresh_token": { as: "confidential", fields: form({ grant_type: "refresh_token" }) },
  "an unknown refresh_token": {
    as: "confidential",
    fields: form({ grant_type: "refresh_token", refresh_token: "magic" }),
  },
  "JSON instead of a form": {
    as: "confidential",
    fields: redeem(),
    contentType: "application/json",
  },
  "an empty body": { as: "confidential", fields: [] },
}
