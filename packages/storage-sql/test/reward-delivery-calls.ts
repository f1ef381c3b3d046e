import type { RewardDelivery } from "@symbolon/core/storage"
import { address, at, firstMember, organization, sealedKey, uuid } from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

const someone = firstMember + 77

const delivery: RewardDelivery = {
  uuid: uuid(900_000),
  organizationUuid: organization.uuid,
  rewardTemplateUuid: uuid(7),
  walletAddress: address(someone),
  userUuid: uuid(someone),
  issuedBy: "claim",
  origin: "user_app",
  referenceId: undefined,
  outcomeKey: "reward_claim:900000",
  requestDigest: "digest",
  onceKey: undefined,
  status: "pending",
  sealed: sealedKey,
  failureReason: undefined,
  answerErrors: undefined,
  transactionId: undefined,
  attempts: 0,
  createdAt: at(0),
  completedAt: undefined,
}

/** Every verb about external rewards whose contents webhooks are asked for. */
export const rewardDeliveryCalls: readonly VerbCall[] = [
  { name: "rewardDeliveries.add", call: (tx) => tx.rewardDeliveries.add(delivery) },
  { name: "rewardDeliveries.find", call: (tx) => tx.rewardDeliveries.find(delivery.uuid) },
  {
    name: "rewardDeliveries.findByKey",
    call: (tx) => tx.rewardDeliveries.findByKey(delivery.outcomeKey),
  },
  {
    name: "rewardDeliveries.findByKeys",
    call: (tx) => tx.rewardDeliveries.findByKeys([delivery.outcomeKey]),
  },
  {
    name: "rewardDeliveries.openAmong",
    call: (tx) =>
      tx.rewardDeliveries.openAmong(uuid(7), {
        userUuids: [uuid(someone)],
        walletAddresses: [address(someone)],
      }),
  },
  {
    name: "rewardDeliveries.hasOpenClaim",
    call: (tx) => tx.rewardDeliveries.hasOpenClaim(uuid(7), uuid(someone)),
  },
  {
    name: "rewardDeliveries.open",
    call: (tx) => tx.rewardDeliveries.open(at(0), uuid(0), 100),
  },
  ...(["pending", "processing"] as const).map((from) => ({
    name: `rewardDeliveries.change from ${from}`,
    call: ((tx) => tx.rewardDeliveries.change(delivery, from)) as VerbCall["call"],
  })),
]
