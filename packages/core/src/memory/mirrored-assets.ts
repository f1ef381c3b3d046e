import type { MirroredAssetRepository } from "../rewards/mirroring/mirrored-asset-repository.ts"
import { compare, rowsOf } from "./page-of.ts"
import type { Tables } from "./tables.ts"

export const mirroredAssets = (tables: Tables): MirroredAssetRepository => ({
  add: async (asset) => tables.mirroredAssets.add(asset),
  findAll: async (sourceHashes) => rowsOf(tables.mirroredAssets.get, sourceHashes),
  latestCopy: async (organizationUuid, contentHash) =>
    tables.mirroredAssets
      .rows()
      .filter(
        (asset) =>
          asset.fileUuid !== undefined &&
          asset.organizationUuid === organizationUuid &&
          asset.contentHash === contentHash,
      )
      .toSorted(
        (a, b) => compare(b.createdAt, a.createdAt) || compare(b.sourceHash, a.sourceHash),
      )[0],
  bytesOf: async (organizationUuid) => {
    const uuids = tables.mirroredAssets
      .rows()
      .flatMap((asset) =>
        asset.organizationUuid === organizationUuid ? (asset.fileUuid ?? []) : [],
      )
    const files = [...new Set(uuids)].flatMap((uuid) => tables.files.get(uuid) ?? [])
    return files
      .filter(({ state }) => state === "stored")
      .reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0)
  },
})
