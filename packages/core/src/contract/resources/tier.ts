import * as z from "zod"
import { dateTime, text } from "../endpoint.ts"
import { isDecimal } from "../../foundation/kernel/decimal.ts"
import { isCurrency } from "../../foundation/kernel/money.ts"
import { limits } from "../../foundation/kernel/limits.ts"

export const PaymentInterval = z
  .enum(["one_time", "weekly", "monthly", "quarterly", "semiannual", "yearly"])
  .meta({ id: "PaymentInterval" })
export const Currency = z
  .string()
  .refine(isCurrency, "is not an ISO 4217 currency code in upper case")
  .meta({ example: "PHP" })
export const PriceCents = z.int().min(0).max(limits.priceCentsMax)

/** What a tier grants, by key; must not contain `member`, which every active member has. */
export const Entitlements = z
  .record(
    z
      .string()
      .regex(/^[a-z][a-z0-9_.-]{0,63}$/, "keys are lower-case words of at most 64 characters")
      .refine(
        (key) => key !== "member",
        "must not contain `member`, which every active member has",
      ),
    z.union([z.boolean(), z.number(), text(limits.nameMax)]),
  )
  .refine(
    (all) => Object.keys(all).length <= limits.tierEntitlementsMax,
    `at most ${limits.tierEntitlementsMax} keys`,
  )

/**
 * What points are multiplied by: a decimal with at most four places, as text, so that it is exact.
 */
export const RewardPointsMultiplier = z
  .string()
  .refine(
    isDecimal,
    "must be a string with a decimal number from 0 to 9999.9999 and at most four decimal places",
  )
  .meta({ example: "1.5" })

/** A membership tier on the wire, with what the organization set beside it. */
export const MembershipTier = z
  .object({
    uuid: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    price_cents: z.int(),
    currency: z.string(),
    payment_interval: PaymentInterval,
    image_url: z.string().nullable(),
    inclusions: z.array(z.string()),
    visibility: z.enum(["public", "private"]),
    entitlements: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])),
    reward_points_multiplier: z.string(),
    grace_period_days: z.int().nullable(),
    position: z.int(),
    image_file_uuid: z.string().nullable(),
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "MembershipTier" })

/**
 * What stands in the way of deleting a tier. Card models do not: deleting the tier unlinks them.
 */
export const TierDeleteBlockers = z
  .object({ memberships: z.int(), cards: z.int(), card_models: z.int() })
  .meta({ id: "TierDeleteBlockers" })

/** What a move does, or would do. */
export const MembershipMoveReport = z
  .object({
    scheduled: z.boolean().describe("false for a dry run"),
    memberships: z.int().describe("number of members that move"),
    from_tier_uuid: z.string(),
    to_tier_uuid: z.string(),
    skipped: z
      .array(
        z.object({ user_uuid: z.string(), username: z.string().nullable(), reason: z.string() }),
      )
      .describe("the members that stay because their terms cannot be converted"),
    still_blocking_delete: TierDeleteBlockers.describe(
      "what still prevents the deletion of the old tier after the move",
    ),
  })
  .meta({ id: "MembershipMoveReport" })

/** One tier, with what is counted of it. */
export const MembershipTierDetails = MembershipTier.extend({
  member_count: z.int().describe("active members, with or without notice"),
  lapsed_count: z.int().describe("members whose term ran out and who can still renew"),
  delete_blockers: TierDeleteBlockers.nullable().describe(
    "for the organization's staff; null for all other callers",
  ),
  deleted_at: dateTime.nullable(),
}).meta({ id: "MembershipTierDetails" })
