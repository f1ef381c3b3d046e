import { Effect } from "effect"
import { actingUser, type Caller, isServiceStaff } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { isEnabled, type User } from "../../accounts/user.ts"
import * as console from "../../contract/endpoints/console-staff.ts"
import * as endpoints from "../../contract/endpoints/staff.ts"
import { Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import { mapPage } from "../../foundation/kernel/page.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, sharedRead, transact, Tx } from "../../foundation/unit-of-work.ts"
import type { Organization, StaffMember } from "../organization.ts"
import { type Authority, passOwnership, permitStaffChange } from "../staff-rules.ts"
import { authorityOf, organizationFor } from "../steps.ts"
import type { ListStaffInput, StaffMemberInput, StaffRoleInput } from "../inputs.ts"
import type { OrganizationInput } from "../../foundation/kernel/inputs.ts"

/** A user on a team, with who they are. */
export interface StaffMemberView extends StaffMember {
  /** Undefined once the account is gone. */
  readonly user: User | undefined
}

/** The caller's own role. */
export interface OwnStaffRole {
  readonly organization: Organization
  /** `admin` for the bypass without a role; undefined for a user who is not on the team. */
  readonly role: Authority | undefined
}

/** Lists an organization's team with their users. */
export const list = listing(function* (caller: Caller, input: ListStaffInput) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(
      caller,
      endpoints.listStaff.access,
      input.organization,
    )
    const found = yield* tx.staff.list(organization.uuid, input.page)
    const users = yield* tx.users.findAll(found.items.map(({ userUuid }) => userUuid))
    const byUuid = new Map(users.map((user) => [user.uuid, user]))
    return mapPage(
      found,
      (member): StaffMemberView => ({ ...member, user: byUuid.get(member.userUuid) }),
    )
  })
})

/** Returns a member of the team; {@link NotFound} for any other user. */
export const get = step(function* (caller: Caller, input: StaffMemberInput) {
  return yield* read(function* () {
    const organization = yield* organizationFor(
      caller,
      endpoints.getStaff.access,
      input.organization,
    )
    return yield* memberOf(organization, input.userUuid)
  })
})

/**
 * Returns the caller's own role in an organization, for a program that decides what to offer. A
 * caller without a role gets an answer too.
 */
export const me = step(function* (caller: Caller, input: OrganizationInput) {
  return yield* sharedRead(function* (tx) {
    const organization = yield* organizationFor(caller, endpoints.me.access, input.organization)
    const userUuid = actingUser(caller)
    const own =
      userUuid === undefined ? undefined : yield* tx.staff.find(organization.uuid, userUuid)
    const hasBypass = caller.kind === "host" || isServiceStaff(caller)
    const ownRole: OwnStaffRole = {
      organization,
      role: own?.role ?? (hasBypass ? "admin" : undefined),
    }
    return ownRole
  })
})

/** Adds a user to the team without an invitation. For the host alone: all other callers invite. */
export const add = step(function* (caller: Caller, input: StaffRoleInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* lockedTeam(
      caller,
      console.createInvitation.access,
      input.organization,
    )
    yield* personOf(input.userUuid)
    const { role, userUuid } = input
    const member: StaffMember = {
      uuid: ids.uuid(),
      organizationUuid: organization.uuid,
      userUuid,
      role,
      joinedAt: now,
      updatedAt: undefined,
    }
    if (!(yield* tx.staff.add(member)))
      return yield* new Conflict({
        reason: "already_on_team",
        message: "The user is already on the staff. Change their role instead.",
      })
    return member
  })
})

/** Changes a team member's role, from the next call on. The same role changes nothing. */
export const changeRole = step(function* (caller: Caller, input: StaffRoleInput) {
  return yield* transact(function* (tx, now) {
    const organization = yield* lockedTeam(caller, console.changeRole.access, input.organization)
    const member = yield* memberOf(organization, input.userUuid)
    const actor = {
      authority: yield* authorityOf(caller, organization.uuid),
      isTarget: actingUser(caller) === member.userUuid,
    }
    yield* Effect.fromResult(permitStaffChange(actor, member.role, input.role))
    if (member.role === input.role) return member
    const changed: StaffMember = { ...member, role: input.role, updatedAt: now }
    yield* tx.staff.change(changed)
    return changed
  })
})

/**
 * Removes a user from the team and returns the role they had. Their tokens for the organization, and
 * the door tokens they made, are refused from the next call on.
 */
export const remove = step(function* (caller: Caller, input: StaffMemberInput) {
  return yield* transact(function* (tx) {
    const organization = yield* lockedTeam(caller, console.remove.access, input.organization)
    const member = yield* memberOf(organization, input.userUuid)
    const actor = {
      authority: yield* authorityOf(caller, organization.uuid),
      isTarget: actingUser(caller) === member.userUuid,
    }
    yield* Effect.fromResult(permitStaffChange(actor, member.role, undefined))
    yield* tx.staff.remove(organization.uuid, member.userUuid)
    return member
  })
})

/**
 * Makes a team member the owner, and the owner a manager. Returns the new owner as a team member.
 */
export const transferOwnership = step(function* (caller: Caller, input: StaffMemberInput) {
  return yield* transact(function* (tx, now) {
    const organization = yield* lockedTeam(
      caller,
      console.transferOwnership.access,
      input.organization,
    )
    yield* personOf(input.userUuid)
    const heir = yield* memberOf(organization, input.userUuid)
    const authority = yield* authorityOf(caller, organization.uuid)
    const { former, owner } = yield* Effect.fromResult(
      passOwnership(authority, yield* tx.staff.owner(organization.uuid), heir, now),
    )
    if (former !== undefined) yield* tx.staff.change(former)
    yield* tx.staff.change(owner)
    return owner
  })
})

/**
 * The organization for a caller who may do this there, its team held: whatever is read afterwards
 * stays true until the end.
 */
const lockedTeam = step(function* (
  caller: Caller,
  access: typeof console.changeRole.access,
  slugOrUuid: string,
) {
  const tx = yield* Tx
  const organization = yield* organizationFor(caller, access, slugOrUuid)
  yield* tx.staff.lock(organization.uuid)
  return organization
})

const memberOf = step(function* (organization: Organization, userUuid: string) {
  const tx = yield* Tx
  return (
    (yield* tx.staff.find(organization.uuid, userUuid)) ??
    (yield* new NotFound({ what: "staff member" }))
  )
})

/** A user who can act, held so that their account is not deleted meanwhile. */
const personOf = step(function* (userUuid: string) {
  const tx = yield* Tx
  const user = yield* tx.users.lock(userUuid)
  return user !== undefined && isEnabled(user) ? user : yield* new NotFound({ what: "user" })
})
