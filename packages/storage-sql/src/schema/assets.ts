import type { EquippedAsset, UserAsset } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

export const userAssetColumns: Columns<UserAsset> = {
  uuid: "text",
  userUuid: "text",
  transactionId: "text",
  walletAddress: "text",
  itemUid: "text",
  assetType: "text",
  slot: "text?",
  url: "text",
  uploadedFileUuid: "text?",
  metadata: "json",
  createdAt: "instant",
}

export const equippedAssetColumns: Columns<EquippedAsset> = {
  profilePageUuid: "text",
  slot: "text",
  assetUuid: "text",
  equippedAt: "instant",
}
