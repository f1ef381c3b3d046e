import type { MemberView } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, orNull } from "./primitives.ts"

/** Specification, "Membership (with organization and tier)". */
const encodeMembership = ({ membership, tier, organization }: MemberView): z.output<typeof resources.Membership> => ({
  uuid: membership.uuid,
  user_uuid: membership.userUuid,
  organization_uuid: membership.organizationUuid,
  tier_uuid: membership.tierUuid,
  custom_tier_price_cents: orNull(membership.customPriceCents),
  custom_tier_payment_interval: orNull(membership.customPaymentInterval),
  valid_until: instant(membership.validUntil),
  renewable_until: instant(membership.renewableUntil),
  joined_at: membership.joinedAt.toISOString(),
  created_at: membership.createdAt.toISOString(),
  cancelled_at: instant(membership.cancelledAt),
  updated_at: instant(membership.updatedAt),
  organization_name: organization.name,
  organization_slug: organization.slug,
  tier_name: tier.name,
  tier_slug: tier.slug,
  tier_price_cents: tier.priceCents,
  tier_currency: tier.currency,
  tier_payment_interval: tier.paymentInterval,
  tier_description: orNull(tier.description),
  tier_inclusions: [...tier.inclusions],
})

/** A membership as the organization sees it: a retired one reads as `ended`. */
export const encodeMember = (member: MemberView): z.output<typeof resources.Member> => ({
  ...encodeMembership(member),
  status: member.status === "retired" ? "ended" : member.status,
  ended_at: instant(member.membership.endedAt),
  ended_by: orNull(member.membership.endedBy),
  user: {
    uuid: member.membership.userUuid,
    username: orNull(member.user?.username),
    first_name: orNull(member.user?.firstName),
    last_name: orNull(member.user?.lastName),
    avatar_image_file_url: null,
  },
})
