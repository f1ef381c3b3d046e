import * as z from "zod"
import { reads, writes } from "../access.ts"
import { endpoint, listQuery, page, text } from "../endpoint.ts"
import { limits } from "../../kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { Currency, Entitlements, MembershipTier, PaymentInterval, PriceCents } from "../resources/tier.ts"

export const listMembershipTiers = endpoint({
  id: "listMembershipTiers",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/membership-tiers",
  summary: "An organization's tiers; private ones only for its team.",
  access: reads("membership_tier:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["created_at", "name", "price_cents"]).extend({ visibility: z.enum(["public", "private"]).optional() }),
  response: page(MembershipTier),
  errors: ["NotFound"],
})

export const createMembershipTier = endpoint({
  id: "createMembershipTier",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/membership-tiers",
  summary: "Makes a tier. Its slug follows from the name and never moves.",
  access: writes("membership_tier:write", "OC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z.strictObject({
    name: text(limits.tierNameMax, 1).trim().min(1),
    description: text(limits.tierDescriptionMax).nullable().optional(),
    price_cents: PriceCents.default(0),
    currency: Currency.default("PHP"),
    payment_interval: PaymentInterval.default("one_time"),
    visibility: z.enum(["public", "private"]).default("public"),
    inclusions: z.array(text(limits.tierInclusionMax)).max(limits.tierInclusionsMax).default([]),
    entitlements: Entitlements.default({}),
    grace_period_days: z.int().min(0).max(365).nullable().optional(),
  }),
  response: MembershipTier,
  errors: ["NotFound"],
})
