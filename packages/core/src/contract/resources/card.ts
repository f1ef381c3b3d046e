import * as z from "zod"
import { dateTime } from "../endpoint.ts"
import { MembershipTier } from "./tier.ts"

export const CardType = z.enum(["nfc", "qr", "virtual"])

/** A card as its holder and its organization see it. */
export const Card = z
  .object({
    uuid: z.string(),
    identifier: z.string(),
    name: z
      .string()
      .nullable()
      .describe(
        "the holder's own name for the card, which only the holder sees, else the organization's",
      ),
    card_type: CardType,
    is_primary: z.boolean(),
    is_frozen: z.boolean(),
    organization_uuid: z.string().nullable(),
    front_image_url: z
      .string()
      .nullable()
      .describe("the holder's own image, which only the holder sees, else that of the card model"),
    back_image_url: z.string().nullable(),
    custom_front_image_url: z.string().nullable().describe("for the holder alone"),
    profile_page_uuid: z
      .string()
      .nullable()
      .describe("the page of the holder that the card names; for the holder alone"),
    card_model_uuid: z.string().nullable(),
    membership_tier_uuid: z.string().nullable().describe("the tier that the card names itself"),
    card_model: z
      .object({
        uuid: z.string(),
        name: z.string(),
        front_image_url: z.string().nullable(),
        back_image_url: z.string().nullable(),
        is_active: z.boolean(),
      })
      .nullable(),
    membership_tier: MembershipTier.nullable().describe(
      "the tier that claiming the card grants: its own, else that of its model",
    ),
    holder_user_uuid: z.string().nullable(),
    claimed_at: dateTime
      .nullable()
      .describe("when the holder claimed it; null if it is only assigned or has no holder"),
    frozen_by: z
      .enum(["holder", "organization", "both"])
      .nullable()
      .describe("who froze it; only they can unfreeze it"),
    offered_until: dateTime.nullable().describe("when the offer to another user lapses"),
    withdrawn_at: dateTime.nullable(),
    wallet_address: z
      .string()
      .describe(
        "the card's own wallet: it receives until the holder claims the card, and then what does not name the holder",
      ),
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "Card" })

/** A card that the caller has claimed. */
export const ClaimedCard = Card.extend({
  membership_effect: z
    .enum(["joined", "renewed", "none"])
    .describe("what the claim did to the caller's membership in the card's organization"),
}).meta({ id: "ClaimedCard" })

/** A design of cards. */
export const CardModel = z
  .object({
    uuid: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    organization_uuid: z.string(),
    front_image_url: z.string().nullable(),
    back_image_url: z.string().nullable(),
    order_site_template_id: z.string().nullable(),
    membership_tier_uuid: z.string().nullable(),
    is_active: z.boolean(),
    profile_template_uuid: z
      .string()
      .nullable()
      .describe("what the page starts with that the claimer of a card is issued"),
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "CardModel" })

/** A card of a list that was left out. */
export const RefusedCard = z
  .object({
    identifier: z.string().describe("as it was sent"),
    code: z.enum(["unknown", "taken", "duplicate", "invalid"]),
    message: z.string(),
  })
  .meta({ id: "RefusedCard" })
