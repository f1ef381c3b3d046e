import type { Admission, Storage } from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { club } from "../club.ts"
import {
  addPresences,
  admission,
  annInRace,
  foundWithAnnPresent,
  presence,
} from "../door-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { race, dinner, bobsPurse, scanner, tablet } = club
const annAtScanner = { ...annInRace, presenceUuid: uuid(100), clientId: scanner.clientId }

const admit = async (storage: Storage, ...rows: readonly Admission[]): Promise<void> => {
  for (const row of rows)
    claim(
      (await write(storage, (tx) => tx.presences.addAdmissions([row]))) === 1,
      `adding the admission ${row.uuid} must answer 1`,
    )
}
const admissionsOf = (storage: Storage, n: number) =>
  read(storage, (tx) => tx.presences.admissionsOf([uuid(n)]))
const under = (storage: Storage, clientId: string, ...keys: readonly string[]) =>
  read(storage, (tx) => tx.presences.findAdmissions(race.uuid, [clientId], keys))

/** What doors report of a presence, under the key of each report. */
export const admissions: readonly StorageCase[] = [
  storageCase(
    "presences: an admission comes back as it was written, with all fields and with few",
    async (storage) => {
      await foundWithAnnPresent(storage)
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
        seatsVersion: 3,
        allowsReentry: true,
        admissionsAllowed: 3,
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
      const byBoth = [scanner.clientId, tablet.clientId]
      const keys = [full.idempotencyKey, bare.idempotencyKey]
      sameSet(
        await read(storage, (tx) => tx.presences.findAdmissions(race.uuid, byBoth, keys)),
        [full, bare],
        "of two clients",
      )
      same(
        await read(storage, (tx) => tx.presences.findAdmissions(race.uuid, [], keys)),
        [],
        "of no client",
      )
      same(await under(storage, scanner.clientId), [], "no key")
      same(
        await read(storage, (tx) =>
          tx.presences.findAdmissions(dinner.uuid, [scanner.clientId], [full.idempotencyKey]),
        ),
        [],
        "another session's key",
      )
    },
  ),
  storageCase(
    "presences: addAdmissions leaves out whose client used the key for that session",
    async (storage) => {
      await foundWithAnnPresent(storage)
      await addPresences(
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
        (await write(storage, (tx) => tx.presences.addAdmissions([again]))) === 0,
        "the same key must be refused",
      )
      same(await under(storage, scanner.clientId, "key"), [row], "the admission")
      same(await admissionsOf(storage, 102), [], "the refused one")
      const fresh = { ...again, idempotencyKey: "another" }
      same(
        await write(storage, (tx) =>
          tx.presences.addAdmissions([{ ...again, uuid: uuid(105) }, fresh]),
        ),
        1,
        "how many of two were added",
      )
      same(await admissionsOf(storage, 102), [fresh], "the other one")
      await admit(
        storage,
        { ...row, uuid: uuid(102), clientId: tablet.clientId },
        { ...row, uuid: uuid(103), sessionUuid: dinner.uuid, presenceUuid: uuid(101) },
        { ...row, uuid: uuid(104), idempotencyKey: "KEY" },
      )
    },
  ),
  storageCase(
    "presences: of concurrent admissions under one key exactly one is added",
    async (storage) => {
      await foundWithAnnPresent(storage)
      const tries = Array.from({ length: 10 }, (_, n) =>
        write(storage, (tx) =>
          tx.presences.addAdmissions([
            admission(100 + n, { ...annAtScanner, idempotencyKey: "key" }),
          ]),
        ),
      )
      same(
        (await Promise.all(tries)).filter((added) => added === 1).length,
        1,
        "how many were added",
      )
      same((await admissionsOf(storage, 100)).length, 1, "admissions")
    },
  ),
  storageCase(
    "presences: the admissions of some presences are by time, then as they were recorded",
    async (storage) => {
      await foundWithAnnPresent(storage)
      await addPresences(storage, presence(101, { ...annInRace, walletAddress: bobsPurse.address }))
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
      const ofBoth = await read(storage, (tx) => tx.presences.admissionsOf([uuid(101), uuid(100)]))
      sameSet(
        ofBoth.map((row) => row.uuid),
        [103, 105, 100, 102, 101].map(uuid),
        "of two presences",
      )
      same(
        ofBoth.filter(({ presenceUuid }) => presenceUuid === uuid(100)),
        [c, a, d, b],
        "of one of two",
      )
      same(await read(storage, (tx) => tx.presences.admissionsOf([])), [], "of none")
    },
  ),
  storageCase("presences: settle writes what one admission is taken for", async (storage) => {
    await foundWithAnnPresent(storage)
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
