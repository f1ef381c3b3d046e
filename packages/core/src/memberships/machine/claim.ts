import { Result } from "effect"
import type { Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import type { Tier } from "../../tiers/tier.ts"
import { type TriggerInput, type Change, noTier, tierOf, unchanged } from "./change.ts"
import { liveOf, type MembershipState } from "../membership-state.ts"
import { begin } from "./joining.ts"
import { listRate, rateInForce } from "../terms/rate.ts"
import { lengthen, renewalRefusal } from "./renewing.ts"

/** Input of `claimCard`. */
export interface ClaimCard extends TriggerInput {
  /** The tier that the card grants. It may be private: the organization sold it with the card. */
  readonly tier: Tier
  /** Of the membership to be. */
  readonly uuid: string
}

/**
 * What claiming a card that grants a tier does to a membership (T42): a user who is none becomes a
 * member for one term, one who lapsed on that tier is renewed, and every other member keeps what
 * they have, since a card never moves a member to another tier. The caller ensures that this
 * happens once per card.
 */
export const claimCard = (
  state: MembershipState,
  ask: ClaimCard,
  now: Date,
): Result.Result<Change, NotFound | Conflict> => {
  const tier = tierOf(ask.tier, state.organizationUuid)
  if (tier === undefined) return Result.fail(noTier())
  const live = liveOf(state, now)
  if (live === undefined)
    return begin(state, { ...ask, tier, rate: listRate(tier), cause: "card" }, now)
  const isRenewed =
    live.status === "lapsed" &&
    live.membership.tierUuid === tier.uuid &&
    renewalRefusal(live, state.zone, now) === undefined
  if (!isRenewed) return Result.succeed(unchanged(live))
  return lengthen(
    live,
    {
      by: ask.by,
      rate: rateInForce(tier, live.membership),
      count: 1,
      cause: "card",
      zone: state.zone,
    },
    now,
  )
}
