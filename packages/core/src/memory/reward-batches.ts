import { isOver } from "../rewards/batches/reward-batch.ts"
import type { RewardBatchRepository } from "../rewards/batches/reward-batch-repository.ts"
import { compare } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const rewardBatches = (tables: Tables): RewardBatchRepository => ({
  add: async (batch) => {
    if (tables.rewardBatches.at(batch.outcomeKey) !== undefined) return false
    addNew(tables.rewardBatches, batch, "reward batch")
    return true
  },
  find: async (uuid) => tables.rewardBatches.get(uuid),
  findByKey: async (outcomeKey) => tables.rewardBatches.at(outcomeKey),
  lock: async (uuid) => tables.rewardBatches.get(uuid),
  running: async (uuid) =>
    tables.rewardBatches
      .rows()
      .filter((batch) => batch.rewardTemplateUuid === uuid && !isOver(batch))
      .toSorted((a, b) => compare(a.uuid, b.uuid))[0],
  change: async (batch) => {
    if (tables.rewardBatches.get(batch.uuid) === undefined) return false
    tables.rewardBatches.put(batch)
    return true
  },
  addReceivers: async (batchUuid, from, receivers) => {
    for (const [index, receiver] of receivers.entries())
      if (tables.batchReceivers.at(place(batchUuid, receiver.receiver)) === undefined)
        tables.batchReceivers.put({ ...receiver, batchUuid, position: from + index })
  },
  receivers: async (uuid, limit) =>
    tables.batchReceivers
      .rows()
      .filter(({ batchUuid }) => batchUuid === uuid)
      .toSorted((a, b) => a.position - b.position)
      .slice(0, limit)
      .map(({ batchUuid: _batch, ...receiver }) => receiver),
  removeReceivers: async (batchUuid, names) => {
    for (const name of names) {
      const row = tables.batchReceivers.at(place(batchUuid, name))
      if (row !== undefined) tables.batchReceivers.delete(place(batchUuid, row.position))
    }
  },
})
