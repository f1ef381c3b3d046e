import type { Storage } from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { found } from "../club.ts"
import { cachedContent, contentUse } from "../content-samples.ts"
import { transactionId } from "../postings.ts"
import { at, hash, sealedKey } from "../samples.ts"
import { exactlyOne, read, storageCase, type StorageCase, write } from "../storage-case.ts"

const [first, second] = [
  cachedContent(1),
  cachedContent(2, { expiresAt: undefined, driftCount: 3 }),
]

const copies = (storage: Storage, ...ids: readonly string[]) =>
  read(storage, (tx) => tx.cachedContents.findAll(ids))
const uses = (storage: Storage, ...ids: readonly string[]) =>
  read(storage, (tx) => tx.cachedContents.usesOf(ids))

const foundWithCopies = async (storage: Storage): Promise<void> => {
  await found(storage)
  await write(storage, async (tx) => {
    for (const copy of [first, second])
      claim(await tx.cachedContents.add(copy), "a first copy must be added")
  })
}

/** Copies of contents of other hosts, and how often contents are opened. */
export const cachedContents: readonly StorageCase[] = [
  storageCase("cachedContents: the first copy of a transaction stays", async (storage) => {
    await foundWithCopies(storage)
    const other = cachedContent(1, { contentHash: hash(9), sealed: sealedKey(9) })
    claim(!(await write(storage, (tx) => tx.cachedContents.add(other))), "there is a copy")
    same(await copies(storage, first.transactionId), [first], "the first copy")
    sameSet(
      await copies(storage, first.transactionId, second.transactionId, "unknown"),
      [first, second],
      "both",
    )
    same(await copies(storage), [], "of none")
    await exactlyOne(storage, (tx, n) =>
      tx.cachedContents.add(cachedContent(3, { contentHash: hash(n) })),
    )
  }),
  storageCase(
    "cachedContents: another fetch changes when it expires, how long it took, and counts a drift",
    async (storage) => {
      await foundWithCopies(storage)
      const fetch = { transactionId: first.transactionId, expiresAt: at(9), latencyMs: 77 }
      const refetched = (isDrift: boolean, change = {}) =>
        write(storage, (tx) => tx.cachedContents.refetched({ ...fetch, ...change, isDrift }))
      claim(await refetched(false), "there is a copy")
      same(await copies(storage, first.transactionId), [{ ...first, ...fetch }], "without a drift")
      for (let times = 0; times < 2; times += 1) await refetched(true)
      await refetched(false, { expiresAt: undefined })
      same(
        await copies(storage, first.transactionId),
        [{ ...first, ...fetch, expiresAt: undefined, driftCount: 2 }],
        "with two, and for good",
      )
      same(await copies(storage, second.transactionId), [second], "another copy")
      claim(!(await refetched(true, { transactionId: "unknown" })), "there is no copy")
    },
  ),
  storageCase("cachedContents: openings are added, and the last is the latest", async (storage) => {
    await found(storage)
    const id = transactionId(5)
    const add = (hitCount: number, n: number) =>
      write(storage, (tx) =>
        tx.cachedContents.addUse(contentUse(5, { hitCount, lastAccessedAt: at(n) })),
      )
    await add(2, 50)
    same(await uses(storage, id), [contentUse(5, { hitCount: 2, lastAccessedAt: at(50) })], "two")
    await add(3, 90)
    await add(1, 70)
    same(await uses(storage, id), [contentUse(5, { hitCount: 6, lastAccessedAt: at(90) })], "six")
    await write(storage, (tx) => tx.cachedContents.addUse(contentUse(6)))
    sameSet(
      await uses(storage, id, transactionId(6), "unknown"),
      [contentUse(5, { hitCount: 6, lastAccessedAt: at(90) }), contentUse(6)],
      "of two",
    )
    same(await uses(storage, transactionId(6)), [contentUse(6)], "of the other")
    same(await uses(storage), [], "of none")
  }),
  storageCase(
    "cachedContents: one is forgotten with its openings, and no other",
    async (storage) => {
      await foundWithCopies(storage)
      await write(storage, async (tx) => {
        for (const n of [1, 2]) await tx.cachedContents.addUse(contentUse(n))
        await tx.cachedContents.forget(first.transactionId)
        await tx.cachedContents.forget("unknown")
      })
      const both = [first.transactionId, second.transactionId]
      same(await copies(storage, ...both), [second], "the other copy")
      same(await uses(storage, ...both), [contentUse(2)], "its openings")
    },
  ),
]
