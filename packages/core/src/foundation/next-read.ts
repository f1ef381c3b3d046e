import { AsyncLocalStorage } from "node:async_hooks"
import { isStorageUnavailable } from "./kernel/storage-unavailable.ts"

/** Reads that many callers share. */
interface Bounds {
  /** How many may be under way at once. A call waits only while so many are. */
  readonly atOnce: number
  /** How many callers share one at most. */
  readonly together: number
}

interface Waiting<One, Answer> {
  readonly one: One
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Lets callers share what `readAll` reads, which answers each in its place. A caller is answered
 * only by a read that began after the call: what was true before it, and is no longer, is never the
 * answer. A call that comes while fewer than `atOnce` are under way reads at once and alone; the
 * others share the next one, which belongs to none of them: it runs where the reads were opened. A
 * read that fails fails for all who share it, and for all who wait, where the store is away.
 */
export const openNextRead = <One, Answer>(
  readAll: (all: readonly One[]) => Promise<readonly Answer[]>,
  { atOnce, together }: Bounds,
): ((one: One) => Promise<Answer>) => {
  const belongingToNobody = AsyncLocalStorage.snapshot()
  const waiting: Waiting<One, Answer>[] = []
  let running = 0

  /** Ends one that was under way, and reads on for those who came meanwhile. */
  const readOn = async (): Promise<void> => {
    // Taken out before anything is asked: whoever comes from now on is none of them.
    while (waiting.length > 0) await settle(waiting.splice(0, together))
    running -= 1
  }
  const readAlone = async (one: One): Promise<Answer> => {
    running += 1
    try {
      const [answer] = await readAll([one])
      return answer as Answer
    } catch (reason) {
      failed([], reason)
      throw reason
    } finally {
      if (waiting.length === 0) running -= 1
      else void belongingToNobody(readOn)
    }
  }
  const settle = async (all: readonly Waiting<One, Answer>[]): Promise<void> => {
    try {
      const answers = await readAll(all.map(({ one }) => one))
      all.forEach(({ resolve }, place) => resolve(answers[place] as Answer))
    } catch (reason) {
      failed(all, reason)
    }
  }
  const failed = (all: readonly Waiting<One, Answer>[], reason: unknown): void => {
    const theirs = isStorageUnavailable(reason) ? [...all, ...waiting.splice(0)] : all
    for (const { reject } of theirs) reject(reason)
  }

  return (one) =>
    running < atOnce
      ? readAlone(one)
      : new Promise((resolve, reject) => void waiting.push({ one, resolve, reject }))
}
