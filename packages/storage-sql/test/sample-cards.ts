import type { Card, RewardTemplate } from "@symbolon/core/storage"
import { address, at, organization, uuid } from "./sample-organization.ts"

/** A card of nobody's, whose wallet has the same number. */
export const card = (n: number): Card => ({
  uuid: uuid(n),
  identifier: `CARD-${n}`,
  name: undefined,
  cardType: "nfc",
  organizationUuid: organization.uuid,
  holderUserUuid: undefined,
  claimedAt: undefined,
  claimCodeHash: undefined,
  isFrozen: false,
  walletAddress: address(n),
  createdAt: at(n),
  updatedAt: undefined,
})

export const rewardTemplate = (n: number): RewardTemplate => ({
  uuid: uuid(n),
  slug: `reward-${n}`,
  organizationUuid: organization.uuid,
  activityUuid: undefined,
  name: `Reward ${n}`,
  status: "active",
  createdAt: at(n),
})
