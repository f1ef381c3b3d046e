import type { Card, CardModel, Repositories, RewardTemplate } from "@symbolon/core/storage"
import { address, at, organization, uuid } from "./sample-organization.ts"

/** A card of nobody's, whose wallet has the same number. */
export const card = (n: number): Card => ({
  uuid: uuid(n),
  identifier: `CARD-${n}`,
  name: undefined,
  holderName: undefined,
  cardType: "nfc",
  organizationUuid: organization.uuid,
  holderUserUuid: undefined,
  claimedAt: undefined,
  historyFrom: undefined,
  claimCodeHash: undefined,
  isFrozen: false,
  frozenBy: undefined,
  walletAddress: address(n),
  createdAt: at(n),
  updatedAt: undefined,
  cardModelUuid: undefined,
  membershipTierUuid: undefined,
  tierGrantedAt: undefined,
  primarySince: undefined,
  offeredToUserUuid: undefined,
  offeredAt: undefined,
  withdrawnAt: undefined,
  profilePageUuid: undefined,
  customFrontImageFileUuid: undefined,
  madeForUuid: undefined,
})

/** Adds cards, each of whose wallets is there already. */
export const addCards = async (tx: Repositories, numbers: readonly number[]): Promise<void> => {
  for (const n of numbers) await tx.cards.add(card(n))
}

export const cardModel = (n: number): CardModel => ({
  uuid: uuid(n),
  organizationUuid: organization.uuid,
  name: `Model ${n}`,
  description: undefined,
  frontImageFileUuid: undefined,
  backImageFileUuid: undefined,
  orderSiteTemplateId: undefined,
  membershipTierUuid: undefined,
  profileTemplateUuid: undefined,
  isActive: true,
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
  version: 1,
  description: "",
  category: undefined,
  points: 0,
  supplyTotal: undefined,
  supplyRedeemed: 0,
  supplyReserved: 0,
  requiredEntitlement: undefined,
  content: undefined,
  archivedAt: undefined,
  updatedAt: undefined,
})
