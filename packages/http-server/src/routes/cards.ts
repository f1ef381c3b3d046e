import { cards as endpoints } from "@symbolon/core/contract"
import { mapAnswer, cards } from "@symbolon/core/effect"
import { encodeCard, encodeRefusedCard } from "../encode/card.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

/** Cards as their holders have them, and as organizations manage them. */
export const cardRoutes: readonly Route[] = [
  route(endpoints.listCards, (input, caller, imageUrl) =>
    mapAnswer(
      cards.list(caller, { identifier: input.identifier, page: pageRequest(input) }),
      (page) => encodePage(input, page, encodeCard(imageUrl)),
    ),
  ),
  route(endpoints.getCard, (input, caller, imageUrl) =>
    mapAnswer(cards.get(caller, { card: input.card_uuid }), encodeCard(imageUrl)),
  ),
  route(endpoints.claim, (input, caller, imageUrl) =>
    mapAnswer(
      cards.claim(caller, { identifier: input.identifier, claimCode: input.claim_code }),
      (claimed) => ({
        ...encodeCard(imageUrl)(claimed),
        membership_effect: claimed.membershipEffect,
      }),
    ),
  ),
  route(endpoints.updateCard, (input, caller, imageUrl) =>
    mapAnswer(
      cards.update(caller, {
        card: input.card_uuid,
        name: input.name,
        isPrimary: input.is_primary,
        isFrozen: input.is_frozen,
        profilePageUuid: input.profile_page_uuid,
        customFrontImageFileUuid: input.custom_front_image_file_uuid,
        offeredTo: input.offered_to,
      }),
      encodeCard(imageUrl),
    ),
  ),
  route(endpoints.listInventory, (input, caller, imageUrl) =>
    mapAnswer(
      cards.listInventory(caller, {
        organization: input.organization_slug,
        identifier: input.identifier,
        search: input.search,
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeCard(imageUrl)),
    ),
  ),
  route(endpoints.addToInventory, (input, caller, imageUrl) =>
    mapAnswer(
      cards.addToInventory(caller, {
        organization: input.organization_slug,
        cards: input.cards.map((card) => ({
          identifier: card.identifier,
          name: card.name,
          cardModelUuid: card.card_model_uuid,
          membershipTierUuid: card.membership_tier_uuid,
        })),
      }),
      ({ accepted, refused }) => ({
        accepted: accepted.map(encodeCard(imageUrl)),
        refused: refused.map(encodeRefusedCard),
      }),
    ),
  ),
  route(endpoints.updateState, (input, caller, imageUrl) =>
    mapAnswer(
      cards.updateState(caller, {
        organization: input.organization_slug,
        card: input.card_uuid,
        cardModelUuid: input.card_model_uuid,
        membershipTierUuid: input.membership_tier_uuid,
        isFrozen: input.is_frozen,
        holderUserUuid: input.holder_user_uuid,
        isWithdrawn: input.withdrawn,
      }),
      encodeCard(imageUrl),
    ),
  ),
]
