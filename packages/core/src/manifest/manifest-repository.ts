import type { IssuedManifest } from "./issued-manifest.ts"

/** Manifests as they were issued. Versions of a session grow and are never used twice. */
export interface ManifestRepository {
  /** Takes the next version of the session, from 1, a new one at each call; locked until the transaction ends. A swept one is not used again. */
  readonly nextVersion: (sessionUuid: string) => Promise<number>
  /** Rejects when that version was kept before. */
  readonly keep: (issued: IssuedManifest) => Promise<void>
  readonly find: (sessionUuid: string, manifestVersion: number) => Promise<IssuedManifest | undefined>
  /** The one of the highest version. */
  readonly newest: (sessionUuid: string) => Promise<IssuedManifest | undefined>
  /** Forgets those whose `validUntil` lies before `before`, at most `limit`; answers how many. */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}
