import type { ContentAccess, ContentRead } from "./content-access.ts"

/** Who may read sealed contents for a while, and who had them opened. */
export interface ContentRepository {
  readonly addAccess: (access: ContentAccess) => Promise<void>
  /** Expired ones too. */
  readonly access: (keyHash: string) => Promise<ContentAccess | undefined>
  /** Forgets access keys that expired before `before`, at most `limit`; answers how many. */
  readonly sweepAccess: (before: Date, limit: number) => Promise<number>
  readonly addRead: (read: ContentRead) => Promise<void>
  readonly findRead: (uuid: string) => Promise<ContentRead | undefined>
  /** Who had the content of a transaction opened, by uuid, behind `after`, at most `limit`. */
  readonly readsOf: (
    transactionId: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly ContentRead[]>
}
