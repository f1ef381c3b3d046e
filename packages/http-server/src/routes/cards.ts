import { cards as endpoints } from "@symbolon/core/contract"
import { cards } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodeCard, encodeRefusedCard } from "../encode/card.ts"
import { route, type Route } from "../route.ts"

export const cardRoutes: readonly Route[] = [
  route(endpoints.addToInventory, (input, caller) =>
    Effect.map(
      cards.addToInventory(caller, { organization: input.organization_slug, cards: input.cards }),
      ({ accepted, refused }) => ({
        accepted: accepted.map(encodeCard),
        refused: refused.map(encodeRefusedCard),
      }),
    ),
  ),
]
