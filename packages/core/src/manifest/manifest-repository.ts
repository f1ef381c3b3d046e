import type { IssuedManifest } from "./issued-manifest.ts"

/** Manifests as they were issued. Versions of a session grow and are never used twice. */
export interface ManifestRepository {
  /** The next version of the session, from 1; locked until the transaction ends. */
  readonly nextVersion: (sessionUuid: string) => Promise<number>
  readonly keep: (issued: IssuedManifest) => Promise<void>
  readonly find: (sessionUuid: string, manifestVersion: number) => Promise<IssuedManifest | undefined>
  readonly newest: (sessionUuid: string) => Promise<IssuedManifest | undefined>
  /** Forgets those whose `validUntil` lies before `before`, at most `limit`; answers how many. */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}
