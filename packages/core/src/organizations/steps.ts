import { Effect, Result } from "effect"
import { actingUser, type Caller, isServiceStaff } from "../foundation/access/caller.ts"
import { type Access, permitRole, permitToken } from "../foundation/access/permit.ts"
import { NotFound } from "../foundation/errors/refusals.ts"
import { isSlug, slugOf, withSuffix } from "../foundation/kernel/slug.ts"
import { step } from "../foundation/step.ts"
import { Ports, Tx } from "../foundation/unit-of-work.ts"
import type { Organization } from "./organization.ts"
import type { Role } from "../foundation/access/role.ts"

/** The organization of a path parameter, or {@link NotFound}. */
export const organizationOf = step(function* (slugOrUuid: string) {
  const tx = yield* Tx
  return (
    (yield* tx.organizations.find(slugOrUuid)) ?? (yield* new NotFound({ what: "organization" }))
  )
})

/**
 * Refuses a caller whose token or role does not allow the call in this organization. Every write
 * asks, whatever the router checked before.
 */
export const authorise = step(function* (
  caller: Caller,
  access: Access | undefined,
  organization: Organization,
) {
  if (access === undefined || caller.kind === "host") return
  yield* Effect.fromResult(permitToken(access, caller))
  const userUuid = actingUser(caller)
  const staffRole =
    userUuid === undefined || access.role === undefined
      ? undefined
      : yield* staffRoleOf(organization.uuid, userUuid)
  yield* Effect.fromResult(permitRole(access, caller, organization.uuid, staffRole))
})

const staffRoleOf = step(function* (organizationUuid: string, userUuid: string) {
  const tx = yield* Tx
  return (yield* tx.staff.find(organizationUuid, userUuid))?.role
})

/**
 * By what the caller acts on the team: the bypass, the app's service role, or the user's role;
 * undefined for a caller without any of these.
 */
export const authorityOf = step(function* (caller: Caller, organizationUuid: string) {
  if (caller.kind === "host" || isServiceStaff(caller)) return "admin" as const
  if (caller.kind === "client") return caller.serviceRole
  const userUuid = actingUser(caller)
  return userUuid === undefined ? undefined : yield* staffRoleOf(organizationUuid, userUuid)
})

/** The organization of a path parameter, for a caller who may do this there. */
export const organizationFor = step(function* (
  caller: Caller,
  access: Access | undefined,
  slugOrUuid: string,
) {
  const organization = yield* organizationOf(slugOrUuid)
  yield* authorise(caller, access, organization)
  return organization
})

/**
 * Keeps an organization from being deleted until the transaction ends: for a transaction that makes
 * a user a member, or opens a checkout.
 */
export const holdOrganization = step(function* ({ uuid }: Pick<Organization, "uuid">) {
  const tx = yield* Tx
  return (yield* tx.organizations.hold(uuid)) ?? (yield* new NotFound({ what: "organization" }))
})

/** Whether the caller sees what an organization shows its team alone. */
export const isOnTeam = step(function* (caller: Caller, organization: Organization) {
  if (caller.kind === "host") return true
  if (caller.kind !== "user" && caller.organizationUuid !== organization.uuid) return false
  const userUuid = actingUser(caller)
  if (userUuid === undefined || isServiceStaff(caller)) return true
  return (yield* staffRoleOf(organization.uuid, userUuid)) !== undefined
})

/**
 * Whether the caller has that role in the organization, or may all the same; an app without a role
 * reads as staff does.
 */
export const hasRole = step(function* (caller: Caller, organization: Organization, role: Role) {
  const access: Access = {
    scope: undefined,
    tokens: [],
    role,
    isRead: true,
    isFirstPartyOnly: false,
  }
  const userUuid = actingUser(caller)
  const staffRole =
    userUuid === undefined ? undefined : yield* staffRoleOf(organization.uuid, userUuid)
  return Result.isSuccess(permitRole(access, caller, organization.uuid, staffRole))
})

/**
 * Claims the slug of a name for its holder; one that is too short, reserved or taken gets a random
 * suffix.
 */
export const claimName = step(function* (
  name: string,
  holder: { readonly kind: "organization" | "user"; readonly uuid: string },
) {
  const tx = yield* Tx
  return yield* writeUnderSlug(name, (slug) => tx.names.claim(slug, holder))
})

/**
 * Writes something under the slug of its name; one that is no slug, or taken, gets a random suffix.
 * `write` answers `false` for a slug that is taken. Returns the slug.
 */
export const writeUnderSlug = step(function* <E, R>(
  name: string,
  write: (slug: string) => Effect.Effect<boolean, E, R>,
) {
  const { ids } = yield* Ports
  let slug = slugOf(name)
  while (!isSlug(slug) || !(yield* write(slug))) slug = withSuffix(slugOf(name), ids.suffix())
  return slug
})
