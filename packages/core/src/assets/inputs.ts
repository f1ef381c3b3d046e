import type { OnBehalfInput, PageInput, TransactionInput } from "../foundation/kernel/inputs.ts"
import type { UserAssetOrder } from "./asset-repository.ts"
import type { AssetType, CharacterSlot, EquipSlot } from "./asset.ts"

/** Lists a user's installed assets. */
export interface ListAssetsInput extends OnBehalfInput, PageInput<UserAssetOrder> {
  /** Only those of this type. */
  readonly assetType?: AssetType | undefined
}

/** Lists what the template of a profile page offers as its background. */
export interface ListTemplateBackgroundsInput extends OnBehalfInput, PageInput<UserAssetOrder> {
  /** Uuid of a page of the user. Default: the primary one. */
  readonly profileUuid?: string | undefined
}

/** Names a reward, by the transaction that brought it, whose assets are installed or removed. */
export interface RewardAssetsInput extends OnBehalfInput, TransactionInput {}

/** Puts an installed asset on a profile page. */
export interface EquipAssetInput extends OnBehalfInput {
  /** Uuid of the installed asset. */
  readonly userAssetUuid: string
  /** Uuid of a page of the user. */
  readonly profileUuid: string
  /** Where it goes; `character` for a part, which goes into the slot that it declares. */
  readonly slot: EquipSlot
}

/** Clears a slot of the character on a profile page. */
export interface UnequipCharacterInput extends OnBehalfInput {
  /** Uuid of a page of the user. */
  readonly profileUuid: string
  /** The slot of the character. */
  readonly slot: CharacterSlot
}
