import { searchWords, wordsOf } from "@symbolon/core"
import { openMemory } from "@symbolon/core/memory"
import type {
  Contact,
  ContactOrder,
  ContactsOf,
  MemberOrder,
  Membership,
  MembersOf,
  Page,
  PageRequest,
  Repositories,
  Storage,
  User,
} from "@symbolon/core/storage"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  addOrganization,
  at,
  firstMember,
  membership,
  organization,
  tier,
  user,
  uuid,
} from "./sample-organization.ts"

/** Members, and people who are members elsewhere; contacts of one owner are the first of each. */
const [members, others, contacts] = [6_300, 6_000, 5_700]
/** So many members have each of these words, at both sides of where searches go another way. */
const sizes = {
  alfa: 1_000,
  bravo: 1_001,
  charlie: 2_000,
  delta: 2_001,
  // Who has the second is named again, in another slice.
  echo: 3_000,
  echoing: 2_800,
}
const [day, chunk] = [86_400_000, 500]

const elsewhere = { ...organization, uuid: uuid(900_001), slug: "elsewhere" }
const silver = { ...tier, uuid: uuid(900_002), slug: "silver" }
const foreign = { ...tier, uuid: uuid(900_003), organizationUuid: elsewhere.uuid }
const owner = uuid(firstMember)

const [firsts, lasts] = [
  ["Ann", "Anna", "Bo", "Cy", "Ann"],
  ["Annabel", "Berg", "Kaya", "Lim", "Bergman", "Zed", "Ito"],
] as const

/** People whose words begin alike, so that some are named twice by one beginning. */
const person = (n: number): User => {
  const isMember = n < members
  const tags = Object.entries(sizes).flatMap(([tag, size]) => (n < size ? [tag] : []))
  const lastName = n % 7 === 5 && n % 400 !== 5 ? "Lim" : lasts[n % lasts.length]
  return {
    ...user(firstMember + n),
    username: ["m" + String(n), ...(isMember ? tags : ["elsewhere"])].join("."),
    firstName: firsts[(n * 7) % firsts.length] ?? "",
    lastName: isMember ? lastName : "Zed",
  }
}

/** Some never end, some have lapsed, some have ended; many were made at the same moment. */
const memberOf = (n: number): Membership => {
  const kind = n % 20
  const ends = kind < 3 ? undefined : kind < 7 ? at(-(n % 5) * day) : at((1 + (n % 9)) * day)
  return {
    ...membership(firstMember + n),
    organizationUuid: n < members ? organization.uuid : elsewhere.uuid,
    tierUuid: n >= members ? foreign.uuid : n % 3 === 0 ? silver.uuid : tier.uuid,
    validUntil: ends,
    renewableUntil: ends && new Date(ends.getTime() + 5 * day),
    endedAt: kind === 9 ? at(-day) : undefined,
    endedBy: kind === 9 ? "left" : undefined,
    createdAt: at(Math.floor(n / 4)),
    joinedAt: at((n * 7_919) % 5_003),
  }
}

/** Who has left, and was taken in again. */
const again = (n: number): Membership => ({
  ...memberOf(n),
  uuid: uuid(firstMember + 100_000 + n),
  endedAt: undefined,
  endedBy: undefined,
  validUntil: at(day),
  renewableUntil: at(day),
})

const contactOf = (n: number): Contact => ({
  uuid: uuid(firstMember + 200_000 + n),
  ownerUserUuid: owner,
  type: n % 4 === 0 ? "dropped" : "saved",
  contactUserUuid: n % 3 === 0 ? person(n + 1).uuid : undefined,
  droppedByUserUuid: undefined,
  profilePageUuid: undefined,
  name: n % 3 === 0 ? undefined : `${person(n).firstName} ${lasts[n % lasts.length] ?? ""}`,
  email: undefined,
  jobTitle: undefined,
  company: undefined,
  notes: undefined,
  visitCount: n % 5,
  metSessionUuid: undefined,
  latestAt: at((n * 7_919) % 5_003),
  createdAt: at(Math.floor(n / 4)),
  savedAt: at(n),
  updatedAt: undefined,
})

const addPerson = async (tx: Repositories, n: number): Promise<void> => {
  const asked: Promise<unknown>[] = [
    tx.users.add(person(n), undefined),
    tx.memberships.add(memberOf(n)),
  ]
  if (memberOf(n).endedAt !== undefined) asked.push(tx.memberships.add(again(n)))
  await Promise.all(asked)
}

const inChunks = async (
  storage: Storage,
  count: number,
  add: (tx: Repositories, n: number) => Promise<void>,
): Promise<void> => {
  for (let from = 0; from < count; from += chunk)
    await storage.transact("write", async (tx) => {
      const numbers = Array.from({ length: Math.min(chunk, count - from) }, (_, n) => from + n)
      await Promise.all(numbers.map((n) => add(tx, n)))
    })
}

const fill = async (storage: Storage): Promise<void> => {
  await addOrganization(storage)
  await storage.transact("write", async (tx) => {
    await tx.organizations.add(elsewhere)
    await tx.tiers.add(silver)
    await tx.tiers.add(foreign)
  })
  await inChunks(storage, members + others, addPerson)
  await inChunks(storage, contacts, (tx, n) => tx.contacts.add(contactOf(n)))
}

const searches = [
  ...Object.keys(sizes).map((tag) => [tag]),
  ["alfa", "berg"],
  ["delta", "ann", "be"],
  ["ann"],
  ["anna", "annabel"],
  ["ann", "berg"],
  ["berg", "ber", "b"],
  ["lim", "lim"],
  ["echo"],
  ["echo", "a"],
  ["zed"],
  ["zed", "ann"],
  ["elsewhere"],
  ["elsewhere", "a"],
  ["m"],
  ["m", "a"],
  ["m62"],
  ["m62", "lim"],
  ["nobody"],
  ["nobody", "m"],
]

const memberFilters: readonly Partial<MembersOf>[] = [
  {},
  { filter: "active" },
  { filter: "lapsed" },
  { filter: "ended" },
  { tierUuid: silver.uuid },
  { filter: "active", endsBefore: at(3 * day) },
  { endsBefore: at(3 * day), tierUuid: tier.uuid },
]
const contactFilters: readonly Partial<ContactsOf>[] = [
  {},
  { type: "dropped" },
  { visitedAfter: at(4_000) },
  { type: "saved", visitedAfter: at(1_000) },
]
const orders = ["asc", "desc"] as const

/** The lists of one kind: of a store, and without a search of a model. */
interface Lists<Of, SortBy extends string, Row> {
  readonly name: string
  readonly filters: readonly Partial<Of>[]
  readonly sorts: readonly SortBy[]
  readonly list: (
    tx: Repositories,
    of: Partial<Of> & { readonly search?: readonly string[] },
    page: PageRequest<SortBy>,
  ) => Promise<Page<Row>>
  readonly words: (row: Row) => readonly string[]
}

const memberLists: Lists<MembersOf, MemberOrder, Membership> = {
  name: "members",
  filters: memberFilters,
  sorts: ["created_at", "joined_at", "valid_until"],
  list: (tx, of, page) =>
    tx.memberships.list(
      { organizationUuid: organization.uuid, filter: "current", at: at(0), ...of },
      page,
    ),
  words: ({ userUuid }) => wordsOfUser(userUuid),
}

const contactLists: Lists<ContactsOf, ContactOrder, Contact> = {
  name: "contacts",
  filters: contactFilters,
  sorts: ["created_at", "last_visited"],
  list: (tx, of, page) => tx.contacts.list({ ownerUserUuid: owner, at: at(0), ...of }, page),
  words: ({ name, contactUserUuid }) => [
    ...wordsOf(name ?? ""),
    ...(contactUserUuid === undefined ? [] : wordsOfUser(contactUserUuid)),
  ],
}

const known = new Map<string, readonly string[]>()
const wordsOfUser = (userUuid: string): readonly string[] => {
  const words = known.get(userUuid)
  if (words !== undefined) return words
  const n = Number.parseInt(userUuid.slice(-12), 16) - firstMember
  known.set(userUuid, searchWords(person(n)))
  return wordsOfUser(userUuid)
}

/** The tests of searches in long lists, against what a model in memory answers without a search. */
export const longSearchesSuite = (engine: string, open: () => Promise<Storage>): void => {
  describe(`${engine}, searches in long lists`, () => {
    let storage: Storage
    const model = openMemory()

    beforeAll(async () => {
      storage = await open()
      await Promise.all([fill(storage), fill(model)])
    }, 240_000)
    afterAll(() => storage.close())

    const everybody = new Map<
      string,
      readonly { readonly words: readonly string[]; readonly uuid: string }[]
    >()
    /** All rows of a list, as the model puts them in order. */
    const allOf = async <Of, SortBy extends string, Row extends { readonly uuid: string }>(
      { name, list, words }: Lists<Of, SortBy, Row>,
      of: Partial<Of>,
      { sortBy, sortOrder }: Pick<PageRequest<SortBy>, "sortBy" | "sortOrder">,
    ) => {
      const key = JSON.stringify([name, of, sortBy, sortOrder])
      const before = everybody.get(key)
      if (before !== undefined) return before
      const page = { page: 1, pageSize: members + contacts, sortBy, sortOrder }
      const { items } = await model.transact("read", (tx) => list(tx, of, page))
      const all = items.map((row) => ({ uuid: row.uuid, words: words(row) }))
      everybody.set(key, all)
      return all
    }

    /** Compares pages of a search; answers how many rows it finds. */
    const comparePages = async <Of, SortBy extends string, Row extends { readonly uuid: string }>(
      lists: Lists<Of, SortBy, Row>,
      of: Partial<Of>,
      search: readonly string[],
      sorted: Pick<PageRequest<SortBy>, "sortBy" | "sortOrder"> & { readonly pageSize: number },
    ): Promise<number> => {
      const all = await allOf(lists, of, sorted)
      const expected = all
        .filter(({ words }) => search.every((one) => words.some((word) => word.startsWith(one))))
        .map((row) => row.uuid)
      const { pageSize } = sorted
      const last = Math.max(1, Math.ceil(expected.length / pageSize))
      // The second time some totals are remembered.
      for (const page of [1, 1, Math.ceil(last / 2), last, last + 1]) {
        const { items, totalItems } = await storage.transact("read", (tx) =>
          lists.list(tx, { ...of, search }, { page, ...sorted }),
        )
        expect({ totalItems, items: items.map((row) => row.uuid) }).toEqual({
          totalItems: expected.length,
          items: expected.slice((page - 1) * pageSize, page * pageSize),
        })
      }
      return expected.length
    }

    const compare = async <Of, SortBy extends string, Row extends { readonly uuid: string }>(
      lists: Lists<Of, SortBy, Row>,
      search: readonly string[],
    ): Promise<number> => {
      const { filters, sorts } = lists
      let found = 0
      for (const [turn, of] of filters.entries())
        for (const sortBy of sorts) {
          // Without a filter each is asked in every order; with one, in one order or another.
          const nth = turn + searches.findIndex((one) => one === search)
          if (turn > 0 && sortBy !== sorts[nth % sorts.length]) continue
          const order = orders[Math.floor(nth / sorts.length) % 2] ?? "asc"
          const pageSize = 37 + 400 * turn
          for (const sortOrder of turn === 0 ? orders : [order])
            found += await comparePages(lists, of, search, { sortBy, sortOrder, pageSize })
        }
      return found
    }

    // Many are walked in the order of the list; few, and those who are rare among all, are sought.
    it.each([...memberFilters, { endsBefore: at(100 * day) }].map((of) => [of] as const))(
      "lists all members of a filter without a search: %o",
      async (of) => {
        for (const sortBy of memberLists.sorts)
          for (const sortOrder of orders)
            await comparePages(memberLists, of, [], { sortBy, sortOrder, pageSize: 537 })
      },
      60_000,
    )

    it.each(searches.map((search) => [search.join(" "), search] as const))(
      "finds all members and nobody else: %s",
      async (name, search) => {
        const found = await compare(memberLists, search)
        expect(found > 0).toBe(!name.includes("nobody") && !name.includes("elsewhere"))
      },
      60_000,
    )

    it.each(searches.map((search) => [search.join(" "), search] as const))(
      "finds all contacts and no other: %s",
      async (_, search) => {
        await compare(contactLists, search)
      },
      60_000,
    )
  })
}
