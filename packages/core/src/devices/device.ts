import { Result } from "effect"
import { isEnabled, type User } from "../accounts/user.ts"
import { isAtLeast, type Role } from "../foundation/access/role.ts"
import { Conflict, Invalid } from "../foundation/errors/refusals.ts"
import { limits } from "../foundation/kernel/limits.ts"
import type { OauthClient } from "../oauth/clients/client.ts"
import type { Session } from "../sessions/session.ts"

/**
 * A device at the door of one session. Its token opens the few routes that a door needs, of that
 * session, until the device's term ends, the organization revokes it, or who asked for it may not
 * make door tokens there any more. The term is fixed when the token is signed: a session that is
 * moved later leaves it as it was, and a door that needs another one is issued another token.
 */
export interface Device {
  readonly uuid: string
  /** What its people call it; undefined when they did not say. */
  readonly name: string | undefined
  readonly sessionUuid: string
  readonly organizationUuid: string
  /** The app that asked for it, and with which it ends; undefined when the host did. */
  readonly clientId: string | undefined
  /** Undefined when an app asked by itself, or the host. */
  readonly createdByUserUuid: string | undefined
  /** The id of its token that is good: a token that was issued before the last renewal is not. */
  readonly tokenUuid: string
  /** When that token was issued. */
  readonly issuedAt: Date
  readonly notBefore: Date
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly revokedAt: Date | undefined
}

/** The app that asked for a device, as it is now. */
export type DeviceApp = Pick<OauthClient, "disabledAt" | "isFirstParty" | "serviceRole">

/** The user who asked for a device, as they are now. */
export interface DeviceMaker extends Pick<User, "accountType" | "disabledAt" | "deletedAt"> {
  /** Their role in the device's organization; undefined when they are not on its team. */
  readonly role: Role | undefined
}

/** A device with what decides whether its token still opens anything. */
export interface LiveDevice {
  readonly device: Device
  /** Undefined when no app asked for it. */
  readonly client: DeviceApp | undefined
  /** Undefined when no user asked for it. */
  readonly maker: DeviceMaker | undefined
  /**
   * When the keys that sign tokens last changed: a process that read them before must read them
   * again.
   */
  readonly keysChangedAt: Date | undefined
}

/** The weakest role that may make a door token, and that its maker must keep while it is used. */
export const doorMakerRole: Role = "staff"

/**
 * Whether the device may still act at `now`: not revoked, not expired, its app not disabled, and
 * its maker still a user or an app that may make door tokens in the organization.
 */
export const isDeviceLive = (found: LiveDevice, now: Date): boolean =>
  found.device.revokedAt === undefined &&
  found.client?.disabledAt === undefined &&
  now < found.device.expiresAt &&
  isMakerEntitled(found)

const isMakerEntitled = ({ device, client, maker }: LiveDevice): boolean => {
  if (device.createdByUserUuid === undefined)
    return device.clientId === undefined || isRoleEnough(client?.serviceRole)
  if (maker === undefined || !isEnabled(maker)) return false
  const hasBypass = maker.accountType === "service" && client?.isFirstParty === true
  return hasBypass || isRoleEnough(maker.role)
}

const isRoleEnough = (role: Role | undefined): boolean =>
  role !== undefined && isAtLeast(role, doorMakerRole)

/** When a device's token begins and ends to hold. */
export type DoorTerm = Pick<Device, "notBefore" | "expiresAt">

const marginMs = limits.doorTokenMarginSeconds * 1000
const longestMs = limits.doorTokenLongestSeconds * 1000

/**
 * From a day before the session, or from now on when that comes first, so that a new door can be
 * tried at once; to a day after it, so that a door that was offline can still upload. Whole
 * seconds, as tokens tell time.
 *
 * Four weeks at most: the key that signed it is withdrawn a while after it was replaced, and a
 * token must not end unforeseen. So it is refused while the session is too far ahead for that, as
 * it is when the day after the session is over, and a session that goes on for longer needs another
 * token by then. `requestedExpiry` may end it earlier, never later.
 */
export const doorTermAt = (
  session: Pick<Session, "startTime" | "endTime">,
  now: Date,
  requestedExpiry?: Date,
): Result.Result<DoorTerm, Conflict | Invalid> => {
  if (requestedExpiry !== undefined && requestedExpiry <= now)
    return Result.fail(new Invalid({ errors: { expires_at: "must lie ahead" } }))
  const [starts, ends] = [
    session.startTime.getTime() - marginMs,
    session.endTime.getTime() + marginMs,
  ]
  const latest = wholeSecond(now.getTime()) + longestMs
  if (now.getTime() >= ends)
    return Result.fail(
      new Conflict({
        reason: "session_over",
        message: "The session and the upload period of its doors are over.",
      }),
    )
  if (session.startTime.getTime() > latest - marginMs)
    return Result.fail(
      new Conflict({
        reason: "session_far_ahead",
        message: "A door token is valid for at most four weeks. Create it closer to the session.",
      }),
    )
  return Result.succeed({
    notBefore: new Date(wholeSecond(Math.min(starts, now.getTime()))),
    expiresAt: new Date(wholeSecond(Math.min(ends, latest, requestedExpiry?.getTime() ?? ends))),
  })
}

const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000
