import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { writes } from "../access.ts"
import { endpoint, line, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { Card, RefusedCard } from "../resources/card.ts"

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
          identifier: text(limits.cardIdentifierMax, 1).describe(
            "as printed or as read by a scanner; it is normalised",
          ),
          name: line(limits.nameMax, 1).optional().describe("the organization's name for the card"),
        }),
      )
      .min(1)
      .max(limits.cardsPerInventoryCallMax),
  }),
  response: z.object({ accepted: z.array(Card), refused: z.array(RefusedCard) }),
  errors: ["NotFound"],
})
