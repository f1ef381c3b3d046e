import { tiers as endpoints } from "@symbolon/core/contract"
import { tiers } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeTier } from "../encode/tier.ts"
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
        gracePeriodDays: input.grace_period_days ?? undefined,
      }),
      encodeTier,
    ),
  ),
]
