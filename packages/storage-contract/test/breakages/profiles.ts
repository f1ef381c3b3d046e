import type { Link } from "@symbolon/core/storage"
import { type Breakage, verbs } from "./breakage.ts"

const one = "profilePages: a user has one primary page, and one page with a card"

export const ofProfiles: readonly Breakage[] = [
  verbs(
    "an organization has its own templates alone",
    "profileTemplates: list has those of one organization and of the platform, sorted",
    () => (tx) => ({
      profileTemplates: {
        ...tx.profileTemplates,
        list: async (organizationUuid, page) => {
          const { items } = await tx.profileTemplates.list(organizationUuid, page)
          const own = items.filter((one) => one.organizationUuid === organizationUuid)
          return { items: own, totalItems: own.length }
        },
      },
    }),
  ),
  verbs("a second primary page replaces the first", one, () => (tx) => ({
    profilePages: {
      ...tx.profilePages,
      add: async (page) => {
        if (page.primarySince !== undefined)
          for (const before of await tx.profilePages.primaryOf([page.userUuid]))
            await tx.profilePages.change({ ...before, primarySince: undefined })
        return tx.profilePages.add(page)
      },
    },
  })),
  verbs(
    "issued pages count as made",
    "profilePages: those that a user made are counted, without issued ones",
    () => (tx) => ({
      profilePages: {
        ...tx.profilePages,
        countMade: async (userUuid) => {
          const page = { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" } as const
          return (await tx.profilePages.list(userUuid, page)).totalItems
        },
      },
    }),
  ),
  verbs(
    "a page is found by its card alone",
    "profilePages: one is found by the card and the user it was issued with",
    () => {
      const users = new Set<string>()
      return (tx) => ({
        profilePages: {
          ...tx.profilePages,
          add: async (page) => {
            users.add(page.userUuid)
            return tx.profilePages.add(page)
          },
          issuedWith: async (cardUuid, userUuid) => {
            for (const user of [userUuid, ...users]) {
              const page = await tx.profilePages.issuedWith(cardUuid, user)
              if (page !== undefined) return page
            }
            return undefined
          },
        },
      })
    },
  ),
  verbs(
    "a page leaves its links behind",
    "links: those of a page go with it, and no others",
    () => {
      const links: Link[] = []
      return (tx) => ({
        links: {
          ...tx.links,
          add: async (link) => {
            links.push(link)
            return tx.links.add(link)
          },
        },
        profilePages: {
          ...tx.profilePages,
          remove: async (uuid) => {
            const isRemoved = await tx.profilePages.remove(uuid)
            for (const link of links) if (link.profilePageUuid === uuid) await tx.links.add(link)
            return isRemoved
          },
        },
      })
    },
  ),
]
