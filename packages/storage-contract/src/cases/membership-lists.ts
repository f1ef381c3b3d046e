import {
  memberFilters,
  type MemberOrder,
  type Membership,
  type MembershipsOf,
  type MembersOf,
} from "@symbolon/core/storage"
import { claim, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { addRows, row } from "../membership-samples.ts"
import { type List, sortsBy } from "../paging.ts"
import { firstOf, members, numbers } from "../member-lists.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, cid, dan, gold, silver, foreign } = club
const inAway = { organizationUuid: away.uuid, tierUuid: foreign.uuid }

const own =
  (of: Partial<MembershipsOf> = {}): List<MemberOrder, Membership> =>
  (tx, page) =>
    tx.memberships.listOf({ userUuid: ann.uuid, filter: "current", at: at(0), ...of }, page)

export const membershipLists: readonly StorageCase[] = [
  storageCase(
    "memberships: a list shows who stands as asked at the moment asked",
    async (storage) => {
      await found(storage)
      const rows = [
        row(100, { validUntil: at(10), renewableUntil: at(20) }),
        row(101, { userUuid: bob.uuid }),
        row(102, {
          userUuid: cid.uuid,
          validUntil: at(20),
          renewableUntil: at(20),
          cancelledAt: at(1),
        }),
        row(103, {
          userUuid: dan.uuid,
          validUntil: at(30),
          renewableUntil: at(40),
          endedAt: at(20),
          endedBy: "left",
        }),
        row(104, { userUuid: dan.uuid, ...inAway }),
      ]
      await addRows(storage, ...rows)
      const expected: Readonly<
        Record<number, Readonly<Record<(typeof memberFilters)[number], readonly number[]>>>
      > = {
        9: { active: [100, 101, 102, 103], lapsed: [], current: [100, 101, 102, 103], ended: [] },
        10: { active: [101, 102, 103], lapsed: [100], current: [100, 101, 102, 103], ended: [] },
        19: { active: [101, 102, 103], lapsed: [100], current: [100, 101, 102, 103], ended: [] },
        20: { active: [101], lapsed: [], current: [101], ended: [100, 102, 103] },
        1000: { active: [101], lapsed: [], current: [101], ended: [100, 102, 103] },
      }
      for (const [moment, of] of Object.entries(expected)) {
        for (const filter of memberFilters) {
          same(
            await numbers(storage, members({ filter, at: at(Number(moment)) })),
            of[filter],
            `who is ${filter} at ${moment} ms`,
          )
        }
      }
    },
  ),
  storageCase(
    "memberships: a list is sorted by each field, never-ending terms after all others, ties by uuid",
    async (storage) => {
      await found(storage)
      const made = (
        n: number,
        userUuid: string,
        created: number,
        joined: number,
        until: number | undefined,
      ): Membership => {
        const validUntil = until === undefined ? undefined : at(until)
        return row(n, {
          userUuid,
          createdAt: at(created),
          joinedAt: at(joined),
          validUntil,
          renewableUntil: validUntil,
        })
      }
      const [a, b, c, d] = [
        made(103, ann.uuid, 1, 2, 500),
        made(101, bob.uuid, 1, 1, undefined),
        made(102, cid.uuid, 2, 2, undefined),
        made(100, dan.uuid, 0, 3, 400),
      ]
      await addRows(storage, a, b, c, d)
      await sortsBy(storage, members({}), "created_at", [d, b, a, c])
      await sortsBy(storage, members({}), "joined_at", [b, c, a, d])
      await sortsBy(storage, members({}), "valid_until", [d, a, b, c])
      // Terms that end stand before those that do not, and a page may reach from one to the other.
      const active = (ms: number) => members({ filter: "active", at: at(ms) })
      await sortsBy(storage, active(0), "valid_until", [d, a, b, c])
      await sortsBy(storage, active(400), "valid_until", [a, b, c])
      await sortsBy(storage, active(500), "valid_until", [b, c])
      await sortsBy(storage, members({ filter: "active", endsBefore: at(500) }), "valid_until", [d])
    },
  ),
  storageCase("memberships: a list is of one tier where one is asked for", async (storage) => {
    await found(storage)
    const rows = [
      row(103, { validUntil: at(500), renewableUntil: at(500) }),
      row(101, { userUuid: bob.uuid, createdAt: at(103) }),
      row(102, {
        userUuid: cid.uuid,
        validUntil: at(400),
        renewableUntil: at(400),
        joinedAt: at(200),
      }),
    ] as const
    const [a, b, c] = rows
    await addRows(
      storage,
      ...rows,
      row(104, { userUuid: dan.uuid, tierUuid: silver.uuid }),
      row(105, inAway),
    )
    const onGold = members({ tierUuid: gold.uuid })
    await sortsBy(storage, onGold, "created_at", [c, b, a])
    await sortsBy(storage, onGold, "joined_at", [b, a, c])
    await sortsBy(storage, onGold, "valid_until", [c, a, b])
    same(
      await numbers(storage, members({ tierUuid: foreign.uuid })),
      [],
      "of a tier of another organization",
    )
    same(
      await numbers(storage, members({ tierUuid: gold.uuid, filter: "lapsed" })),
      [],
      "of those who stand otherwise",
    )
  }),
  storageCase(
    "memberships: a list is of those whose time ends before a moment",
    async (storage) => {
      await found(storage)
      await addRows(
        storage,
        row(100, { validUntil: at(10), renewableUntil: at(90) }),
        row(101, { userUuid: bob.uuid, validUntil: at(20), renewableUntil: at(90) }),
        row(102, {
          userUuid: cid.uuid,
          tierUuid: silver.uuid,
          validUntil: at(15),
          renewableUntil: at(90),
        }),
        row(103, { userUuid: dan.uuid }),
      )
      const before = (ms: number, of: Partial<MembersOf> = {}) =>
        numbers(storage, members({ endsBefore: at(ms), ...of }))
      same(await before(10), [], "before the first ends")
      same(await before(11), [100], "a moment later")
      same(await before(20), [100, 102], "when the last ends")
      same(await before(1000), [100, 101, 102], "what never ends is not among them")
      same(await before(1000, { tierUuid: gold.uuid }), [100, 101], "of one tier")
      same(
        await before(1000, { at: at(15), filter: "lapsed" }),
        [100, 102],
        "of those who have lapsed",
      )
      same(
        (await read(storage, (tx) => members({ endsBefore: at(20) })(tx, firstOf("valid_until"))))
          .totalItems,
        2,
        "how many",
      )
    },
  ),
  storageCase(
    "memberships: a user's own are listed, by how they stand and sorted by each field",
    async (storage) => {
      await found(storage)
      const rows = [
        row(103, {
          validUntil: at(500),
          renewableUntil: at(600),
          joinedAt: at(1),
          createdAt: at(7),
        }),
        row(101, { ...inAway, joinedAt: at(1), createdAt: at(7) }),
        row(102, {
          endedAt: at(5),
          endedBy: "left",
          validUntil: at(400),
          renewableUntil: at(400),
          createdAt: at(3),
        }),
      ] as const
      const [a, b, c] = rows
      await addRows(storage, ...rows, row(104, { userUuid: bob.uuid }))
      await sortsBy(storage, own(), "created_at", [c, b, a])
      await sortsBy(storage, own(), "joined_at", [b, a, c])
      await sortsBy(storage, own(), "valid_until", [c, a, b])
      const stand = async (moment: number) => {
        const lists = memberFilters.map((filter) =>
          numbers(storage, own({ filter, at: at(moment) })),
        )
        const [current, ended, active, lapsed] = await Promise.all(lists)
        return { current, ended, active, lapsed }
      }
      same(
        await stand(5),
        { current: [101, 103], ended: [102], active: [101, 103], lapsed: [] },
        "when one has ended",
      )
      same(
        await stand(500),
        { current: [101, 103], ended: [102], active: [101], lapsed: [103] },
        "when one has lapsed",
      )
      same(
        await stand(600),
        { current: [101], ended: [102, 103], active: [101], lapsed: [] },
        "when it cannot be renewed any more",
      )
    },
  ),
  storageCase(
    "memberships: a user's own are of one organization where one is asked for",
    async (storage) => {
      await found(storage)
      const [there, elsewhere, ended] = [
        row(100),
        row(101, inAway),
        row(102, { ...inAway, endedAt: at(0), endedBy: "left" }),
      ]
      await addRows(storage, there, elsewhere, ended, row(103, { userUuid: bob.uuid }))
      await sortsBy(storage, own(), "created_at", [there, elsewhere])
      await sortsBy(storage, own({ organizationUuid: home.uuid }), "created_at", [there])
      await sortsBy(storage, own({ organizationUuid: away.uuid }), "created_at", [elsewhere])
      await sortsBy(
        storage,
        own({ organizationUuid: away.uuid, filter: "ended", at: at(5) }),
        "created_at",
        [ended],
      )
      same(
        await numbers(storage, own({ organizationUuid: uuid(999) })),
        [],
        "of an organization that does not exist",
      )
    },
  ),
  storageCase(
    "memberships: those in an organization that was deleted are not among a user's own",
    async (storage) => {
      await found(storage)
      const [there, gone] = [row(100), row(101, inAway)]
      await addRows(
        storage,
        there,
        gone,
        row(102, { ...inAway, endedAt: at(0), endedBy: "closed" }),
      )
      await sortsBy(storage, own(), "created_at", [there, gone])
      claim(
        await write(storage, (tx) => tx.organizations.change({ ...away, deletedAt: at(2) })),
        "an organization can be deleted",
      )
      await sortsBy(storage, own(), "created_at", [there])
      same(
        await numbers(storage, own({ filter: "ended", at: at(5) })),
        [],
        "of those that have ended",
      )
      same(await read(storage, (tx) => tx.memberships.find(gone.uuid)), gone, "the row itself")
    },
  ),
]
