import type { Storage } from "@symbolon/core/storage"
import { claim, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, annsPurse } = club

const note = (storage: Storage, organizationUuid: string, ...subjects: readonly string[]) =>
  write(storage, (tx) => tx.rosters.note(organizationUuid, subjects))
const stamp = (storage: Storage, organizationUuid: string) =>
  write(storage, (tx) => tx.rosters.stamp(organizationUuid))
const changes = (storage: Storage, position: number, subject: string, limit: number) =>
  read(storage, (tx) => tx.rosters.changes(home.uuid, { position, subject }, limit))

/** Whose lines may have changed since a position. */
export const rosterChanges: readonly StorageCase[] = [
  storageCase(
    "rosters: stamp gives what was noted the next position, and nothing new none",
    async (storage) => {
      await found(storage)
      same(await stamp(storage, home.uuid), 0, "before anything was noted")
      await note(storage, home.uuid, annsPurse.address, ann.uuid)
      same(await changes(storage, 0, "", 10), [], "what has no position is not listed")
      same(await stamp(storage, home.uuid), 1, "the first position")
      same(await stamp(storage, home.uuid), 1, "again, with nothing new")
      await note(storage, home.uuid, "b", "a")
      same(await stamp(storage, home.uuid), 2, "the second position")
      same(await stamp(storage, away.uuid), 0, "another organization's")
    },
  ),
  storageCase(
    "rosters: changes are listed by position, then subject, and a subject at its last change alone",
    async (storage) => {
      await found(storage)
      await note(storage, home.uuid, "c", "a", "b")
      await note(storage, away.uuid, "z")
      await stamp(storage, home.uuid)
      await stamp(storage, away.uuid)
      await note(storage, home.uuid, "b", "d")
      same(
        await changes(storage, 0, "", 10),
        [
          { subject: "a", position: 1 },
          { subject: "c", position: 1 },
        ],
        "while b waits for its place again",
      )
      await stamp(storage, home.uuid)
      const all = [
        { subject: "a", position: 1 },
        { subject: "c", position: 1 },
        { subject: "b", position: 2 },
        { subject: "d", position: 2 },
      ]
      same(await changes(storage, 0, "", 10), all, "all")
      same(await changes(storage, 0, "", 3), all.slice(0, 3), "the first three")
      same(await changes(storage, 1, "a", 10), all.slice(1), "behind a")
      same(await changes(storage, 1, "c", 10), all.slice(2), "behind the last of a position")
      same(await changes(storage, 2, "d", 10), [], "behind the last")
    },
  ),
  storageCase(
    "rosters: a subject noted twice at once, and by many at once, is listed once",
    async (storage) => {
      await found(storage)
      await note(storage, home.uuid, "a", "a")
      await Promise.all(
        Array.from({ length: 10 }, (_, n) => note(storage, home.uuid, "a", `s${n}`)),
      )
      const positions = await Promise.all(
        Array.from({ length: 5 }, () => stamp(storage, home.uuid)),
      )
      claim(positions.includes(1), "somebody gives the first position")
      const listed = await changes(storage, 0, "", 100)
      same(new Set(listed.map(({ subject }) => subject)).size, 11, "how many subjects")
      same(listed.length, 11, "each once")
    },
  ),
]
