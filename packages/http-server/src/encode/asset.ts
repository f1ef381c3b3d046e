import type { EquipResult, InstalledAsset, TemplateBackground } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant } from "./instant.ts"

/** Encodes an installed asset. */
export const encodeInstalledAsset = (
  asset: InstalledAsset,
): z.output<typeof resources.InstalledAsset> => ({
  uuid: asset.uuid,
  asset_type: asset.assetType,
  source: "reward",
  uploaded_file_uuid: asset.uploadedFileUuid ?? null,
  external_url: asset.uploadedFileUuid === undefined ? (asset.url ?? null) : null,
  url: asset.url ?? null,
  transaction_id: asset.transactionId,
  metadata: { ...asset.metadata, item_uid: asset.itemUid, slot: asset.slot ?? null },
  created_at: instant(asset.createdAt),
  revoked_at: null,
  equipped: asset.equipped.map(({ profilePageUuid, slot }) => ({
    profile_uuid: profilePageUuid,
    slot,
  })),
})

/** Encodes where an asset was put. */
export const encodeEquipResult = (result: EquipResult): z.output<typeof resources.EquipResult> => ({
  profile_uuid: result.profileUuid,
  asset_uuid: result.assetUuid,
  slot: result.slot,
  image_url: result.imageUrl ?? null,
})

/** Encodes the background of a profile template. */
export const encodeTemplateBackground = (
  background: TemplateBackground,
): z.output<typeof resources.TemplateBackground> => ({
  profile_template_uuid: background.profileTemplateUuid,
  name: background.name,
  custom_background: { ...background.customBackground },
})
