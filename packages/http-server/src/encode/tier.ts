import { decimalOf, type MoveReport, type Tier, type TierView } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import type { ImageUrl } from "./image-url.ts"
import { instant, instantOrNull } from "./instant.ts"

/** A membership tier on the wire, and what the organization set beside it. */
export const encodeTier =
  (imageUrl: ImageUrl) =>
  (tier: Tier): z.output<typeof resources.MembershipTier> => ({
    uuid: tier.uuid,
    slug: tier.slug,
    name: tier.name,
    description: tier.description ?? null,
    price_cents: tier.priceCents,
    currency: tier.currency,
    payment_interval: tier.paymentInterval,
    image_url: imageUrl(tier.imageFileUuid),
    inclusions: [...tier.inclusions],
    visibility: tier.visibility,
    entitlements: tier.entitlements,
    reward_points_multiplier: decimalOf(tier.rewardPointsMultiplierTenThousandths),
    grace_period_days: tier.gracePeriodDays ?? null,
    position: tier.position,
    image_file_uuid: tier.imageFileUuid ?? null,
    created_at: instant(tier.createdAt),
    updated_at: instantOrNull(tier.updatedAt),
  })

/** Encodes a tier with its number of members. */
export const encodeTierDetails =
  (imageUrl: ImageUrl) =>
  ({ tier, members, blockers }: TierView): z.output<typeof resources.MembershipTierDetails> => ({
    ...encodeTier(imageUrl)(tier),
    member_count: members.active,
    lapsed_count: members.lapsed,
    delete_blockers: blockers === undefined ? null : encodeBlockers(blockers),
    deleted_at: instantOrNull(tier.deletedAt),
  })

const encodeBlockers = ({
  memberships,
  cards,
  cardModels,
}: NonNullable<TierView["blockers"]>): z.output<typeof resources.TierDeleteBlockers> => ({
  memberships,
  cards,
  card_models: cardModels,
})

/** What a move does, or would do. */
export const encodeMoveReport = (
  report: MoveReport,
): z.output<typeof resources.MembershipMoveReport> => ({
  scheduled: report.isScheduled,
  memberships: report.memberships,
  from_tier_uuid: report.fromTierUuid,
  to_tier_uuid: report.toTierUuid,
  skipped: report.skipped.map(({ userUuid, username, reason }) => ({
    user_uuid: userUuid,
    username: username ?? null,
    reason,
  })),
  still_blocking_delete: encodeBlockers(report.stillBlockingDelete),
})
