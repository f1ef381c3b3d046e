import { consoleCards as endpoints } from "@symbolon/core/contract"
import { cards, rewards } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodeConsoleCard } from "../encode/card.ts"
import { route, type Route } from "../route.ts"
import { tellPosted } from "./posted.ts"

/** What an organization gives out: cards, and tickets. */
export const consoleCardRoutes: readonly Route[] = [
  route(endpoints.createCard, (input, caller) =>
    Effect.map(
      cards.create(caller, {
        organization: input.organization_slug,
        identifier: input.identifier,
        cardType: input.card_type,
        holderUserUuid: input.holder_user_uuid,
      }),
      encodeConsoleCard,
    ),
  ),
  route(endpoints.changeCard, (input, caller) =>
    Effect.map(
      cards.change(caller, { card: input.card_uuid, isFrozen: input.is_frozen, holderUserUuid: input.holder_user_uuid }),
      encodeConsoleCard,
    ),
  ),
  route(endpoints.issueTicket, (input, caller) =>
    tellPosted(
      rewards.issueTicket(caller, {
        organization: input.organization_slug,
        of: input.reward_template_uuid === undefined ? { name: input.name ?? "" } : { rewardTemplateUuid: input.reward_template_uuid },
        activityUuid: input.activity_uuid,
        to: input.to,
        idempotencyKey: input.idempotency_key,
      }),
    ),
  ),
]
