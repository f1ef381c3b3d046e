import type {
  Attendance,
  AttendanceOrder,
  Presence,
  PresenceOrder,
  PresencesOf,
  Storage,
} from "@symbolon/core/storage"
import { claim, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { addPresences, annInRace, foundWithAllPresent, presence } from "../door-samples.ts"
import { type List, sortsBy } from "../paging.ts"
import { at, session, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, race, dinner, regatta, annsPurse, bobsPurse, dansPurse, ann } = club

const listed = (
  storage: Storage,
  of: Omit<PresencesOf, "sessionUuid">,
  sortBy: PresenceOrder = "first_admitted_at",
  page = 1,
) =>
  read(storage, async (tx) => {
    const request = { page, pageSize: 3, sortBy, sortOrder: "asc" } as const
    const { items, totalItems } = await tx.presences.page(
      { sessionUuid: race.uuid, ...of },
      request,
    )
    return [totalItems, items.map((row) => row.uuid)]
  })

const page =
  (isUndone = false): List<PresenceOrder, Presence> =>
  (tx, request) =>
    tx.presences.page({ sessionUuid: race.uuid, isUndone }, request)
const firstHundred = {
  page: 1,
  pageSize: 100,
  sortBy: "first_admitted_at",
  sortOrder: "asc",
} as const
const people: List<AttendanceOrder, Attendance> = (tx, request) =>
  tx.presences.ofActivity({ activityUuid: regatta.uuid, at: at(900) }, request)

/** Who is present at a session, who attended an activity, and in which order. */
export const presenceLists: readonly StorageCase[] = [
  storageCase(
    "presences: list is by wallet address, after one, at most as many as asked for",
    async (storage) => {
      const rows = await foundWithAllPresent(storage)
      const list = (after: string | undefined, limit: number) =>
        read(storage, (tx) => tx.presences.list(race.uuid, after, limit))
      same(await list(undefined, 10), rows, "everybody")
      same(await list(undefined, 2), rows.slice(0, 2), "the first two")
      same(await list(bobsPurse.address, 1), rows.slice(2, 3), "after the second")
      same(await list(dansPurse.address, 10), [], "after the last")
    },
  ),
  storageCase(
    "presences: those of a wallet that stand, by session, after one, at most as many as asked for",
    async (storage) => {
      const rows = await foundWithAllPresent(storage)
      const [anns] = rows
      const of = (address: string, after?: string, limit = 10) =>
        read(storage, (tx) => tx.presences.ofWallet(address, after, limit))
      const all = await of(annsPurse.address)
      same(
        all.map(({ sessionUuid, walletAddress }) => [sessionUuid, walletAddress]),
        [race.uuid, dinner.uuid].map((session) => [session, annsPurse.address]),
        "Ann's, by session",
      )
      same(all[0], anns, "all of a row")
      same(await of(annsPurse.address, undefined, 1), all.slice(0, 1), "at most one")
      same(await of(annsPurse.address, race.uuid), all.slice(1), "after the first")
      same(await of(annsPurse.address, dinner.uuid), [], "after the last")
      same(await of(dansPurse.address), [rows.at(-1)], "Dan's")
      await write(storage, (tx) =>
        tx.presences.undo(anns ?? presence(109, annInRace), at(1), undefined),
      )
      same(await of(annsPurse.address), all.slice(1), "but for what was undone")
    },
  ),
  storageCase(
    "presences: atAll are those of the wallets who are at each session of the activity that is not cancelled",
    async (storage) => {
      await foundWithAllPresent(storage)
      const everybody = club.purses.map(({ address }) => address)
      const atAll = async (activityUuid = regatta.uuid, wallets: readonly string[] = everybody) =>
        [...(await read(storage, (tx) => tx.presences.atAll(activityUuid, wallets)))].sort()
      const second = session(143, { organizationUuid: home.uuid, activityUuid: regatta.uuid })
      same(await atAll(), everybody.toSorted(), "at the only one")
      same(await atAll(regatta.uuid, [bobsPurse.address]), [bobsPurse.address], "of those asked")
      same(await atAll(club.gala.uuid), [annsPurse.address], "at the only one of another activity")
      same(await atAll(uuid(999)), [], "of no activity")
      same(await atAll(regatta.uuid, []), [], "of nobody")
      await write(storage, (tx) => tx.sessions.add(second))
      same(await atAll(), [], "while nobody was at the second")
      const there = (n: number, walletAddress: string) =>
        presence(n, { sessionUuid: second.uuid, walletAddress })
      await addPresences(storage, there(143, annsPurse.address), there(144, bobsPurse.address))
      same(await atAll(), [annsPurse.address, bobsPurse.address].sort(), "who were at both")
      await write(storage, (tx) =>
        tx.presences.undo(there(144, bobsPurse.address), at(9), undefined),
      )
      same(await atAll(), [annsPurse.address], "but for one whose presence was undone")
      await write(storage, (tx) => tx.sessions.changeAll([{ ...second, cancelledAt: at(5) }]))
      same(await atAll(), everybody.toSorted(), "once the second is cancelled")
      await write(storage, (tx) => tx.sessions.changeAll([{ ...race, cancelledAt: at(5) }]))
      same(await atAll(), [], "once all are cancelled")
    },
  ),
  storageCase(
    "presences: arrivedAfter are those present who came in behind a moment",
    async (storage) => {
      const rows = await foundWithAllPresent(storage)
      const after = async (ms: number, sessionUuid = race.uuid) =>
        [...(await read(storage, (tx) => tx.presences.arrivedAfter(sessionUuid, at(ms))))].sort()
      const wallets = (...all: readonly (Presence | undefined)[]) =>
        all.map((row) => row?.walletAddress ?? "").sort()
      same(await after(107), wallets(rows[0], rows[1]), "behind one of them")
      same(
        [await after(109), await after(109, dinner.uuid)],
        [[], [annsPurse.address]],
        "behind the last, here and elsewhere",
      )
      await write(storage, (tx) =>
        tx.presences.undo(rows[0] ?? presence(109, annInRace), at(1), undefined),
      )
      same(await after(107), wallets(rows[1]), "without one that was undone")
    },
  ),
  storageCase(
    "presences: walkIns are those who came in without a ticket, by arrival, ties by wallet, without those passed over",
    async (storage) => {
      const rows = await foundWithAllPresent(storage)
      await addPresences(
        storage,
        presence(111, { ...annInRace, walletAddress: club.treasury.address, seat: "ticket" }),
      )
      const moment = { ...presence(1, annInRace), firstAdmittedAt: at(108) }
      await write(storage, (tx) => tx.presences.changeAll([{ ...moment, uuid: uuid(109) }]))
      const walkIns = (skip: number, limit: number) =>
        read(storage, async (tx) =>
          (await tx.presences.walkIns(race.uuid, skip, limit)).map((row) => row.uuid),
        )
      const before = (ms: number, walletAddress: string) =>
        read(storage, (tx) =>
          tx.presences.walkInsBefore(race.uuid, { firstAdmittedAt: at(ms), walletAddress }),
        )
      // Ann and Bob came at one moment, and his wallet is behind hers.
      same(await walkIns(0, 10), [106, 107, 109, 108].map(uuid), "all of them")
      same(await walkIns(1, 2), [107, 109].map(uuid), "the two behind the first")
      same(await before(108, annsPurse.address), 2, "before Ann")
      same(await before(108, bobsPurse.address), 3, "before Bob, who came at the same moment")
      same(await before(106, dansPurse.address), 0, "before the first")
      same(await before(999, dansPurse.address), 4, "before the end")
      await write(storage, (tx) =>
        tx.presences.undo(rows[2] ?? presence(107, annInRace), at(1), undefined),
      )
      same(
        [await walkIns(1, 2), await before(108, annsPurse.address)],
        [[109, 108].map(uuid), 1],
        "without one that was undone",
      )
      await write(storage, (tx) =>
        tx.presences.changeAll([{ ...moment, seat: "ticket", uuid: uuid(109) }]),
      )
      same(
        [await walkIns(1, 2), await before(108, bobsPurse.address)],
        [[uuid(108)], 1],
        "without one who turned out to have a ticket",
      )
    },
  ),
  storageCase(
    "presences: a page shows those that stand or those undone, disputed or not, in its order",
    async (storage) => {
      const rows = await foundWithAllPresent(storage)
      const facts = {
        ...presence(1, annInRace),
        firstAdmittedAt: at(1),
        recordedAt: at(900),
        disputedReason: "card_frozen",
      }
      await write(storage, (tx) => tx.presences.changeAll([{ ...facts, uuid: uuid(109) }]))
      await write(storage, (tx) =>
        tx.presences.undo(rows[3] ?? presence(106, annInRace), at(1), undefined),
      )
      same(
        await listed(storage, { isUndone: false }),
        [3, [109, 107, 108].map(uuid)],
        "present, by first admission",
      )
      same(
        await listed(storage, { isUndone: false }, "recorded_at"),
        [3, [107, 108, 109].map(uuid)],
        "present, by recording",
      )
      same(
        await listed(storage, { isUndone: false }, "recorded_at", 2),
        [3, []],
        "behind the last page",
      )
      same(
        await listed(storage, { isUndone: false, isDisputed: true }),
        [1, [uuid(109)]],
        "disputed",
      )
      same(
        await listed(storage, { isUndone: false, isDisputed: false }),
        [2, [107, 108].map(uuid)],
        "not disputed",
      )
      same(await listed(storage, { isUndone: true }), [1, [uuid(106)]], "undone")
      same(
        await listed(storage, { isUndone: true, isDisputed: true }),
        [0, []],
        "undone and disputed",
      )
    },
  ),
  storageCase(
    "presences: the people of an activity stand once each, with how often and from when to when",
    async (storage) => {
      const rows = await foundWithAllPresent(storage)
      const late = { ...presence(110, annInRace), userUuid: ann.uuid, lastAdmittedAt: at(700) }
      await write(storage, (tx) => tx.presences.changeAll([{ ...late, uuid: uuid(110) }]))
      await write(storage, (tx) =>
        tx.presences.undo(rows[1] ?? presence(108, annInRace), at(1), undefined),
      )
      const people = (
        sortBy: "sessions_attended" | "first_admitted_at",
        sortOrder: "asc" | "desc",
        activityUuid = regatta.uuid,
      ) =>
        read(storage, (tx) =>
          tx.presences.ofActivity(
            { activityUuid, at: at(900) },
            { page: 1, pageSize: 2, sortBy, sortOrder },
          ),
        )
      const isShared = dinner.activityUuid === race.activityUuid
      const anns = {
        walletAddress: annsPurse.address,
        userUuid: undefined,
        sessionsAttended: isShared ? 2 : 1,
        firstAdmittedAt: at(109),
        lastAdmittedAt: isShared ? at(700) : at(109),
      }
      const found = await people("first_admitted_at", "desc")
      same([found.totalItems, found.items[0]], [3, anns], "the last to come first")
      same(
        (await people("sessions_attended", "desc")).items[0]?.sessionsAttended,
        isShared ? 2 : 1,
        "who came most",
      )
      same(
        await people("first_admitted_at", "asc", uuid(999)),
        { items: [], totalItems: 0 },
        "of another activity",
      )
    },
  ),
  storageCase(
    "presences: the people of an activity follow what is added, changed and undone at each session",
    async (storage) => {
      await foundWithAllPresent(storage)
      const second = session(143, { organizationUuid: home.uuid, activityUuid: regatta.uuid })
      await write(storage, (tx) => tx.sessions.add(second))
      const [annsFirst, annsSecond] = [
        presence(109, annInRace),
        presence(143, { sessionUuid: second.uuid, walletAddress: annsPurse.address }),
      ]
      const anns = async () => {
        const all = await read(storage, (tx) => people(tx, firstHundred))
        const row = all.items.find(({ walletAddress }) => walletAddress === annsPurse.address)
        return row && [row.sessionsAttended, row.firstAdmittedAt, row.lastAdmittedAt]
      }
      const change = (row: Presence, first: number, last: number) => {
        const times = { firstAdmittedAt: at(first), lastAdmittedAt: at(last) }
        return write(storage, (tx) => tx.presences.changeAll([{ ...row, ...times }]))
      }
      const undo = (row: Presence) =>
        write(storage, (tx) => tx.presences.undo(row, at(900), undefined))
      await write(storage, (tx) => tx.presences.addAll([annsSecond]))
      same(await anns(), [2, at(109), at(143)], "at two sessions")
      await change(annsSecond, 120, 500)
      same(await anns(), [2, at(109), at(500)], "who came again")
      await change(annsFirst, 50, 109)
      same(await anns(), [2, at(50), at(500)], "who turned out to come earlier")
      await change(annsSecond, 120, 130)
      await change(annsFirst, 105, 109)
      same(await anns(), [2, at(105), at(130)], "whose times turned out to be less apart")
      await undo(annsFirst)
      same(await anns(), [1, at(120), at(130)], "who was at one of them only")
      await undo(annsSecond)
      same(await anns(), undefined, "who was at none")
    },
  ),
  storageCase(
    "presences: a page is sorted by first admission or by recording, ties by wallet",
    async (storage) => {
      await found(storage)
      const [a, b, c, d] = club.purses.map(({ address: walletAddress }, n) =>
        presence(100 + n, {
          sessionUuid: race.uuid,
          walletAddress,
          recordedAt: at(10 - n),
          firstAdmittedAt: at([2, 1, 2, 0][n] ?? 0),
        }),
      )
      await write(storage, async (tx) => {
        await tx.presences.addAll([a, b, c, d].flatMap((one) => one ?? []))
      })
      await sortsBy(storage, page(), "first_admitted_at", [d, b, a, c])
      await sortsBy(storage, page(), "recorded_at", [d, c, b, a])
      await sortsBy(storage, page(), "created_at", [d, c, b, a])
      await sortsBy(storage, page(true), "recorded_at", [])
    },
  ),
  storageCase(
    "presences: the people of an activity are sorted by each field, ties by wallet",
    async (storage) => {
      await found(storage)
      const again = session(110, { organizationUuid: home.uuid, activityUuid: regatta.uuid })
      const [annsAddress, bobsAddress, cidsAddress] = club.purses.map((purse) => purse.address)
      const were = (
        n: number,
        walletAddress: string | undefined,
        sessionUuid: string,
        first: number,
        last: number,
      ) =>
        presence(n, {
          walletAddress: walletAddress ?? "",
          sessionUuid,
          firstAdmittedAt: at(first),
          lastAdmittedAt: at(last),
        })
      await write(storage, async (tx) => {
        claim(await tx.sessions.add(again), "a second session must be added")
        for (const one of [
          were(100, annsAddress, race.uuid, 30, 40),
          were(101, bobsAddress, race.uuid, 20, 90),
          were(102, bobsAddress, again.uuid, 50, 60),
          were(103, cidsAddress, again.uuid, 30, 30),
          were(104, cidsAddress, dinner.uuid, 1, 99),
        ])
          await tx.presences.addAll([one])
      })
      const person = (
        walletAddress: string | undefined,
        sessionsAttended: number,
        first: number,
        last: number,
      ): Attendance => ({
        walletAddress: walletAddress ?? "",
        userUuid: undefined,
        sessionsAttended,
        firstAdmittedAt: at(first),
        lastAdmittedAt: at(last),
      })
      const [anns, bobs, cids] = [
        person(annsAddress, 1, 30, 40),
        person(bobsAddress, 2, 20, 90),
        person(cidsAddress, 1, 30, 30),
      ]
      await sortsBy(storage, people, "first_admitted_at", [bobs, anns, cids])
      await sortsBy(storage, people, "created_at", [bobs, anns, cids])
      await sortsBy(storage, people, "last_admitted_at", [cids, anns, bobs])
      await sortsBy(storage, people, "sessions_attended", [anns, cids, bobs])
    },
  ),
]
