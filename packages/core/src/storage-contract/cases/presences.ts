import type { Storage } from "../../storage/storage.ts"
import type { Admission, Presence } from "../../admission/presence.ts"
import { claim, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { admission, at, presence, uuid } from "../samples.ts"
import { read, type StorageCase, storageCase, write } from "../storage-case.ts"

const { race, dinner, annsPurse, bobsPurse, cidsPurse, dansPurse, ann, scanner, tablet } = club
const annInRace = { sessionUuid: race.uuid, walletAddress: annsPurse.address }
const annAtScanner = { ...annInRace, clientId: scanner.clientId }

const add = async (storage: Storage, ...rows: readonly Presence[]): Promise<void> => {
  for (const row of rows) claim(await write(storage, (tx) => tx.presences.add(row)), `adding the presence ${row.uuid} must answer true`)
}
const admit = async (storage: Storage, ...rows: readonly Admission[]): Promise<void> => {
  for (const row of rows)
    claim(await write(storage, (tx) => tx.presences.addAdmission(row)), `adding the admission ${row.uuid} must answer true`)
}
const find = (storage: Storage) => read(storage, (tx) => tx.presences.find(race.uuid, annsPurse.address))
const count = (storage: Storage, before?: Date) => read(storage, (tx) => tx.presences.count(race.uuid, before))

export const presences: readonly StorageCase[] = [
  storageCase("presences: a presence comes back as it was written, with all fields and with few", async (storage) => {
    await found(storage)
    const full = presence(100, { ...annInRace, userUuid: ann.uuid, seat: "ticket", firstAdmittedAt: at(-7), recordedAt: at(9) })
    const bare = presence(101, { sessionUuid: race.uuid, walletAddress: bobsPurse.address, seat: "none" })
    await add(storage, full, bare)
    await read(storage, async (tx) => {
      same(await tx.presences.find(race.uuid, full.walletAddress), full, "with a user")
      same(await tx.presences.find(race.uuid, bare.walletAddress), bare, "without a user")
      same(await tx.presences.find(dinner.uuid, full.walletAddress), undefined, "at another session")
    })
  }),
  storageCase("presences: add answers false, and writes nothing, when the person is present already", async (storage) => {
    await found(storage)
    await add(storage, presence(100, annInRace))
    claim(
      !(await write(storage, (tx) => tx.presences.add(presence(101, { ...annInRace, seat: "ticket" })))),
      "a second presence must be refused",
    )
    same(await find(storage), presence(100, annInRace), "the presence")
    await add(storage, presence(102, { ...annInRace, sessionUuid: dinner.uuid }))
  }),
  storageCase("presences: of concurrent adds for one person exactly one is true", async (storage) => {
    await found(storage)
    const tries = Array.from({ length: 10 }, (_, n) => write(storage, (tx) => tx.presences.add(presence(100 + n, annInRace))))
    same((await Promise.all(tries)).filter(Boolean).length, 1, "how many were added")
    same(await count(storage), { walkIns: 1, ticketHolders: 0 }, "people present")
  }),
  storageCase("presences: moveEarlier moves to an earlier moment alone", async (storage) => {
    await found(storage)
    await add(storage, presence(100, annInRace), presence(101, { ...annInRace, sessionUuid: dinner.uuid }))
    const move = (ms: number) => write(storage, (tx) => tx.presences.moveEarlier(uuid(100), at(ms)))
    await move(-50)
    same(await find(storage), { ...presence(100, annInRace), firstAdmittedAt: at(-50) }, "after an earlier moment")
    await move(-49)
    same(await find(storage), { ...presence(100, annInRace), firstAdmittedAt: at(-50) }, "after a later moment")
    await write(storage, (tx) => tx.presences.moveEarlier(uuid(999), at(0)))
    same((await read(storage, (tx) => tx.presences.find(dinner.uuid, annsPurse.address)))?.firstAdmittedAt, at(101), "another presence")
  }),
  storageCase("presences: count tells walk-ins from ticket holders, before a moment when asked", async (storage) => {
    await found(storage)
    same(await count(storage), { walkIns: 0, ticketHolders: 0 }, "of an empty session")
    const seats = ["walk_in", "ticket", "walk_in", "none"] as const
    await add(
      storage,
      ...club.purses.map(({ address }, n) =>
        presence(100 + n, { sessionUuid: race.uuid, walletAddress: address, seat: seats[n] ?? "none", firstAdmittedAt: at(n) }),
      ),
    )
    await add(storage, presence(110, { ...annInRace, sessionUuid: dinner.uuid }))
    same(await count(storage), { walkIns: 2, ticketHolders: 1 }, "of all")
    same(await count(storage, at(2)), { walkIns: 1, ticketHolders: 1 }, "before the third, its moment excluded")
    same(await count(storage, at(0)), { walkIns: 0, ticketHolders: 0 }, "before the first")
  }),
  storageCase("presences: list is by wallet address, after one, at most as many as asked for", async (storage) => {
    await found(storage)
    const rows = [annsPurse, bobsPurse, cidsPurse, dansPurse].map(({ address }, n) =>
      presence(109 - n, { sessionUuid: race.uuid, walletAddress: address }),
    )
    await add(storage, ...rows.toReversed(), presence(110, { ...annInRace, sessionUuid: dinner.uuid }))
    const list = (after: string | undefined, limit: number) => read(storage, (tx) => tx.presences.list(race.uuid, after, limit))
    same(await list(undefined, 10), rows, "everybody")
    same(await list(undefined, 2), rows.slice(0, 2), "the first two")
    same(await list(bobsPurse.address, 1), rows.slice(2, 3), "after the second")
    same(await list(dansPurse.address, 10), [], "after the last")
  }),
  storageCase("presences: an admission comes back as it was written, with all fields and with few", async (storage) => {
    await found(storage)
    await add(storage, presence(100, annInRace))
    const full = admission(101, {
      ...annAtScanner,
      idempotencyKey: "Schlüssel 🎟️ 1",
      occurredAt: at(-1),
      isOffline: true,
      isReentry: true,
      manifestVersion: 2 ** 40,
      disputedReason: "card_frozen",
    })
    const bare = admission(102, { ...annAtScanner, clientId: tablet.clientId })
    await admit(storage, full, bare)
    await read(storage, async (tx) => {
      same(await tx.presences.findAdmission(race.uuid, scanner.clientId, full.idempotencyKey), full, "with all fields")
      same(await tx.presences.findAdmission(race.uuid, tablet.clientId, bare.idempotencyKey), bare, "with few")
      same(await tx.presences.findAdmission(race.uuid, tablet.clientId, full.idempotencyKey), undefined, "another client's key")
      same(await tx.presences.findAdmission(dinner.uuid, scanner.clientId, full.idempotencyKey), undefined, "another session's key")
    })
  }),
  storageCase(
    "presences: addAdmission answers false, and writes nothing, when that client used the key for that session",
    async (storage) => {
      await found(storage)
      const row = admission(100, { ...annAtScanner, idempotencyKey: "key" })
      await admit(storage, row)
      const again = { ...row, uuid: uuid(101), walletAddress: bobsPurse.address }
      claim(!(await write(storage, (tx) => tx.presences.addAdmission(again))), "the same key must be refused")
      same(await read(storage, (tx) => tx.presences.findAdmission(race.uuid, scanner.clientId, "key")), row, "the admission")
      same(await read(storage, (tx) => tx.presences.admissionsOf(race.uuid, bobsPurse.address)), [], "the refused one")
      await admit(
        storage,
        { ...row, uuid: uuid(102), clientId: tablet.clientId },
        { ...row, uuid: uuid(103), sessionUuid: dinner.uuid },
        { ...row, uuid: uuid(104), idempotencyKey: "KEY" },
      )
    },
  ),
  storageCase("presences: of concurrent admissions under one key exactly one is true", async (storage) => {
    await found(storage)
    const tries = Array.from({ length: 10 }, (_, n) =>
      write(storage, (tx) => tx.presences.addAdmission(admission(100 + n, { ...annAtScanner, idempotencyKey: "key" }))),
    )
    same((await Promise.all(tries)).filter(Boolean).length, 1, "how many were added")
    same((await read(storage, (tx) => tx.presences.admissionsOf(race.uuid, annsPurse.address))).length, 1, "admissions")
  }),
  storageCase("presences: a person's admissions are by time, then idempotency key", async (storage) => {
    await found(storage)
    const [a, b, c] = [
      admission(100, { ...annAtScanner, idempotencyKey: "b", occurredAt: at(5), recordedAt: at(0) }),
      admission(101, { ...annAtScanner, idempotencyKey: "a", occurredAt: at(5), recordedAt: at(9) }),
      admission(102, { ...annAtScanner, idempotencyKey: "c", occurredAt: at(4), recordedAt: at(5) }),
    ]
    await admit(storage, a, b, c)
    await admit(
      storage,
      admission(103, { ...annAtScanner, walletAddress: bobsPurse.address }),
      admission(104, { ...annAtScanner, sessionUuid: dinner.uuid }),
    )
    same(await read(storage, (tx) => tx.presences.admissionsOf(race.uuid, annsPurse.address)), [c, b, a], "the admissions")
  }),
  storageCase("presences: dispute sets and clears the reason of one admission", async (storage) => {
    await found(storage)
    const [one, other] = [admission(100, annAtScanner), admission(101, annAtScanner)]
    await admit(storage, one, other)
    const dispute = (admissionUuid: string, reason: string | undefined) =>
      write(storage, (tx) => tx.presences.dispute(admissionUuid, reason))
    const admissions = () => read(storage, (tx) => tx.presences.admissionsOf(race.uuid, annsPurse.address))
    await dispute(one.uuid, "card_frozen")
    same(await admissions(), [{ ...one, disputedReason: "card_frozen" }, other], "after setting")
    await dispute(one.uuid, undefined)
    same(await admissions(), [one, other], "after clearing")
    await dispute(uuid(999), "card_frozen")
    same(await admissions(), [one, other], "after setting it on an unknown admission")
  }),
]
