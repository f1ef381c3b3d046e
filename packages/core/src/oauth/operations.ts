import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { Forbidden, NotFound } from "../errors/refusals.ts"
import { limits } from "../kernel/limits.ts"
import type { Role } from "../organizations/organization.ts"
import { organizationOf } from "../organizations/steps.ts"
import { Ports, prepare, read, transact } from "../unit-of-work.ts"
import { audienceOf, issuerOf, signAccessToken } from "./access-token.ts"
import type { GrantType, OauthClient, OauthSession } from "./client.ts"
import { OauthRefused } from "./refusal.ts"
import { grantedScopes } from "./scopes.ts"
import { knowsSecret, secretHash } from "./secret.ts"

/** An app to be. */
export interface RegisterClient {
  /** Undefined for a client of the platform itself. */
  readonly organization: string | undefined
  readonly name: string
  readonly clientType: OauthClient["clientType"]
  readonly grantTypes: readonly GrantType[]
  readonly scopes: readonly string[]
  readonly redirectUris?: readonly string[] | undefined
  readonly serviceRole?: Role | undefined
  readonly isFirstParty?: boolean | undefined
}

/** Registers an app. The secret of a confidential one is answered here, once, and nowhere else. For the host alone by now. */
export const registerClient = Effect.fnUntraced(function* (caller: Caller, input: RegisterClient) {
  if (caller.kind !== "host") return yield* new Forbidden({ reason: "Only the service itself registers apps." })
  const { ids } = yield* Ports
  const clientSecret = input.clientType === "confidential" ? ids.secret("sy_cs_") : undefined
  return yield* transact(function* (tx, now) {
    const organization = input.organization === undefined ? undefined : yield* organizationOf(input.organization)
    const client: OauthClient = {
      clientId: ids.uuid(),
      organizationUuid: organization?.uuid,
      name: input.name,
      clientType: input.clientType,
      secretHashes: clientSecret === undefined ? [] : [secretHash(clientSecret)],
      grantTypes: input.grantTypes,
      scopes: input.scopes,
      redirectUris: input.redirectUris ?? [],
      serviceRole: input.serviceRole,
      isFirstParty: input.isFirstParty ?? false,
      createdAt: now,
      disabledAt: undefined,
    }
    yield* tx.oauthClients.add(client)
    return { client, clientSecret }
  })
})

/** An access token as it is answered. */
export interface IssuedToken {
  readonly accessToken: string
  readonly expiresInSeconds: number
  /** Space-separated. */
  readonly scope: string
}

/** The `client_credentials` grant: a token of an app for itself, bound to its organization (RFC 6749 section 4.4). */
export const issueClientToken = Effect.fnUntraced(function* (input: {
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string | undefined
}) {
  const client = yield* read(function* (tx) {
    return yield* tx.oauthClients.find(input.clientId)
  })
  const isKnown = knowsSecret(client, input.clientSecret)
  if (client === undefined || !isKnown || client.disabledAt !== undefined)
    return yield* new OauthRefused({ error: "invalid_client", description: "The client is unknown, or its secret is wrong." })
  if (client.clientType !== "confidential" || !client.grantTypes.includes("client_credentials"))
    return yield* new OauthRefused({ error: "unauthorized_client", description: "This client may not use the client_credentials grant." })
  const scopes = yield* Effect.fromResult(grantedScopes(client, input.scope))
  return yield* openSession({ client, userUuid: undefined, organizationUuid: client.organizationUuid, scopes })
})

interface NewSession {
  readonly client: OauthClient
  readonly userUuid: string | undefined
  readonly organizationUuid: string | undefined
  readonly scopes: readonly string[]
}

const openSession = Effect.fnUntraced(function* ({ client, userUuid, organizationUuid, scopes }: NewSession) {
  const { ids, serviceKeys, settings } = yield* Ports
  const session = yield* transact(function* (tx, now) {
    const session: OauthSession = {
      sid: ids.uuid(),
      clientId: client.clientId,
      userUuid,
      organizationUuid,
      scopes,
      createdAt: now,
      expiresAt: new Date(now.getTime() + limits.accessTokenLifetimeSeconds * 1000),
      revokedAt: undefined,
    }
    yield* tx.oauthSessions.open(session)
    return session
  })
  const iat = Math.floor(session.createdAt.getTime() / 1000)
  const claims = {
    iss: issuerOf(settings.baseUrl),
    sub: userUuid ?? client.clientId,
    aud: audienceOf(settings.baseUrl),
    exp: iat + limits.accessTokenLifetimeSeconds,
    iat,
    jti: ids.uuid(),
    client_id: client.clientId,
    scope: scopes.join(" "),
    sid: session.sid,
    ...(organizationUuid === undefined ? {} : { organization_uuid: organizationUuid }),
  }
  const accessToken = yield* prepare(() => signAccessToken(claims, serviceKeys.signer("tokens")))
  return { accessToken, expiresInSeconds: limits.accessTokenLifetimeSeconds, scope: claims.scope } satisfies IssuedToken
})

/** A token for a user as a first-party app would get it. For the host alone: a test server's console, and later the sign-in. */
export const issueUserToken = Effect.fnUntraced(function* (
  caller: Caller,
  input: {
    readonly clientId: string
    readonly userUuid: string
    readonly organization: string | undefined
    readonly scopes: readonly string[]
  },
) {
  if (caller.kind !== "host") return yield* new Forbidden({ reason: "Only the service itself signs people in." })
  const found = yield* read(function* (tx) {
    const client = yield* tx.oauthClients.find(input.clientId)
    const user = yield* tx.users.find(input.userUuid)
    if (client === undefined || user === undefined) return yield* new NotFound({ what: "user" })
    const organization = input.organization === undefined ? undefined : yield* organizationOf(input.organization)
    return { client, organization }
  })
  return yield* openSession({
    client: found.client,
    userUuid: input.userUuid,
    organizationUuid: found.organization?.uuid,
    scopes: input.scopes,
  })
})
