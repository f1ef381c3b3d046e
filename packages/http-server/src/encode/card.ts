import type { Card, RefusedCard } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** A card as the console has it. */
export const encodeConsoleCard = (card: Card): z.output<typeof resources.ConsoleCard> => ({
  uuid: card.uuid,
  identifier: card.identifier,
  card_type: card.cardType,
  is_frozen: card.isFrozen,
  organization_uuid: card.organizationUuid ?? null,
  holder_user_uuid: card.holderUserUuid ?? null,
  claimed_at: instantOrNull(card.claimedAt),
  wallet_address: card.walletAddress,
  created_at: instant(card.createdAt),
  updated_at: instantOrNull(card.updatedAt),
})

/** A card as its organization sees it. */
export const encodeCard = (card: Card): z.output<typeof resources.Card> => ({
  uuid: card.uuid,
  identifier: card.identifier,
  name: card.name ?? null,
  card_type: card.cardType,
  is_primary: false,
  is_frozen: card.isFrozen,
  organization_uuid: card.organizationUuid ?? null,
  front_image_url: null,
  back_image_url: null,
  custom_front_image_url: null,
  profile_page_uuid: null,
  card_model_uuid: null,
  membership_tier_uuid: null,
  card_model: null,
  membership_tier: null,
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
