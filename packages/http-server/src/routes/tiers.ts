import { tenThousandthsOf } from "@symbolon/core"
import { tiers as endpoints } from "@symbolon/core/contract"
import { tiers } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeTier, encodeTierDetails } from "../encode/tier.ts"
import { route, type Route } from "../route.ts"

export const tierRoutes: readonly Route[] = [
  route(endpoints.listMembershipTiers, (input, caller) =>
    Effect.map(
      tiers.list(caller, { organization: input.organization_slug, visibility: input.visibility, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeTier),
    ),
  ),
  route(endpoints.createMembershipTier, (input, caller) =>
    Effect.map(
      tiers.create(caller, {
        organization: input.organization_slug,
        name: input.name,
        description: input.description ?? undefined,
        priceCents: input.price_cents,
        currency: input.currency,
        paymentInterval: input.payment_interval,
        visibility: input.visibility,
        inclusions: input.inclusions,
        entitlements: input.entitlements,
        rewardPointsMultiplierTenThousandths: tenThousandthsOf(input.reward_points_multiplier),
        gracePeriodDays: input.grace_period_days ?? undefined,
        position: input.position,
      }),
      encodeTier,
    ),
  ),
  route(endpoints.getMembershipTier, (input, caller) => Effect.map(tiers.find(caller, named(input)), encodeTierDetails)),
  route(endpoints.updateMembershipTier, (input, caller) =>
    Effect.map(
      tiers.change(caller, {
        ...named(input),
        name: input.name,
        description: input.description,
        priceCents: input.price_cents,
        currency: input.currency,
        paymentInterval: input.payment_interval,
        visibility: input.visibility,
        inclusions: input.inclusions,
        entitlements: input.entitlements,
        rewardPointsMultiplierTenThousandths:
          input.reward_points_multiplier === undefined ? undefined : tenThousandthsOf(input.reward_points_multiplier),
        gracePeriodDays: input.grace_period_days,
        position: input.position,
      }),
      encodeTier,
    ),
  ),
  route(endpoints.deleteMembershipTier, (input, caller) =>
    Effect.map(tiers.remove(caller, named(input)), ({ name }) => ({ message: `The tier ${name} is deleted.` })),
  ),
]

const named = (input: { readonly organization_slug: string; readonly tier_uuid: string }) => ({
  organization: input.organization_slug,
  tierUuid: input.tier_uuid,
})
