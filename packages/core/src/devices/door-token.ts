import type { DoorCaller } from "../foundation/access/caller.ts"
import { audienceOf, issuerOf } from "../oauth/tokens/access-token.ts"
import { type SignedToken, signToken, tokenTypes } from "../oauth/tokens/signed-token.ts"
import type { ServiceSigner } from "../service-keys/service-keyring.ts"
import { type Device, isDeviceLive, type LiveDevice } from "./device.ts"

/**
 * What a door may do, written in its token for the programs that read it. No published scopes:
 * nobody can ask for these.
 */
const doorScope = "session:manifest:read session:admit"

/** What a door token says. It has no `sid`: the row of its device stands behind it. */
export interface DoorClaims {
  readonly iss: string
  /** `device:{uuid}`. */
  readonly sub: string
  readonly aud: string
  /**
   * The token's own id: the device's uuid for its first token, another for one that was renewed.
   */
  readonly jti: string
  /** Left out when the host issued it. */
  readonly client_id?: string
  readonly session_uuid: string
  readonly organization_uuid: string
  readonly scope: string
  /** Seconds, like the next two. */
  readonly nbf: number
  readonly exp: number
  readonly iat: number
}

const subjectPrefix = "device:"

const subjectOf = (deviceUuid: string): string => `${subjectPrefix}${deviceUuid}`

/** The device that a door token speaks for. */
export const deviceIn = ({ sub }: Pick<DoorClaims, "sub">): string =>
  sub.slice(subjectPrefix.length)

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

/** What the token of a device says, in the service of that base URL. */
export const doorClaims = (device: Device, baseUrl: string): DoorClaims => ({
  iss: issuerOf(baseUrl),
  sub: subjectOf(device.uuid),
  aud: audienceOf(baseUrl),
  jti: device.tokenUuid,
  ...(device.clientId === undefined ? {} : { client_id: device.clientId }),
  session_uuid: device.sessionUuid,
  organization_uuid: device.organizationUuid,
  scope: doorScope,
  nbf: seconds(device.notBefore),
  exp: seconds(device.expiresAt),
  iat: seconds(device.issuedAt),
})

/** Signs a door token: RS256, `typ: door+jwt`. */
export const signDoorToken = (claims: DoorClaims, signer: ServiceSigner): Promise<string> =>
  signToken(tokenTypes.door, claims, signer)

/**
 * The claims of a door token of this service, whatever the time; undefined for a token of another
 * type, issuer or audience.
 */
export const doorClaimsIn = (
  { typ, claims }: SignedToken,
  baseUrl: string,
): DoorClaims | undefined =>
  typ === tokenTypes.door &&
  isDoorClaims(claims) &&
  claims.iss === issuerOf(baseUrl) &&
  claims.aud === audienceOf(baseUrl)
    ? claims
    : undefined

const texts = ["iss", "sub", "aud", "jti", "session_uuid", "organization_uuid", "scope"] as const
const moments = ["nbf", "exp", "iat"] as const

const isDoorClaims = (
  claims: Readonly<Record<string, unknown>>,
): claims is Readonly<Record<string, unknown>> & DoorClaims =>
  texts.every((name) => typeof claims[name] === "string") &&
  moments.every((name) => typeof claims[name] === "number") &&
  (claims["client_id"] === undefined || typeof claims["client_id"] === "string") &&
  !("sid" in claims)

/**
 * Who a door token speaks for that is good now, if its device lives and is the one that the token
 * tells of.
 */
export const doorCallerOf = (
  found: LiveDevice,
  claims: DoorClaims,
  now: Date,
): DoorCaller | undefined => {
  const { device } = found
  if (
    !isDeviceLive(found, now) ||
    claims.sub !== subjectOf(device.uuid) ||
    claims.jti !== device.tokenUuid
  )
    return undefined
  if (
    claims.session_uuid !== device.sessionUuid ||
    claims.organization_uuid !== device.organizationUuid
  )
    return undefined
  return {
    kind: "door",
    deviceUuid: device.uuid,
    sessionUuid: device.sessionUuid,
    organizationUuid: device.organizationUuid,
    // One that the host made is its own client, as an app's own token has the app for its subject.
    clientId: device.clientId ?? claims.sub,
    scopes: new Set(claims.scope.split(" ")),
    sid: device.uuid,
    isFirstParty: false,
  }
}
