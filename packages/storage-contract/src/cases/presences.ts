import type { Presence, Storage } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { addPresences, annInRace, foundWithAnnPresent, presence } from "../door-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { race, dinner, annsPurse, bobsPurse, cidsPurse, dansPurse, ann } = club

const find = (storage: Storage) =>
  read(storage, (tx) => tx.presences.find(race.uuid, annsPurse.address))
const count = (storage: Storage) =>
  read(storage, async (tx) => (await tx.presences.tally(race.uuid, [])).present)

/** One person's presence at one session. */
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
      await addPresences(storage, full, bare)
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
    "presences: addAll rejects, and writes nothing, when the person is present already",
    async (storage) => {
      await foundWithAnnPresent(storage)
      const again = presence(101, { ...annInRace, seat: "ticket" })
      await rejects(
        write(storage, (tx) => tx.presences.addAll([again])),
        "a second presence of a person",
      )
      same(await find(storage), presence(100, annInRace), "the presence")
      same(await count(storage), 1, "how many are present")
      await addPresences(storage, presence(102, { ...annInRace, sessionUuid: dinner.uuid }))
    },
  ),
  storageCase(
    "presences: addAll adds many to the count, and rejects who is present already",
    async (storage) => {
      await foundWithAnnPresent(storage)
      const seats = { seatsLeft: 3, seatsVersion: 1 }
      const bob = presence(101, { ...annInRace, walletAddress: bobsPurse.address, ...seats })
      const dan = presence(102, {
        ...annInRace,
        walletAddress: dansPurse.address,
        userUuid: ann.uuid,
        cardIdentifier: "CARD-1",
        disputedReason: "over_capacity",
      })
      const add = (...rows: readonly Presence[]) =>
        write(storage, (tx) => tx.presences.addAll(rows))
      const ofRace = async () => read(storage, (tx) => tx.presences.list(race.uuid, undefined, 9))
      await add()
      same(await count(storage), 1, "after none")
      await add(bob, dan)
      sameSet(await ofRace(), [presence(100, annInRace), bob, dan], "after two")
      same(await count(storage), 3, "how many are present then")
      const cid = presence(103, { ...annInRace, walletAddress: cidsPurse.address })
      await rejects(add(cid, presence(104, annInRace)), "adding who is present")
      same(await count(storage), 3, "after one that was rejected")
      await add(presence(105, { ...annInRace, sessionUuid: dinner.uuid }))
      same(await count(storage), 3, "after one at another session")
    },
  ),
  storageCase(
    "presences: of concurrent adds for one person exactly one is counted",
    async (storage) => {
      await found(storage)
      const tries = Array.from({ length: 10 }, (_, n) =>
        write(storage, (tx) => tx.presences.addAll([presence(100 + n, annInRace)])),
      )
      same(
        (await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled").length,
        1,
        "how many were added",
      )
      same(await count(storage), 1, "people present")
    },
  ),
  storageCase(
    "presences: changeAll writes what follows from admissions, and nothing else",
    async (storage) => {
      await foundWithAnnPresent(storage)
      await addPresences(storage, presence(101, { ...annInRace, sessionUuid: dinner.uuid }))
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
      await write(storage, (tx) => tx.presences.changeAll([{ ...facts, uuid: uuid(100) }]))
      same(await find(storage), { ...presence(100, annInRace), ...facts }, "after it")
      const empty = {
        cardIdentifier: undefined,
        seatsLeft: undefined,
        seatsVersion: undefined,
        disputedReason: undefined,
      }
      const back = { ...facts, ...empty, seat: "walk_in", isOverCapacity: false } as const
      await write(storage, (tx) => tx.presences.changeAll([{ ...back, uuid: uuid(100) }]))
      same(await find(storage), { ...presence(100, annInRace), ...back }, "after another one")
      await write(storage, (tx) => tx.presences.changeAll([{ ...facts, uuid: uuid(999) }]))
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
      await foundWithAnnPresent(storage)
      await addPresences(
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
        same((await tx.presences.tally(race.uuid, [])).present, 1, "how many are present")
      })
      await addPresences(storage, presence(102, annInRace))
      same(await find(storage), presence(102, annInRace), "the one after it")
      same(await count(storage), 2, "how many are present then")
    },
  ),
]
