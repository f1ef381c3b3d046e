import * as z from "zod"
import { reads, writes } from "../access.ts"
import { dateTime, endpoint, listQuery, page, prose, reference, text } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { IdentifierRef } from "../resources/identifier.ts"
import { Member, MemberWithHistory } from "../resources/membership.ts"
import { PaymentInterval, PriceCents } from "../resources/tier.ts"

const ofMember = z.object({ ...parameters.organization, ...parameters.user })

export const listMembers = endpoint({
  name: "memberships.listMembers",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/memberships",
  summary:
    "Lists the members of an organization with their tiers. `current` means `active` and `lapsed`.",
  access: reads("organization:memberships:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["created_at", "joined_at", "valid_until"]).extend({
    status: z.enum(["current", "ended", "active", "lapsed"]).default("current"),
    tier: text(limits.nameMax, 1).optional().describe("slug of a tier"),
    search: text(limits.nameMax)
      .optional()
      .describe("beginnings of words of username and names, in any order"),
    ends_before: dateTime.optional(),
  }),
  response: page(Member),
  errors: ["NotFound"],
})

export const add = endpoint({
  name: "memberships.add",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/memberships",
  summary: "Adds a user as a member on any tier, without a payment.",
  access: writes("organization:memberships:write", "OC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z
    .strictObject({
      user_uuid: reference(limits.nameMax, 0).optional(),
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

export const getMember = endpoint({
  name: "memberships.getMember",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/memberships/{user_uuid}",
  summary:
    "Returns a member's newest membership; with `include=history` also its changes, newest first.",
  description:
    "Members see their own live membership. The organization's staff also see one that has ended.",
  access: reads("organization:memberships:read", "UOC"),
  bucket: "read",
  status: 200,
  params: ofMember,
  query: z.object({ include: z.enum(["history"]).optional() }),
  response: MemberWithHistory,
  errors: ["NotFound"],
})

export const updateMember = endpoint({
  name: "memberships.updateMember",
  base: "api",
  method: "PATCH",
  path: "/organizations/{organization_slug}/memberships/{user_uuid}",
  summary: "Changes a member's tier, end date, price or interval.",
  description:
    "A price or interval applies from the next renewal on; `null` resets it to the tier's. If the member has an agreed price or interval, a tier change needs both fields. With `dry_run`, the answer is the membership as it would be.",
  access: writes("organization:memberships:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: ofMember,
  body: z.strictObject({
    membership_tier_slug: text(limits.nameMax, 1).optional(),
    term: z
      .enum(["keep", "convert"])
      .optional()
      .describe("what happens to the remaining time when the tier changes"),
    valid_until: dateTime.nullable().optional(),
    custom_tier_price_cents: PriceCents.nullable().optional(),
    custom_tier_payment_interval: PaymentInterval.nullable().optional(),
    dry_run: z.boolean().default(false),
  }),
  response: Member,
  errors: ["NotFound", "Conflict"],
})

export const removeMember = endpoint({
  name: "memberships.removeMember",
  base: "api",
  method: "DELETE",
  path: "/organizations/{organization_slug}/memberships/{user_uuid}",
  summary: "Ends a membership at once, without a refund.",
  access: writes("organization:memberships:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: ofMember,
  response: Member,
  errors: ["NotFound"],
})

export const renewMember = endpoint({
  name: "memberships.renewMember",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/memberships/{user_uuid}/renew",
  summary: "Renews a membership for a number of terms, without a checkout.",
  access: writes("organization:memberships:write", "OC", "staff"),
  bucket: "write",
  status: 200,
  params: ofMember,
  body: z.strictObject({
    terms: z.int().min(1).max(12).default(1),
    note: prose(limits.noteMax).optional().describe("stored in the history"),
  }),
  response: Member,
  errors: ["NotFound", "Conflict"],
})
