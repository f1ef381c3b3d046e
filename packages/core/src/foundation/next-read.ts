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
 * others share the next one. A read that fails fails for all who share it.
 */
export const openNextRead = <One, Answer>(
  readAll: (all: readonly One[]) => Promise<readonly Answer[]>,
  { atOnce, together }: Bounds,
): ((one: One) => Promise<Answer>) => {
  const waiting: Waiting<One, Answer>[] = []
  let running = 0

  const readNext = async (): Promise<void> => {
    running += 1
    try {
      // Taken out before anything is asked: whoever comes from now on is none of them.
      for (let all = waiting.splice(0, together); all.length > 0; ) {
        await settle(all)
        all = waiting.splice(0, together)
      }
    } finally {
      running -= 1
    }
  }
  const settle = async (all: readonly Waiting<One, Answer>[]): Promise<void> => {
    try {
      const answers = await readAll(all.map(({ one }) => one))
      all.forEach(({ resolve }, place) => resolve(answers[place] as Answer))
    } catch (reason) {
      for (const { reject } of all) reject(reason)
    }
  }

  return (one) =>
    new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject })
      if (running < atOnce) void readNext()
    })
}
