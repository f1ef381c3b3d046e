import { Effect } from "effect"
import { boundOrganization, type Caller, isServiceStaff } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/organizations.ts"
import { ForbiddenNotAuthorized, Invalid, NotFound } from "../../foundation/errors/refusals.ts"
import { holdImages } from "../../files/steps.ts"
import { patched } from "../../foundation/kernel/patched.ts"
import { mapPage } from "../../foundation/kernel/page.ts"
import { isTimeZone } from "../../foundation/kernel/time-zone.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, sharedRead, transact, Tx } from "../../foundation/unit-of-work.ts"
import { openTreasury } from "../../wallets/steps.ts"
import { prepareKey } from "../../wallets/prepare.ts"
import type { Organization } from "../organization.ts"
import type { Role } from "../../foundation/access/role.ts"
import { authorise, claimName, organizationFor, organizationOf } from "../steps.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type {
  CreateOrganizationInput,
  ListOrganizationsInput,
  UpdateOrganizationInput,
} from "../inputs.ts"
import type { OrganizationInput } from "../../foundation/kernel/inputs.ts"

/** An organization as a caller sees it: with its owner, and their own role in it. */
export interface OrganizationView extends Omit<Organization, "pointsAllowance"> {
  readonly ownerUuid: string | undefined
  /** Undefined without a role. */
  readonly role: Role | undefined
}

/** Creates an organization, its owner's staff role and its treasury. */
export const create = step(function* (caller: Caller, input: CreateOrganizationInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.createOrganization), caller))
  yield* Effect.fromResult(
    permitTexts({ line: { name: input.name }, prose: { description: input.description } }),
  )
  if (caller.kind === "user" && !isServiceStaff(caller) && caller.userUuid !== input.ownerUuid)
    return yield* new ForbiddenNotAuthorized({
      reason: "You can create an organization only for yourself. Send your own owner_uuid.",
    })
  const { ids } = yield* Ports
  const treasury = yield* prepareKey()
  const issuance = yield* prepareKey()
  return yield* transact(function* (tx, now) {
    // Locked, so that an account that is being deleted owns nothing new.
    const owner = yield* tx.users.lock(input.ownerUuid)
    if (owner === undefined || owner.deletedAt !== undefined)
      return yield* new Invalid({ errors: { owner_uuid: "there is no such user" } })
    const uuid = ids.uuid()
    const organization: Organization = {
      uuid,
      slug: yield* claimName(input.name, { kind: "organization", uuid }),
      name: input.name,
      description: input.description,
      website: undefined,
      logoImageFileUuid: undefined,
      timezone: undefined,
      pointsAllowance: 0,
      createdAt: now,
      updatedAt: undefined,
      deletedAt: undefined,
    }
    yield* tx.organizations.add(organization)
    yield* tx.staff.add({
      uuid: ids.uuid(),
      organizationUuid: uuid,
      userUuid: input.ownerUuid,
      role: "owner",
      joinedAt: now,
      updatedAt: undefined,
    })
    yield* openTreasury(uuid, { treasury, issuance }, now)
    const view: OrganizationView = {
      ...withoutAllowance(organization),
      ownerUuid: input.ownerUuid,
      role: roleIn(caller, input.ownerUuid),
    }
    return view
  })
})

const roleIn = (caller: Caller, ownerUuid: string): Role | undefined =>
  caller.kind === "user" && caller.userUuid === ownerUuid ? "owner" : undefined

/** Returns an organization by slug or uuid. */
export const get = step(function* (caller: Caller, input: OrganizationInput) {
  return yield* sharedRead(function* () {
    const organization = yield* organizationOf(input.organization)
    yield* authorise(caller, endpoints.getOrganization.access, organization)
    return yield* viewOf(caller, organization)
  })
})

/**
 * Lists the organizations where the caller has a role or a live membership. An org-scoped token
 * sees its own organization alone; the host sees all.
 */
export const list = listing(function* (caller: Caller, input: ListOrganizationsInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.listOrganizations), caller))
  return yield* read(function* (tx, now) {
    const organizationUuid = boundOrganization(caller)
    const visible = {
      at: now,
      ...(organizationUuid === undefined ? {} : { organizationUuid }),
      ...(caller.kind === "user" && !isServiceStaff(caller) ? { userUuid: caller.userUuid } : {}),
    }
    const found = yield* tx.organizations.list(visible, input.page)
    const views = yield* viewsOf(caller, found.items)
    const byUuid = new Map(views.map((view) => [view.uuid, view]))
    return mapPage(
      found,
      (organization) =>
        byUuid.get(organization.uuid) ?? {
          ...withoutAllowance(organization),
          ownerUuid: undefined,
          role: undefined,
        },
    )
  })
})

/**
 * Changes the sent fields of an organization. Its slug stays, whatever its name. Its logo is an image
 * among its own files.
 */
export const update = step(function* (caller: Caller, input: UpdateOrganizationInput) {
  const { name, description, website } = input
  yield* Effect.fromResult(
    permitTexts({ line: { name }, prose: { description }, webAddress: { website } }),
  )
  const { timezone } = input
  if (typeof timezone === "string" && !isTimeZone(timezone))
    return yield* new Invalid({ errors: { timezone: "is not an IANA time zone" } })
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.updateOrganization.access,
      input.organization,
    )
    const before =
      (yield* tx.organizations.lock(organization.uuid)) ??
      (yield* new NotFound({ what: "organization" }))
    yield* holdImages({ logo_image_file_uuid: input.logoImageFileUuid }, [before.uuid])
    const after: Organization = {
      ...before,
      name: input.name?.trim() ?? before.name,
      description: patched(before.description, input.description),
      website: patched(before.website, input.website),
      logoImageFileUuid: patched(before.logoImageFileUuid, input.logoImageFileUuid),
      timezone: patched(before.timezone, timezone),
      updatedAt: now,
    }
    yield* tx.organizations.change(after)
    return yield* viewOf(caller, after)
  })
})

/** Without what is for its team alone. */
const withoutAllowance = ({
  pointsAllowance: _,
  ...organization
}: Organization): Omit<Organization, "pointsAllowance"> => organization

const viewOf = step(function* (caller: Caller, organization: Organization) {
  const [view] = yield* viewsOf(caller, [organization])
  return (
    view ??
    ({
      ...withoutAllowance(organization),
      ownerUuid: undefined,
      role: undefined,
    } satisfies OrganizationView)
  )
})

const viewsOf = step(function* (caller: Caller, organizations: readonly Organization[]) {
  const tx = yield* Tx
  const owners = yield* tx.staff.owners(organizations.map(({ uuid }) => uuid))
  const roles =
    caller.kind === "user" || caller.kind === "organization"
      ? yield* tx.staff.rolesOf(caller.userUuid)
      : []
  return organizations.map(
    (organization): OrganizationView => ({
      ...withoutAllowance(organization),
      ownerUuid: owners.find(({ organizationUuid }) => organizationUuid === organization.uuid)
        ?.userUuid,
      role: roles.find(({ organizationUuid }) => organizationUuid === organization.uuid)?.role,
    }),
  )
})
