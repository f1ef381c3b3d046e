import type { MirroredAsset } from "@symbolon/core/storage"
import type { Columns } from "./columns.ts"

export const mirroredAssetColumns: Columns<MirroredAsset> = {
  sourceHash: "text",
  organizationUuid: "text",
  contentHash: "text?",
  fileUuid: "text?",
  createdAt: "instant",
}
