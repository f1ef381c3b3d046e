import type { LinkRepository } from "../links/link-repository.ts"
import type { ProfilePageRepository } from "../profiles/profile-page-repository.ts"
import { pageOf, rowsOf, sliceOf } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const profilePages = (tables: Tables): ProfilePageRepository => {
  const pagesOf = (of: string) =>
    tables.profilePages.rows().filter(({ userUuid }) => userUuid === of)
  const removePage = (uuid: string): void => {
    tables.profilePages.delete(uuid)
    for (const link of tables.links.rows())
      if (link.profilePageUuid === uuid) tables.links.delete(link.uuid)
    for (const { profilePageUuid, slot } of tables.equippedAssets.rows())
      if (profilePageUuid === uuid) tables.equippedAssets.delete(place(uuid, slot))
  }
  return {
    add: async (page) => addNew(tables.profilePages, page, "profile page"),
    find: async (uuid) => tables.profilePages.get(uuid),
    findAll: async (uuids) => rowsOf(tables.profilePages.get, uuids),
    list: async (userUuid, page) =>
      pageOf(
        pagesOf(userUuid),
        page,
        ({ createdAt }) => createdAt,
        ({ uuid }) => uuid,
      ),
    walkOf: async (userUuid, after, limit) =>
      sliceOf(pagesOf(userUuid), ({ uuid }) => uuid, after, limit),
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
      removePage(uuid)
      return true
    },
    removeAllOf: async (userUuid) => {
      for (const { uuid } of pagesOf(userUuid)) removePage(uuid)
    },
  }
}

export const links = (tables: Tables): LinkRepository => {
  const linksOf = (of: string) => tables.links.rows().filter(({ userUuid }) => userUuid === of)
  return {
    add: async (link) => addNew(tables.links, link, "link"),
    find: async (linkToken) => tables.links.at(linkToken),
    list: async (userUuid, page) =>
      pageOf(
        linksOf(userUuid),
        page,
        ({ createdAt }) => createdAt,
        ({ uuid }) => uuid,
      ),
    walkOf: async (userUuid, after, limit) =>
      sliceOf(linksOf(userUuid), ({ uuid }) => uuid, after, limit),
    remove: async (userUuid, linkToken) => {
      const link = tables.links.at(linkToken)
      if (link?.userUuid !== userUuid) return false
      tables.links.delete(link.uuid)
      return true
    },
    addUnnamed: async (wallet) => {
      const key = place(wallet.userUuid, wallet.walletAddress)
      if (tables.unnamedWallets.get(key) === undefined) tables.unnamedWallets.put(wallet)
    },
    isUnnamed: async (userUuid, walletAddress) =>
      tables.unnamedWallets.get(place(userUuid, walletAddress)) !== undefined,
    removeAllOf: async (userUuid) => {
      for (const { uuid } of linksOf(userUuid)) tables.links.delete(uuid)
      for (const wallet of tables.unnamedWallets.rows())
        if (wallet.userUuid === userUuid)
          tables.unnamedWallets.delete(place(userUuid, wallet.walletAddress))
    },
  }
}
