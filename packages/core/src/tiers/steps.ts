import { Effect } from "effect"
import { NotFound } from "../foundation/errors/refusals.ts"
import type { Organization } from "../organizations/organization.ts"
import { step } from "../foundation/step.ts"
import { Tx } from "../foundation/unit-of-work.ts"
import type { Tier } from "./tier.ts"
import { liveOn, permitWhileMoving, type TierBlockers } from "./tier-rules.ts"

type Of = Pick<Organization, "uuid">

/**
 * An organization's tier by uuid; a deleted one and another organization's are {@link NotFound}.
 */
export const tierOf = step(function* (organization: Of, tierUuid: string) {
  const tx = yield* Tx
  return yield* present(organization, yield* tx.tiers.find(tierUuid))
})

/**
 * A tier, locked for a change, or while no member may come to it: users who were joining have
 * joined by then, and others wait.
 */
export const lockTier = step(function* (organization: Of, tierUuid: string) {
  const tx = yield* Tx
  return yield* present(organization, yield* tx.tiers.lock(tierUuid))
})

const present = step(function* (organization: Of, tier: Tier | undefined) {
  const isTheirs =
    tier !== undefined &&
    tier.organizationUuid === organization.uuid &&
    tier.deletedAt === undefined
  return isTheirs ? tier : yield* new NotFound({ what: "membership tier" })
})

/**
 * Who is on a tier at `now`, and what stands in the way of deleting it. Cards that are
 * withdrawn do not.
 */
export const usageOf = step(function* (tierUuid: string, now: Date) {
  const tx = yield* Tx
  const members = yield* tx.tiers.members(tierUuid, now)
  return {
    members,
    blockers: {
      memberships: liveOn(members),
      cards: yield* tx.cards.countGranting(tierUuid),
      cardModels: yield* tx.cardModels.countGranting(tierUuid),
    } satisfies TierBlockers,
  }
})

/**
 * Refuses while members are moved from or to one of the tiers. A transaction that goes on to change
 * one has locked it, and so has one that starts a move: so none begins behind their back.
 */
export const refuseWhileMoving = step(function* (organization: Of, tierUuids: readonly string[]) {
  const tx = yield* Tx
  yield* Effect.fromResult(
    permitWhileMoving(yield* tx.membershipMoves.running(organization.uuid), tierUuids),
  )
})
