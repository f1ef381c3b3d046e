import type { Card } from "@symbolon/core"
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
  wallet_address: card.walletAddress,
  created_at: instant(card.createdAt),
  updated_at: instantOrNull(card.updatedAt),
})
