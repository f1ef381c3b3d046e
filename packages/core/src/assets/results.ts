import type { CustomBackground } from "../profiles/profile-page.ts"
import type { EquippedAsset, UserAsset } from "./asset.ts"

/** An installed asset as its user sees it. */
export interface InstalledAsset extends Omit<UserAsset, "url"> {
  /** Its picture; undefined when it was a file that went with its organization. */
  readonly url: string | undefined
  /** The slots of the user's pages that it is in. */
  readonly equipped: readonly Pick<EquippedAsset, "profilePageUuid" | "slot">[]
}

/** Where an asset was put. */
export interface EquipResult {
  readonly profileUuid: string
  readonly assetUuid: string
  readonly slot: EquippedAsset["slot"]
  /** Its picture; undefined when it was a file that went with its organization. */
  readonly imageUrl: string | undefined
}

/** What a profile template offers as the background of its pages. */
export interface TemplateBackground {
  readonly profileTemplateUuid: string
  readonly name: string
  readonly customBackground: CustomBackground
}

/** How many assets were removed. */
export interface UninstalledAssets {
  readonly count: number
}
