import type { Origin } from "../../foundation/outbox/event.ts"
import type { SealedBox } from "../../foundation/sealing/sealed-box.ts"

/** The job that issues the rewards of a batch. */
export const rewardBatchKind = "reward-batch"

/** To whom a reward is propagated, as of the request. */
export type RewardAudience =
  /** Active members of the organization. */
  | { readonly type: "members" }
  /** Active members on a tier. */
  | { readonly type: "tier"; readonly tierUuid: string }
  /** Who is present at a session. */
  | { readonly type: "session_attendees"; readonly sessionUuid: string }
  /** Who is present at any session of an activity. */
  | { readonly type: "activity_attendees"; readonly activityUuid: string }
  /** Who holds a valid ticket that was issued of a reward template. */
  | { readonly type: "ticket_holders"; readonly rewardTemplateUuid: string }
  /** Who was named one by one: they are receivers from the start. */
  | { readonly type: "identifiers" }

/**
 * Why somebody of an audience gets nothing: the code of a refusal, or `already_issued`, `duplicate`,
 * `identifier_unresolved`, `account_unavailable`.
 */
export interface Skipped {
  readonly reason: string
  readonly count: number
  /** Which of the identifiers that were sent, from 0; null for every other audience. */
  readonly positions: readonly number[] | null
}

/**
 * `collecting`: its audience is being written down. `issuing`: who is written down gets the reward.
 * `stopped`: nobody else could get it any more.
 */
export type RewardBatchStatus = "collecting" | "issuing" | "finished" | "stopped"

/** A reward on its way to an audience. What was asked is fixed; how far it has come is not. */
export interface RewardBatch {
  readonly uuid: string
  readonly organizationUuid: string
  readonly rewardTemplateUuid: string
  readonly audience: RewardAudience
  /** Whether who has the reward already is passed over. */
  readonly skipsExisting: boolean
  readonly origin: Origin
  /** Scope and idempotency key of the request, unique. */
  readonly outcomeKey: string
  /** SHA-256 of the request, lower-case hex. */
  readonly requestDigest: string
  /** The caller's metadata; nothing when there is none, or all is done. */
  readonly sealed: SealedBox | undefined
  /** How many people and cards the audience had when it was asked for. */
  readonly matchedCount: number
  /** How many of them were to get the reward. */
  readonly scheduledCount: number
  /** Why the others were not. */
  readonly skipped: readonly Skipped[]
  readonly status: RewardBatchStatus
  /** Why it was stopped, as a code. */
  readonly stopReason: string | undefined
  /** How far the audience is written down; undefined before the first. */
  readonly reached: string | undefined
  /** How many receivers were written down; the next one gets this position. */
  readonly collectedCount: number
  /** How many rewards were issued, or asked for from the webhook of an external one. */
  readonly issuedCount: number
  /** Why the others written down got nothing. */
  readonly refused: readonly Skipped[]
  /** When it was asked for: the audience is that of this moment. */
  readonly createdAt: Date
  /** When it was finished or stopped. */
  readonly finishedAt: Date | undefined
}

/** A batch as its organization sees it. */
export type RewardBatchView = Pick<
  RewardBatch,
  | "uuid"
  | "rewardTemplateUuid"
  | "status"
  | "stopReason"
  | "matchedCount"
  | "scheduledCount"
  | "skipped"
  | "issuedCount"
  | "refused"
  | "createdAt"
  | "finishedAt"
>

/** Somebody who is to get a reward of a batch. */
export interface BatchReceiver {
  /** `user:<uuid>` or `wallet:<address>`: one reward goes to each, however often they were named. */
  readonly receiver: string
  /** Where it goes; undefined for the wallet of a user in the organization. */
  readonly walletAddress: string | undefined
  /** Undefined for a wallet that does not name its person to the organization. */
  readonly userUuid: string | undefined
}

/** A receiver in the order in which the rewards are issued. */
export interface QueuedReceiver extends BatchReceiver {
  readonly position: number
}

/** Whether a batch has an end. */
export const isOver = ({ status }: Pick<RewardBatch, "status">): boolean =>
  status === "finished" || status === "stopped"

/** The key of the outcome in the ledger: each receiver of a batch gets one. */
export const batchOutcomeKey = (batchUuid: string, receiver: string): string =>
  `reward_propagate:${batchUuid}:${receiver}`

/** What the sealed part of a batch is bound to. */
export const rewardBatchBinding = (uuid: string): string => `reward_batch|${uuid}`

/** The reasons of many, counted, in the order of the codes; `positions` of those that have one. */
export const tallied = (
  passed: readonly { readonly reason: string; readonly position?: number | undefined }[],
): readonly Skipped[] =>
  [...Map.groupBy(passed, ({ reason }) => reason)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, all]) => {
      const positions = all.flatMap(({ position }) => (position === undefined ? [] : [position]))
      return {
        reason,
        count: all.length,
        positions: positions.length === 0 ? null : positions.toSorted((a, b) => a - b),
      }
    })

/** Counts of the same reasons added up. */
export const added = (before: readonly Skipped[], more: readonly Skipped[]): readonly Skipped[] =>
  [...Map.groupBy([...before, ...more], ({ reason }) => reason)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, all]) => ({
      reason,
      count: all.reduce((sum, { count }) => sum + count, 0),
      positions: null,
    }))

/** What became of a receiver; without a reason they have the reward. */
export interface Fate {
  readonly receiver: string
  readonly reason: string | undefined
}

/** Refusals that all who are left would meet too. */
const endings: ReadonlySet<string> = new Set([
  "activity_deleted",
  "archived",
  "organization_deleted",
  "supply_exhausted",
  "treasury_exhausted",
  "webhook_disabled",
])

/** The batch with the fates of some receivers counted; one that all would meet stops it. */
export const counted = (batch: RewardBatch, fates: readonly Fate[]): RewardBatch => {
  const refused = fates.flatMap(({ reason }) => (reason === undefined ? [] : [{ reason }]))
  return {
    ...batch,
    issuedCount: batch.issuedCount + fates.length - refused.length,
    refused: added(batch.refused, tallied(refused)),
    stopReason: batch.stopReason ?? refused.find(({ reason }) => endings.has(reason))?.reason,
  }
}
