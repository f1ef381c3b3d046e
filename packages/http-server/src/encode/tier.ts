import type { Tier } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** Specification, "Membership tier summary", and what the organization set beside it. */
export const encodeTier = (tier: Tier): z.output<typeof resources.MembershipTier> => ({
  uuid: tier.uuid,
  slug: tier.slug,
  name: tier.name,
  description: tier.description ?? null,
  price_cents: tier.priceCents,
  currency: tier.currency,
  payment_interval: tier.paymentInterval,
  image_url: null,
  inclusions: [...tier.inclusions],
  visibility: tier.visibility,
  entitlements: tier.entitlements,
  grace_period_days: tier.gracePeriodDays ?? null,
  created_at: instant(tier.createdAt),
  updated_at: instantOrNull(tier.updatedAt),
})
