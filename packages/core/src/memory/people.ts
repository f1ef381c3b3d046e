import type { UserRepository } from "../accounts/user-repository.ts"
import { isLive } from "../memberships/membership.ts"
import type { NameRepository, OrganizationRepository, StaffRepository } from "../organizations/organization-repository.ts"
import { pageOf, rowsOf } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const names = (tables: Tables): NameRepository => ({
  claim: async (name) => tables.names.add({ name }),
})

export const organizations = (tables: Tables): OrganizationRepository => ({
  add: async (organization) => addNew(tables.organizations, organization, "organization"),
  find: async (slugOrUuid) => tables.organizations.at(slugOrUuid) ?? tables.organizations.get(slugOrUuid),
  list: async ({ userUuid, organizationUuid, at }, page) => {
    const live = tables.memberships.rows().filter((row) => row.userUuid === userUuid && isLive(row, at))
    const homes = new Set(live.map((row) => row.organizationUuid))
    const isVisible = (uuid: string) => userUuid === undefined || homes.has(uuid) || tables.staff.get(place(uuid, userUuid)) !== undefined
    const rows = tables.organizations.rows().filter(({ uuid }) => isVisible(uuid) && (organizationUuid ?? uuid) === uuid)
    const keyOf = { created_at: "createdAt", name: "name" } as const
    return pageOf(
      rows,
      page,
      (row) => row[keyOf[page.sortBy]],
      ({ uuid }) => uuid,
    )
  },
})

export const staff = (tables: Tables): StaffRepository => {
  const owners = () => tables.staff.rows().filter(({ role }) => role === "owner")
  return {
    add: async (member) => tables.staff.add(member),
    find: async (organizationUuid, userUuid) => tables.staff.get(place(organizationUuid, userUuid)),
    owner: async (uuid) => owners().find(({ organizationUuid }) => organizationUuid === uuid),
    owners: async (uuids) => owners().filter(({ organizationUuid }) => uuids.includes(organizationUuid)),
    rolesOf: async (uuid) => tables.staff.rows().filter(({ userUuid }) => userUuid === uuid),
  }
}

export const users = (tables: Tables): UserRepository => ({
  add: async (user, hash) => {
    addNew(tables.users, user, "user")
    if (hash !== undefined) addNew(tables.passwords, { userUuid: user.uuid, hash }, "password")
  },
  find: async (uuid) => tables.users.get(uuid),
  findByUsername: async (username) => tables.users.at(username),
  findAll: async (uuids) => rowsOf(tables.users.get, uuids),
  passwordHash: async (uuid) => tables.passwords.get(uuid)?.hash,
})
