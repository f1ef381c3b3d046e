import type { ProfilePageRepository } from "../profiles/profile-page-repository.ts"
import { pageOf } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const profilePages = (tables: Tables): ProfilePageRepository => {
  const pagesOf = (of: string) =>
    tables.profilePages.rows().filter(({ userUuid }) => userUuid === of)
  return {
    add: async (page) => addNew(tables.profilePages, page, "profile page"),
    find: async (uuid) => tables.profilePages.get(uuid),
    list: async (userUuid, page) =>
      pageOf(
        pagesOf(userUuid),
        page,
        ({ createdAt }) => createdAt,
        ({ uuid }) => uuid,
      ),
    countMade: async (userUuid) =>
      pagesOf(userUuid).filter(({ organizationUuid }) => organizationUuid === undefined).length,
    primaryOf: async (userUuids) =>
      tables.profilePages
        .rows()
        .filter((page) => page.primarySince !== undefined && userUuids.includes(page.userUuid)),
    issuedWith: async (cardUuid, userUuid) =>
      tables.profilePages.at(place("issued", cardUuid, userUuid)),
    change: async (page) => {
      if (tables.profilePages.get(page.uuid) === undefined) return false
      tables.profilePages.put(page)
      return true
    },
    remove: async (uuid) => {
      if (tables.profilePages.get(uuid) === undefined) return false
      tables.profilePages.delete(uuid)
      return true
    },
    removeAllOf: async (userUuid) => {
      for (const { uuid } of pagesOf(userUuid)) tables.profilePages.delete(uuid)
    },
  }
}
