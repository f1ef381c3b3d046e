import { Result } from "effect"
import { BadRequest } from "../foundation/errors/refusals.ts"
import type { Json, JsonObject } from "../foundation/kernel/json.ts"
import { isObject } from "../foundation/sealing/plain-json.ts"
import {
  type AssetType,
  assetTypes,
  type CharacterSlot,
  characterSlots,
  type EquippedAsset,
  type EquipSlot,
  type UserAsset,
} from "./asset.ts"

/** An asset as its content offers it. */
export type OfferedAsset = Pick<
  UserAsset,
  "itemUid" | "assetType" | "slot" | "url" | "uploadedFileUuid" | "metadata"
>

/**
 * The assets of an item: itself and the parts of its pack; none of an item that cannot be installed.
 */
export const assetsIn = (item: JsonObject): readonly OfferedAsset[] => {
  const { uid, parts, type, installable } = item
  if (type !== "asset" || installable === false || typeof uid !== "string") return []
  const packed = Array.isArray(parts) ? parts.filter(isObject) : []
  const own = { pack_id: item["pack_id"] ?? null, rarity: item["rarity"] ?? null }
  return [
    ...assetOf(item, uid, {
      ...own,
      title: item["title"] ?? null,
      description: item["description"] ?? null,
      ...(isObject(item["metadata"]) ? { own: item["metadata"] } : {}),
    }),
    ...packed.flatMap((part, index) =>
      assetOf(part, `${uid}.${index}`, {
        ...own,
        ...(part["rarity"] === undefined ? {} : { rarity: part["rarity"] }),
        title: part["title"] ?? null,
      }),
    ),
  ]
}

const assetOf = (
  { asset_type: type, slot, url, uploaded_file_uuid: file }: JsonObject,
  itemUid: string,
  metadata: JsonObject,
): readonly OfferedAsset[] => {
  const assetType = oneOf<AssetType>(assetTypes, type)
  if (assetType === undefined || typeof url !== "string") return []
  return [
    {
      itemUid,
      assetType,
      slot: oneOf<CharacterSlot>(characterSlots, slot),
      url,
      uploadedFileUuid: typeof file === "string" ? file : undefined,
      metadata,
    },
  ]
}

const oneOf = <Value extends string>(
  values: readonly Value[],
  value: Json | undefined,
): Value | undefined => values.find((each) => each === value)

/** The slot that an asset goes into; a part of a character goes where it declares. */
export const slotFor = (
  { assetType, slot }: Pick<UserAsset, "assetType" | "slot">,
  wanted: EquipSlot,
): Result.Result<EquippedAsset["slot"], BadRequest> => {
  const fitting = assetType === "character_part" ? "character" : assetType
  const place = assetType === "character_part" ? slot : assetType
  return fitting === wanted && place !== undefined
    ? Result.succeed(place)
    : Result.fail(
        new BadRequest({ field: "slot", reason: `The asset goes into the slot ${fitting}.` }),
      )
}
