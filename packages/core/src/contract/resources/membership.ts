import * as z from "zod"
import { dateTime } from "../endpoint.ts"
import { PaymentInterval } from "./tier.ts"

/** A user as lists show them. */
export const PublicUser = z
  .object({
    uuid: z.string(),
    username: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    avatar_image_file_url: z.string().nullable(),
  })
  .meta({ id: "PublicUser" })

/** A membership with its organization and tier on the wire. */
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
    status: z
      .enum(["active", "active_with_notice", "lapsed", "ended"])
      .describe("computed from the dates at the time of the answer"),
  })
  .meta({ id: "Membership" })

/** A membership as the organization sees it. */
export const Member = Membership.extend({
  ended_at: dateTime.nullable(),
  ended_by: z.enum(["left", "removed", "closed", "lapsed"]).nullable(),
  user: PublicUser,
}).meta({ id: "Member" })

const state = z
  .object({
    tier_uuid: z.string(),
    tier_slug: z.string(),
    custom_tier_price_cents: z.int().nullable(),
    custom_tier_payment_interval: PaymentInterval.nullable(),
    valid_until: dateTime.nullable(),
    renewable_until: dateTime.nullable(),
    cancelled_at: dateTime.nullable(),
    ended_at: dateTime.nullable(),
    ended_by: z.enum(["left", "removed", "closed", "lapsed"]).nullable(),
  })
  .meta({ id: "MembershipState" })

/** One change of a membership. */
export const MembershipChange = z
  .object({
    uuid: z.string(),
    at: dateTime,
    cause: z.enum([
      "join",
      "renew",
      "tier_change",
      "org_change",
      "move",
      "notice",
      "resume",
      "end",
      "lapse",
      "reversal",
      "card",
    ]),
    actor: z.object({
      kind: z.enum(["holder", "organization", "service", "payment", "clock"]),
      uuid: z.string().nullable().describe("uuid of the user, app or connection"),
    }),
    payment_ref: z.string().nullable().describe("the checkout that was paid"),
    note: z.string().nullable(),
    converted_at: z
      .object({ price_cents: z.int(), currency: z.string(), payment_interval: PaymentInterval })
      .nullable()
      .describe("the rate at which the remaining time was converted"),
    before: state.nullable().describe("null for the change that created the membership"),
    after: state,
  })
  .meta({ id: "MembershipChange" })

/**
 * A member with what happened to their membership, where it was asked for: the newest change first,
 * at most 100.
 */
export const MemberWithHistory = Member.extend({
  history: z.array(MembershipChange).optional(),
}).meta({ id: "MemberWithHistory" })
