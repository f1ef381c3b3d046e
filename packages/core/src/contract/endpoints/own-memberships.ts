import * as z from "zod"
import { reads, writes } from "../access.ts"
import { endpoint, listQuery, page, text } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { Membership } from "../resources/membership.ts"

const ofOrganization = z.object(parameters.organization)
const ownWrite = writes("membership:write", "U")
const tierSlug = text(limits.nameMax, 1).describe("a tier that the organization offers to all")

export const listOwnMemberships = endpoint({
  id: "listOwnMemberships",
  base: "api",
  method: "GET",
  path: "/memberships",
  summary: "The caller's memberships that are active, with or without notice given.",
  description: "An org-scoped token sees the one in its organization alone.",
  access: reads("membership:read", "UO"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at", "joined_at", "valid_until"]),
  response: page(Membership),
  errors: [],
})

export const getOwnMembership = endpoint({
  id: "getOwnMembership",
  base: "api",
  method: "GET",
  path: "/memberships/{organization_slug}",
  summary:
    "The caller's live membership in an organization; also one whose term ran out and can still be renewed.",
  access: reads("membership:read", "UO"),
  bucket: "read",
  status: 200,
  params: ofOrganization,
  response: Membership,
  errors: ["NotFound"],
})

export const joinOrganization = endpoint({
  id: "joinOrganization",
  base: "api",
  method: "POST",
  path: "/memberships/{organization_slug}",
  summary: "Joins an organization on a tier that is offered to all.",
  description:
    "A tier that costs something answers 402 with the amount: open a checkout, and the membership begins when it is paid.",
  access: ownWrite,
  bucket: "write",
  status: 201,
  params: ofOrganization,
  body: z.strictObject({ membership_tier_slug: tierSlug }),
  response: Membership,
  errors: ["NotFound", "Conflict", "PaymentRequired"],
})

export const changeOwnTier = endpoint({
  id: "changeOwnTier",
  base: "api",
  method: "PATCH",
  path: "/memberships/{organization_slug}",
  summary: "Goes to another tier that is offered to all.",
  description:
    "The time left is expressed in the new tier's days at each tier's price per day; no money changes hands, and a price that was agreed is dropped. What needs money answers 402. With `dry_run` the answer is the membership as it would be.",
  access: ownWrite,
  bucket: "write",
  status: 200,
  params: ofOrganization,
  body: z.strictObject({ membership_tier_slug: tierSlug, dry_run: z.boolean().default(false) }),
  response: Membership,
  errors: ["NotFound", "Conflict", "PaymentRequired"],
})

export const leaveOrganization = endpoint({
  id: "leaveOrganization",
  base: "api",
  method: "DELETE",
  path: "/memberships/{organization_slug}",
  summary:
    "Gives notice: the membership lasts until its term ends. What was paid once, never ends or has lapsed ends at once.",
  access: ownWrite,
  bucket: "write",
  status: 200,
  params: ofOrganization,
  response: Membership,
  errors: ["NotFound", "Conflict"],
})

export const resumeMembership = endpoint({
  id: "resumeMembership",
  base: "api",
  method: "POST",
  path: "/memberships/{organization_slug}/resume",
  summary: "Withdraws the notice while it runs.",
  access: ownWrite,
  bucket: "write",
  status: 200,
  params: ofOrganization,
  response: Membership,
  errors: ["NotFound", "Conflict"],
})

export const renewMembership = endpoint({
  id: "renewMembership",
  base: "api",
  method: "POST",
  path: "/memberships/{organization_slug}/renew",
  summary:
    "Renews what costs nothing for another term, and withdraws a notice. What costs something answers 402.",
  access: ownWrite,
  bucket: "write",
  status: 200,
  params: ofOrganization,
  response: Membership,
  errors: ["NotFound", "Conflict", "PaymentRequired"],
})
