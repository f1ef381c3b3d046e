import {
  type ShownCard,
  type CardModel,
  type CardView,
  frozenBy,
  type RefusedCard,
} from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import type { ImageUrl } from "./image-url.ts"
import { instant, instantOrNull } from "./instant.ts"
import { encodeTier } from "./tier.ts"

/** A card as its holder and its organization see it. */
export const encodeCard =
  (imageUrl: ImageUrl) =>
  (card: CardView): z.output<typeof resources.Card> => ({
    uuid: card.uuid,
    identifier: card.identifier,
    name: card.holderName ?? card.name ?? null,
    card_type: card.cardType,
    is_primary: card.primarySince !== undefined,
    is_frozen: card.isFrozen,
    organization_uuid: card.organizationUuid ?? null,
    front_image_url: imageUrl(card.customFrontImageFileUuid ?? card.model?.frontImageFileUuid),
    back_image_url: imageUrl(card.model?.backImageFileUuid),
    custom_front_image_url: imageUrl(card.customFrontImageFileUuid),
    profile_page_uuid: card.profilePageUuid ?? null,
    card_model_uuid: card.cardModelUuid ?? null,
    membership_tier_uuid: card.membershipTierUuid ?? null,
    card_model:
      card.model === undefined
        ? null
        : {
            uuid: card.model.uuid,
            name: card.model.name,
            front_image_url: imageUrl(card.model.frontImageFileUuid),
            back_image_url: imageUrl(card.model.backImageFileUuid),
            is_active: card.model.isActive,
          },
    membership_tier: card.tier === undefined ? null : encodeTier(imageUrl)(card.tier),
    ...encodeState(card),
    offered_until: instantOrNull(card.offeredUntil),
  })

const encodeState = (card: ShownCard) => ({
  holder_user_uuid: card.holderUserUuid ?? null,
  claimed_at: instantOrNull(card.claimedAt),
  frozen_by: frozenBy(card) ?? null,
  withdrawn_at: instantOrNull(card.withdrawnAt),
  wallet_address: card.walletAddress,
  created_at: instant(card.createdAt),
  updated_at: instantOrNull(card.updatedAt),
})

/** Encodes a design of cards. */
export const encodeCardModel =
  (imageUrl: ImageUrl) =>
  (model: CardModel): z.output<typeof resources.CardModel> => ({
    uuid: model.uuid,
    name: model.name,
    description: model.description ?? null,
    organization_uuid: model.organizationUuid,
    front_image_url: imageUrl(model.frontImageFileUuid),
    back_image_url: imageUrl(model.backImageFileUuid),
    order_site_template_id: model.orderSiteTemplateId ?? null,
    membership_tier_uuid: model.membershipTierUuid ?? null,
    is_active: model.isActive,
    profile_template_uuid: model.profileTemplateUuid ?? null,
    created_at: instant(model.createdAt),
    updated_at: instantOrNull(model.updatedAt),
  })

/** Encodes a refused card of a list. */
export const encodeRefusedCard = ({
  identifier,
  code,
  message,
}: RefusedCard): z.output<typeof resources.RefusedCard> => ({
  identifier,
  code,
  message,
})
