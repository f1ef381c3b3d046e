import { newRoster, type Roster } from "@symbolon/core/storage"
import { claim, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { entryNumbers, manifest, rosterEntry } from "../door-samples.ts"
import { address, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { race, dinner } = club

/** The one roster of a session, and what of it can be forgotten. */
export const rosters: readonly StorageCase[] = [
  storageCase("rosters: a session has one roster, found, locked and changed", async (storage) => {
    await found(storage)
    const fresh = newRoster(race.uuid)
    same(await read(storage, (tx) => tx.rosters.find(race.uuid)), undefined, "before")
    claim(await write(storage, (tx) => tx.rosters.add(fresh)), "the first must be added")
    claim(
      !(await write(storage, (tx) => tx.rosters.add({ ...fresh, basis: "x" }))),
      "a second must be refused",
    )
    const changed: Roster = {
      ...fresh,
      manifestVersion: 7,
      basis: "é",
      seenPosition: 3,
      seenSubject: "~",
      passedUntil: "roster:sy1",
      isAhead: true,
      walkIns: 2,
      goneWalkIns: 3,
    }
    await write(storage, (tx) => tx.rosters.change(changed))
    same(await read(storage, (tx) => tx.rosters.find(race.uuid)), changed, "the roster")
    same(await write(storage, (tx) => tx.rosters.lock(race.uuid)), changed, "locked")
    same(
      await read(storage, (tx) => tx.rosters.lock(race.uuid)),
      changed,
      "in a read, lock only reads",
    )
    await write(storage, (tx) => tx.rosters.change(fresh))
    same(await read(storage, (tx) => tx.rosters.find(race.uuid)), fresh, "changed back")
    same(await read(storage, (tx) => tx.rosters.find(dinner.uuid)), undefined, "another session's")
  }),
  storageCase(
    "rosters: a roster comes back with every field, and an unknown session has none to lock",
    async (storage) => {
      await found(storage)
      const full = {
        ...newRoster(race.uuid),
        manifestVersion: 7,
        basis: "é",
        passedUntil: "roster:sy1",
        isAhead: true,
        walkIns: 2,
        goneWalkIns: 1,
      }
      await write(storage, async (tx) => {
        claim(await tx.rosters.add(full), "a roster must be added")
        same(await tx.rosters.lock(race.uuid), full, "the roster")
        same(await tx.rosters.lock(dinner.uuid), undefined, "of a session without one")
      })
    },
  ),
  storageCase(
    "rosters: sweep forgets closed entries that no kept manifest says, at most as many as asked for",
    async (storage) => {
      await found(storage)
      const entries = [101, 102, 103, 104, 105].map((n) => rosterEntry(n))
      await write(storage, (tx) => tx.rosters.addEntries(entries))
      await write(storage, async (tx) => {
        await tx.rosters.closeEntries([uuid(101), uuid(102)], 2)
        await tx.rosters.closeEntries([uuid(103)], 3)
        await tx.rosters.closeEntries([uuid(104)], 4)
        await tx.manifests.keep(manifest(race.uuid, 3))
        await tx.manifests.keep(manifest(dinner.uuid, 1))
      })
      const sweep = (limit: number) => write(storage, (tx) => tx.rosters.sweep(limit))
      same(await sweep(2), 2, "two of three")
      same(await sweep(2), 1, "the third")
      same(await sweep(2), 0, "what version 3 says is kept")
      const left = await read(storage, (tx) =>
        tx.rosters.entriesOf(race.uuid, [101, 102, 103, 104, 105].map(address), 3),
      )
      same(entryNumbers(left), [104, 105], "what version 3 says")
    },
  ),
  storageCase(
    "rosters: idle are those with a basis and no manifest; their entries can be forgotten, a few at a time",
    async (storage) => {
      await found(storage)
      const idle = (limit: number) => read(storage, (tx) => tx.rosters.idle(limit))
      await write(storage, async (tx) => {
        await tx.rosters.add({ ...newRoster(race.uuid), basis: "one" })
        await tx.rosters.add({ ...newRoster(dinner.uuid), basis: "two" })
        await tx.manifests.keep(manifest(dinner.uuid, 1))
        await tx.rosters.addEntries([101, 102, 103].map((n) => rosterEntry(n)))
        await tx.rosters.addEntries([rosterEntry(104, { sessionUuid: dinner.uuid })])
        await tx.rosters.closeEntries([uuid(101)], 2)
      })
      same(await idle(10), [race.uuid], "the one whose manifests are gone")
      same(await idle(0), [], "at most none")
      const forget = (limit: number) =>
        write(storage, (tx) => tx.rosters.forgetEntries(race.uuid, limit))
      same([await forget(2), await forget(2), await forget(2)], [2, 1, 0], "two at a time")
      const left = await read(storage, (tx) =>
        tx.rosters.entriesOf(dinner.uuid, [address(104)], undefined),
      )
      same(entryNumbers(left), [104], "the other session's")
      await write(storage, (tx) => tx.rosters.change(newRoster(race.uuid)))
      same(await idle(10), [], "once it has no basis")
    },
  ),
]
