import * as z from "zod"
import { dateTime, text } from "../endpoint.ts"
import { isCurrency } from "../../kernel/money.ts"
import { limits } from "../../kernel/limits.ts"

export const PaymentInterval = z
  .enum(["one_time", "weekly", "monthly", "quarterly", "semiannual", "yearly"])
  .meta({ id: "PaymentInterval" })
export const Currency = z.string().refine(isCurrency, "is not a currency of ISO 4217, in upper case").meta({ example: "PHP" })
export const PriceCents = z.int().min(0).max(limits.priceCentsMax)

/** What a tier grants, by key; `member` is reserved: every active member has it. */
export const Entitlements = z
  .record(
    z
      .string()
      .regex(/^[a-z][a-z0-9_.-]{0,63}$/, "keys are lower-case words of at most 64 characters")
      .refine((key) => key !== "member", "`member` is reserved: every active member has it"),
    z.union([z.boolean(), z.number(), text(limits.nameMax)]),
  )
  .refine((all) => Object.keys(all).length <= limits.tierEntitlementsMax, `at most ${limits.tierEntitlementsMax} keys`)

/** Specification, "Membership tier summary", with what the organization set beside it. */
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
    grace_period_days: z.int().nullable(),
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "MembershipTier" })
