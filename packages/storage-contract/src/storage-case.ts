import type { Repositories, Storage } from "@symbolon/core/storage"
import { same } from "./claims.ts"

/**
 * Opens a store that holds nothing: a new one, or the same one emptied. Closed by the case that
 * opened it.
 */
export type OpenStorage = () => Promise<Storage>

/**
 * One thing a storage must do. `run` rejects with a {@link ContractBroken} that says what it did
 * instead.
 */
export interface StorageCase {
  /** `<repository>: <what must hold>`, unique in the contract. */
  readonly name: string
  readonly run: (open: OpenStorage) => Promise<void>
}

/** A case that runs on one storage, opened before and closed after it, whatever happens. */
export const storageCase = (
  name: string,
  check: (storage: Storage) => Promise<void>,
): StorageCase => ({
  name,
  run: async (open) => {
    const storage = await open()
    try {
      await check(storage)
    } finally {
      await storage.close()
    }
  },
})

/** Runs `work` as a read. */
export const read = <A>(storage: Storage, work: (tx: Repositories) => Promise<A>): Promise<A> =>
  storage.transact("read", work)

/** Runs `work` as a write. */
export const write = <A>(storage: Storage, work: (tx: Repositories) => Promise<A>): Promise<A> =>
  storage.transact("write", work)

/**
 * Claims that of ten concurrent tries exactly one is `true`; answers the number of the one that
 * was.
 */
export const exactlyOne = async (
  storage: Storage,
  attempt: (tx: Repositories, n: number) => Promise<boolean>,
): Promise<number> => {
  const tries = await Promise.all(
    Array.from({ length: 10 }, (_, n) => write(storage, (tx) => attempt(tx, n))),
  )
  same(tries.filter(Boolean).length, 1, "how many of ten at once were true")
  return tries.indexOf(true)
}
