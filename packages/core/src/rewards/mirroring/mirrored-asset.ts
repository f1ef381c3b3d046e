import { sha256 } from "../../foundation/kernel/digest.ts"

/** Of which reward an item is, and in which version. */
export interface MirrorScope {
  readonly organizationUuid: string
  readonly templateSlug: string
  readonly templateVersion: number
}

/**
 * What became of an image or a document that items name at another host. The address itself is
 * sealed with the items, and is not here.
 */
export interface MirroredAsset {
  /** See {@link sourceHashOf}. */
  readonly sourceHash: string
  readonly organizationUuid: string
  /** Lower-case hex SHA-256 of the bytes; undefined if there is no copy. */
  readonly contentHash: string | undefined
  /** The file that has the bytes; undefined if they could not be copied. */
  readonly fileUuid: string | undefined
  readonly createdAt: Date
}

/**
 * What an address in one version of a reward is kept under. A correction of the reward copies it
 * anew, and no organization sees what another one copied.
 */
export const sourceHashOf = (scope: MirrorScope, url: string): string =>
  sha256(JSON.stringify([scope.organizationUuid, scope.templateSlug, scope.templateVersion, url]))
