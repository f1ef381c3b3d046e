import type { JsonObject } from "../foundation/kernel/json.ts"

/** What an asset is for. */
export const assetTypes = ["background", "avatar_frame", "sticker", "character_part"] as const
export type AssetType = (typeof assetTypes)[number]

/** Where a character wears a part. */
export const characterSlots = ["head", "face", "body", "legs", "feet", "hand", "back"] as const
export type CharacterSlot = (typeof characterSlots)[number]

/** Where an asset can be put on a profile page; a part goes where it declares. */
export const equipSlots = ["background", "avatar_frame", "sticker", "character"] as const
export type EquipSlot = (typeof equipSlots)[number]

/** An asset of a reward that a user installed. */
export interface UserAsset {
  readonly uuid: string
  readonly userUuid: string
  /** The transaction that brought the reward. */
  readonly transactionId: string
  /** The wallet that the reward is in. */
  readonly walletAddress: string
  /** The `uid` of the item; of a part of a pack, with its place behind a dot. A user has one of it. */
  readonly itemUid: string
  readonly assetType: AssetType
  /** Where a character wears it; undefined for what is no part of one. */
  readonly slot: CharacterSlot | undefined
  /** Its picture. */
  readonly url: string
  /** The file that the picture is; undefined for an address of another host. */
  readonly uploadedFileUuid: string | undefined
  /** What else its item says: title, pack, rarity, and the author's own. */
  readonly metadata: JsonObject
  readonly createdAt: Date
}

/** Where a slot of a page has an asset. */
export interface EquippedAsset {
  readonly profilePageUuid: string
  readonly slot: Exclude<EquipSlot, "character"> | CharacterSlot
  readonly assetUuid: string
  readonly equippedAt: Date
}

/** A slot of a page with the asset in it. */
export interface WornAsset extends EquippedAsset {
  readonly asset: UserAsset
}
