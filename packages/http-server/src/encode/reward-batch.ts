import type {
  PropagatedReward,
  RewardAudienceInput,
  RewardBatchView,
  Skipped,
} from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** Decodes to whom a reward is propagated. */
export const decodeAudience = (
  audience: z.output<typeof resources.RewardAudience>,
): RewardAudienceInput => {
  switch (audience.type) {
    case "members":
    case "identifiers":
      return audience
    case "tier":
      return { type: "tier", membershipTierSlug: audience.membership_tier_slug }
    case "session_attendees":
      return { type: "session_attendees", sessionSlug: audience.session_slug }
    case "activity_attendees":
      return { type: "activity_attendees", activitySlug: audience.activity_slug }
    case "ticket_holders":
      return { type: "ticket_holders", rewardSlug: audience.reward_slug }
  }
}

/** Encodes what comes of propagating a reward. */
export const encodePropagatedReward = ({
  batchUuid,
  matchedCount,
  scheduledCount,
  skipped,
}: PropagatedReward): z.output<typeof resources.PropagatedReward> => ({
  batch_uuid: batchUuid ?? null,
  matched: matchedCount,
  scheduled: scheduledCount,
  skipped: skipped.map(encodeSkipped),
})

/** Encodes how far a reward is on its way to its audience. */
export const encodeRewardBatch = (
  batch: RewardBatchView,
): z.output<typeof resources.RewardBatch> => ({
  batch_uuid: batch.uuid,
  reward_template_uuid: batch.rewardTemplateUuid,
  status: batch.status,
  stop_reason: batch.stopReason ?? null,
  matched: batch.matchedCount,
  scheduled: batch.scheduledCount,
  skipped: batch.skipped.map(encodeSkipped),
  issued: batch.issuedCount,
  refused: batch.refused.map(encodeSkipped),
  created_at: instant(batch.createdAt),
  finished_at: instantOrNull(batch.finishedAt),
})

const encodeSkipped = ({ reason, count, positions }: Skipped) => ({
  reason,
  count,
  positions: positions === null ? null : [...positions],
})
