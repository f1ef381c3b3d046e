import { isStorageUnavailable } from "./kernel/storage-unavailable.ts"
import { mergingReads } from "./merging-reads.ts"
import { openNextRead } from "./next-read.ts"
import type { Clock } from "./ports/clock.ts"
import type { Repositories, Storage } from "./storage/storage.ts"

/** What is read on a snapshot; `now` is from before it. It may run again. */
type Reading<Answer> = (tx: Repositories, now: Date) => Promise<Answer>

/** Snapshots that callers share. */
export interface SharedReads {
  /** Resolves when `reading` has ended, whatever else is read. Rejects as it does, or as the store. */
  readonly run: <Answer>(reading: Reading<Answer>) => Promise<Answer>
}

/** A reading, and who waits for it. */
interface Call {
  readonly reading: Reading<unknown>
  readonly resolve: (answer: unknown) => void
  readonly reject: (reason: unknown) => void
  isOver: boolean
}

/** With two under way, one that takes long does not hold up those behind it. */
const bounds = { atOnce: 2, together: 64 }

/**
 * Opens snapshots that are shared: each reading begins on one that was taken after it was asked for. What
 * many ask of the same snapshot is asked together ({@link mergingReads}). A reading that the store
 * fails at takes nobody with it: those that had not ended are tried alone then. While the store is away
 * it fails at once for all, and for all who wait.
 */
export const openSharedReads = (storage: Storage, clock: Clock): SharedReads => {
  const readOn = (calls: readonly Call[]): Promise<void> => {
    const now = clock.now()
    const end = async (call: Call, tx: Repositories): Promise<void> => {
      const answer = await call.reading(tx, now)
      call.isOver = true
      call.resolve(answer)
    }
    const [alone, ...others] = calls
    if (alone !== undefined && others.length === 0)
      return storage.transact("read", (tx) => end(alone, tx))
    return storage.transact("read", async (tx) => {
      const merging = mergingReads(tx)
      let first: { readonly reason: unknown } | undefined
      // After the first one an engine may say of each that the transaction is lost.
      const endOrNote = (call: Call): Promise<void> =>
        end(call, merging).catch((reason: unknown) => {
          first ??= { reason }
        })
      // All have ended before the snapshot does, also when one fails.
      await Promise.all(calls.filter(({ isOver }) => !isOver).map(endOrNote))
      if (first !== undefined) throw first.reason
    })
  }
  /** Rejects only while the store is away. */
  const settle = async (calls: readonly Call[]): Promise<void> => {
    if (calls.every(({ isOver }) => isOver)) return
    try {
      await readOn(calls)
    } catch (reason) {
      if (isStorageUnavailable(reason)) throw reason
      const left = calls.filter(({ isOver }) => !isOver)
      if (calls.length === 1) for (const { reject } of left) reject(reason)
      else for (const call of left) await settle([call])
    }
  }
  const read = openNextRead(async (calls: readonly Call[]) => {
    await settle(calls)
    return calls
  }, bounds)
  return {
    run: <Answer>(reading: Reading<Answer>) =>
      new Promise<Answer>((resolve, reject) => {
        storage.expectOutside?.()
        const call = { reading, resolve: resolve as Call["resolve"], reject, isOver: false }
        // Who had been answered before the store went away hears nothing of it.
        read(call).catch((reason: unknown) => {
          call.isOver = true
          reject(reason)
        })
      }),
  }
}
