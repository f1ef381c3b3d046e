import type { Presence, Storage } from "@symbolon/core/storage"
import { same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { addPresences, annInRace, foundWithAllPresent, presence } from "../door-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { race, dinner, annsPurse, bobsPurse, cidsPurse, dansPurse } = club

const count = (storage: Storage, sessionUuid = race.uuid) =>
  read(storage, async (tx) => (await tx.presences.tally(sessionUuid, [])).present)

/** How many are present at a session, and the seats that a manifest left them. */
export const presenceCounts: readonly StorageCase[] = [
  storageCase(
    "presences: tally says how many are present, until when seats were judged, and who of some is there",
    async (storage) => {
      await found(storage)
      const ofRace = (n: number, { address }: { address: string }, of: Partial<Presence> = {}) =>
        presence(n, { sessionUuid: race.uuid, walletAddress: address, ...of })
      const tally = (sessionUuid: string, ...wallets: readonly string[]) =>
        read(storage, (tx) => tx.presences.tally(sessionUuid, wallets))
      const nobody = { present: 0, seatsJudgedUntil: undefined, presences: [] }
      same(await tally(race.uuid, annsPurse.address), nobody, "of an empty session")
      const anns = ofRace(100, annsPurse)
      await addPresences(storage, anns)
      const alone = { present: 1, seatsJudgedUntil: undefined }
      same(await tally(race.uuid), { ...alone, presences: [] }, "among nobody")
      same(
        await tally(race.uuid, annsPurse.address, annsPurse.address, bobsPurse.address),
        { ...alone, presences: [anns] },
        "among two, one of them twice",
      )
      same(await tally(race.uuid, bobsPurse.address), { ...alone, presences: [] }, "among others")
      const bobs = ofRace(105, bobsPurse, { seatsLeft: 3, seatsVersion: 2, cardIdentifier: "C" })
      await addPresences(storage, bobs, ofRace(103, cidsPurse, { seatsLeft: 4 }))
      await addPresences(storage, { ...ofRace(106, annsPurse), sessionUuid: dinner.uuid })
      const all = await tally(race.uuid, annsPurse.address, bobsPurse.address, dansPurse.address)
      same(
        { ...all, presences: [] },
        { ...nobody, present: 3, seatsJudgedUntil: at(105) },
        "of all",
      )
      sameSet(all.presences, [anns, bobs], "those of them who are there")
      same(await tally(dinner.uuid), { ...alone, presences: [] }, "of another session")
      await write(storage, (tx) => tx.presences.undo(bobs, at(1), undefined))
      same(
        await tally(race.uuid, bobsPurse.address),
        { present: 2, seatsJudgedUntil: at(103), presences: [] },
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
  storageCase("presences: it is known how many are present", async (storage) => {
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
      same(
        (await tx.presences.tally(dinner.uuid, [])).present,
        0,
        "within the transaction that undid the last",
      )
    })
  }),
]
