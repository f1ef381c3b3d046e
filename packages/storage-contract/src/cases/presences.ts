import type {
  Admission,
  Presence,
  PresenceOrder,
  PresencesOf,
  Storage,
} from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { admission, at, presence, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { race, dinner, regatta, annsPurse, bobsPurse, cidsPurse, dansPurse, ann, scanner, tablet } =
  club
const annInRace = { sessionUuid: race.uuid, walletAddress: annsPurse.address }
const annAtScanner = { ...annInRace, presenceUuid: uuid(100), clientId: scanner.clientId }

const add = async (storage: Storage, ...rows: readonly Presence[]): Promise<void> => {
  for (const row of rows)
    claim(
      (await write(storage, (tx) => tx.presences.add(row))) !== undefined,
      `adding the presence ${row.uuid} must answer a tally`,
    )
}
const admit = async (storage: Storage, ...rows: readonly Admission[]): Promise<void> => {
  for (const row of rows)
    claim(
      await write(storage, (tx) => tx.presences.addAdmission(row)),
      `adding the admission ${row.uuid} must answer true`,
    )
}
const find = (storage: Storage) =>
  read(storage, (tx) => tx.presences.find(race.uuid, annsPurse.address))
const count = (storage: Storage, sessionUuid = race.uuid) =>
  read(storage, (tx) => tx.presences.count(sessionUuid))
const admissionsOf = (storage: Storage, n: number) =>
  read(storage, (tx) => tx.presences.admissionsOf(uuid(n)))
const under = (storage: Storage, clientId: string, ...keys: readonly string[]) =>
  read(storage, (tx) => tx.presences.findAdmissions(race.uuid, clientId, keys))

/** A session with Ann present: the presence 100. */
const foundWithAnn = async (storage: Storage): Promise<void> => {
  await found(storage)
  await add(storage, presence(100, annInRace))
}

/** Everybody in the race, the last by wallet first to come. */
const foundWithAll = async (storage: Storage): Promise<readonly Presence[]> => {
  await found(storage)
  const rows = [annsPurse, bobsPurse, cidsPurse, dansPurse].map(({ address }, n) =>
    presence(109 - n, { sessionUuid: race.uuid, walletAddress: address }),
  )
  await add(
    storage,
    ...rows.toReversed(),
    presence(110, { ...annInRace, sessionUuid: dinner.uuid }),
  )
  return rows
}

const listed = (
  storage: Storage,
  of: Omit<PresencesOf, "sessionUuid">,
  sortBy: PresenceOrder = "first_admitted_at",
  page = 1,
) =>
  read(storage, async (tx) => {
    const asked = { page, pageSize: 3, sortBy, sortOrder: "asc" } as const
    const { items, totalItems } = await tx.presences.page({ sessionUuid: race.uuid, ...of }, asked)
    return [totalItems, items.map((row) => row.uuid)]
  })

export const presences: readonly StorageCase[] = [
  storageCase(
    "presences: a presence comes back as it was written, with all fields and with few",
    async (storage) => {
      await found(storage)
      const full = presence(100, {
        ...annInRace,
        userUuid: ann.uuid,
        seat: "ticket",
        firstAdmittedAt: at(-7),
        lastAdmittedAt: at(3),
        recordedAt: at(9),
        source: "offline",
        cardIdentifier: "CARD-1",
        seatsLeft: 7,
        seatsVersion: 2 ** 40,
        isOverCapacity: true,
        disputedReason: "over_capacity",
      })
      const bare = presence(101, { sessionUuid: race.uuid, walletAddress: bobsPurse.address })
      await add(storage, full, bare)
      await read(storage, async (tx) => {
        same(await tx.presences.find(race.uuid, full.walletAddress), full, "with all fields")
        same(await tx.presences.find(race.uuid, bare.walletAddress), bare, "with few")
        same(
          await tx.presences.find(dinner.uuid, full.walletAddress),
          undefined,
          "at another session",
        )
        same(await tx.presences.byUuid(full.uuid), full, "by its uuid")
        same(await tx.presences.byUuid(uuid(999)), undefined, "by another")
        const among = [
          full.walletAddress,
          bare.walletAddress,
          dansPurse.address,
          full.walletAddress,
        ]
        sameSet(await tx.presences.findAll(race.uuid, among), [full, bare], "among many")
        same(await tx.presences.findAll(race.uuid, []), [], "among nobody")
        same(await tx.presences.findAll(dinner.uuid, among), [], "among many at another session")
      })
    },
  ),
  storageCase(
    "presences: add answers undefined, and writes nothing, when the person is present already",
    async (storage) => {
      await foundWithAnn(storage)
      const again = presence(101, { ...annInRace, seat: "ticket" })
      same(
        await write(storage, (tx) => tx.presences.add(again)),
        undefined,
        "what a second presence is answered",
      )
      same(await find(storage), presence(100, annInRace), "the presence")
      same(await count(storage), 1, "how many are present")
      await add(storage, presence(102, { ...annInRace, sessionUuid: dinner.uuid }))
    },
  ),
  storageCase(
    "presences: add answers how many are present then, and until when others have seats they are judged by",
    async (storage) => {
      await found(storage)
      const join = (
        n: number,
        walletAddress: string,
        of: Partial<Presence> = {},
        sessionUuid = race.uuid,
      ) =>
        write(storage, (tx) => tx.presences.add(presence(n, { sessionUuid, walletAddress, ...of })))
      same(
        await join(100, annsPurse.address),
        { present: 1, seatsJudgedUntil: undefined },
        "the first",
      )
      same(
        await join(105, bobsPurse.address, { seatsLeft: 3 }),
        { present: 2, seatsJudgedUntil: undefined },
        "the first of a manifest's seats",
      )
      same(
        await join(103, cidsPurse.address, { seatsLeft: 4 }),
        { present: 3, seatsJudgedUntil: at(105) },
        "the next of them",
      )
      same(
        await join(106, annsPurse.address, {}, dinner.uuid),
        { present: 1, seatsJudgedUntil: undefined },
        "at another session",
      )
      await write(storage, (tx) =>
        tx.presences.undo(
          presence(105, { sessionUuid: race.uuid, walletAddress: bobsPurse.address }),
          at(1),
          undefined,
        ),
      )
      same(
        await join(107, dansPurse.address),
        { present: 3, seatsJudgedUntil: at(103) },
        "after the later one was undone",
      )
    },
  ),
  storageCase(
    "presences: leastSeats is the least that a manifest left any of those present",
    async (storage) => {
      await foundWithAll(storage)
      const least = (sessionUuid = race.uuid) =>
        read(storage, (tx) => tx.presences.leastSeats(sessionUuid))
      const leave = (n: number, seatsLeft: number | undefined) =>
        write(storage, (tx) =>
          tx.presences.change(uuid(n), { ...presence(n, annInRace), seatsLeft }),
        )
      same(await least(), undefined, "of those without any")
      await leave(109, 4)
      await leave(108, 3)
      await leave(110, 1)
      same(
        [await least(), await least(dinner.uuid), await least(uuid(999))],
        [3, 1, undefined],
        "of two, of one, of an unknown session",
      )
      await write(storage, (tx) =>
        tx.presences.undo(
          presence(108, { ...annInRace, walletAddress: bobsPurse.address }),
          at(1),
          undefined,
        ),
      )
      same(await least(), 4, "after the one with less was undone")
    },
  ),
  storageCase(
    "presences: arrivedAfter are those present who came in behind a moment",
    async (storage) => {
      const rows = await foundWithAll(storage)
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
    "presences: of concurrent adds for one person exactly one is counted",
    async (storage) => {
      await found(storage)
      const tries = Array.from({ length: 10 }, (_, n) =>
        write(storage, (tx) => tx.presences.add(presence(100 + n, annInRace))),
      )
      same(
        (await Promise.all(tries)).filter((tally) => tally !== undefined).length,
        1,
        "how many were added",
      )
      same(await count(storage), 1, "people present")
    },
  ),
  storageCase(
    "presences: change writes what follows from admissions, and nothing else",
    async (storage) => {
      await foundWithAnn(storage)
      await add(storage, presence(101, { ...annInRace, sessionUuid: dinner.uuid }))
      const facts = {
        seat: "ticket",
        firstAdmittedAt: at(-50),
        lastAdmittedAt: at(60),
        recordedAt: at(7),
        source: "self",
        cardIdentifier: "CARD-2",
        seatsLeft: 3,
        seatsVersion: 9,
        isOverCapacity: true,
        disputedReason: "over_capacity",
      } as const
      await write(storage, (tx) => tx.presences.change(uuid(100), facts))
      same(await find(storage), { ...presence(100, annInRace), ...facts }, "after it")
      const empty = {
        cardIdentifier: undefined,
        seatsLeft: undefined,
        seatsVersion: undefined,
        disputedReason: undefined,
      }
      const back = { ...facts, ...empty, seat: "walk_in", isOverCapacity: false } as const
      await write(storage, (tx) => tx.presences.change(uuid(100), back))
      same(await find(storage), { ...presence(100, annInRace), ...back }, "after another one")
      await write(storage, (tx) => tx.presences.change(uuid(999), facts))
      same(
        (await read(storage, (tx) => tx.presences.find(dinner.uuid, annsPurse.address)))
          ?.firstAdmittedAt,
        at(101),
        "another presence",
      )
    },
  ),
  storageCase(
    "presences: one that is undone stays and is not present; the person may be added again",
    async (storage) => {
      await foundWithAnn(storage)
      await add(
        storage,
        presence(101, { sessionUuid: race.uuid, walletAddress: bobsPurse.address }),
      )
      const row = presence(100, annInRace)
      const undo = (ms: number, by: string | undefined) =>
        write(storage, (tx) => tx.presences.undo(row, at(ms), by))
      claim(await undo(500, ann.uuid), "undoing must answer true")
      claim(!(await undo(600, undefined)), "undoing again must answer false")
      const undone = { ...row, undoneAt: at(500), undoneBy: ann.uuid }
      await read(storage, async (tx) => {
        same(await tx.presences.byUuid(row.uuid), undone, "the presence")
        same(
          await tx.presences.find(race.uuid, row.walletAddress),
          undefined,
          "found by the person",
        )
        same(await tx.presences.findAll(race.uuid, [row.walletAddress]), [], "found among many")
        same(
          await tx.presences.list(race.uuid, undefined, 10),
          [presence(101, { ...annInRace, walletAddress: bobsPurse.address })],
          "who is present",
        )
        same(await tx.presences.count(race.uuid), 1, "how many are present")
      })
      await add(storage, presence(102, annInRace))
      same(await find(storage), presence(102, annInRace), "the one after it")
      same(await count(storage), 2, "how many are present then")
    },
  ),
  storageCase("presences: count says how many are present", async (storage) => {
    await found(storage)
    same(await count(storage), 0, "of an empty session")
    await add(
      storage,
      ...club.purses.map(({ address }, n) =>
        presence(100 + n, { sessionUuid: race.uuid, walletAddress: address }),
      ),
    )
    await add(storage, presence(110, { ...annInRace, sessionUuid: dinner.uuid }))
    same(
      [await count(storage), await count(storage, dinner.uuid)],
      [club.purses.length, 1],
      "of all",
    )
    await write(storage, async (tx) => {
      await tx.presences.undo(
        presence(110, { ...annInRace, sessionUuid: dinner.uuid }),
        at(1),
        undefined,
      )
      same(await tx.presences.count(dinner.uuid), 0, "within the transaction that undid the last")
    })
  }),
  storageCase(
    "presences: walkIns are those who came in without a ticket, by arrival, ties by wallet, without those passed over",
    async (storage) => {
      const rows = await foundWithAll(storage)
      await add(
        storage,
        presence(111, { ...annInRace, walletAddress: club.treasury.address, seat: "ticket" }),
      )
      const moment = { ...presence(1, annInRace), firstAdmittedAt: at(108) }
      await write(storage, (tx) => tx.presences.change(uuid(109), moment))
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
      await write(storage, (tx) => tx.presences.change(uuid(109), { ...moment, seat: "ticket" }))
      same(
        [await walkIns(1, 2), await before(108, bobsPurse.address)],
        [[uuid(108)], 1],
        "without one who turned out to have a ticket",
      )
    },
  ),
  storageCase(
    "presences: list is by wallet address, after one, at most as many as asked for",
    async (storage) => {
      const rows = await foundWithAll(storage)
      const list = (after: string | undefined, limit: number) =>
        read(storage, (tx) => tx.presences.list(race.uuid, after, limit))
      same(await list(undefined, 10), rows, "everybody")
      same(await list(undefined, 2), rows.slice(0, 2), "the first two")
      same(await list(bobsPurse.address, 1), rows.slice(2, 3), "after the second")
      same(await list(dansPurse.address, 10), [], "after the last")
    },
  ),
  storageCase(
    "presences: a page shows those that stand or those undone, disputed or not, in its order",
    async (storage) => {
      const rows = await foundWithAll(storage)
      const facts = {
        ...presence(1, annInRace),
        firstAdmittedAt: at(1),
        recordedAt: at(900),
        disputedReason: "card_frozen",
      }
      await write(storage, (tx) => tx.presences.change(uuid(109), facts))
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
      const rows = await foundWithAll(storage)
      const late = { ...presence(110, annInRace), userUuid: ann.uuid, lastAdmittedAt: at(700) }
      await write(storage, (tx) => tx.presences.change(uuid(110), late))
      await write(storage, (tx) =>
        tx.presences.undo(rows[1] ?? presence(108, annInRace), at(1), undefined),
      )
      const people = (
        sortBy: "sessions_attended" | "first_admitted_at",
        sortOrder: "asc" | "desc",
        activityUuid = regatta.uuid,
      ) =>
        read(storage, (tx) =>
          tx.presences.ofActivity(activityUuid, { page: 1, pageSize: 2, sortBy, sortOrder }),
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
    "presences: an admission comes back as it was written, with all fields and with few",
    async (storage) => {
      await foundWithAnn(storage)
      const full = admission(101, {
        ...annAtScanner,
        idempotencyKey: "Schlüssel 🎟️ 1",
        occurredAt: at(-1),
        isOffline: true,
        source: "offline",
        cardIdentifier: "CARD-1",
        deviceReference: "Gate 4",
        manifestVersion: 2 ** 40,
        ordinal: 3,
        hasTicket: true,
        seatsLeft: 0,
        allowsReentry: true,
        ownDispute: "late_upload",
        isReentry: true,
        disputedReason: "card_frozen",
        answeredReentry: true,
        answeredDispute: "over_capacity",
        answeredFirstAdmittedAt: at(-8),
      })
      const bare = admission(102, { ...annAtScanner, clientId: tablet.clientId })
      await admit(storage, full, bare)
      same(await under(storage, scanner.clientId, full.idempotencyKey), [full], "with all fields")
      same(
        await under(storage, tablet.clientId, bare.idempotencyKey, "another"),
        [bare],
        "with few",
      )
      same(await under(storage, tablet.clientId, full.idempotencyKey), [], "another client's key")
      same(await under(storage, scanner.clientId), [], "no key")
      same(
        await read(storage, (tx) =>
          tx.presences.findAdmissions(dinner.uuid, scanner.clientId, [full.idempotencyKey]),
        ),
        [],
        "another session's key",
      )
    },
  ),
  storageCase(
    "presences: addAdmission answers false, and writes nothing, when that client used the key for that session",
    async (storage) => {
      await foundWithAnn(storage)
      await add(
        storage,
        presence(101, { ...annInRace, sessionUuid: dinner.uuid }),
        presence(102, { ...annInRace, walletAddress: bobsPurse.address }),
      )
      const row = admission(100, { ...annAtScanner, idempotencyKey: "key" })
      await admit(storage, row)
      const again = {
        ...row,
        uuid: uuid(101),
        presenceUuid: uuid(102),
        walletAddress: bobsPurse.address,
      }
      claim(
        !(await write(storage, (tx) => tx.presences.addAdmission(again))),
        "the same key must be refused",
      )
      same(await under(storage, scanner.clientId, "key"), [row], "the admission")
      same(await admissionsOf(storage, 102), [], "the refused one")
      await admit(
        storage,
        { ...row, uuid: uuid(102), clientId: tablet.clientId },
        { ...row, uuid: uuid(103), sessionUuid: dinner.uuid, presenceUuid: uuid(101) },
        { ...row, uuid: uuid(104), idempotencyKey: "KEY" },
      )
    },
  ),
  storageCase(
    "presences: of concurrent admissions under one key exactly one is true",
    async (storage) => {
      await foundWithAnn(storage)
      const tries = Array.from({ length: 10 }, (_, n) =>
        write(storage, (tx) =>
          tx.presences.addAdmission(admission(100 + n, { ...annAtScanner, idempotencyKey: "key" })),
        ),
      )
      same((await Promise.all(tries)).filter(Boolean).length, 1, "how many were added")
      same((await admissionsOf(storage, 100)).length, 1, "admissions")
    },
  ),
  storageCase(
    "presences: the admissions of a presence are by time, then as they were recorded",
    async (storage) => {
      await foundWithAnn(storage)
      await add(storage, presence(101, { ...annInRace, walletAddress: bobsPurse.address }))
      const of = (n: number, ordinal: number, ms: number) =>
        admission(n, { ...annAtScanner, ordinal, occurredAt: at(ms) })
      // Neither uuids nor keys, nor who wrote them when, say what was recorded first.
      const [a, b, c, d] = [of(105, 0, 5), of(100, 2, 5), of(102, 3, 4), of(101, 1, 5)]
      await admit(storage, b, d, c, a)
      await admit(
        storage,
        admission(103, {
          ...annAtScanner,
          presenceUuid: uuid(101),
          walletAddress: bobsPurse.address,
        }),
      )
      same(await admissionsOf(storage, 100), [c, a, d, b], "the admissions")
    },
  ),
  storageCase("presences: settle writes what one admission is taken for", async (storage) => {
    await foundWithAnn(storage)
    const [one, other] = [admission(100, annAtScanner), admission(101, annAtScanner)]
    await admit(storage, one, other)
    const settle = (n: number, isReentry: boolean, disputedReason: string | undefined) =>
      write(storage, (tx) => tx.presences.settle(uuid(n), { isReentry, disputedReason }))
    await settle(100, true, "card_frozen")
    same(
      await admissionsOf(storage, 100),
      [{ ...one, isReentry: true, disputedReason: "card_frozen" }, other],
      "after setting",
    )
    await settle(100, false, undefined)
    same(await admissionsOf(storage, 100), [one, other], "after clearing")
    await settle(999, true, "card_frozen")
    same(await admissionsOf(storage, 100), [one, other], "after settling an unknown admission")
  }),
]
