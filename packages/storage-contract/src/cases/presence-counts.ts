import type { Presence, Storage } from "@symbolon/core/storage"
import { same } from "../claims.ts"
import { club, found } from "../club.ts"
import { addPresences, annInRace, foundWithAllPresent, presence } from "../door-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { race, dinner, annsPurse, bobsPurse, cidsPurse, dansPurse } = club

const count = (storage: Storage, sessionUuid = race.uuid) =>
  read(storage, (tx) => tx.presences.count(sessionUuid))

/** How many are present at a session, and the seats that a manifest left them. */
export const presenceCounts: readonly StorageCase[] = [
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
    "presences: judgedSeats is the least that is left to any of those present, and whether no manifest says it",
    async (storage) => {
      await foundWithAllPresent(storage)
      const judged = (sessionUuid = race.uuid) =>
        read(storage, (tx) => tx.presences.judgedSeats(sessionUuid))
      const least = async (sessionUuid = race.uuid) => (await judged(sessionUuid))?.least
      const leave = (n: number, seatsLeft: number | undefined, seatsVersion?: number) =>
        write(storage, (tx) =>
          tx.presences.changeAll([{ ...presence(n, annInRace), seatsLeft, seatsVersion }]),
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
      same(await judged(), { least: 4, hasUnvouched: true }, "after the one with less was undone")
      await leave(109, 4, 7)
      same(await judged(), { least: 4, hasUnvouched: false }, "of those by a manifest")
      same(
        [await judged(dinner.uuid), await judged(uuid(999))],
        [{ least: 1, hasUnvouched: true }, undefined],
        "elsewhere",
      )
    },
  ),
  storageCase("presences: count says how many are present", async (storage) => {
    await found(storage)
    same(await count(storage), 0, "of an empty session")
    await addPresences(
      storage,
      ...club.purses.map(({ address }, n) =>
        presence(100 + n, { sessionUuid: race.uuid, walletAddress: address }),
      ),
    )
    await addPresences(storage, presence(110, { ...annInRace, sessionUuid: dinner.uuid }))
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
]
