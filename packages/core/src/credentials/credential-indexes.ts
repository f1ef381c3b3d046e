import { openRecent } from "../foundation/kernel/recent.ts"
import type { Storage } from "../foundation/storage/storage.ts"

/** Gives out the indexes of status lists; no two credentials of an organization have the same. */
export interface CredentialIndexes {
  /** Never inside a transaction: it may open one of its own. */
  readonly next: (organizationUuid: string) => Promise<number>
}

/** Indexes that are reserved and not given out yet. A process that ends loses them. */
interface Block {
  next: number
  readonly end: number
}

/** Reserves `blockSize` indexes at a time, and remembers the blocks of `most` organizations. */
export const openCredentialIndexes = (
  storage: Storage,
  { blockSize, most }: { readonly blockSize: number; readonly most: number },
): CredentialIndexes => {
  const blocks = openRecent<Promise<Block>>(most)

  const reserve = (organizationUuid: string): Promise<Block> => {
    const block = storage
      .transact("write", (tx) => tx.credentialKeys.reserveIndexes(organizationUuid, blockSize))
      .then((first) => ({ next: first, end: first + blockSize }))
    blocks.set(organizationUuid, block)
    block.catch(() => blocks.forget(organizationUuid, block))
    return block
  }

  return {
    next: async (organizationUuid) => {
      for (;;) {
        const known = blocks.get(organizationUuid) ?? reserve(organizationUuid)
        const block = await known
        if (block.next < block.end) {
          const index = block.next
          block.next += 1
          return index
        }
        // The first who finds it used up makes room for another.
        blocks.forget(organizationUuid, known)
      }
    },
  }
}
