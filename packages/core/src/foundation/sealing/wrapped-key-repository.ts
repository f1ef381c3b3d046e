import type { RewrappedRow, WrappedKind, WrappedRow } from "./wrapped-row.ts"

/**
 * The data keys of everything sealed, so that they can be wrapped anew when the vault has a new
 * key.
 */
export interface WrappedKeyRepository {
  /**
   * Those of one kind that the vault's key `kekId` wraps, by id, behind `after`, at most `limit`.
   */
  readonly wrappedBy: (
    kind: WrappedKind,
    kekId: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly WrappedRow[]>
  /**
   * Writes each row whose wrapped key is still the one before, and passes over the others: they
   * were replaced meanwhile, or are being. Waits for no other transaction; answers how many were
   * written.
   */
  readonly rewrap: (kind: WrappedKind, rows: readonly RewrappedRow[]) => Promise<number>
}
