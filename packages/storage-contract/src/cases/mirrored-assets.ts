import type { Storage } from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { file } from "../file-samples.ts"
import { mirroredAsset } from "../reward-samples.ts"
import { at, hash, uuid } from "../samples.ts"
import { exactlyOne, read, storageCase, type StorageCase, write } from "../storage-case.ts"

const add = (storage: Storage, ...assets: readonly ReturnType<typeof mirroredAsset>[]) =>
  write(storage, async (tx) => {
    for (const asset of assets)
      claim(await tx.mirroredAssets.add(asset), "the first of a source must be added")
  })

/** Copies of what items of rewards name at other hosts. */
export const mirroredAssets: readonly StorageCase[] = [
  storageCase("mirroredAssets: the first of a source stays", async (storage) => {
    const [copied, refused] = [
      mirroredAsset(1),
      mirroredAsset(2, { contentHash: undefined, fileUuid: undefined }),
    ]
    await add(storage, copied, refused)
    const other = mirroredAsset(1, { fileUuid: uuid(9), contentHash: hash(9) })
    claim(!(await write(storage, (tx) => tx.mirroredAssets.add(other))), "there is one")
    const find = (...hashes: readonly string[]) =>
      read(storage, (tx) => tx.mirroredAssets.findAll(hashes))
    same(await find(copied.sourceHash), [copied], "the first one")
    sameSet(await find(copied.sourceHash, refused.sourceHash, "x"), [copied, refused], "both")
    same(await find(), [], "of none")
    await exactlyOne(storage, (tx, n) =>
      tx.mirroredAssets.add(mirroredAsset(3, { contentHash: hash(n) })),
    )
  }),
  storageCase(
    "mirroredAssets: the latest copy of the same bytes is found, of one organization",
    async (storage) => {
      const bytes = hash(50)
      const same2 = { contentHash: bytes, createdAt: at(20) }
      const [first, second, third] = [
        mirroredAsset(3, { contentHash: bytes, createdAt: at(10) }),
        mirroredAsset(1, same2),
        mirroredAsset(2, same2),
      ]
      const latest = (of: string, contentHash = bytes) =>
        read(storage, (tx) => tx.mirroredAssets.latestCopy(of, contentHash))
      await add(storage, first)
      same(await latest(first.organizationUuid), first, "the only one")
      await add(storage, third, second)
      same(
        await latest(first.organizationUuid),
        second.sourceHash > third.sourceHash ? second : third,
        "the latest",
      )
      await add(
        storage,
        mirroredAsset(5, { contentHash: bytes, createdAt: at(40), fileUuid: undefined }),
        mirroredAsset(6, { contentHash: hash(51), createdAt: at(50) }),
        mirroredAsset(7, { contentHash: bytes, createdAt: at(60), organizationUuid: uuid(2) }),
      )
      same(
        (await latest(first.organizationUuid))?.createdAt,
        at(20),
        "not one without a file, of other bytes, or of another organization",
      )
      same(await latest(uuid(3)), undefined, "an organization without copies")
      same(await latest(first.organizationUuid, hash(52)), undefined, "other bytes")
    },
  ),
  storageCase(
    "mirroredAssets: bytesOf counts each stored file of an organization's copies once",
    async (storage) => {
      await found(storage)
      const { home, away } = club
      const removed = { state: "removed", clearAt: at(9) } as const
      await write(storage, async (tx) => {
        for (const one of [file(101), file(102), file(103, removed), file(104), file(105)])
          await tx.files.add(one)
      })
      const copy = (n: number, fileNumber: number, organizationUuid = home.uuid) =>
        mirroredAsset(n, { organizationUuid, fileUuid: uuid(fileNumber) })
      await add(
        storage,
        copy(1, 101),
        copy(2, 101),
        copy(3, 102),
        copy(4, 103),
        copy(5, 104, away.uuid),
        copy(6, 999),
        mirroredAsset(7, { organizationUuid: home.uuid, fileUuid: undefined }),
      )
      const bytes = (of: string) => read(storage, (tx) => tx.mirroredAssets.bytesOf(of))
      same(
        [await bytes(home.uuid), await bytes(away.uuid), await bytes(uuid(999))],
        [203, 104, 0],
        "of each organization",
      )
    },
  ),
]
