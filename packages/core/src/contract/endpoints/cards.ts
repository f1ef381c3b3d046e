import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { writes } from "../access.ts"
import { endpoint, line, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { Card, RefusedCard } from "../resources/card.ts"

export const addCardsToInventory = endpoint({
  id: "addCardsToInventory",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/cards",
  summary: "Takes manufactured cards into the organization's inventory.",
  description:
    "A card must exist and belong to no organization yet. One that cannot be taken is listed under `refused` and the others are taken. " +
    `Up to ${limits.cardsPerInventoryCallMax} cards a call; each card is charged to the expensive bucket.`,
  access: writes("organization:cards:write", "OC", "manager"),
  bucket: "expensive",
  itemsIn: "cards",
  status: 200,
  params: z.object(parameters.organization),
  body: z.strictObject({
    cards: z
      .array(
        z.strictObject({
          identifier: text(limits.cardIdentifierMax, 1).describe(
            "as printed or as a scanner reads it; it is normalised",
          ),
          name: line(limits.nameMax, 1).optional().describe("what the organization calls the card"),
        }),
      )
      .min(1)
      .max(limits.cardsPerInventoryCallMax),
  }),
  response: z.object({ accepted: z.array(Card), refused: z.array(RefusedCard) }),
  errors: ["NotFound"],
})
