import type { RewardDeliveryRepository } from "../rewards/deliveries/reward-delivery-repository.ts"
import type { RewardDeliveryStatus } from "../rewards/deliveries/reward-delivery.ts"
import { sliceOf } from "./page-of.ts"
import { addNew, type Tables } from "./tables.ts"

/** Whether a delivery of this status holds its place in the supply. */
export const isHeld = (status: RewardDeliveryStatus): boolean =>
  status === "pending" || status === "processing"

export const rewardDeliveries = (tables: Tables): RewardDeliveryRepository => ({
  add: async (delivery) => {
    if (tables.rewardDeliveries.at(delivery.outcomeKey) !== undefined) return false
    addNew(tables.rewardDeliveries, delivery, "reward delivery")
    return true
  },
  find: async (uuid) => tables.rewardDeliveries.get(uuid),
  findByKey: async (outcomeKey) => tables.rewardDeliveries.at(outcomeKey),
  hasOpenClaim: async (rewardTemplateUuid, userUuid) =>
    tables.rewardDeliveries
      .rows()
      .some(
        (row) =>
          row.rewardTemplateUuid === rewardTemplateUuid &&
          row.userUuid === userUuid &&
          row.issuedBy === "claim" &&
          isHeld(row.status),
      ),
  open: async (before, after, limit) =>
    sliceOf(
      tables.rewardDeliveries
        .rows()
        .filter(({ status, createdAt }) => isHeld(status) && createdAt < before),
      ({ uuid }) => uuid,
      after,
      limit,
    ),
  change: async (delivery, from) => {
    if (tables.rewardDeliveries.get(delivery.uuid)?.status !== from) return false
    tables.rewardDeliveries.put(delivery)
    return true
  },
})
