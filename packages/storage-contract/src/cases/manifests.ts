import type { Storage } from "@symbolon/core/storage"
import { rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { manifest } from "../door-samples.ts"
import { at } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { race, dinner } = club

const find = (storage: Storage, version: number) =>
  read(storage, (tx) => tx.manifests.find(race.uuid, version))
const newest = (storage: Storage, sessionUuid: string) =>
  read(storage, (tx) => tx.manifests.newest(sessionUuid))
const sweep = (storage: Storage, before: Date, limit: number) =>
  write(storage, (tx) => tx.manifests.sweep(before, limit))

export const manifests: readonly StorageCase[] = [
  storageCase(
    "manifests: a manifest comes back as it was kept, its head verbatim",
    async (storage) => {
      await found(storage)
      const issued = manifest(race.uuid, 1, {
        baseVersion: 7,
        walkIns: 3,
        head: `{"b":"é","a":[1, 2],"\u{1F39F}":"\\u00e9\\n"} `,
        generatedAt: at(-1),
      })
      await write(storage, (tx) => tx.manifests.keep(issued))
      same(await find(storage, 1), issued, "the manifest")
      same(await find(storage, 2), undefined, "an unknown version")
      same(
        await read(storage, (tx) => tx.manifests.find(dinner.uuid, 1)),
        undefined,
        "another session's",
      )
      same(await newest(storage, dinner.uuid), undefined, "the newest of a session without any")
    },
  ),
  storageCase(
    "manifests: newest is the one of the highest version, whatever the order of keeping",
    async (storage) => {
      await found(storage)
      await write(storage, async (tx) => {
        for (const version of [9, 11, 10]) await tx.manifests.keep(manifest(race.uuid, version))
        await tx.manifests.keep(manifest(dinner.uuid, 12))
      })
      same(await newest(storage, race.uuid), manifest(race.uuid, 11), "the newest")
    },
  ),
  storageCase("manifests: a version is kept once", async (storage) => {
    await found(storage)
    await write(storage, (tx) => tx.manifests.keep(manifest(race.uuid, 1)))
    await rejects(
      write(storage, (tx) => tx.manifests.keep(manifest(race.uuid, 1, { head: "another" }))),
      "keeping a version twice",
    )
    same(await find(storage, 1), manifest(race.uuid, 1), "the manifest")
  }),
  storageCase(
    "manifests: sweep forgets those that ended before a moment, at most as many as asked for",
    async (storage) => {
      await found(storage)
      const until = (validUntil: Date) => ({ validUntil })
      await write(storage, async (tx) => {
        for (const version of [1, 2, 3])
          await tx.manifests.keep(manifest(race.uuid, version, until(at(version))))
        await tx.manifests.keep(manifest(dinner.uuid, 1, until(at(1))))
      })
      same(await sweep(storage, at(1), 10), 0, "when none lies before")
      same(await sweep(storage, at(3), 2), 2, "when three do and two are asked for")
      same(await sweep(storage, at(3), 2), 1, "the third")
      same(await sweep(storage, at(3), 2), 0, "when all are gone")
      same(await newest(storage, race.uuid), manifest(race.uuid, 3, until(at(3))), "what is left")
      same(await newest(storage, dinner.uuid), undefined, "the other session's")
    },
  ),
]
