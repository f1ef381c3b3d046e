import type { MirroredAsset } from "./mirrored-asset.ts"

/** Copies of what items of rewards name at other hosts. */
export interface MirroredAssetRepository {
  /** `false` when there is one of that source: the first one stays. */
  readonly add: (asset: MirroredAsset) => Promise<boolean>
  /** Those of these sources, in no order. */
  readonly findAll: (sourceHashes: readonly string[]) => Promise<readonly MirroredAsset[]>
  /**
   * The latest of an organization that has these bytes, ties by the greater source; of those that
   * have a file.
   */
  readonly latestCopy: (
    organizationUuid: string,
    contentHash: string,
  ) => Promise<MirroredAsset | undefined>
  /** The bytes of an organization's copies together: each file that is stored, once. */
  readonly bytesOf: (organizationUuid: string) => Promise<number>
}
