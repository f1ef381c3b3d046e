import { tenThousandthsOf } from "@symbolon/core"
import { tiers as endpoints } from "@symbolon/core/contract"
import { mapAnswer, tiers } from "@symbolon/core/effect"
import { encodePage, pageRequest } from "../encode/page.ts"
import { encodeMoveReport, encodeTier, encodeTierDetails } from "../encode/tier.ts"
import { route, type Route, withMeta } from "../route.ts"

export const tierRoutes: readonly Route[] = [
  route(endpoints.listTiers, (input, caller, imageUrl) =>
    mapAnswer(
      tiers.list(caller, {
        organization: input.organization_slug,
        visibility: input.visibility,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeTier(imageUrl)),
    ),
  ),
  route(endpoints.createTier, (input, caller, imageUrl) =>
    mapAnswer(
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
        imageFileUuid: input.image_file_uuid ?? undefined,
        position: input.position,
      }),
      encodeTier(imageUrl),
    ),
  ),
  route(endpoints.getTier, (input, caller, imageUrl) =>
    mapAnswer(tiers.get(caller, named(input)), encodeTierDetails(imageUrl)),
  ),
  route(endpoints.updateTier, (input, caller, imageUrl) =>
    mapAnswer(
      tiers.update(caller, {
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
          input.reward_points_multiplier === undefined
            ? undefined
            : tenThousandthsOf(input.reward_points_multiplier),
        gracePeriodDays: input.grace_period_days,
        imageFileUuid: input.image_file_uuid,
        position: input.position,
        keepCurrentMembers: input.keep_current_members,
      }),
      encodeTier(imageUrl),
    ),
  ),
  route(endpoints.deleteTier, (input, caller) =>
    mapAnswer(tiers.delete(caller, named(input)), ({ name }) => ({
      message: `The tier ${name} is deleted.`,
    })),
  ),
  route(endpoints.moveMemberships, (input, caller) =>
    mapAnswer(
      tiers.moveMemberships(caller, {
        ...named(input),
        toTierSlug: input.membership_tier_slug,
        term: input.term,
        customPricing: input.custom_pricing,
        dryRun: input.dry_run,
      }),
      (report) => withMeta(encodeMoveReport(report), { status: report.isScheduled ? 202 : 200 }),
    ),
  ),
]

const named = (input: { readonly organization_slug: string; readonly tier_uuid: string }) => ({
  organization: input.organization_slug,
  tierUuid: input.tier_uuid,
})
