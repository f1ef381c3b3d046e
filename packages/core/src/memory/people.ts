import { isLive } from "../memberships/membership.ts"
import type { User } from "../accounts/user.ts"
import type { UserRepository } from "../accounts/user-repository.ts"
import type { Organization, StaffMember } from "../organizations/organization.ts"
import type { NameRepository, OrganizationRepository, StaffRepository } from "../organizations/organization-repository.ts"
import { pageOf } from "./page-of.ts"
import type { Tables } from "./tables.ts"

export const names = (tables: Tables): NameRepository => ({
  claim: async (name, holder) => {
    if (tables.names.has(name)) return false
    tables.names.set(name, { name, ...holder })
    return true
  },
})

const bySlugOrUuid = <Row extends { readonly slug: string; readonly uuid: string }>(
  rows: readonly Row[],
  slugOrUuid: string,
): Row | undefined => rows.find(({ slug }) => slug === slugOrUuid) ?? rows.find(({ uuid }) => uuid === slugOrUuid)

const holderKey = (organizationUuid: string, userUuid: string) => `${organizationUuid}/${userUuid}`

export const organizations = (tables: Tables): OrganizationRepository => ({
  add: async (organization) => tables.organizations.set(organization.uuid, organization),
  find: async (slugOrUuid) => bySlugOrUuid(tables.organizations.rows(), slugOrUuid),
  list: async ({ userUuid, organizationUuid, at }, page) => {
    const isMember = (uuid: string) =>
      tables.memberships
        .rows()
        .some((row) => row.organizationUuid === uuid && row.userUuid === userUuid && row.endedAt === undefined && isLive(row, at))
    const isVisible = ({ uuid }: Organization) =>
      (organizationUuid === undefined || uuid === organizationUuid) &&
      (userUuid === undefined || tables.staff.has(holderKey(uuid, userUuid)) || isMember(uuid))
    const rows = tables.organizations.rows().filter(isVisible)
    return pageOf(
      rows,
      page,
      (row) => (page.sortBy === "name" ? row.name : row.createdAt),
      ({ uuid }) => uuid,
    )
  },
})

export const staff = (tables: Tables): StaffRepository => ({
  add: async (member: StaffMember) => {
    const key = holderKey(member.organizationUuid, member.userUuid)
    if (tables.staff.has(key)) return false
    tables.staff.set(key, member)
    return true
  },
  find: async (organizationUuid, userUuid) => tables.staff.get(holderKey(organizationUuid, userUuid)),
  owner: async (uuid) => tables.staff.rows().find(({ organizationUuid, role }) => organizationUuid === uuid && role === "owner"),
  rolesOf: async (uuid) => tables.staff.rows().filter(({ userUuid }) => userUuid === uuid),
  owners: async (uuids) => tables.staff.rows().filter(({ organizationUuid, role }) => role === "owner" && uuids.includes(organizationUuid)),
})

export const users = (tables: Tables): UserRepository => ({
  add: async (user: User, passwordHash) => {
    tables.users.set(user.uuid, user)
    if (passwordHash !== undefined) tables.passwords.set(user.uuid, passwordHash)
  },
  find: async (uuid) => tables.users.get(uuid),
  findByUsername: async (name) => tables.users.rows().find(({ username }) => username === name),
  findAll: async (uuids) => tables.users.rows().filter(({ uuid }) => uuids.includes(uuid)),
  passwordHash: async (uuid) => tables.passwords.get(uuid),
})
