import { consoleCards as endpoints } from "@symbolon/core/contract"
import { mapAnswer, cards, tickets } from "@symbolon/core/effect"
import { encodeRefusedCard } from "../encode/card.ts"
import { route, type Route } from "../route.ts"
import { encodePosted } from "./posted.ts"

/** Cards as service staff make them, and the tickets an organization gives out. */
export const consoleCardRoutes: readonly Route[] = [
  route(endpoints.manufacture, (input, caller) =>
    mapAnswer(
      cards.manufacture(caller, {
        organization: input.organization_slug,
        cards: input.cards.map(({ identifier, card_type: cardType, claim_code: claimCode }) => ({
          identifier,
          cardType,
          claimCode,
        })),
      }),
      ({ made, refused }) => ({
        made: made.map(({ uuid, identifier }) => ({ uuid, identifier })),
        refused: refused.map(encodeRefusedCard),
      }),
    ),
  ),
  route(endpoints.issue, (input, caller) =>
    encodePosted(
      tickets.issue(caller, {
        organization: input.organization_slug,
        of:
          input.reward_template_uuid === undefined
            ? { name: input.name ?? "" }
            : { rewardTemplateUuid: input.reward_template_uuid },
        activityUuid: input.activity_uuid,
        to: input.to,
        idempotencyKey: input.idempotency_key,
      }),
    ),
  ),
]
