import { Result } from "effect"
import { Conflict, Forbidden } from "../foundation/errors/refusals.ts"
import type { StaffMember } from "./organization.ts"
import type { Role } from "../foundation/access/role.ts"

/**
 * By what a user acts on a team: their role on it, or `admin` for the platform's own staff and
 * the operator.
 */
export type Authority = Role | "admin"

/** Who changes a team. */
export interface StaffActor {
  /** Undefined for a user who is not on it. */
  readonly authority: Authority | undefined
  /** Whether it is their own place that changes. */
  readonly isTarget: boolean
}

/** The roles that each may give, and take from those who have them. */
const reach: Readonly<Record<Authority, readonly Role[]>> = {
  admin: ["manager", "staff", "door"],
  owner: ["manager", "staff", "door"],
  manager: ["staff", "door"],
  staff: [],
  door: [],
}

/**
 * Whether `actor` may change a user's role from one to another: without `from` they are invited or
 * added, without `to` removed. An invitation may be withdrawn by every team member who could remove
 * its role.
 *
 * The owner's place never changes here: it is passed on by {@link passOwnership}, so that a team
 * has one owner at every moment. A team member cannot change a role as strong as their own, nor
 * their own role; all but the owner may leave.
 */
export const permitStaffChange = (
  actor: StaffActor,
  from: Role | undefined,
  to: Role | undefined,
): Result.Result<void, Forbidden | Conflict> => {
  if (from === "owner" || to === "owner") return Result.fail(refuseOwnership(actor.authority))
  if (actor.isTarget)
    return from !== undefined && to === undefined
      ? Result.void
      : Result.fail(
          new Forbidden({
            reason: "You cannot change your own role. Ask a person with a stronger role.",
          }),
        )
  const given = actor.authority === undefined ? [] : reach[actor.authority]
  const beyond = [from, to].find((role) => role !== undefined && !given.includes(role))
  if (beyond === undefined && given.length > 0) return Result.void
  return Result.fail(
    new Forbidden({
      reason: `This call needs a stronger role than ${beyond ?? "yours"} in the organization.`,
      details: { role: beyond },
    }),
  )
}

const refuseOwnership = (authority: Authority | undefined): Forbidden | Conflict =>
  isAboveAll(authority)
    ? new Conflict({
        reason: "owner_stays",
        message: "The role owner cannot be given or removed. Transfer the ownership instead.",
      })
    : new Forbidden({
        reason: "Only the owner can transfer the ownership.",
        details: { role: "owner" },
      })

const isAboveAll = (authority: Authority | undefined): boolean =>
  authority === "owner" || authority === "admin"

/** Two places on a team after the ownership went from one to the other. */
export interface PassedOwnership {
  /** Undefined for a team that had no owner. To be written first: a team never has two. */
  readonly former: StaffMember | undefined
  readonly owner: StaffMember
}

/**
 * Makes `heir` the owner and the owner a manager. For the owner themself, and the platform's own
 * staff.
 */
export const passOwnership = (
  authority: Authority | undefined,
  owner: StaffMember | undefined,
  heir: StaffMember,
  now: Date,
): Result.Result<PassedOwnership, Forbidden | Conflict> => {
  if (!isAboveAll(authority))
    return Result.fail(
      new Forbidden({
        reason: "This call needs the role owner in the organization.",
        details: { role: "owner" },
      }),
    )
  if (heir.role === "owner")
    return Result.fail(
      new Conflict({ reason: "already_owner", message: "The user is already the owner." }),
    )
  return Result.succeed({
    former: owner === undefined ? undefined : { ...owner, role: "manager", updatedAt: now },
    owner: { ...heir, role: "owner", updatedAt: now },
  })
}
