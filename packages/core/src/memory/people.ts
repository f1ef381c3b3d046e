import type { UserRepository } from "../accounts/user-repository.ts"
import { isLive } from "../memberships/membership.ts"
import type { Organization } from "../organizations/organization.ts"
import type {
  NameRepository,
  OrganizationRepository,
  StaffRepository,
} from "../organizations/organization-repository.ts"
import { pageOf, rowsOf } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const names = (tables: Tables): NameRepository => ({
  claim: async (name) => tables.names.add({ name }),
})

const present = (organization: Organization | undefined): Organization | undefined =>
  organization?.deletedAt === undefined ? organization : undefined

export const organizations = (tables: Tables): OrganizationRepository => ({
  add: async (organization) => addNew(tables.organizations, organization, "organization"),
  find: async (slugOrUuid) =>
    present(tables.organizations.at(slugOrUuid) ?? tables.organizations.get(slugOrUuid)),
  findAll: async (uuids) => rowsOf((uuid) => present(tables.organizations.get(uuid)), uuids),
  hold: async (uuid) => present(tables.organizations.get(uuid)),
  lock: async (uuid) => present(tables.organizations.get(uuid)),
  change: async (organization) => {
    if (present(tables.organizations.get(organization.uuid)) === undefined) return false
    tables.organizations.put(organization)
    return true
  },
  list: async ({ userUuid, organizationUuid, at }, page) => {
    const live = tables.memberships
      .rows()
      .filter((row) => row.userUuid === userUuid && isLive(row, at))
    const homes = new Set(live.map((row) => row.organizationUuid))
    const isVisible = (uuid: string) =>
      userUuid === undefined ||
      homes.has(uuid) ||
      tables.staff.get(place(uuid, userUuid)) !== undefined
    const rows = tables.organizations
      .rows()
      .filter((row) => present(row) !== undefined)
      .filter(({ uuid }) => isVisible(uuid) && (organizationUuid ?? uuid) === uuid)
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
    add: async (member) => {
      if (tables.staff.get(place(member.organizationUuid, member.userUuid)) !== undefined)
        return false
      addNew(tables.staff, member, "owner")
      return true
    },
    find: async (organizationUuid, userUuid) => tables.staff.get(place(organizationUuid, userUuid)),
    owner: async (uuid) => owners().find(({ organizationUuid }) => organizationUuid === uuid),
    owners: async (uuids) =>
      owners().filter(({ organizationUuid }) => uuids.includes(organizationUuid)),
    rolesOf: async (uuid) => tables.staff.rows().filter(({ userUuid }) => userUuid === uuid),
    list: async (uuid, page) => {
      const keyOf = {
        created_at: "joinedAt",
        joined_at: "joinedAt",
        updated_at: "updatedAt",
      } as const
      return pageOf(
        tables.staff.rows().filter(({ organizationUuid }) => organizationUuid === uuid),
        page,
        (row) => row[keyOf[page.sortBy]],
        (row) => row.uuid,
      )
    },
    lock: async () => undefined,
    change: async (member) => {
      if (tables.staff.get(place(member.organizationUuid, member.userUuid)) === undefined)
        return false
      tables.staff.put(member)
      return true
    },
    remove: async (organizationUuid, userUuid) => {
      const key = place(organizationUuid, userUuid)
      if (tables.staff.get(key) === undefined) return false
      tables.staff.delete(key)
      return true
    },
  }
}

export const users = (tables: Tables): UserRepository => ({
  add: async (user, hash) => {
    addNew(tables.users, user, "user")
    if (hash !== undefined) addNew(tables.passwords, { userUuid: user.uuid, hash }, "password")
  },
  find: async (uuid) => tables.users.get(uuid),
  findByUsername: async (username) => tables.users.at(place("username", username)),
  findByEmail: async (email) => tables.users.at(place("email", email.toLowerCase())),
  findByIamUserId: async (iamUserId) => tables.users.at(place("iam", iamUserId)),
  findAll: async (uuids) => rowsOf(tables.users.get, uuids),
  list: async (page) => {
    const keyOf = { created_at: "createdAt", username: "username" } as const
    return pageOf(
      tables.users.rows(),
      page,
      (row) => row[keyOf[page.sortBy]],
      ({ uuid }) => uuid,
    )
  },
  lock: async (uuid) => tables.users.get(uuid),
  change: async (user) => {
    if (!tables.users.hasRoomFor(user)) return false
    tables.users.put(user)
    return true
  },
  passwordHash: async (uuid) => tables.passwords.get(uuid)?.hash,
  setPassword: async (userUuid, hash) => {
    if (hash === undefined) tables.passwords.delete(userUuid)
    else tables.passwords.put({ userUuid, hash })
  },
})
