import type {
  Card,
  CardModel,
  CredentialKey,
  Issuance,
  MirroredAsset,
  RewardBatch,
  RewardDelivery,
  RewardTemplate,
  RewardTrigger,
  SealedRewardContent,
  TicketHolding,
  TriggerFiring,
} from "@symbolon/core/storage"
import { transactionId } from "./postings.ts"
import { address, at, hash, sealedKey, text, uuid } from "./samples.ts"

/** A card of nobody's, whose wallet has the same number. */
export const card = (n: number, change: Partial<Card> = {}): Card => ({
  uuid: uuid(n),
  identifier: `CARD-${n}`,
  name: undefined,
  holderName: undefined,
  cardType: "nfc",
  organizationUuid: uuid(1),
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
  ...change,
})

/** An active card model of no tier. */
export const cardModel = (n: number, change: Partial<CardModel> = {}): CardModel => ({
  uuid: uuid(n),
  organizationUuid: uuid(1),
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
  ...change,
})

export const rewardTemplate = (
  n: number,
  change: Partial<RewardTemplate> = {},
): RewardTemplate => ({
  uuid: uuid(n),
  slug: `reward-${n}`,
  organizationUuid: uuid(1),
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
  ...change,
})

/** The sealed content of the template of that number. */
export const rewardContent = (n: number, kekId = "kek-0"): SealedRewardContent => ({
  rewardTemplateUuid: uuid(n),
  sealed: { wrapped: { kekId, blob: `key-${n}` }, box: `box-${n}` },
})

/** A ticket that the transaction of its number issued. */
export const ticketHolding = (n: number, change: Partial<TicketHolding> = {}): TicketHolding => ({
  uid: transactionId(n),
  organizationUuid: uuid(1),
  rewardTemplateUuid: uuid(300),
  activityUuid: undefined,
  walletAddress: address(71),
  userUuid: undefined,
  transactionId: transactionId(n),
  state: "valid",
  createdAt: at(n),
  updatedAt: undefined,
  terms: undefined,
  transfers: 0,
  validFrom: undefined,
  validUntil: undefined,
  sessionUuids: undefined,
  maxAdmissions: undefined,
  ...change,
})

/** A reward that the transaction of its number issued. */
export const issuance = (n: number, change: Partial<Issuance> = {}): Issuance => ({
  transactionId: transactionId(n),
  rewardTemplateUuid: uuid(300),
  walletAddress: address(71),
  userUuid: undefined,
  points: 0,
  issuedBy: "redeem",
  createdAt: at(n),
  credentialIssuerUuid: undefined,
  credentialIndex: undefined,
  ...change,
})

/** A trigger of a template and an organization that need not be there. */
export const rewardTrigger = (n: number, change: Partial<RewardTrigger> = {}): RewardTrigger => ({
  uuid: uuid(n),
  organizationUuid: uuid(1),
  rewardTemplateUuid: uuid(100),
  name: `Trigger ${n}`,
  description: undefined,
  isEnabled: true,
  scopes: [{ event: "session.attended", count: 10 }],
  rewardMetadata: {},
  deduplicationWindowSeconds: undefined,
  createdAt: at(n),
  updatedAt: undefined,
  deletedAt: undefined,
  ...change,
})

/** A firing of the trigger of number 100. */
export const triggerFiring = (n: number, change: Partial<TriggerFiring> = {}): TriggerFiring => ({
  uuid: uuid(n),
  key: `trigger:${n}`,
  triggerUuid: uuid(100),
  organizationUuid: uuid(1),
  rewardTemplateUuid: uuid(100),
  event: "session.attended",
  eventId: `event-${n}`,
  scope: "session.attended:count:10",
  userUuid: undefined,
  walletAddress: address(n),
  depth: 0,
  outcome: "pending",
  reason: undefined,
  transactionId: undefined,
  createdAt: at(n),
  endedAt: undefined,
  ...change,
})

/** A pending claim of an external reward. */
export const rewardDelivery = (
  n: number,
  change: Partial<RewardDelivery> = {},
): RewardDelivery => ({
  uuid: uuid(n),
  organizationUuid: uuid(1),
  rewardTemplateUuid: uuid(300),
  walletAddress: address(n),
  userUuid: uuid(n),
  issuedBy: "claim",
  origin: "user_app",
  referenceId: undefined,
  outcomeKey: `reward_claim:${n}`,
  requestDigest: `digest-${n}`,
  onceKey: `reward_claim_of:${n}`,
  status: "pending",
  sealed: sealedKey(n),
  failureReason: undefined,
  answerErrors: undefined,
  transactionId: undefined,
  attempts: 0,
  createdAt: at(n),
  completedAt: undefined,
  ...change,
})

/** A key of the first organization's credentials. */
export const credentialKey = (n: number, change: Partial<CredentialKey> = {}): CredentialKey => ({
  keyId: `credential-key-${n}`,
  organizationUuid: uuid(1),
  publicKey: text(n, 43),
  sealed: sealedKey(n),
  createdAt: at(n),
  retiredAt: undefined,
  ...change,
})

/** A batch of a template and an organization that need not be there. */
export const rewardBatch = (n: number, change: Partial<RewardBatch> = {}): RewardBatch => ({
  uuid: uuid(n),
  organizationUuid: uuid(1),
  rewardTemplateUuid: uuid(300),
  audience: { type: "members" },
  skipsExisting: true,
  origin: "user_app",
  outcomeKey: `reward_propagate_of:${n}`,
  requestDigest: `digest-${n}`,
  sealed: undefined,
  matchedCount: 0,
  scheduledCount: 0,
  skipped: [],
  status: "collecting",
  stopReason: undefined,
  reached: undefined,
  collectedCount: 0,
  issuedCount: 0,
  refused: [],
  createdAt: at(n),
  finishedAt: undefined,
  ...change,
})

/** A copy of the bytes of the same number, as the file of that number. */
export const mirroredAsset = (n: number, change: Partial<MirroredAsset> = {}): MirroredAsset => ({
  sourceHash: hash(n),
  organizationUuid: uuid(1),
  contentHash: hash(1000 + n),
  fileUuid: uuid(n),
  createdAt: at(n),
  ...change,
})
