import type { Caller } from "../../foundation/access/caller.ts"
import { deviceIn, type DoorClaims, doorCallerOf } from "../../devices/door-token.ts"
import { InvalidCredentials } from "../../foundation/errors/refusals.ts"
import type { Clock } from "../../foundation/ports/clock.ts"
import type { ServiceKeyring } from "../../service-keys/service-keyring.ts"
import type { Repositories, Storage } from "../../foundation/storage/storage.ts"
import type { AccessClaims } from "./access-token.ts"
import { callerOf } from "./caller-of.ts"
import type { TokenVerifier } from "./token-verifier.ts"

/** Says who an access token speaks for; rejects with {@link InvalidCredentials}. */
export type Authenticate = (token: string) => Promise<Caller>

interface AuthenticateParts {
  readonly storage: Storage
  readonly clock: Clock
  readonly keyring: ServiceKeyring
  readonly verifier: TokenVerifier
}

/**
 * The signature is remembered, the session (of a door: the device) is not: each call asks the store
 * once, so that an ended session is refused by the very next call in every process. The same read
 * tells whether the keys have changed since this process read them. Plain promises, since every
 * request pays for it.
 */
export const openAuthenticate = ({
  storage,
  clock,
  keyring,
  verifier,
}: AuthenticateParts): Authenticate => {
  const callerBehind = async (token: string, now: Date): Promise<Caller | undefined> => {
    const claims = await verifier.check(token, now)
    if (claims === undefined) return undefined
    const found = await storage.transact("read", (tx) => behind(tx, claims, now))
    if (found === undefined || keyring.knows(found.keysChangedAt)) return found?.caller
    await keyring.reload()
    return (await verifier.check(token, now)) === undefined ? undefined : found.caller
  }
  /** The key may be one that another process has made since. */
  const callerByNewKey = async (token: string, now: Date): Promise<Caller | undefined> => {
    if (!verifier.namesStrangeKey(token)) return undefined
    await keyring.reload()
    return callerBehind(token, now)
  }
  return async (token) => {
    const now = clock.now()
    const caller = (await callerBehind(token, now)) ?? (await callerByNewKey(token, now))
    if (caller === undefined)
      throw new InvalidCredentials({
        reason: "The access token is missing, malformed, expired or revoked.",
      })
    return caller
  }
}

/**
 * One read: the session behind an access token, or the device behind a door's, and what that makes
 * of the caller.
 */
const behind = async (tx: Repositories, claims: AccessClaims | DoorClaims, now: Date) => {
  if ("sid" in claims) {
    const found = await tx.oauthSessions.find(claims.sid)
    if (found === undefined) return undefined
    const caller = callerOf(found, claims, now)
    // A person's token for an organization ends with it. Its apps are disabled with it, and a
    // door's reaches nothing but a session.
    const isGone =
      caller?.kind === "organization" &&
      (await tx.organizations.find(caller.organizationUuid)) === undefined
    return { caller: isGone ? undefined : caller, keysChangedAt: found.keysChangedAt }
  }
  const found = await tx.devices.find(deviceIn(claims))
  return found && { caller: doorCallerOf(found, claims, now), keysChangedAt: found.keysChangedAt }
}
