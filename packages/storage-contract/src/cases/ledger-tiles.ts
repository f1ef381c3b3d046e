import { type HashRange, noWrites, type StatusEvent, type Storage } from "@symbolon/core/storage"
import { rejects, same } from "../claims.ts"
import { found } from "../club.ts"
import { batch, firstTransfer, head, post, transaction } from "../postings.ts"
import { at, hash } from "../samples.ts"
import { read, storageCase, type StorageCase } from "../storage-case.ts"

const hashes = (storage: Storage, ...ranges: readonly HashRange[]) =>
  read(storage, (tx) => tx.transactions.hashes(ranges))
const tile = (level: number, index: number) => ({
  level,
  index,
  hash: hash(level * 1_000_000 + index),
})

/** A status leaf; its seals are invented. */
const status = (logIndex: number): StatusEvent => {
  const { body, transactionHash } = transaction(firstTransfer)
  const moment = at(logIndex).toISOString()
  return {
    body: {
      v: 1,
      network: "test",
      transaction_id: body.id,
      transaction_hash: transactionHash,
      from_status: "pending",
      to_status: "confirmed",
      at: moment,
      reason_hash: "",
    },
    text: `status ${logIndex}`,
    signature: "s".repeat(86),
    leafHash: hash(5_000_000 + logIndex),
    logIndex,
    reason: undefined,
  }
}

export const ledgerTiles: readonly StorageCase[] = [
  storageCase(
    "ledger: tiles, of level 0 the leaf hashes of both kinds, in log order, as far as the log reaches",
    async (storage) => {
      await found(storage)
      await post(storage, batch(firstTransfer, { statuses: [status(1)], ledger: head(2) }))
      const [entered, behind] = [transaction(firstTransfer).leafHash, status(1).leafHash]
      same(
        await hashes(storage, { level: 0, from: 0, count: 2 }),
        [[entered, behind]],
        "both leaves",
      )
      same(
        await hashes(
          storage,
          { level: 0, from: 1, count: 256 },
          { level: 0, from: 0, count: 1 },
          { level: 0, from: 2, count: 3 },
          { level: 0, from: 0, count: 0 },
        ),
        [[behind], [entered], [], []],
        "parts of the log, in the order they were asked for",
      )
    },
  ),
  storageCase(
    "ledger: tiles, above level 0 what was written, each level by itself and in order",
    async (storage) => {
      await found(storage)
      await post(
        storage,
        batch(firstTransfer, { tileHashes: [tile(1, 1), tile(2, 0), tile(1, 0), tile(1, 2)] }),
      )
      same(
        await hashes(
          storage,
          { level: 1, from: 0, count: 2 },
          { level: 1, from: 1, count: 100 },
          { level: 2, from: 0, count: 1 },
          { level: 3, from: 0, count: 1 },
        ),
        [
          [tile(1, 0).hash, tile(1, 1).hash],
          [tile(1, 1).hash, tile(1, 2).hash],
          [tile(2, 0).hash],
          [],
        ],
        "the hashes",
      )
      same(await hashes(storage), [], "nothing that was asked for")
    },
  ),
  storageCase(
    "ledger: tiles, a place is written once, and a refused batch leaves none",
    async (storage) => {
      await found(storage)
      await post(storage, { ...noWrites, tileHashes: [tile(1, 0)], ledger: head(0) })
      await rejects(
        post(
          storage,
          batch(firstTransfer, { tileHashes: [tile(1, 1), { ...tile(1, 0), hash: hash(77) }] }),
        ),
        "a place that is taken",
      )
      same(
        await hashes(storage, { level: 1, from: 0, count: 9 }, { level: 0, from: 0, count: 9 }),
        [[tile(1, 0).hash], []],
        "what stands",
      )
    },
  ),
]
