import type { Membership, Tier } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

export const tierColumns: Columns<Tier> = {
  uuid: "text",
  organizationUuid: "text",
  slug: "text",
  name: "text",
  description: "text?",
  priceCents: "integer",
  currency: "text",
  paymentInterval: "text",
  visibility: "text",
  inclusions: "json",
  entitlements: "json",
  rewardPointsMultiplierTenThousandths: "integer",
  gracePeriodDays: "integer?",
  imageFileUuid: "text?",
  position: "integer",
  createdAt: "instant",
  updatedAt: "instant?",
  deletedAt: "instant?",
}

export const membershipColumns: Columns<Membership> = {
  uuid: "text",
  userUuid: "text",
  organizationUuid: "text",
  tierUuid: "text",
  customPriceCents: "integer?",
  customPaymentInterval: "text?",
  validUntil: "instant?",
  renewableUntil: "instant?",
  cancelledAt: "instant?",
  endedAt: "instant?",
  endedBy: "text?",
  anchorAt: "instant",
  anchorTerms: "integer",
  joinedAt: "instant",
  createdAt: "instant",
  updatedAt: "instant?",
  revision: "integer",
}
