import type { Card, CardModel, RewardTemplate, TicketHolding } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

export const cardColumns: Columns<Card> = {
  uuid: "text",
  identifier: "text",
  name: "text?",
  cardType: "text",
  organizationUuid: "text?",
  holderUserUuid: "text?",
  claimedAt: "instant?",
  claimCodeHash: "text?",
  isFrozen: "boolean",
  walletAddress: "text",
  createdAt: "instant",
  updatedAt: "instant?",
  frozenBy: "text?",
  cardModelUuid: "text?",
  membershipTierUuid: "text?",
  tierGrantedAt: "instant?",
  primarySince: "instant?",
  offeredToUserUuid: "text?",
  offeredAt: "instant?",
  withdrawnAt: "instant?",
  holderName: "text?",
}

export const cardModelColumns: Columns<CardModel> = {
  uuid: "text",
  organizationUuid: "text",
  name: "text",
  description: "text?",
  frontImageFileUuid: "text?",
  backImageFileUuid: "text?",
  orderSiteTemplateId: "text?",
  membershipTierUuid: "text?",
  profileTemplateUuid: "text?",
  isActive: "boolean",
  createdAt: "instant",
  updatedAt: "instant?",
}

/** An end of a card's identifier, by which a search for any part of it finds the card. */
export interface CardEnding {
  readonly organizationUuid: string
  readonly ending: string
  readonly cardUuid: string
}

export const cardEndingColumns: Columns<CardEnding> = {
  organizationUuid: "text",
  ending: "text",
  cardUuid: "text",
}

export const rewardTemplateColumns: Columns<RewardTemplate> = {
  uuid: "text",
  slug: "text",
  organizationUuid: "text",
  activityUuid: "text?",
  name: "text",
  status: "text",
  createdAt: "instant",
}

export const ticketHoldingColumns: Columns<TicketHolding> = {
  uid: "text",
  organizationUuid: "text",
  rewardTemplateUuid: "text",
  activityUuid: "text?",
  walletAddress: "text",
  userUuid: "text?",
  transactionId: "text",
  state: "text",
  createdAt: "instant",
  updatedAt: "instant?",
}

/** What may change of a ticket. */
export type MovedTicket = Pick<
  TicketHolding,
  "uid" | "walletAddress" | "userUuid" | "transactionId" | "state" | "updatedAt"
>

export const movedTicketColumns: Columns<MovedTicket> = {
  uid: "text",
  walletAddress: "text",
  userUuid: "text?",
  transactionId: "text",
  state: "text",
  updatedAt: "instant?",
}
