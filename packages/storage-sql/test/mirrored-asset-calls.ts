import type { MirroredAsset } from "@symbolon/core/storage"
import { at, organization, uuid } from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

const asset: MirroredAsset = {
  sourceHash: "5".repeat(64),
  organizationUuid: organization.uuid,
  contentHash: "6".repeat(64),
  fileUuid: uuid(7),
  createdAt: at(0),
}

/** Every verb about copies of what items of rewards name at other hosts. */
export const mirroredAssetCalls: readonly VerbCall[] = [
  { name: "mirroredAssets.add", call: (tx) => tx.mirroredAssets.add(asset) },
  {
    name: "mirroredAssets.findAll",
    call: (tx) => tx.mirroredAssets.findAll([asset.sourceHash, "unknown"]),
  },
  {
    name: "mirroredAssets.bytesOf",
    call: (tx) => tx.mirroredAssets.bytesOf(organization.uuid),
  },
  {
    name: "mirroredAssets.latestCopy",
    call: (tx) => tx.mirroredAssets.latestCopy(organization.uuid, "6".repeat(64)),
  },
]
