import { isStorageUnavailable } from "./foundation/kernel/storage-unavailable.ts"
import type { Observer, TransactionNote } from "./foundation/ports/observer.ts"
import { systemStopwatch } from "./foundation/system/clock.ts"
import type { Storage } from "./foundation/storage/storage.ts"

const ignore = (): void => undefined

/** An observer that has every method and never throws, over one that may have only some. */
export const openObserver = (given: Partial<Observer> = {}): Observer => ({
  transaction: guarded(given.transaction),
  ledgerBatch: guarded(given.ledgerBatch),
  job: guarded(given.job),
  deliveryAttempt: guarded(given.deliveryAttempt),
  limitRefused: guarded(given.limitRefused),
  manifestSigned: guarded(given.manifestSigned),
})

const guarded = <Note>(take: ((note: Note) => void) | undefined): ((note: Note) => void) =>
  take === undefined
    ? ignore
    : (note) => {
        try {
          take(note)
        } catch {
          // A metric that fails must not fail what it counts.
        }
      }

/** The same storage, whose transactions are noted. */
export const observedStorage = <S extends Storage>(
  storage: S,
  { transaction }: Pick<Observer, "transaction">,
): S => ({
  ...storage,
  transact: async (mode, work) => {
    const elapsed = systemStopwatch()
    let runs = 0
    const note = (outcome: TransactionNote["outcome"]) =>
      transaction({
        mode,
        outcome,
        retries: Math.max(0, runs - 1),
        ms: elapsed(),
      })
    try {
      const answer = await storage.transact(mode, (tx) => {
        runs += 1
        return work(tx)
      })
      note("committed")
      return answer
    } catch (reason) {
      note(isStorageUnavailable(reason) ? "unavailable" : "undone")
      throw reason
    }
  },
})
