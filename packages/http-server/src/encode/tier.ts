import type { Tier } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, orNull } from "./primitives.ts"

/** Specification, "Membership tier summary". Images come with files. */
export const encodeTier = (tier: Tier): z.output<typeof resources.MembershipTier> => ({
  uuid: tier.uuid,
  slug: tier.slug,
  name: tier.name,
  description: orNull(tier.description),
  price_cents: tier.priceCents,
  currency: tier.currency,
  payment_interval: tier.paymentInterval,
  image_url: null,
  inclusions: [...tier.inclusions],
  visibility: tier.visibility,
  entitlements: { ...tier.entitlements },
  grace_period_days: orNull(tier.gracePeriodDays),
  created_at: tier.createdAt.toISOString(),
  updated_at: instant(tier.updatedAt),
})
