import * as z from "zod"
import { reads, writes } from "../access.ts"
import { dateTime, endpoint, listQuery, page, text } from "../endpoint.ts"
import { limits } from "../../kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { IdentifierRef } from "../resources/identifier.ts"
import { Member } from "../resources/membership.ts"
import { PaymentInterval, PriceCents } from "../resources/tier.ts"

export const listMembers = endpoint({
  id: "listMembers",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/memberships",
  summary: "The members of an organization with their tier; `active` and `lapsed` split `current`.",
  access: reads("organization:memberships:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["created_at", "joined_at", "valid_until"]).extend({
    status: z.enum(["current", "ended", "active", "lapsed"]).default("current"),
  }),
  response: page(Member),
  errors: ["NotFound"],
})

export const addMember = endpoint({
  id: "addMember",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/memberships",
  summary: "The organization makes somebody a member, on any of its tiers and without a payment.",
  access: writes("organization:memberships:write", "OC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z
    .strictObject({
      user_uuid: text(limits.nameMax).optional(),
      identifier: IdentifierRef.optional(),
      membership_tier_slug: text(limits.nameMax),
      valid_until: dateTime.nullable().optional(),
      custom_tier_price_cents: PriceCents.nullable().optional(),
      custom_tier_payment_interval: PaymentInterval.nullable().optional(),
    })
    .refine((body) => (body.user_uuid === undefined) !== (body.identifier === undefined), {
      path: ["user_uuid"],
      message: "send exactly one of user_uuid and identifier",
    }),
  response: Member,
  errors: ["NotFound", "IdentifierUnresolved", "Conflict"],
})
