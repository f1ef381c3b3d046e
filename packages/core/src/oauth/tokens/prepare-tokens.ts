import { doorClaimsIn } from "../../devices/door-token.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { signerAsOf } from "../../service-keys/prepare.ts"
import { step } from "../../foundation/step.ts"
import { Ports, prepare, sharedRead } from "../../foundation/unit-of-work.ts"
import {
  type AccessClaims,
  accessClaimsIn,
  audienceOf,
  issuerOf,
  signAccessToken,
} from "./access-token.ts"
import { signIdToken } from "./id-token.ts"
import type { LiveSession } from "../oauth-repository.ts"
import type { OauthClient } from "../clients/client.ts"
import type { OauthSession } from "../sessions/session.ts"

interface ToSign {
  readonly session: OauthSession
  readonly client: OauthClient
  readonly scopes: readonly string[]
  /** For an org-scoped token. */
  readonly organizationUuid?: string | undefined
  /** When the keys that sign tokens changed last, as a read of this operation has told. */
  readonly keysChangedAt: Date | undefined
  readonly now: Date
}

/** Signs an access token of a session. It is worth nothing until the session is in the store. */
export const signedAccessToken = step(function* ({
  session,
  client,
  scopes,
  organizationUuid,
  keysChangedAt,
  now,
}: ToSign) {
  const { ids, settings } = yield* Ports
  const signer = yield* signerAsOf("tokens", keysChangedAt)
  const iat = seconds(now)
  const end = Math.min(iat + limits.accessTokenLifetimeSeconds, seconds(session.expiresAt))
  const claims: AccessClaims = {
    iss: issuerOf(settings.baseUrl),
    sub: session.userUuid ?? client.clientId,
    aud: audienceOf(settings.baseUrl),
    exp: end,
    iat,
    jti: ids.uuid(),
    client_id: client.clientId,
    scope: scopes.join(" "),
    sid: session.sid,
    ...(session.authTime === undefined
      ? {}
      : { auth_time: seconds(session.authTime), amr: session.amr }),
    ...(session.acr === undefined ? {} : { acr: session.acr }),
    ...(organizationUuid === undefined ? {} : { organization_uuid: organizationUuid }),
    ...(client.organizationUuid === undefined
      ? {}
      : { client_organization_uuid: client.organizationUuid }),
  }
  const accessToken = yield* prepare(() => signAccessToken(claims, signer))
  return { accessToken, expiresInSeconds: end - iat, scope: claims.scope }
})

/**
 * Signs the ID token that goes with an access token signed just before; undefined without the scope
 * `openid`.
 */
export const signedIdToken = step(function* (
  { session, client, scopes, now }: ToSign,
  { accessToken, nonce }: { readonly accessToken: string; readonly nonce: string | undefined },
) {
  const { userUuid, authTime, acr } = session
  if (
    !scopes.includes("openid") ||
    userUuid === undefined ||
    authTime === undefined ||
    acr === undefined
  )
    return undefined
  const { serviceKeys, settings } = yield* Ports
  const iat = seconds(now)
  const claims = {
    iss: issuerOf(settings.baseUrl),
    sub: userUuid,
    aud: client.clientId,
    azp: client.clientId,
    exp: iat + limits.accessTokenLifetimeSeconds,
    iat,
    auth_time: seconds(authTime),
    acr,
    amr: session.amr,
    sid: session.sid,
    ...(nonce === undefined ? {} : { nonce }),
  }
  return yield* prepare(() => signIdToken(claims, accessToken, serviceKeys.signer("tokens")))
})

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)

/**
 * An access token that was sent to us in a form, with its session: undefined when it is none of
 * ours. Its time and its session are for the caller to judge. Opens a read of its own.
 */
export const openedAccessToken = step(function* (token: string) {
  const { tokenVerifier, serviceKeys } = yield* Ports
  if (tokenVerifier.namesStrangeKey(token)) yield* prepare(() => serviceKeys.reload())
  const claims = yield* claimsNow(token)
  if (claims === undefined) return undefined
  const live: LiveSession | undefined = yield* sharedRead(function* (tx) {
    return yield* tx.oauthSessions.find(claims.sid)
  })
  if (live === undefined) return undefined
  if (serviceKeys.knows(live.keysChangedAt)) return { claims, live }
  yield* prepare(() => serviceKeys.reload())
  return (yield* claimsNow(token)) === undefined ? undefined : { claims, live }
})

const claimsNow = step(function* (token: string) {
  const { tokenVerifier, settings } = yield* Ports
  const signed = yield* prepare(() => tokenVerifier.open(token))
  return signed === undefined ? undefined : accessClaimsIn(signed, settings.baseUrl)
})

/**
 * A door's token that was sent to us in a form, whatever its time; undefined when it is none of
 * ours.
 */
export const openedDoorToken = step(function* (token: string) {
  const { tokenVerifier, settings } = yield* Ports
  const signed = yield* prepare(() => tokenVerifier.open(token))
  return signed === undefined ? undefined : doorClaimsIn(signed, settings.baseUrl)
})
