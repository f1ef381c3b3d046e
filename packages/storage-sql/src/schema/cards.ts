import type {
  Card,
  CardModel,
  RewardFile,
  RewardTemplate,
  TicketHolding,
} from "@symbolon/core/storage"
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
  profilePageUuid: "text?",
  customFrontImageFileUuid: "text?",
  historyFrom: "integer?",
  madeForUuid: "text?",
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
  version: "integer",
  description: "text",
  category: "text?",
  points: "integer",
  supplyTotal: "integer?",
  supplyRedeemed: "integer",
  supplyReserved: "integer",
  requiredEntitlement: "text?",
  content: "json?",
  archivedAt: "instant?",
  updatedAt: "instant?",
}

/** What a template issues, as its row holds it. */
export interface StoredRewardContent {
  readonly rewardTemplateUuid: string
  readonly kekId: string
  readonly wrappedKey: string
  readonly box: string
}

export const rewardContentColumns: Columns<StoredRewardContent> = {
  rewardTemplateUuid: "text",
  kekId: "text",
  wrappedKey: "text",
  box: "text",
}

export const rewardFileColumns: Columns<RewardFile> = {
  rewardTemplateUuid: "text",
  fileUuid: "text",
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
  terms: "json?",
  transfers: "integer",
  validFrom: "instant?",
  validUntil: "instant?",
  sessionUuids: "json?",
  maxAdmissions: "integer?",
}

/** What may change of a ticket. */
export type MovedTicket = Pick<
  TicketHolding,
  "uid" | "walletAddress" | "userUuid" | "transactionId" | "state" | "updatedAt" | "transfers"
>

export const movedTicketColumns: Columns<MovedTicket> = {
  uid: "text",
  walletAddress: "text",
  userUuid: "text?",
  transactionId: "text",
  state: "text",
  updatedAt: "instant?",
  transfers: "integer",
}
