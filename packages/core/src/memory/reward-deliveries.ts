import type { RewardDeliveryRepository } from "../rewards/deliveries/reward-delivery-repository.ts"
import { holdsPlace } from "../rewards/deliveries/reward-delivery.ts"
import { isAmong } from "./issuances.ts"
import { sliceOf } from "./page-of.ts"
import { addNew, type Tables } from "./tables.ts"

export const rewardDeliveries = (tables: Tables): RewardDeliveryRepository => ({
  add: async (delivery) => {
    if (tables.rewardDeliveries.at(delivery.outcomeKey) !== undefined) return false
    addNew(tables.rewardDeliveries, delivery, "reward delivery")
    return true
  },
  find: async (uuid) => tables.rewardDeliveries.get(uuid),
  findByKey: async (outcomeKey) => tables.rewardDeliveries.at(outcomeKey),
  findByKeys: async (outcomeKeys) =>
    outcomeKeys.flatMap((key) => tables.rewardDeliveries.at(key) ?? []),
  openAmong: async (rewardTemplateUuid, of) =>
    tables.rewardDeliveries
      .rows()
      .filter(
        (row) =>
          row.rewardTemplateUuid === rewardTemplateUuid &&
          holdsPlace(row.status) &&
          isAmong(row, of),
      )
      .map(({ userUuid, walletAddress }) => ({ userUuid, walletAddress })),
  hasOpenClaim: async (rewardTemplateUuid, userUuid) =>
    tables.rewardDeliveries
      .rows()
      .some(
        (row) =>
          row.rewardTemplateUuid === rewardTemplateUuid &&
          row.userUuid === userUuid &&
          row.issuedBy === "claim" &&
          holdsPlace(row.status),
      ),
  open: async (before, after, limit) =>
    sliceOf(
      tables.rewardDeliveries
        .rows()
        .filter(({ status, createdAt }) => holdsPlace(status) && createdAt < before),
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
