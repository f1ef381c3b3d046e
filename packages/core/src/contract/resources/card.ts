import * as z from "zod"
import { dateTime } from "../endpoint.ts"

export const CardType = z.enum(["nfc", "qr", "virtual"])

/** A card as the console has it: who holds it and what it is, without how it looks. */
export const ConsoleCard = z
  .object({
    uuid: z.string(),
    identifier: z.string(),
    card_type: CardType,
    is_frozen: z.boolean(),
    organization_uuid: z.string().nullable(),
    holder_user_uuid: z.string().nullable(),
    wallet_address: z.string().describe("the card's own wallet: it receives there while nobody holds it"),
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "ConsoleCard" })
