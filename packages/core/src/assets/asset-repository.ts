import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { AssetType, EquippedAsset, UserAsset, WornAsset } from "./asset.ts"

/** What a list of assets is sorted by. */
export type UserAssetOrder = "created_at"

/** Which assets of a user. */
export interface UserAssetsOf {
  readonly userUuid: string
  /** Only those of rewards in these wallets. */
  readonly walletAddresses: readonly string[]
  readonly assetType?: AssetType
}

/**
 * The assets that users installed, and where their pages have them. Whoever adds, equips or removes
 * has locked the user. What a page has goes with the page, and with the asset.
 */
export interface AssetRepository {
  /** Rejects an item that the user has already. */
  readonly addAll: (assets: readonly UserAsset[]) => Promise<void>
  readonly find: (uuid: string) => Promise<UserAsset | undefined>
  /** Those that a user installed of a transaction, by `itemUid`. */
  readonly ofTransaction: (userUuid: string, transactionId: string) => Promise<readonly UserAsset[]>
  /** Without those of a transaction that is not confirmed any more. */
  readonly list: (of: UserAssetsOf, page: PageRequest<UserAssetOrder>) => Promise<Page<UserAsset>>
  /**
   * All that a user installed, also of rewards that are gone, by uuid: those behind `after`, or the
   * first, at most `limit`. Finds them by an index.
   */
  readonly walkOf: (
    userUuid: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly UserAsset[]>
  /** Puts an asset into a slot of a page, over the one before. */
  readonly equip: (equipped: EquippedAsset) => Promise<void>
  /** Clears a slot of a page; `false` when nothing is in it. */
  readonly unequip: (profilePageUuid: string, slot: EquippedAsset["slot"]) => Promise<boolean>
  /**
   * What is in the slots of these pages, in no order. Without assets of a transaction that is not
   * confirmed any more.
   */
  readonly equippedOn: (profilePageUuids: readonly string[]) => Promise<readonly WornAsset[]>
  /** Removes what a user installed of a transaction, from the slots too; answers how many. */
  readonly remove: (userUuid: string, transactionId: string) => Promise<number>
  /** Removes all assets of a user, from the slots too. */
  readonly removeAllOf: (userUuid: string) => Promise<void>
}
