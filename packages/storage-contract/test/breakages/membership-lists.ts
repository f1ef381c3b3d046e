import { searchWords } from "@symbolon/core"
import type { User } from "@symbolon/core/storage"
import { type Breakage, later, resorted, verbs } from "./breakage.ts"

const ofTier = "memberships: a list is of one tier where one is asked for"
const ending = "memberships: a list is of those whose time ends before a moment"
const beginnings = "memberships: a search finds the beginnings of words of usernames and names"
const letters =
  "memberships: a search finds words that go on with any letter, the last of all among them"
const together =
  "memberships: a search goes with the list's other questions, its order and its pages"
const many = "memberships: a search finds many as well as few"
const renamed = "memberships: a search goes by what somebody is called now"
const undone =
  "memberships: a change of a user that was undone or refused leaves the words they are found by"
const own = "memberships: a user's own are listed, by how they stand and sorted by each field"
const deleted = "memberships: those in an organization that was deleted are not among a user's own"

/**
 * A storage that finds, of those whom the list without words shows, those to whom `isFound` says
 * yes.
 */
const searching = (
  name: string,
  noticedBy: string,
  isFound: (user: User, words: readonly string[]) => boolean,
): Breakage =>
  verbs(name, noticedBy, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      list: async ({ search = [], ...of }, page) => {
        const { items } = await tx.memberships.list(of, { ...page, page: 1, pageSize: 1_000_000 })
        const users = await tx.users.findAll(items.map(({ userUuid }) => userUuid))
        const found = new Set(users.filter((user) => isFound(user, search)).map(({ uuid }) => uuid))
        const rows = items.filter(({ userUuid }) => found.has(userUuid))
        return {
          items: rows.slice((page.page - 1) * page.pageSize, page.page * page.pageSize),
          totalItems: rows.length,
        }
      },
    },
  }))

const begins = (user: User, beginning: string): boolean =>
  searchWords(user).some((word) => word.startsWith(beginning))

export const ofMembershipLists: readonly Breakage[] = [
  verbs("a list is of all tiers", ofTier, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      list: ({ tierUuid: _, ...of }, page) => tx.memberships.list(of, page),
    },
  })),
  verbs("a tier is listed wherever it is", ofTier, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      list: async (of, page) => {
        const tier = of.tierUuid === undefined ? undefined : await tx.tiers.find(of.tierUuid)
        return tx.memberships.list(
          tier === undefined ? of : { ...of, organizationUuid: tier.organizationUuid },
          page,
        )
      },
    },
  })),
  verbs("the moment itself is before the moment", ending, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      list: (of, page) =>
        tx.memberships.list(
          of.endsBefore === undefined ? of : { ...of, endsBefore: later(of.endsBefore, 1) },
          page,
        ),
    },
  })),
  verbs("who only begins to end is counted with those that are shown", ending, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      list: async (of, page) => {
        const { endsBefore: _, ...rest } = of
        return {
          ...(await tx.memberships.list(of, page)),
          totalItems: (await tx.memberships.list(rest, page)).totalItems,
        }
      },
    },
  })),
  searching("words are found from their middle", beginnings, (user, words) =>
    words.every((beginning) => searchWords(user).some((word) => word.includes(beginning))),
  ),
  searching(
    "any of the words is enough",
    beginnings,
    (user, words) => words.length === 0 || words.some((word) => begins(user, word)),
  ),
  searching("only whole words are found", beginnings, (user, words) =>
    words.every((word) => searchWords(user).includes(word)),
  ),
  searching("nobody is found by their username", beginnings, (user, words) =>
    words.every((word) => begins({ ...user, username: "" }, word)),
  ),
  searching("each word is found by a word of its own", beginnings, (user, words) => {
    const free = new Set(searchWords(user))
    return words.every((beginning) =>
      [...free].some((word) => word.startsWith(beginning) && free.delete(word)),
    )
  }),
  searching("words go on with letters below U+FFFF", letters, (user, words) =>
    words.every((beginning) =>
      searchWords(user).some(
        (word) =>
          word >= beginning &&
          word.codePointAt(beginning.length) !== 0x323af &&
          begins(user, beginning),
      ),
    ),
  ),
  searching("words go on with letters of one unit", letters, (user, words) =>
    words.every((beginning) =>
      searchWords(user).some(
        (word) => word.startsWith(beginning) && (word.codePointAt(beginning.length) ?? 0) < 0x10000,
      ),
    ),
  ),
  verbs("a search forgets the order", together, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      list: (of, page) =>
        of.search === undefined
          ? tx.memberships.list(of, page)
          : resorted(
              (all) => tx.memberships.list(of, all),
              page,
              (rows) => rows.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)),
            ),
    },
  })),
  verbs("a search forgets the tier", together, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      list: ({ tierUuid, ...of }, page) =>
        tx.memberships.list(
          of.search === undefined && tierUuid !== undefined ? { ...of, tierUuid } : of,
          page,
        ),
    },
  })),
  verbs("a search finds at most 1,000", many, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      list: async (of, page) => {
        const { items, totalItems } = await tx.memberships.list(of, page)
        return {
          items,
          totalItems: of.search === undefined ? totalItems : Math.min(totalItems, 1000),
        }
      },
    },
  })),
  verbs("somebody is found by what they were called at first", renamed, () => {
    const first = new Map<string, User>()
    return (tx) => ({
      users: {
        ...tx.users,
        add: async (user, hash) => {
          first.set(user.uuid, user)
          await tx.users.add(user, hash)
        },
      },
      memberships: {
        ...tx.memberships,
        list: async ({ search = [], ...of }, page) => {
          const { items } = await tx.memberships.list(of, page)
          const rows = items.filter(({ userUuid }) => {
            const user = first.get(userUuid)
            return search.every((word) => user !== undefined && begins(user, word))
          })
          return { items: rows, totalItems: rows.length }
        },
      },
    })
  }),
  verbs("words of a change that was refused or undone are kept", undone, () => {
    const called = new Map<string, User>()
    return (tx) => ({
      users: {
        ...tx.users,
        change: (user) => {
          called.set(user.uuid, user)
          return tx.users.change(user)
        },
      },
      memberships: {
        ...tx.memberships,
        list: async ({ search = [], ...of }, page) => {
          const { items } = await tx.memberships.list(of, page)
          const users = await tx.users.findAll(items.map(({ userUuid }) => userUuid))
          const names = new Map(users.map((user) => [user.uuid, called.get(user.uuid) ?? user]))
          const rows = items.filter(({ userUuid }) => {
            const user = names.get(userUuid)
            return search.every((word) => user !== undefined && begins(user, word))
          })
          return { items: rows, totalItems: rows.length }
        },
      },
    })
  }),
  verbs("a user's own are all that ever were", own, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      listOf: async (of, page) => {
        const [current, ended] = [
          await tx.memberships.listOf({ ...of, filter: "current" }, page),
          await tx.memberships.listOf({ ...of, filter: "ended" }, page),
        ]
        return {
          items: [...current.items, ...ended.items],
          totalItems: current.totalItems + ended.totalItems,
        }
      },
    },
  })),
  verbs("a user's own are never sorted by when they joined", own, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      listOf: (of, page) => tx.memberships.listOf(of, { ...page, sortBy: "created_at" }),
    },
  })),
  verbs("a user's own are those of every organization there was", deleted, () => {
    const gone = new Set<string>()
    return (tx) => ({
      organizations: {
        ...tx.organizations,
        change: async (organization) => {
          gone.add(organization.uuid)
          return true
        },
      },
    })
  }),
]
