import type { Caller } from "../../foundation/access/caller.ts"
import { deviceIn, type DoorClaims, doorCallerOf } from "../../devices/door-token.ts"
import { InvalidCredentials } from "../../foundation/errors/refusals.ts"
import type { Clock } from "../../foundation/ports/clock.ts"
import type { ServiceKeyring } from "../../service-keys/service-keyring.ts"
import type { Repositories, Storage } from "../../foundation/storage/storage.ts"
import type { AccessClaims } from "./access-token.ts"
import type { LiveSession } from "../oauth-repository.ts"
import { openNextRead } from "../../foundation/next-read.ts"
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
 * How calls share their reads. With two under way, one that takes long does not hold up those
 * behind it.
 */
const readsAtOnce = 2
const callsTogether = 64

/**
 * The signature is remembered, the session (of a door: the device) is not: each call asks the store
 * after it came, so that an ended session is refused by the very next call in every process. Calls
 * that wait share a read. The same read tells whether the keys have changed since this process read
 * them. Plain promises, since every request pays for it.
 */
export const openAuthenticate = ({
  storage,
  clock,
  keyring,
  verifier,
}: AuthenticateParts): Authenticate => {
  const look = openNextRead(
    (calls: readonly Call[]) => storage.transact("read", (tx) => allBehind(tx, calls)),
    { atOnce: readsAtOnce, together: callsTogether },
  )
  const callerBehind = async (token: string, now: Date): Promise<Caller | undefined> => {
    const checked = verifier.check(token, now)
    const claims = checked instanceof Promise ? await checked : checked
    if (claims === undefined) return undefined
    const found = await look({ claims, now })
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
        reason: "The access token is missing, malformed, expired or revoked. Request another one.",
      })
    return caller
  }
}

/** A call with a token whose signature is good. */
interface Call {
  readonly claims: AccessClaims | DoorClaims
  readonly now: Date
}

/** What stands behind a token, and what that makes of the caller. */
interface Behind {
  readonly caller: Caller | undefined
  readonly keysChangedAt: Date | undefined
}

type Finder<Found> = (key: string) => Found | undefined

/** What stands behind each of the calls, in their order. */
const allBehind = async (
  tx: Repositories,
  calls: readonly Call[],
): Promise<readonly (Behind | undefined)[]> => {
  const [only] = calls
  if (only !== undefined && calls.length === 1) return [await behind(tx, only)]
  const sessions = await sessionsOf(tx, calls)
  return Promise.all(calls.map((call) => behind(tx, call, sessions)))
}

const sessionsOf = async (
  tx: Repositories,
  calls: readonly Call[],
): Promise<Finder<LiveSession>> => {
  const sids = new Set(calls.flatMap(({ claims }) => ("sid" in claims ? [claims.sid] : [])))
  const found = await tx.oauthSessions.findAll([...sids])
  const bySid = new Map(found.map((live) => [live.session.sid, live]))
  return (sid) => bySid.get(sid)
}

/**
 * The session behind an access token, or the device behind a door's, and what that makes of the
 * caller.
 */
const behind = async (
  tx: Repositories,
  { claims, now }: Call,
  sessions?: Finder<LiveSession>,
): Promise<Behind | undefined> => {
  if ("sid" in claims) {
    const found =
      sessions === undefined ? await tx.oauthSessions.find(claims.sid) : sessions(claims.sid)
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
