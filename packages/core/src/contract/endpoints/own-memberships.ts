import * as z from "zod"
import { reads, writes } from "../access.ts"
import { endpoint, listQuery, page, text } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { Membership } from "../resources/membership.ts"

const ofOrganization = z.object(parameters.organization)
const ownWrite = writes("membership:write", "U")
const tierSlug = text(limits.nameMax, 1).describe("a public tier of the organization")

export const listMemberships = endpoint({
  name: "memberships.list",
  base: "api",
  method: "GET",
  path: "/memberships",
  summary: "Lists the caller's active memberships, including those with a notice.",
  description: "An org-scoped token sees only the membership in its organization.",
  access: reads("membership:read", "UO"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at", "joined_at", "valid_until"]),
  response: page(Membership),
  errors: [],
})

export const getMembership = endpoint({
  name: "memberships.get",
  base: "api",
  method: "GET",
  path: "/memberships/{organization_slug}",
  summary:
    "Returns the caller's live membership in an organization, also if it has lapsed and can still be renewed.",
  access: reads("membership:read", "UO"),
  bucket: "read",
  status: 200,
  params: ofOrganization,
  response: Membership,
  errors: ["NotFound"],
})

export const join = endpoint({
  name: "memberships.join",
  base: "api",
  method: "POST",
  path: "/memberships/{organization_slug}",
  summary: "Joins an organization on a public tier.",
  description:
    "If the tier has a price, the answer is 402 with the amount. Open a checkout: the membership begins when it is paid.",
  access: ownWrite,
  bucket: "write",
  status: 201,
  params: ofOrganization,
  body: z.strictObject({ membership_tier_slug: tierSlug }),
  response: Membership,
  errors: ["NotFound", "Conflict", "PaymentRequired"],
})

export const changeTier = endpoint({
  name: "memberships.changeTier",
  base: "api",
  method: "PATCH",
  path: "/memberships/{organization_slug}",
  summary: "Changes to another public tier.",
  description:
    "The remaining time is converted at each tier's price per day. An agreed price is dropped. If a payment is needed, the answer is 402. With `dry_run`, the answer is the membership as it would be.",
  access: ownWrite,
  bucket: "write",
  status: 200,
  params: ofOrganization,
  body: z.strictObject({ membership_tier_slug: tierSlug, dry_run: z.boolean().default(false) }),
  response: Membership,
  errors: ["NotFound", "Conflict", "PaymentRequired"],
})

export const leave = endpoint({
  name: "memberships.leave",
  base: "api",
  method: "DELETE",
  path: "/memberships/{organization_slug}",
  summary:
    "Gives notice: the membership lasts until its term ends. A one-time, endless or lapsed membership ends at once.",
  access: ownWrite,
  bucket: "write",
  status: 200,
  params: ofOrganization,
  response: Membership,
  errors: ["NotFound", "Conflict"],
})

export const resume = endpoint({
  name: "memberships.resume",
  base: "api",
  method: "POST",
  path: "/memberships/{organization_slug}/resume",
  summary: "Withdraws a notice before the term ends.",
  access: ownWrite,
  bucket: "write",
  status: 200,
  params: ofOrganization,
  response: Membership,
  errors: ["NotFound", "Conflict"],
})

export const renew = endpoint({
  name: "memberships.renew",
  base: "api",
  method: "POST",
  path: "/memberships/{organization_slug}/renew",
  summary:
    "Renews a free membership for another term and withdraws a notice. If the tier has a price, the answer is 402.",
  access: ownWrite,
  bucket: "write",
  status: 200,
  params: ofOrganization,
  response: Membership,
  errors: ["NotFound", "Conflict", "PaymentRequired"],
})
