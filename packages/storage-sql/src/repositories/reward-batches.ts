import type { RewardBatch, RewardBatchRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, done, first, rows, type Answer } from "../executor.ts"
import { namesOf } from "../schema/columns.ts"
import {
  batchReceiverColumns,
  rewardBatchColumns,
  type StoredReceiver,
  type StoredRewardBatch,
} from "../schema/reward-batches.ts"
import { compiled, insertEach, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"

const batches = ({ db }: Engine) =>
  db.selectFrom("rewardBatches").select(namesOf(rewardBatchColumns))

const statements = {
  add: rowStatement<StoredRewardBatch>(rewardBatchColumns)(({ db }, row) =>
    db
      .insertInto("rewardBatches")
      .values(row)
      .onConflict((oc) => oc.column("outcomeKey").doNothing()),
  ),
  find: statement<{ uuid: string }>()((engine, p) => batches(engine).where("uuid", "=", p.uuid)),
  lock: statement<{ uuid: string }>()((engine, p) =>
    engine.flavor.locked(batches(engine).where("uuid", "=", p.uuid)),
  ),
  findByKey: statement<{ outcomeKey: string }>()((engine, p) =>
    batches(engine).where("outcomeKey", "=", p.outcomeKey),
  ),
  running: statement<{ rewardTemplateUuid: string }>()((engine, p) =>
    batches(engine)
      .where("rewardTemplateUuid", "=", p.rewardTemplateUuid)
      .where(sql<boolean>`status in ('collecting', 'issuing')`)
      .orderBy("uuid")
      .limit(1),
  ),
  change: rowStatement<StoredRewardBatch>(rewardBatchColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("rewardBatches").set(row).where("uuid", "=", uuid),
  ),
  addReceivers: insertEach<StoredReceiver>("rewardBatchReceivers", batchReceiverColumns, {
    key: ["batchUuid", "receiver"],
    then: "skip",
  }),
  receivers: statement<{ batchUuid: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("rewardBatchReceivers")
      .select(["position", "receiver", "walletAddress", "userUuid"])
      .where("batchUuid", "=", p.batchUuid)
      .orderBy("position")
      .limit(p.limit),
  ),
  removeReceivers: statement<{ batchUuid: string; names: readonly string[] }>()(
    ({ db, flavor }, p) =>
      db
        .deleteFrom("rewardBatchReceivers")
        .where("batchUuid", "=", p.batchUuid)
        .where((eb) => flavor.among(eb.ref("receiver"), eb.val(p.names))),
  ),
}

/** Rewards on their way to audiences. */
export const rewardBatches: Opens<RewardBatchRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => {
    const lock = tx.mode === "write" ? run.lock : run.find
    return {
      add: (batch) => did(run.add(tx, stored(batch))),
      find: (uuid) => one(run.find(tx, { uuid })),
      findByKey: (outcomeKey) => one(run.findByKey(tx, { outcomeKey })),
      lock: (uuid) => one(lock(tx, { uuid })),
      running: (rewardTemplateUuid) => one(run.running(tx, { rewardTemplateUuid })),
      change: (batch) => did(run.change(tx, stored(batch))),
      addReceivers: async (batchUuid, from, receivers) => {
        await run.addReceivers(
          tx,
          receivers.map((receiver, index) => ({
            ...receiver,
            batchUuid,
            position: from + index,
            isNamed: receiver.userUuid !== undefined,
          })),
        )
      },
      receivers: (batchUuid, limit) => rows(run.receivers(tx, { batchUuid, limit })),
      removeReceivers: (batchUuid, names) =>
        names.length === 0
          ? Promise.resolve()
          : done(run.removeReceivers(tx, { batchUuid, names })),
    }
  }
}

const stored = ({ sealed, ...batch }: RewardBatch): StoredRewardBatch => ({
  ...batch,
  kekId: sealed?.wrapped.kekId,
  wrappedKey: sealed?.wrapped.blob,
  box: sealed?.box,
})

const one = async (
  answer: Promise<Answer<StoredRewardBatch>>,
): Promise<RewardBatch | undefined> => {
  const row = await first(answer)
  if (row === undefined) return undefined
  const { kekId, wrappedKey, box, ...batch } = row
  const isSealed = kekId !== undefined && wrappedKey !== undefined && box !== undefined
  return {
    ...batch,
    sealed: isSealed ? { wrapped: { kekId, blob: wrappedKey }, box } : undefined,
  }
}
