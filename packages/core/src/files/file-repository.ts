import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import type { CountedBytes, FileUse, StoredFile } from "./file.ts"

/** Files and uploads. Their bytes are in the object store. */
export interface FileRepository {
  /** `false` when the slug is taken: nothing is written then. Adds its bytes to the sum of its holder. */
  readonly add: (file: StoredFile) => Promise<boolean>
  /** By slug or uuid, in any state. */
  readonly find: (slugOrUuid: string) => Promise<StoredFile | undefined>
  /** Many at once by uuid, in any state and in no order. */
  readonly findAll: (uuids: readonly string[]) => Promise<readonly StoredFile[]>
  /** Holds one until the transaction ends. In a read it holds nothing. */
  readonly lock: (uuid: string) => Promise<StoredFile | undefined>
  /** Writes it over the one of the same uuid; `false` when there is none. */
  readonly change: (file: StoredFile) => Promise<boolean>
  /** The stored ones of an owner. */
  readonly list: (ownerUuid: string, page: PageRequest<"created_at">) => Promise<Page<StoredFile>>
  /** The stored ones of an owner, by uuid: those behind `after`, or the first, at most `limit`. Finds them by an index. */
  readonly walkOf: (
    ownerUuid: string,
    after: string | undefined,
    limit: number,
  ) => Promise<readonly StoredFile[]>
  /**
   * How many uploads of a holder are pending, without those whose time to be cleared had come at a
   * moment.
   */
  readonly countPending: (holderUuid: string, at: Date) => Promise<number>
  /**
   * What shows an image or issues a file, by type and uuid, at most `limit` of them; nothing that is
   * deleted.
   * For a transaction that has locked the file, as those that begin to show it have.
   */
  readonly uses: (uuid: string, limit: number) => Promise<readonly FileUse[]>
  /**
   * Makes all files and uploads of a holder `removed`, to be cleared from `at` on; answers how many
   * there were.
   */
  readonly removeAllOf: (holderUuid: string, at: Date) => Promise<number>
  /** The same for the files and uploads of an owner, and no others of its holder. */
  readonly removeOwned: (ownerUuid: string, at: Date) => Promise<number>
  /** Those whose time to be cleared has come, the earliest first, ties by uuid. */
  readonly toClear: (at: Date, limit: number) => Promise<readonly StoredFile[]>
  /** All of them in the order of their uuids, in any state: those behind `after`, or the first. */
  readonly walk: (after: string | undefined, limit: number) => Promise<readonly StoredFile[]>
  /**
   * Those of a holder whose time to be cleared has come, the earliest first, ties by uuid. Finds them
   * by an index.
   */
  readonly toClearOf: (
    holderUuid: string,
    at: Date,
    limit: number,
  ) => Promise<readonly StoredFile[]>
  /**
   * What the files and uploads of a holder count together, in any state. The sum is kept, not made. It
   * is held until the transaction ends: starts of uploads wait for each other. In a read it holds
   * nothing.
   */
  readonly lockBytes: (holderUuid: string) => Promise<number>
  /**
   * The sums that are kept, by holder: those behind `after`, or the first. Of each holder that had
   * files there is one.
   */
  readonly walkBytes: (after: string | undefined, limit: number) => Promise<readonly CountedBytes[]>
  /** Makes the sum of a holder anew from its files, and answers it. */
  readonly recountBytes: (holderUuid: string) => Promise<number>
  /** Forgets one that was removed, also in the sum of its holder; `false` for every other. */
  readonly forget: (uuid: string) => Promise<boolean>
}
