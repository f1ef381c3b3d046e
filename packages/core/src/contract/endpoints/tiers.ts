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
  visibility: visibility.describe("whether anybody may join it by themselves"),
  image_file_uuid: FileUuid,
  inclusions: z
    .array(line(limits.tierInclusionMax))
    .max(limits.tierInclusionsMax)
    .describe("shown, and nothing else: entitlements gate"),
  entitlements: Entitlements,
  reward_points_multiplier: RewardPointsMultiplier,
  grace_period_days: z
    .int()
    .min(0)
    .max(limits.tierGraceDaysMax)
    .nullable()
    .describe(
      "how long a lapsed membership can be renewed; null takes the default of the interval",
    ),
  position: z
    .int()
    .min(0)
    .max(limits.tierPositionMax)
    .describe("where it stands among the organization's tiers"),
}

const one = z.object({ ...parameters.organization, ...parameters.tier })

export const listMembershipTiers = endpoint({
  id: "listMembershipTiers",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/membership-tiers",
  summary:
    "An organization's tiers; private ones only for its staff, and for those who are on them.",
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

export const getMembershipTier = endpoint({
  id: "getMembershipTier",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/membership-tiers/{tier_uuid}",
  summary: "One tier with its members counted, by which a move can be followed.",
  access: reads("membership_tier:read", "UOC"),
  bucket: "read",
  status: 200,
  params: one,
  response: MembershipTierDetails,
  errors: ["NotFound"],
})

export const updateMembershipTier = endpoint({
  id: "updateMembershipTier",
  base: "api",
  method: "PATCH",
  path: "/organizations/{organization_slug}/membership-tiers/{tier_uuid}",
  summary: "Changes what is sent of a tier; null clears. The slug stays.",
  description:
    "A new price or recurring interval holds for its members from their next renewal on, entitlements at once. " +
    "While there are live members, the currency stays, and a one-time tier does not become a recurring one or the other way round (409). " +
    "While members are moved from or to the tier, its price, currency, interval and grace period stay (409).",
  access: writes("membership_tier:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: one,
  body: z
    .strictObject({
      ...fields,
      keep_current_members: z
        .boolean()
        .describe(
          "with a new price: whoever is on the tier now keeps the old one, as what is agreed with them; nothing else of it moves",
        ),
    })
    .partial(),
  response: MembershipTier,
  errors: ["NotFound", "Conflict"],
})

export const deleteMembershipTier = endpoint({
  id: "deleteMembershipTier",
  base: "api",
  method: "DELETE",
  path: "/organizations/{organization_slug}/membership-tiers/{tier_uuid}",
  summary: "Deletes a tier that nobody is on any more.",
  description:
    "409 with the delete blockers in `details` otherwise. Retiring a tier is: make it private, move its members, delete it.",
  access: writes("membership_tier:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: one,
  response: Message,
  errors: ["NotFound", "Conflict"],
})

export const moveMemberships = endpoint({
  id: "moveMemberships",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/membership-tiers/{tier_uuid}/memberships/move",
  summary: "Moves all members of a tier to another, in the background; lapsed ones too, unrevived.",
  description:
    "A dry run answers 200 with the same report and changes nothing. Everybody is judged as of the moment it was asked for, and " +
    "`member_count` of the two tiers tells how far it has come. 409 where the tiers cannot be crossed or converted, where something is " +
    "agreed with members and `custom_pricing` says to refuse (`details.members`), and while another move from or to either tier runs.",
  access: writes("membership_tier:write", "OC", "manager"),
  bucket: "write",
  status: 202,
  dryRunStatus: 200,
  params: one,
  body: z.strictObject({
    membership_tier_slug: text(limits.nameMax, 1).describe("where they go"),
    term: z
      .enum(["keep", "convert"])
      .default("keep")
      .describe("`convert` expresses the time left anew, at each tier's price per day"),
    custom_pricing: z
      .enum(["refuse", "carry", "clear"])
      .default("refuse")
      .describe(
        "what becomes of a price or interval that was agreed for the old tier; `refuse` moves nobody if there is any",
      ),
    dry_run: z.boolean().default(false),
  }),
  response: MembershipMoveReport,
  errors: ["NotFound", "BadRequest", "Conflict"],
})
