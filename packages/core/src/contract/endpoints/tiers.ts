import * as z from "zod"
import { reads, writes } from "../access.ts"
import { endpoint, line, listQuery, page, prose, text } from "../endpoint.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import * as parameters from "../parameters.ts"
import { FileUuid } from "../resources/file.ts"
import { Message } from "../resources/message.ts"
import {
  Currency,
  Entitlements,
  MembershipMoveReport,
  MembershipTier,
  MembershipTierDetails,
  PaymentInterval,
  PriceCents,
  RewardPointsMultiplier,
} from "../resources/tier.ts"

const visibility = z.enum(["public", "private"])

const fields = {
  name: line(limits.tierNameMax, 1).trim().min(1),
  description: prose(limits.tierDescriptionMax).nullable(),
  price_cents: PriceCents.describe("per term, in the currency's minor unit; 0 is free"),
  currency: Currency,
  payment_interval: PaymentInterval,
  visibility: visibility.describe("whether users may join the tier themselves"),
  image_file_uuid: FileUuid,
  inclusions: z
    .array(line(limits.tierInclusionMax))
    .max(limits.tierInclusionsMax)
    .describe("for display only; entitlements decide about access"),
  entitlements: Entitlements,
  reward_points_multiplier: RewardPointsMultiplier,
  grace_period_days: z
    .int()
    .min(0)
    .max(limits.tierGraceDaysMax)
    .nullable()
    .describe(
      "number of days in which a lapsed membership can be renewed; null means the default of the interval",
    ),
  position: z
    .int()
    .min(0)
    .max(limits.tierPositionMax)
    .describe("its position among the organization's tiers"),
}

const one = z.object({ ...parameters.organization, ...parameters.tier })

export const listTiers = endpoint({
  name: "tiers.list",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/membership-tiers",
  summary: "Lists an organization's tiers. Only staff and the members of a private tier see it.",
  access: reads("membership_tier:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["created_at", "name", "price_cents", "position"]).extend({
    visibility: visibility.optional(),
  }),
  response: page(MembershipTier),
  errors: ["NotFound"],
})

export const createTier = endpoint({
  name: "tiers.create",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/membership-tiers",
  summary: "Creates a tier. Its slug is derived from the name and never changes.",
  access: writes("membership_tier:write", "OC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z.strictObject({
    name: fields.name,
    description: fields.description.optional(),
    price_cents: fields.price_cents.default(0),
    currency: fields.currency.default("PHP"),
    payment_interval: fields.payment_interval.default("one_time"),
    visibility: fields.visibility.default("public"),
    image_file_uuid: fields.image_file_uuid.optional(),
    inclusions: fields.inclusions.default([]),
    entitlements: fields.entitlements.default({}),
    reward_points_multiplier: fields.reward_points_multiplier.default("1"),
    grace_period_days: fields.grace_period_days.optional(),
    position: fields.position.default(0),
  }),
  response: MembershipTier,
  errors: ["NotFound"],
})

export const getTier = endpoint({
  name: "tiers.get",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/membership-tiers/{tier_uuid}",
  summary: "Returns a tier with its number of members, which also shows the progress of a move.",
  access: reads("membership_tier:read", "UOC"),
  bucket: "read",
  status: 200,
  params: one,
  response: MembershipTierDetails,
  errors: ["NotFound"],
})

export const updateTier = endpoint({
  name: "tiers.update",
  base: "api",
  method: "PATCH",
  path: "/organizations/{organization_slug}/membership-tiers/{tier_uuid}",
  summary:
    "Updates the fields of a tier that are sent; null clears a field. The slug does not change.",
  description:
    "A new price or recurring interval applies to its members from their next renewal on; new entitlements apply at once. " +
    "While there are live members, you cannot change the currency, or switch between a one-time and a recurring tier (409). " +
    "While members move from or to the tier, you cannot change its price, currency, interval or grace period (409).",
  access: writes("membership_tier:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: one,
  body: z
    .strictObject({
      ...fields,
      keep_current_members: z
        .boolean()
        .describe("with a new price: current members keep the old one as an agreed price"),
    })
    .partial(),
  response: MembershipTier,
  errors: ["NotFound", "Conflict"],
})

export const deleteTier = endpoint({
  name: "tiers.delete",
  base: "api",
  method: "DELETE",
  path: "/organizations/{organization_slug}/membership-tiers/{tier_uuid}",
  summary: "Deletes a tier without members.",
  description:
    "While it has members, the answer is 409 with the delete blockers in `details`. To retire a tier, make it private, move its members, then delete it.",
  access: writes("membership_tier:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: one,
  response: Message,
  errors: ["NotFound", "Conflict"],
})

export const moveMemberships = endpoint({
  name: "tiers.moveMemberships",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/membership-tiers/{tier_uuid}/memberships/move",
  summary:
    "Moves all members of a tier to another tier, in the background. Lapsed members move too, and stay lapsed.",
  description:
    "A dry run answers 200 with the same report and changes nothing. The move uses every member's state as of the request, and " +
    "`member_count` of the two tiers shows its progress. 409 if members cannot be converted between the tiers, if some have " +
    "agreed terms and `custom_pricing` is `refuse` (`details.members`), or while another move from or to either tier runs.",
  access: writes("membership_tier:write", "OC", "manager"),
  bucket: "write",
  status: 202,
  dryRunStatus: 200,
  params: one,
  body: z.strictObject({
    membership_tier_slug: text(limits.nameMax, 1).describe("the target tier"),
    term: z
      .enum(["keep", "convert"])
      .default("keep")
      .describe("`convert` converts the remaining time at each tier's price per day"),
    custom_pricing: z
      .enum(["refuse", "carry", "clear"])
      .default("refuse")
      .describe(
        "what happens to agreed prices and intervals; `refuse` moves no members if any has one",
      ),
    dry_run: z.boolean().default(false),
  }),
  response: MembershipMoveReport,
  errors: ["NotFound", "BadRequest", "Conflict"],
})
