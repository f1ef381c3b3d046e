import type { IssuedManifest } from "./issued-manifest.ts"

/**
 * Manifests and deltas as they were issued. Their versions come from the session's `Roster`, grow,
 * and are never used twice.
 */
export interface ManifestRepository {
  /** Rejects when that version was kept before. */
  readonly keep: (issued: IssuedManifest) => Promise<void>
  readonly find: (
    sessionUuid: string,
    manifestVersion: number,
  ) => Promise<IssuedManifest | undefined>
  /** The one of the highest version. */
  readonly newest: (sessionUuid: string) => Promise<IssuedManifest | undefined>
  /** Forgets those whose `validUntil` lies before `before`, at most `limit`; answers how many. */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}
