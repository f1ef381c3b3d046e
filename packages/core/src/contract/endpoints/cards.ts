import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { reads, writes } from "../access.ts"
import { endpoint, line, listQuery, page, reference, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { Card, ClaimedCard, RefusedCard } from "../resources/card.ts"
import { FileUuid } from "../resources/file.ts"
import { IdentifierRef } from "../resources/identifier.ts"

const identifier = text(limits.cardIdentifierMax, 1)
const orders = ["created_at", "identifier"] as const

export const listCards = endpoint({
  name: "cards.list",
  base: "api",
  method: "GET",
  path: "/cards",
  summary: "Lists the caller's cards: those they claimed, and those that are assigned to them.",
  access: reads("card:read", "U"),
  bucket: "read",
  status: 200,
  query: listQuery(orders).extend({
    identifier: identifier.optional().describe("exact match; it is normalised"),
  }),
  response: page(Card),
  errors: [],
})

export const getCard = endpoint({
  name: "cards.get",
  base: "api",
  method: "GET",
  path: "/cards/{card_uuid}",
  summary: "Returns one of the caller's cards. A card of another holder reads as absent.",
  access: reads("card:read", "U"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.card),
  response: Card,
  errors: ["NotFound"],
})

export const claim = endpoint({
  name: "cards.claim",
  base: "api",
  method: "POST",
  path: "/cards/claim",
  summary: "Claims a card for the caller.",
  description:
    "The first claim of a card that grants a tier starts a membership, or renews a lapsed one on that tier; later claims do not. " +
    "What the card's own wallet holds moves into the claimer's wallet with the claim; after an offer it goes to the holder before. Unknown, withdrawn and frozen cards, a wrong claim code, and cards of another holder " +
    "without an offer to the caller are 404 alike. Claiming one's own card changes nothing.",
  access: writes("card:write", "U"),
  bucket: "write",
  limits: [{ name: "card-claims", limit: 10, windowSeconds: 60, keyedOn: "user", counts: "calls" }],
  status: 200,
  body: z.strictObject({
    identifier: identifier.describe("as printed or as read by a scanner; it is normalised"),
    claim_code: line(limits.claimCodeMax, 1)
      .optional()
      .describe("required for a card that was made with one; case is ignored"),
  }),
  response: ClaimedCard,
  errors: ["NotFound", "Conflict"],
})

export const updateCard = endpoint({
  name: "cards.update",
  base: "api",
  method: "PATCH",
  path: "/cards/{card_uuid}",
  summary: "Changes a card that the caller claimed.",
  description:
    "An offer lets one other user claim the card within 7 days; it ends when the card is frozen or withdrawn. " +
    "A card that the organization froze is unfrozen by the organization alone (403).",
  access: writes("card:write", "U"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.card),
  body: z
    .strictObject({
      name: line(limits.nameMax, 1)
        .nullable()
        .describe(
          "shown to the caller alone, instead of the organization's name; null shows that.",
        ),
      is_primary: z.literal(true).describe("instead of the caller's primary card before"),
      is_frozen: z
        .boolean()
        .describe("a frozen card opens no door and cannot send; it can still receive"),
      profile_page_uuid: reference()
        .nullable()
        .describe("one of the caller's own pages: contacts by the card show it; null for none"),
      custom_front_image_file_uuid: FileUuid.describe(
        "an image of the caller; null shows the front of the card model",
      ),
      offered_to: IdentifierRef.nullable().describe(
        "a user who may claim the card; null ends the offer",
      ),
    })
    .partial(),
  response: Card,
  errors: ["NotFound", "BadRequest", "IdentifierUnresolved", "Conflict", "Forbidden"],
})

export const listInventory = endpoint({
  name: "cards.listInventory",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/cards",
  summary: "Lists the cards in an organization's inventory, withdrawn ones too.",
  access: reads("organization:cards:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(orders, "desc").extend({
    identifier: identifier.optional().describe("exact match; it is normalised"),
    search: text(limits.cardIdentifierMax)
      .optional()
      .describe("text anywhere in the identifier; it is normalised"),
  }),
  response: page(Card),
  errors: ["NotFound"],
})

export const updateState = endpoint({
  name: "cards.updateState",
  base: "api",
  method: "PATCH",
  path: "/organizations/{organization_slug}/cards/{card_uuid}",
  summary: "Changes a card of the organization.",
  description:
    "An assigned card opens the doors of its organization for its holder while the holder is a live member there. It shows and pays nothing until " +
    "the holder claims it. Once claimed, the organization may freeze or withdraw it, but cannot give it to another person (409 `card_claimed`).",
  access: writes("organization:cards:write", "OC", "staff"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.card }),
  body: z
    .strictObject({
      card_model_uuid: reference().nullable().describe("an active card model; null for none"),
      membership_tier_uuid: reference()
        .nullable()
        .describe("the tier that claiming the card grants; null for that of its model"),
      is_frozen: z
        .boolean()
        .describe("a frozen card opens no door and cannot send; it can still receive"),
      holder_user_uuid: reference()
        .nullable()
        .describe("a live member of the organization; null removes the assignment"),
      withdrawn: z
        .boolean()
        .describe(
          "true takes the card out of use and from its holder; false returns it to the inventory",
        ),
    })
    .partial()
    .refine(
      ({ withdrawn, holder_user_uuid: holder }) => withdrawn !== true || typeof holder !== "string",
      {
        path: ["holder_user_uuid"],
        message: "a card that is withdrawn has no holder: send null or leave it out",
      },
    ),
  response: Card,
  errors: ["NotFound", "BadRequest", "IdentifierUnresolved", "Conflict", "Forbidden"],
})

export const addToInventory = endpoint({
  name: "cards.addToInventory",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/cards",
  summary: "Adds manufactured cards to the organization's inventory.",
  description:
    "A card must exist and belong to no organization yet. Cards that cannot be added are listed under `refused`; the others are added. " +
    `Up to ${limits.cardsPerInventoryCallMax} cards a call. Each card counts in the expensive bucket.`,
  access: writes("organization:cards:write", "OC", "manager"),
  bucket: "expensive",
  itemsIn: "cards",
  status: 200,
  params: z.object(parameters.organization),
  body: z.strictObject({
    cards: z
      .array(
        z.strictObject({
          identifier: identifier.describe("as printed or as read by a scanner; it is normalised"),
          name: line(limits.nameMax, 1).optional().describe("the organization's name for the card"),
          card_model_uuid: reference().optional().describe("an active card model"),
          membership_tier_uuid: reference()
            .optional()
            .describe("the tier that claiming the card grants; without it, that of its model"),
        }),
      )
      .min(1)
      .max(limits.cardsPerInventoryCallMax),
  }),
  response: z.object({ accepted: z.array(Card), refused: z.array(RefusedCard) }),
  errors: ["NotFound", "BadRequest"],
})
