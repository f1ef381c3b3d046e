import type {
  MemberOrder,
  Membership,
  MembersOf,
  PageRequest,
  Storage,
  User,
} from "@symbolon/core/storage"
import { claim, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { row } from "../membership-samples.ts"
import { sortsBy } from "../paging.ts"
import { firstOf, members, numbers } from "../member-lists.ts"
import { at, numberOf, user, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { away, foreign, gold, silver } = club

/** Adds people who are members at home, each under the number of their own. */
const enroll = (storage: Storage, ...people: readonly User[]): Promise<void> =>
  write(storage, async (tx) => {
    for (const person of people) {
      await tx.users.add(person, undefined)
      claim(
        await tx.memberships.add(row(numberOf(person.uuid), { userUuid: person.uuid })),
        "somebody can join",
      )
    }
  })

const searching = (storage: Storage, ...search: readonly string[]) =>
  searchingAt(at(0), storage, ...search)

const searchingAt = (moment: Date, storage: Storage, ...search: readonly string[]) =>
  numbers(storage, members({ search, at: moment }))

/**
 * Moments of cases that count a thousand and more. A storage may remember such a count for ten
 * seconds, also one that is emptied for the next case.
 */
const [oneMinute, twoMinutes, threeMinutes] = [60_000, 120_000, 180_000]

export const membershipSearch: readonly StorageCase[] = [
  storageCase(
    "memberships: a search finds the beginnings of words of usernames and names",
    async (storage) => {
      await found(storage)
      await enroll(
        storage,
        user(200, { username: "kapitan", firstName: "Zoë", lastName: "Ångström-Öz" }),
        user(201, { username: "zo-2", firstName: "Anna Maria", lastName: undefined }),
        user(202, { username: "mate", firstName: "Joanna", lastName: "Zola" }),
        user(203, { username: "cook", firstName: "李 小龍", lastName: "ﬁsher" }),
      )
      await write(storage, (tx) => tx.users.add(user(204, { firstName: "Zoltan" }), undefined))
      same(
        await searching(storage, "zo"),
        [200, 201, 202],
        "of the first name, the username, and the last name",
      )
      same(await searching(storage, "zoe"), [200], "without its accent")
      same(await searching(storage, "zoez"), [], "more than the word")
      same(await searching(storage, "ann"), [201], "not from the middle of a word")
      same(await searching(storage, "oz"), [200], "the second part of a name")
      same(await searching(storage, "2"), [201], "digits")
      same(await searching(storage, "小"), [203], "other scripts")
      same(await searching(storage, "fish"), [203], "letters that are written as one")
      same(await searching(storage, "zo", "ang"), [200], "two words, of two names")
      same(await searching(storage, "an", "mar"), [201], "two words of one name")
      same(await searching(storage, "zo", "cook"), [], "two words of two people")
      same(await searching(storage, "z", "zo", "zoe"), [200], "beginnings of the same word")
      same(await searching(storage, "%"), [], "no pattern")
      same((await searching(storage)).length, 4, "no word at all: everybody")
    },
  ),
  storageCase(
    "memberships: a search finds words that go on with any letter, the last of all among them",
    async (storage) => {
      await found(storage)
      const letters = [
        "a",
        "z",
        "\u00ff",
        "\u07ff",
        "\ud7a3",
        "\ufa0e",
        "\u{10000}",
        "\u{1f130}",
        "\u{2fa1d}",
        "\u{323af}",
      ]
      const people = letters.map((letter, n) =>
        user(200 + n, { username: `u${n}`, firstName: `xy${letter}`, lastName: undefined }),
      )
      await enroll(storage, ...people, user(300, { username: "last", firstName: "xz" }))
      const all = people.map((_, n) => 200 + n)
      same(await searching(storage, "xy"), all, "whoever's name begins so")
      same(await searching(storage, "x"), [...all, 300], "by one letter")
      same(await searching(storage, "xy\u{323af}"), [209], "by the last letter")
    },
  ),
  storageCase(
    "memberships: a search goes with the list's other questions, its order and its pages",
    async (storage) => {
      await found(storage)
      await enroll(
        storage,
        ...[200, 201, 202, 203].map((n) =>
          user(n, { username: `rower-${n}`, firstName: n < 203 ? "Kai" : "Ole" }),
        ),
      )
      const of = { search: ["kai", "row"] }
      await write(storage, async (tx) => {
        const change = (n: number, fields: Partial<Membership>) =>
          tx.memberships.replace(row(n, { userUuid: uuid(n), revision: 2, ...fields }))
        await change(200, { validUntil: at(30), renewableUntil: at(30) })
        await change(201, { validUntil: at(10), renewableUntil: at(10), tierUuid: silver.uuid })
      })
      const [a, b, c] = await Promise.all(
        [200, 201, 202].map((n) => read(storage, (tx) => tx.memberships.find(uuid(n)))),
      )
      await sortsBy<MemberOrder, Membership | undefined>(storage, members(of), "valid_until", [
        b,
        a,
        c,
      ])
      await sortsBy<MemberOrder, Membership | undefined>(
        storage,
        members({ ...of, tierUuid: gold.uuid }),
        "created_at",
        [a, c],
      )
      same(
        await numbers(storage, members({ ...of, endsBefore: at(30) })),
        [201],
        "of those who end before a moment",
      )
      same(
        await numbers(storage, members({ ...of, filter: "ended", at: at(20) })),
        [201],
        "of those who have ended",
      )
      same(await numbers(storage, members({ ...of, organizationUuid: away.uuid })), [], "elsewhere")
    },
  ),
  storageCase("memberships: a search finds many as well as few", async (storage) => {
    await found(storage)
    const people = Array.from({ length: 1200 }, (_, n) =>
      user(1000 + n, { username: `u${n}`, firstName: n % 2 === 0 ? "Crew" : "Crewe" }),
    )
    await enroll(storage, ...people)
    same((await searchingAt(at(oneMinute), storage, "crew")).length, 1000, "the page of 1,000")
    same(
      (
        await read(storage, (tx) =>
          members({ search: ["crew"], at: at(oneMinute) })(tx, firstOf("created_at")),
        )
      ).totalItems,
      1200,
      "how many",
    )
    same((await searchingAt(at(oneMinute), storage, "crewe")).length, 600, "half of them")
    same(
      await searchingAt(at(oneMinute), storage, "crew", "u77"),
      [1077, ...Array.from({ length: 10 }, (_, n) => 1770 + n)],
      "a few of them",
    )
    same(
      await searchingAt(at(oneMinute), storage, "u5", "crewe", "u51"),
      [1051, 1511, 1513, 1515, 1517, 1519],
      "a few of half of them",
    )
  }),
  storageCase(
    "memberships: a search finds who has a rare and a frequent word, and both of two frequent ones",
    async (storage) => {
      await found(storage)
      const later = (ms: number) => at(twoMinutes + ms)
      const named = (from: number, count: number, name: (n: number) => Partial<User>) =>
        Array.from({ length: count }, (_, n) =>
          user(from + n, { username: `u${from + n}`, ...name(n) }),
        )
      // At home all are called Crew and few of them Deck; elsewhere it is the other way round.
      const crew = named(1000, 1100, (n) => ({
        firstName: "Crew",
        lastName: n % 200 === 7 ? "Deck" : n === 500 ? "Quay" : undefined,
      }))
      await enroll(storage, ...crew)
      await write(storage, async (tx) => {
        for (const person of named(4000, 1100, (n) => ({
          firstName: "Deck",
          lastName: n % 10 === 0 ? "Crew" : "Quayside",
        }))) {
          await tx.users.add(person, undefined)
          await tx.memberships.add(
            row(numberOf(person.uuid), {
              userUuid: person.uuid,
              organizationUuid: away.uuid,
              tierUuid: foreign.uuid,
            }),
          )
        }
        const change = (n: number, fields: Partial<Membership>) =>
          tx.memberships.replace(row(n, { userUuid: uuid(n), revision: 2, ...fields }))
        await change(1207, { endedAt: later(1), endedBy: "left", validUntil: undefined })
        await change(1407, { validUntil: later(-9), renewableUntil: later(9) })
        await change(1607, { validUntil: later(99), renewableUntil: later(99) })
        // Who left and came back has two memberships.
        await change(1807, { endedAt: later(-1), endedBy: "left", createdAt: at(-9) })
        await tx.memberships.add(row(3007, { userUuid: uuid(1807), validUntil: later(50) }))
      })
      const decks = [1007, 1207, 1407, 1607, 2007, 3007]
      for (const search of [["deck"], ["crew", "deck"], ["deck", "crew"], ["d", "c"]])
        same(await searchingAt(later(0), storage, ...search), decks, `by ${search.join(" and ")}`)
      same(await searchingAt(later(0), storage, "crew", "quay"), [1500], "a rare word at home")
      same(await searchingAt(later(0), storage, "quayside"), [], "a frequent one elsewhere alone")
      same(await searchingAt(later(0), storage, "u12", "deck"), [1207], "a username and a name")
      same(await searchingAt(later(0), storage, "deck", "quay"), [], "both words, of two people")
      const listed = (of: Partial<MembersOf>) =>
        numbers(storage, members({ search: ["deck", "crew"], at: later(0), ...of }))
      same(await listed({ filter: "ended", at: later(1) }), [1807, 1207], "who has ended")
      same(await listed({ filter: "lapsed" }), [1407], "who has lapsed")
      same(await listed({ filter: "active", endsBefore: later(60) }), [3007], "who ends soon")
      same((await listed({ organizationUuid: away.uuid })).length, 110, "elsewhere")
      const all = await Promise.all(
        [1407, 3007, 1607, 1007, 1207, 2007].map((n) =>
          read(storage, (tx) => tx.memberships.find(uuid(n))),
        ),
      )
      await sortsBy<MemberOrder, Membership | undefined>(
        storage,
        members({ search: ["deck", "crew"], at: later(0) }),
        "valid_until",
        all,
      )
    },
  ),
  storageCase("memberships: every page of a search has what stands there", async (storage) => {
    await found(storage)
    const later = (ms: number) => at(threeMinutes + ms)
    const count = 1003
    await enroll(
      storage,
      ...Array.from({ length: count }, (_, n) =>
        user(1000 + n, {
          username: `u${n}`,
          firstName: "Crew",
          lastName: n < 999 ? "Deck" : "Decks",
        }),
      ),
    )
    await write(storage, async (tx) => {
      for (let n = 0; n < count; n += 3)
        await tx.memberships.replace(
          row(1000 + n, {
            userUuid: uuid(1000 + n),
            revision: 2,
            validUntil: later(100 + (n % 50)),
            renewableUntil: later(200),
          }),
        )
    })
    const list = (search: readonly string[], page: PageRequest<MemberOrder>) =>
      read(storage, (tx) => members({ search, at: later(0) })(tx, page))
    for (const sortBy of ["created_at", "valid_until"] as const)
      for (const sortOrder of ["asc", "desc"] as const) {
        const rows = (
          await read(storage, (tx) =>
            members({ at: later(0) })(tx, { page: 1, pageSize: 1500, sortBy, sortOrder }),
          )
        ).items
        for (const search of [["crew"], ["crew", "deck"]])
          for (const page of [1, 2, 3, 4, 5]) {
            const of = { page, pageSize: 250, sortBy, sortOrder }
            same(
              await list(search, of),
              { items: rows.slice((page - 1) * 250, page * 250), totalItems: count },
              `page ${page} by ${sortBy} ${sortOrder}`,
            )
          }
      }
    for (const [n, total] of [
      ["decks", 4],
      ["deck", 1003],
    ] as const)
      same((await list([n], firstOf("joined_at"))).totalItems, total, `how many by ${n}`)
  }),
  storageCase("memberships: a search goes by what somebody is called now", async (storage) => {
    await found(storage)
    const person = user(200, { username: "kit", firstName: "Zoë", lastName: "Marlowe" })
    await enroll(storage, person, user(201, { firstName: "Zoë" }))
    const rename = (fields: Partial<User>) =>
      write(storage, (tx) => tx.users.change({ ...person, ...fields }))
    claim(await rename({ firstName: "Anna", lastName: "Marlowe" }), "somebody can be renamed")
    same(await searching(storage, "zoe"), [201], "by the name they had")
    same(await searching(storage, "anna", "marl"), [200], "by the name they have")
    claim(await rename({ firstName: "Marlowe", lastName: undefined }), "a name can be given up")
    same(await searching(storage, "anna"), [], "by the name given up")
    same(await searching(storage, "marlowe"), [200], "by a name that was the other one")
    await enroll(storage, user(202, { firstName: "Marlowe" }))
    claim(
      await rename({
        username: "gone",
        firstName: "Deleted",
        lastName: undefined,
        deletedAt: at(9),
      }),
      "an account can be emptied",
    )
    for (const word of ["marlowe", "kit", "zoe"])
      claim(!(await searching(storage, word)).includes(200), `${word} must not lead to who is gone`)
    same(await searching(storage, "marl"), [202], "others of that name")
  }),
  storageCase(
    "memberships: a change of a user that was undone or refused leaves the words they are found by",
    async (storage) => {
      await found(storage)
      const person = user(200, { username: "kit", firstName: "Zoë" })
      await enroll(storage, person, user(201, { email: "a@club.example", emailVerifiedAt: at(1) }))
      const undone = write(storage, async (tx) => {
        await tx.users.change({ ...person, firstName: "Anna" })
        throw new Error("on purpose")
      })
      await undone.catch(() => undefined)
      claim(
        !(await write(storage, (tx) =>
          tx.users.change({
            ...person,
            firstName: "Anna",
            email: "a@club.example",
            emailVerifiedAt: at(2),
          }),
        )),
        "somebody else's address must be refused",
      )
      same(await searching(storage, "anna"), [], "by the name they never had")
      same(await searching(storage, "zoe"), [200], "by the name they kept")
    },
  ),
]
