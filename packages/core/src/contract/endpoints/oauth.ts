import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { reads } from "../access.ts"
import { endpoint, reference, text } from "../endpoint.ts"
import { ConsentData, RedirectTo } from "../resources/consent-data.ts"

const open = { base: "oauth2", access: undefined, status: 200, errors: [] } as const

const authorization = z.object({
  response_type: text(limits.responseTypeMax).meta({ description: "`code`; required" }).optional(),
  client_id: text(limits.clientIdMax).meta({ description: "required" }).optional(),
  redirect_uri: text(limits.redirectUriMax)
    .meta({ description: "required; exactly as registered" })
    .optional(),
  scope: text(limits.scopeMax).optional(),
  state: text(limits.stateMax).optional(),
  code_challenge: text(43).meta({ description: "PKCE, required" }).optional(),
  code_challenge_method: text(16).meta({ description: "`S256`" }).optional(),
  nonce: text(512).optional(),
  prompt: text(64)
    .meta({ description: "`none`, or any of `login`, `consent`, `select_account`" })
    .optional(),
  max_age: text(10).optional(),
  id_token_hint: text(8192).optional(),
  login_hint: text(320).optional(),
  acr_values: text(256).optional(),
  display: text(256).optional(),
  ui_locales: text(256).optional(),
  claims_locales: text(256).optional(),
  response_mode: text(16).meta({ description: "`query` or `form_post`" }).optional(),
  resource: text(limits.redirectUriMax).optional(),
})

const toTheApp = { description: "Redirect to the app's redirect_uri or to a sign-in page" }

const authorizing = {
  ...open,
  hasPages: true,
  alsoAnswers: { 303: toTheApp },
  path: "/authorize",
  bucket: "none",
  limits: [
    { name: "authorize", limit: 60, windowSeconds: 60, keyedOn: "user session", counts: "calls" },
  ],
  response: ConsentData,
} as const

export const authorize = endpoint({
  ...authorizing,
  name: "oauth.authorize",
  hasNoMethod: true,
  method: "GET",
  summary: "Starts the authorization code flow (RFC 6749, OpenID Connect Core).",
  description:
    "If no sign-in or consent is needed, 303 to redirect_uri with `code` (or `error`), `state` and `iss`. Otherwise, data for a consent screen if JSON is preferred, or a redirect to the built-in pages if HTML is preferred.",
  query: authorization,
})

export const authorizeByPost = endpoint({
  ...authorizing,
  name: "oauth.authorizeByPost",
  hasNoMethod: true,
  method: "POST",
  summary: "Starts the authorization code flow, with the parameters in a form.",
  bodyType: "form",
  body: authorization,
})

const signIn = {
  ...open,
  errors: ["InteractionRefused"],
  hasPages: true,
  bucket: "write",
  response: z.union([RedirectTo, ConsentData]),
} as const

export const login = endpoint({
  ...signIn,
  name: "oauth.login",
  hasNoMethod: true,
  method: "POST",
  path: "/login",
  alsoAnswers: {
    303: { description: "For a form: redirect to the next page or to the app" },
    401: {
      description: "Wrong username or password: the same data with `error`",
      isResponse: true,
    },
  },
  summary: "Signs a user in by password and continues the pending request.",
  description:
    "Accepts JSON or a form. If the username or password is wrong, the answer is 401 with the same data and `error`.",
  body: z.object({
    challenge: text(128),
    csrf_token: text(128),
    username: text(254),
    password: text(256),
  }),
})

export const consent = endpoint({
  ...signIn,
  name: "oauth.consent",
  hasNoMethod: true,
  method: "POST",
  path: "/consent",
  alsoAnswers: { 303: { description: "For a form: redirect to the app or to the next page" } },
  summary: "Accepts or denies the consent for the user.",
  description: "Accepts JSON or a form.",
  body: z.object({
    challenge: text(128),
    csrf_token: text(128),
    decision: z.enum(["accept", "deny"]),
    scopes: z.array(text(64)).max(128).optional(),
    remember: z.boolean().default(true),
  }),
})

const tokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
  scope: z.string(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.int().optional(),
  id_token: z.string().optional(),
  issued_token_type: z.string().optional(),
})

const secretly = {
  client_id: text(limits.clientIdMax).optional(),
  client_secret: text(256).optional(),
}

export const token = endpoint({
  ...open,
  name: "oauth.token",
  hasNoMethod: true,
  method: "POST",
  path: "/token",
  provesClient: true,
  summary: "Issues tokens (RFC 6749, RFC 8693).",
  description:
    "Grants: `authorization_code` with PKCE, `refresh_token` (rotates; a second use ends the session), `client_credentials`, and token exchange for an org-scoped token.",
  bucket: "none",
  limits: [
    { name: "token", limit: 20, windowSeconds: 60, keyedOn: "client_id and ip", counts: "calls" },
    {
      name: "token-failed-auth",
      limit: 5,
      windowSeconds: 60,
      keyedOn: "ip",
      counts: "failures",
      stopsAll: true,
    },
  ],
  bodyType: "form",
  body: z.object({
    grant_type: text(128),
    ...secretly,
    scope: text(limits.scopeMax).optional(),
    code: text(256).optional(),
    redirect_uri: text(limits.redirectUriMax).optional(),
    code_verifier: text(128).optional(),
    refresh_token: text(256).optional(),
    subject_token: text(8192).optional(),
    subject_token_type: text(128).optional(),
    requested_token_type: text(128).optional(),
    actor_token: text(8192).optional(),
    actor_token_type: text(128).optional(),
    organization_uuid: reference(80, 0).optional(),
    resource: text(limits.redirectUriMax).optional(),
    audience: text(256).optional(),
  }),
  response: tokenResponse,
})

const tokenForm = {
  ...open,
  bodyType: "form",
  body: z.object({ token: text(8192), token_type_hint: text(64).optional(), ...secretly }),
} as const

export const introspect = endpoint({
  ...tokenForm,
  provesClient: true,
  name: "oauth.introspect",
  hasNoMethod: true,
  method: "POST",
  path: "/introspect",
  summary: "Returns whether a token is active, and its claims (RFC 7662).",
  description:
    "Confidential clients may introspect their own tokens, those of their organization's other apps, and those bound to their organization. For any other token, the answer is `active: false`. A public client is refused with 401 `invalid_client`.",
  bucket: "none",
  limits: [
    { name: "introspect", limit: 100, windowSeconds: 60, keyedOn: "client_id", counts: "calls" },
    {
      name: "introspect-failed-auth",
      limit: 5,
      windowSeconds: 60,
      keyedOn: "ip",
      counts: "failures",
    },
  ],
  response: z.object({
    active: z.boolean(),
    scope: z.string().optional(),
    client_id: z.string().optional(),
    username: z.string().optional(),
    token_type: z.string().optional(),
    exp: z.int().optional(),
    iat: z.int().optional(),
    sub: z.string().optional(),
    aud: z.string().optional(),
    iss: z.string().optional(),
    jti: z.string().optional(),
    sid: z.string().optional(),
    organization_uuid: z.string().optional(),
    session_uuid: z.string().optional(),
    auth_time: z.int().optional(),
    acr: z.string().optional(),
    amr: z.array(z.string()).optional(),
    token_use: z.enum(["access", "refresh", "door"]).optional(),
  }),
})

export const revoke = endpoint({
  ...tokenForm,
  provesClient: true,
  name: "oauth.revoke",
  hasNoMethod: true,
  method: "POST",
  path: "/revoke",
  summary: "Ends the session that a token belongs to (RFC 7009).",
  bucket: "none",
  limits: [
    { name: "revoke", limit: 30, windowSeconds: 60, keyedOn: "client_id", counts: "calls" },
    { name: "revoke-failed-auth", limit: 5, windowSeconds: 60, keyedOn: "ip", counts: "failures" },
  ],
  response: z.object({}),
})

const aboutUser = {
  base: "oauth2",
  path: "/userinfo",
  access: reads("openid", "U"),
  status: 200,
  errors: [],
  response: z.object({
    sub: z.string(),
    name: z.string().optional(),
    given_name: z.string().optional(),
    family_name: z.string().optional(),
    preferred_username: z.string().optional(),
    updated_at: z.int().optional(),
    email: z.string().optional(),
    email_verified: z.boolean().optional(),
    phone_number: z.string().optional(),
    phone_number_verified: z.boolean().optional(),
    organizations: z
      .array(z.object({ uuid: z.string(), slug: z.string(), name: z.string(), role: z.string() }))
      .readonly()
      .optional(),
  }),
} as const

export const userinfo = endpoint({
  ...aboutUser,
  name: "oauth.userinfo",
  method: "GET",
  summary:
    "Returns claims about the user of the token, by its scopes (OpenID Connect Core section 5.3).",
  bucket: "read",
})

export const userinfoByPost = endpoint({
  ...aboutUser,
  name: "oauth.userinfoByPost",
  hasNoMethod: true,
  method: "POST",
  summary:
    "Returns claims about the user of the token, which may also be sent in a form as access_token.",
  bucket: "read",
})

export const configuration = endpoint({
  ...open,
  name: "oauth.configuration",
  method: "GET",
  path: "/.well-known/openid-configuration",
  summary:
    "Returns the metadata of this authorization server (OpenID Connect Discovery, RFC 8414).",
  bucket: "read",
  response: z.record(z.string(), z.unknown()),
})

export const jwks = endpoint({
  ...open,
  name: "oauth.jwks",
  method: "GET",
  path: "/.well-known/jwks.json",
  summary: "Lists the public keys that verify access tokens (RFC 7517).",
  bucket: "read",
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
})

export const scopes = endpoint({
  ...open,
  name: "oauth.scopes",
  method: "GET",
  path: "/scopes",
  summary: "Describes scopes in plain words: all of them, or the requested ones.",
  bucket: "read",
  query: z.object({ scope: text(limits.scopeMax).optional() }),
  response: z.object({
    scopes: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        group: z.string(),
        audience: z.array(z.string()),
        sensitive: z.boolean(),
      }),
    ),
  }),
})

export const clientInfo = endpoint({
  ...open,
  errors: ["NotFound"],
  name: "oauth.clientInfo",
  method: "GET",
  path: "/client-info",
  summary: "Returns the public details of an app.",
  bucket: "read",
  query: z.object({ client_id: text(limits.clientIdMax, 1) }),
  response: z.object({
    client_id: z.string(),
    name: z.string(),
    icon_url: z.string().nullable(),
    website_url: z.string().nullable(),
    policy_url: z.string().nullable(),
    tos_url: z.string().nullable(),
    organization: z
      .object({
        uuid: z.string(),
        name: z.string(),
        slug: z.string(),
        logo_image_file_url: z.string().nullable(),
      })
      .nullable(),
    is_first_party: z.boolean(),
  }),
})

const leaving = {
  id_token_hint: text(8192).optional(),
  client_id: text(limits.clientIdMax).optional(),
  post_logout_redirect_uri: text(limits.redirectUriMax).optional(),
  state: text(limits.stateMax).optional(),
  ui_locales: text(256).optional(),
}

const signOut = {
  ...open,
  path: "/logout",
  hasPages: true,
  alsoAnswers: { 303: { description: "Redirect to post_logout_redirect_uri" } },
} as const

export const logout = endpoint({
  ...signOut,
  name: "oauth.logout",
  hasNoMethod: true,
  method: "GET",
  summary: "Signs the user out (OpenID Connect RP-Initiated Logout).",
  bucket: "read",
  query: z.object(leaving),
  response: z.object({ message: z.string() }),
})

export const logoutByPost = endpoint({
  ...signOut,
  errors: ["InteractionRefused"],
  name: "oauth.logoutByPost",
  hasNoMethod: true,
  method: "POST",
  summary:
    "Signs the user out, with the parameters in a form. Also receives the confirmation of the built-in page.",
  bucket: "write",
  bodyType: "form",
  body: z.object({ ...leaving, csrf_token: text(128).optional() }),
  response: z.object({ message: z.string() }),
})
