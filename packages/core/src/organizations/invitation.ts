import { Result } from "effect"
import { Conflict, ForbiddenNotAuthorized, NotFound } from "../foundation/errors/refusals.ts"
import type { Role } from "../foundation/access/role.ts"

/** Roles that a user can be given; ownership is only ever transferred. */
export const grantedRoles = ["manager", "staff", "door"] as const satisfies readonly Role[]
export type GrantedRole = (typeof grantedRoles)[number]

/** How an invitation ended before its time. */
export const settlements = ["accepted", "withdrawn"] as const
export type Settlement = (typeof settlements)[number]

/**
 * A place on an organization's team, held out to one person. Good for one use, for whom it names,
 * until it expires.
 */
export interface Invitation {
  readonly uuid: string
  readonly organizationUuid: string
  readonly role: GrantedRole
  /**
   * Only this user can accept; undefined where an address was invited, and every user with the
   * token can.
   */
  readonly userUuid: string | undefined
  /** Where it was sent, as it was typed; undefined where a user was named. */
  readonly email: string | undefined
  /** SHA-256 of the token, lower-case hex: the token itself is shown once and kept nowhere. */
  readonly tokenHash: string
  /** Undefined where an app or the operator invited. */
  readonly invitedByUserUuid: string | undefined
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly settlement: Settlement | undefined
  readonly settledAt: Date | undefined
}

/** How long an invitation can be accepted. */
export const invitationLifetimeMs = 7 * 86_400_000

/** How many an organization can have open at a time: no more than one page of a list holds. */
export const openInvitationsMax = 100

/** An invitation that begins now. */
export const startInvitation = (
  of: Omit<Invitation, "createdAt" | "expiresAt" | "settlement" | "settledAt">,
  now: Date,
): Invitation => ({
  ...of,
  createdAt: now,
  expiresAt: new Date(now.getTime() + invitationLifetimeMs),
  settlement: undefined,
  settledAt: undefined,
})

/** Whether it can still be accepted or withdrawn. */
export const isOpen = (invitation: Invitation, now: Date): boolean =>
  invitation.settledAt === undefined && now < invitation.expiresAt

/** What became of it. */
export const invitationStatus = (
  invitation: Invitation,
  now: Date,
): Settlement | "open" | "expired" =>
  invitation.settlement ?? (isOpen(invitation, now) ? "open" : "expired")

/** Whether two invitations are to the same user or address. */
export const isSameInvitee = (
  a: Pick<Invitation, "userUuid" | "email">,
  b: Pick<Invitation, "userUuid" | "email">,
): boolean => a.userUuid === b.userUuid && a.email?.toLowerCase() === b.email?.toLowerCase()

/**
 * Whether a user who shows its token may take the place. The token is a secret, so a user who shows
 * it may be told why not: but for one that was withdrawn, which reads as if it had never been.
 */
export const permitAcceptance = (
  invitation: Invitation | undefined,
  userUuid: string,
  now: Date,
): Result.Result<Invitation, NotFound | ForbiddenNotAuthorized | Conflict> => {
  if (invitation === undefined || invitation.settlement === "withdrawn")
    return Result.fail(new NotFound({ what: "invitation" }))
  if (invitation.userUuid !== undefined && invitation.userUuid !== userUuid)
    return Result.fail(
      new ForbiddenNotAuthorized({
        reason: "This invitation is for another user. Sign in as the invited user.",
      }),
    )
  if (invitation.settlement === "accepted")
    return Result.fail(
      new Conflict({ reason: "invitation_used", message: "This invitation was already accepted." }),
    )
  if (!isOpen(invitation, now))
    return Result.fail(
      new Conflict({
        reason: "invitation_expired",
        message: "This invitation has expired. Ask for another one.",
      }),
    )
  return Result.succeed(invitation)
}
