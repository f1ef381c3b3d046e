import type { SignedIn } from "../accounts/login.ts"
import type { PageInput } from "../foundation/kernel/inputs.ts"
import type { Role } from "../foundation/access/role.ts"
import type { Parameters } from "./authorization/authorization-request.ts"
import type { Interaction } from "./authorization/interaction.ts"
import type { ClientCredentials } from "./clients/client-credentials.ts"
import type { ClientLinks, GrantType, OauthClient } from "./clients/client.ts"

/** Names an app, in an organization or in the platform. */
export interface OwnedByInput {
  /** Slug or uuid of the organization. Undefined for a client of the platform: the host alone. */
  readonly organization: string | undefined
}

/** A new app. Its links are absolute URLs. */
export interface CreateAppInput extends OwnedByInput, Partial<ClientLinks> {
  /** What users see, 1 to 100 characters. */
  readonly name: string
  /** A `confidential` app keeps a secret; a `public` one has none. */
  readonly clientType: OauthClient["clientType"]
  /** The OAuth grants that it may use. */
  readonly grantTypes: readonly GrantType[]
  /** The scopes that it may ask for. */
  readonly scopes: readonly string[]
  /** Where users return after they sign in; at most 20, compared exactly. Default none. */
  readonly redirectUris?: readonly string[] | undefined
  /** Where users return after they sign out; at most 20, compared exactly. Default none. */
  readonly postLogoutRedirectUris?: readonly string[] | undefined
  /** The role of the app itself in the organization. Default: none. */
  readonly serviceRole?: Role | undefined
  /** Whether users are not asked for consent. Only the host may set it. Default `false`. */
  readonly isFirstParty?: boolean | undefined
}

/** Which apps. */
export interface ListAppsInput extends OwnedByInput, PageInput<"created_at" | "name"> {}

/** Names an app. */
export interface AppInput extends OwnedByInput {
  /** The app's `client_id`. */
  readonly clientId: string
}

/** What changes of an app; undefined leaves a field, `null` clears it. */
export interface UpdateAppInput extends AppInput {
  /** What users see, 1 to 100 characters. */
  readonly name?: string | undefined
  /** The OAuth grants that it may use. */
  readonly grantTypes?: readonly GrantType[] | undefined
  /** The scopes that it may ask for. */
  readonly scopes?: readonly string[] | undefined
  /** Whether users are not asked for consent. Only the host may set it. */
  readonly isFirstParty?: boolean | undefined
  /** Where users return after they sign in; at most 20, compared exactly. */
  readonly redirectUris?: readonly string[] | undefined
  /** Where users return after they sign out; at most 20, compared exactly. */
  readonly postLogoutRedirectUris?: readonly string[] | undefined
  /** The role of the app itself in the organization. */
  readonly serviceRole?: Role | null | undefined
  /** An absolute URL of the app's icon. */
  readonly iconUrl?: string | null | undefined
  /** An absolute URL of the app's home page. */
  readonly websiteUrl?: string | null | undefined
  /** An absolute URL of its privacy policy. */
  readonly policyUrl?: string | null | undefined
  /** An absolute URL of its terms of service. */
  readonly tosUrl?: string | null | undefined
}

/** Names a client by its id alone. */
export interface ClientInput {
  /** The `client_id`. */
  readonly clientId: string
}

/** An origin that a browser sends. */
export interface AppOriginInput {
  /** Scheme, host and port, as in the `Origin` header. */
  readonly origin: string
}

/** The browser that sends a request. */
export interface Browser {
  /**
   * The value of the browser's cookie. It proves that a form comes from the browser that loaded the
   * page. Undefined for a browser without the cookie.
   */
  readonly browserToken: string | undefined
  /** The user who is signed in there. */
  readonly signedIn: SignedIn | undefined
  /** How users can sign in, the preferred way first. */
  readonly methods: Interaction["login"]["methods"]
}

/** An authorization request. */
export interface AuthorizeInput extends Browser {
  /** The parameters of the request, each with all its values. */
  readonly parameters: Parameters
}

/** An authorization that waits for its user. */
export interface ChallengeInput extends Browser {
  /** The challenge that `authorize` returned. */
  readonly challenge: string
}

/** An authorization that waits, to be shown again. */
export interface ResumeAuthorizationInput extends ChallengeInput {
  /**
   * For a program without cookies: the token that it was given, which is proof enough while no user
   * is signed in.
   */
  readonly csrfToken?: string | undefined
}

/** An authorization that waits, and the user who has signed in meanwhile. */
export interface AdvanceInput extends ChallengeInput {
  /** The user who signed in. */
  readonly signedIn: SignedIn
}

/** A sign-in form, before its password is looked at. */
export interface CheckSignInInput extends ChallengeInput {
  /** The token of the form. */
  readonly csrfToken: string
  /**
   * Whether the form came as JSON, which no page of another origin can send unasked. Only then it
   * may come without the cookie: from a program that kept the token alone.
   */
  readonly isJson: boolean
}

/** A user's answer to a consent page. */
export interface DecideInput extends ChallengeInput {
  /** The token of the form. */
  readonly csrfToken: string
  /** What the user chose. */
  readonly decision: "accept" | "deny"
  /** The scopes that the user allows, of those requested; undefined allows all. */
  readonly scopes: readonly string[] | undefined
  /** Whether the consent is remembered, and the user not asked next time. */
  readonly isRemembered: boolean
}

/** What every request of a client to the token endpoints carries. */
export interface ClientRequest {
  /** The client, and its proof. */
  readonly client: ClientCredentials
}

/** The `client_credentials` grant. */
export interface IssueClientTokenInput extends ClientRequest {
  /** Scopes, separated by spaces; undefined asks for all that the client has. */
  readonly scope: string | undefined
}

/** The `authorization_code` grant. */
export interface RedeemCodeInput extends ClientRequest {
  /** The code of the redirect. It works once. */
  readonly code: string
  /** The same as in the authorization request. */
  readonly redirectUri: string
  /** The PKCE verifier (RFC 7636). */
  readonly codeVerifier: string
}

/** The `refresh_token` grant. */
export interface RefreshInput extends ClientRequest {
  /** The newest refresh token of the session. */
  readonly refreshToken: string
  /**
   * Scopes, separated by spaces. Narrows this access token alone; the next refresh may ask for all
   * again (RFC 6749 section 6).
   */
  readonly scope: string | undefined
}

/** The token exchange grant: a user's token for one of an organization. */
export interface ExchangeInput extends ClientRequest {
  /** A live access token of the user, issued to this client. */
  readonly subjectToken: string
  /** Scopes, separated by spaces; undefined asks for all that the subject token has. */
  readonly scope: string | undefined
  /** Uuid of the organization. All of the three ways that are sent must name the same. */
  readonly organizationUuid: string | undefined
  /** The organization, as resource URLs. */
  readonly resources: readonly string[]
  /** The organization, as audiences. */
  readonly audiences: readonly string[]
}

/** A token that a client asks about, or gives back. */
export interface TokenInput extends ClientRequest {
  /** An access token or a refresh token. */
  readonly token: string
}

/** A token for a user without a sign-in. */
export interface IssueUserTokenInput extends ClientInput {
  /** Uuid of the user. */
  readonly userUuid: string
  /** Slug or uuid of an organization, for a token that is bound to it. */
  readonly organization: string | undefined
  /** At least one; the client must have them. */
  readonly scopes: readonly string[]
}

/** A logout that an app asks for (OpenID Connect RP-Initiated Logout). */
export interface LogoutInput {
  /** An ID token of the user, which proves who signs out. */
  readonly idTokenHint: string | undefined
  /** The app, where no ID token names it. */
  readonly clientId: string | undefined
  /** Where the browser goes afterwards; one that the app registered. */
  readonly postLogoutRedirectUri: string | undefined
  /** Returned to the app as it is. */
  readonly state: string | undefined
  /** The user who is signed in in this browser. */
  readonly signedIn: SignedIn | undefined
  /** Whether the user confirmed it on the server's page. */
  readonly isConfirmed: boolean
}
