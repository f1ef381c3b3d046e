import { isStorageUnavailable } from "./kernel/storage-unavailable.ts"
import { openNextRead } from "./next-read.ts"
import type { Clock } from "./ports/clock.ts"
import { mergingReads } from "./merging-reads.ts"
import type { Repositories, Storage } from "./storage/storage.ts"

/** What is read on a snapshot; `now` is from before it. It may run again. */
type Reading<Answer> = (tx: Repositories, now: Date) => Promise<Answer>

/** Snapshots that callers share. */
export interface SharedReads {
  /** Rejects as `reading` does, or as the store. */
  readonly run: <Answer>(reading: Reading<Answer>) => Promise<Answer>
}

type Outcome = { readonly answer: unknown } | { readonly reason: unknown }

/** With two under way, one that takes long does not hold up those behind it. */
const bounds = { atOnce: 2, together: 64 }

/**
 * Opens snapshots that are shared: each reading begins on one that was taken after it was asked for. What
 * many ask of the same snapshot is asked together ({@link mergingReads}). A reading that the store
 * fails at takes nobody with it: each is tried alone then, unless the store is away.
 */
export const openSharedReads = (storage: Storage, clock: Clock): SharedReads => {
  const onOne = (all: readonly Reading<unknown>[]): Promise<readonly unknown[]> => {
    const now = clock.now()
    return storage.transact("read", async (tx) => {
      const shared = all.length === 1 ? tx : mergingReads(tx)
      // All have ended before the snapshot does, also when one fails.
      const ended = await Promise.allSettled(all.map((reading) => reading(shared, now)))
      return ended.map((one) => {
        if (one.status === "rejected") throw one.reason
        return one.value
      })
    })
  }
  const outcomesOf = async (all: readonly Reading<unknown>[]): Promise<readonly Outcome[]> => {
    try {
      return (await onOne(all)).map((answer) => ({ answer }))
    } catch (reason) {
      if (all.length === 1 || isStorageUnavailable(reason)) return all.map(() => ({ reason }))
      const outcomes: Outcome[] = []
      for (const one of all) outcomes.push(...(await outcomesOf([one])))
      return outcomes
    }
  }
  const read = openNextRead(outcomesOf, bounds)
  return {
    run: async <Answer>(reading: Reading<Answer>) => {
      const outcome = await read(reading)
      if ("reason" in outcome) throw outcome.reason
      return outcome.answer as Answer
    },
  }
}
