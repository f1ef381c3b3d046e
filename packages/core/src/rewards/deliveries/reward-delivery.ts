import type { Origin } from "../../foundation/outbox/event.ts"
import type { SealedBox } from "../../foundation/sealing/sealed-box.ts"
import type { IssuedBy } from "../../ledger/supplies/issuance.ts"
import type { AnswerErrors } from "../../webhooks/delivery.ts"
import type { AuthoredRewardContent, RewardContentTemplate } from "../reward-content.ts"

/** `processing`: an answer came, or none will; what follows from that is being written. */
export type RewardDeliveryStatus = "pending" | "processing" | "completed" | "failed"

/** Whether a delivery of this status holds its place in the supply. */
export const holdsPlace = (status: RewardDeliveryStatus): boolean =>
  status === "pending" || status === "processing"

/** An external reward whose content a webhook was asked for. One of the supply is set aside for it. */
export interface RewardDelivery {
  /** Also that of the delivery to the webhook. */
  readonly uuid: string
  readonly organizationUuid: string
  readonly rewardTemplateUuid: string
  /** The wallet that the reward goes into. */
  readonly walletAddress: string
  /** Undefined for a wallet that does not name its person to the organization. */
  readonly userUuid: string | undefined
  readonly issuedBy: IssuedBy
  readonly origin: Origin
  readonly referenceId: string | undefined
  /** Scope and idempotency key of the request, unique. */
  readonly outcomeKey: string
  /** SHA-256 of the request, lower-case hex. */
  readonly requestDigest: string
  /** What may happen once alone: the claim of a person, the reward of a firing. */
  readonly onceKey: string | undefined
  readonly status: RewardDeliveryStatus
  /** The caller's metadata, and the answer once it has come; nothing when all is done. */
  readonly sealed: SealedBox | undefined
  readonly failureReason: string | undefined
  /** What is wrong with the answer, where it was refused (`bad_answer`). */
  readonly answerErrors: AnswerErrors | undefined
  readonly transactionId: string | undefined
  /** How often the webhook was asked; counted when that ends. */
  readonly attempts: number
  readonly createdAt: Date
  /** When it was completed, or failed. */
  readonly completedAt: Date | undefined
}

/** Why a delivery fails. */
export interface DeliveryFailure {
  /** As a code. */
  readonly failureReason: string
  /** What is wrong with the answer; undefined keeps what is known already. */
  readonly answerErrors?: AnswerErrors | undefined
}

/** What a webhook answers: the content, or where another host has it. */
export type GeneratedAnswer =
  | { readonly kind: "inline"; readonly content: RewardContentTemplate }
  | { readonly kind: "hosted"; readonly manifestUrl: string; readonly accessKey: string }

/** What an answer says, in the words of the API. */
export type GeneratedBody =
  | { readonly content: AuthoredRewardContent }
  | { readonly manifest_url: string; readonly access_key: string }

/** A delivery as its receiver and its organization see it; its receiver without `answerErrors`. */
export interface RewardDeliveryView
  extends Pick<
    RewardDelivery,
    | "uuid"
    | "status"
    | "rewardTemplateUuid"
    | "transactionId"
    | "failureReason"
    | "answerErrors"
    | "attempts"
    | "createdAt"
    | "completedAt"
  > {
  /** When the webhook is asked again; undefined when it is not. */
  readonly nextAttemptAt: Date | undefined
}

/** The job that issues what came, or returns what was set aside. */
export const rewardDeliveryKind = "reward-delivery"

/** The key of that job: a delivery has one. */
export const rewardDeliveryJobKey = (uuid: string): string => `${rewardDeliveryKind} ${uuid}`

/** The key of the outcome in the ledger: a delivery is issued once. */
export const deliveryOutcomeKey = (uuid: string): string => `reward_delivery:${uuid}`

/** What the sealed part of a delivery is bound to. */
export const rewardDeliveryBinding = (uuid: string): string => `reward_delivery|${uuid}`
