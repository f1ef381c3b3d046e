import { BadRequest } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { Organization } from "../../organizations/organization.ts"
import type { RewardAudience } from "../batches/reward-batch.ts"
import type { RewardAudienceInput } from "../inputs.ts"

/** The audience that an organization names, of what is its own; else `BadRequest` with its field. */
export const audienceFor = step(function* (
  { uuid: organizationUuid }: Pick<Organization, "uuid">,
  input: RewardAudienceInput,
) {
  const tx = yield* Tx
  const isOwn = (found: { readonly organizationUuid: string } | undefined) =>
    found?.organizationUuid === organizationUuid
  switch (input.type) {
    case "members":
    case "identifiers":
      return { type: input.type } satisfies RewardAudience as RewardAudience
    case "tier": {
      const tier = yield* tx.tiers.findBySlug(organizationUuid, input.membershipTierSlug)
      if (tier === undefined) return yield* unknown("membership_tier_slug", "tier")
      return { type: "tier", tierUuid: tier.uuid } satisfies RewardAudience as RewardAudience
    }
    case "session_attendees": {
      const session = yield* tx.sessions.find(input.sessionSlug)
      if (session === undefined || !isOwn(session)) return yield* unknown("session_slug", "session")
      const audience: RewardAudience = { type: "session_attendees", sessionUuid: session.uuid }
      return audience
    }
    case "activity_attendees": {
      const activity = yield* tx.activities.find(input.activitySlug)
      if (activity === undefined || !isOwn(activity))
        return yield* unknown("activity_slug", "activity")
      const audience: RewardAudience = { type: "activity_attendees", activityUuid: activity.uuid }
      return audience
    }
    case "ticket_holders": {
      const reward = yield* tx.rewardTemplates.find(input.rewardSlug)
      if (reward === undefined || !isOwn(reward)) return yield* unknown("reward_slug", "reward")
      const audience: RewardAudience = { type: "ticket_holders", rewardTemplateUuid: reward.uuid }
      return audience
    }
  }
})

const unknown = (field: string, what: string) =>
  new BadRequest({ field: `audience.${field}`, reason: `The organization has no such ${what}.` })
