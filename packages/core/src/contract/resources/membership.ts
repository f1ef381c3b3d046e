import * as z from "zod"
import { dateTime } from "../endpoint.ts"
import { PaymentInterval } from "./tier.ts"

/** Who somebody is, in lists. */
export const PublicUser = z
  .object({
    uuid: z.string(),
    username: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    avatar_image_file_url: z.string().nullable(),
  })
  .meta({ id: "PublicUser" })

/** Specification, "Membership (with organization and tier)". */
export const Membership = z
  .object({
    uuid: z.string(),
    user_uuid: z.string(),
    organization_uuid: z.string(),
    tier_uuid: z.string(),
    custom_tier_price_cents: z.int().nullable(),
    custom_tier_payment_interval: PaymentInterval.nullable(),
    valid_until: dateTime.nullable(),
    renewable_until: dateTime.nullable(),
    joined_at: dateTime,
    created_at: dateTime,
    cancelled_at: dateTime.nullable(),
    updated_at: dateTime.nullable(),
    organization_name: z.string(),
    organization_slug: z.string(),
    tier_name: z.string(),
    tier_slug: z.string(),
    tier_price_cents: z.int(),
    tier_currency: z.string(),
    tier_payment_interval: PaymentInterval,
    tier_description: z.string().nullable(),
    tier_inclusions: z.array(z.string()),
  })
  .meta({ id: "Membership" })

/** A membership as the organization sees it. */
export const Member = Membership.extend({
  status: z.enum(["active", "active_with_notice", "lapsed", "ended"]),
  ended_at: dateTime.nullable(),
  ended_by: z.enum(["left", "removed", "closed", "lapsed"]).nullable(),
  user: PublicUser,
}).meta({ id: "Member" })
