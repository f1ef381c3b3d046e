import type { BatchReceiver, Storage } from "@symbolon/core/storage"
import { claim, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { rewardBatch } from "../reward-samples.ts"
import { address, at, sealedKey, uuid } from "../samples.ts"
import { exactlyOne, read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { ann } = club
const first = rewardBatch(1)
const second = rewardBatch(2, {
  rewardTemplateUuid: uuid(301),
  audience: { type: "tier", tierUuid: uuid(9) },
  skipsExisting: false,
  origin: "admin",
  sealed: sealedKey(4),
  matchedCount: 7,
  scheduledCount: 5,
  skipped: [
    { reason: "already_issued", count: 1, positions: null },
    { reason: "duplicate", count: 1, positions: [3] },
  ],
  status: "stopped",
  stopReason: "archived",
  reached: address(5),
  collectedCount: 6,
  issuedCount: 2,
  refused: [{ reason: "archived", count: 3, positions: null }],
  finishedAt: at(9),
})

const foundWithBoth = async (storage: Storage): Promise<void> => {
  await found(storage)
  await write(storage, async (tx) => {
    for (const one of [first, second])
      claim(await tx.rewardBatches.add(one), "a batch of a new key must be added")
  })
}

const find = (storage: Storage, id: string) => read(storage, (tx) => tx.rewardBatches.find(id))

const receiver = (n: number, change: Partial<BatchReceiver> = {}): BatchReceiver => ({
  receiver: `wallet:${address(n)}`,
  walletAddress: address(n),
  userUuid: undefined,
  ...change,
})
const named = receiver(7, {
  receiver: `user:${ann.uuid}`,
  walletAddress: undefined,
  userUuid: ann.uuid,
})

/** Rewards on their way to audiences. */
export const rewardBatches: readonly StorageCase[] = [
  storageCase("rewardBatches: one of a request stays", async (storage) => {
    await foundWithBoth(storage)
    same(await find(storage, first.uuid), first, "the first")
    same(await find(storage, second.uuid), second, "the second")
    same(await find(storage, uuid(999)), undefined, "an unknown one")
    const byKey = (key: string) => read(storage, (tx) => tx.rewardBatches.findByKey(key))
    same(await byKey(second.outcomeKey), second, "by its key")
    same(await byKey("unknown"), undefined, "by an unknown key")
    const again = rewardBatch(3, { outcomeKey: first.outcomeKey })
    claim(!(await write(storage, (tx) => tx.rewardBatches.add(again))), "its key is taken")
    same(await find(storage, again.uuid), undefined, "what was not added")
    await exactlyOne(storage, (tx, n) =>
      tx.rewardBatches.add(rewardBatch(10 + n, { outcomeKey: "same" })),
    )
  }),
  storageCase(
    "rewardBatches: a change is written whole, and waits for its turn",
    async (storage) => {
      await foundWithBoth(storage)
      const changed = { ...second, uuid: first.uuid, outcomeKey: first.outcomeKey }
      claim(await write(storage, (tx) => tx.rewardBatches.change(changed)), "it is there")
      same(await find(storage, first.uuid), changed, "every field")
      same(await find(storage, second.uuid), second, "the other")
      const bare = { ...first, sealed: undefined }
      await write(storage, (tx) => tx.rewardBatches.change(bare))
      same(await find(storage, first.uuid), bare, "with nothing sealed any more")
      claim(
        !(await write(storage, (tx) => tx.rewardBatches.change(rewardBatch(9)))),
        "there is none",
      )
      const lock = (id: string) => write(storage, (tx) => tx.rewardBatches.lock(id))
      same(await lock(second.uuid), second, "locked")
      same(await lock(uuid(999)), undefined, "an unknown one")
      same(await read(storage, (tx) => tx.rewardBatches.lock(second.uuid)), second, "in a read")
      const counted = async () => {
        await write(storage, async (tx) => {
          const batch = await tx.rewardBatches.lock(first.uuid)
          if (batch !== undefined)
            await tx.rewardBatches.change({ ...batch, issuedCount: batch.issuedCount + 1 })
        })
      }
      await Promise.all(Array.from({ length: 8 }, counted))
      same((await find(storage, first.uuid))?.issuedCount, 8, "each counted")
    },
  ),
  storageCase("rewardBatches: the oldest of a template that runs is found", async (storage) => {
    await foundWithBoth(storage)
    const running = (of: string) => read(storage, (tx) => tx.rewardBatches.running(of))
    same(await running(first.rewardTemplateUuid), first, "while it is collecting")
    same(await running(second.rewardTemplateUuid), undefined, "a stopped one")
    same(await running(uuid(999)), undefined, "of another template")
    const older = rewardBatch(0, { status: "issuing", createdAt: at(99) })
    await write(storage, (tx) => tx.rewardBatches.add(older))
    same(await running(first.rewardTemplateUuid), older, "the older one")
    for (const [status, left] of [
      ["issuing", older],
      ["finished", first],
    ] as const) {
      await write(storage, (tx) => tx.rewardBatches.change({ ...older, status }))
      same((await running(first.rewardTemplateUuid))?.uuid, left.uuid, status)
    }
  }),
  storageCase(
    "rewardBatches: receivers are kept once, in order, until removed",
    async (storage) => {
      await foundWithBoth(storage)
      const receivers = (limit = 10, of = first.uuid) =>
        read(storage, (tx) => tx.rewardBatches.receivers(of, limit))
      await write(storage, async (tx) => {
        await tx.rewardBatches.addReceivers(first.uuid, 0, [receiver(3), named])
        await tx.rewardBatches.addReceivers(second.uuid, 0, [named])
        await tx.rewardBatches.addReceivers(first.uuid, 2, [receiver(1), receiver(3), receiver(2)])
        await tx.rewardBatches.addReceivers(first.uuid, 5, [])
      })
      const all = [
        { ...receiver(3), position: 0 },
        { ...named, position: 1 },
        { ...receiver(1), position: 2 },
        { ...receiver(2), position: 4 },
      ]
      same(await receivers(), all, "in order, each once")
      same(await receivers(2), all.slice(0, 2), "at most so many")
      same(await receivers(10, second.uuid), [{ ...named, position: 0 }], "of the other batch")
      const remove = (names: readonly string[]) =>
        write(storage, (tx) => tx.rewardBatches.removeReceivers(first.uuid, names))
      await remove([])
      same(await receivers(), all, "nothing removed")
      await remove([named.receiver, receiver(1).receiver, "unknown"])
      same(await receivers(), [all[0], all[3]], "what is left")
      same(await receivers(10, second.uuid), [{ ...named, position: 0 }], "the other batch's stay")
    },
  ),
]
