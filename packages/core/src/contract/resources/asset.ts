import * as z from "zod"
import { dateTime } from "../endpoint.ts"

export const assetType = z.enum(["background", "avatar_frame", "sticker", "character_part"])
export const characterSlot = z.enum(["head", "face", "body", "legs", "feet", "hand", "back"])
export const equipSlot = z.enum(["background", "avatar_frame", "sticker", "character"])
const slot = z.enum(["background", "avatar_frame", "sticker", ...characterSlot.options])

/** An asset of a reward that its holder installed. */
export const InstalledAsset = z
  .object({
    uuid: z.string(),
    asset_type: assetType,
    source: z.enum(["reward"]),
    uploaded_file_uuid: z.string().nullable(),
    external_url: z.string().nullable(),
    url: z.string().nullable(),
    transaction_id: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).describe("title, pack_id, rarity, slot and more"),
    created_at: dateTime,
    revoked_at: dateTime.nullable().describe("null: revoked assets are not listed"),
    equipped: z.array(z.object({ profile_uuid: z.string(), slot })),
  })
  .meta({ id: "InstalledAsset" })

/** Where an asset was put. */
export const EquipResult = z
  .object({
    profile_uuid: z.string(),
    asset_uuid: z.string(),
    slot,
    image_url: z.string().nullable(),
  })
  .meta({ id: "EquipResult" })

/** What a profile template offers as a background. */
export const TemplateBackground = z
  .object({
    profile_template_uuid: z.string(),
    name: z.string(),
    custom_background: z.record(z.string(), z.string()).describe("values of CSS properties"),
  })
  .meta({ id: "TemplateBackground" })
