/**
 * Counts of long lists, remembered for a while: to count is to walk, so it costs the more the
 * longer a list is, and a page does not.
 */
export interface RememberedCounts {
  /**
   * What `count` answered for `key` within the last {@link rememberedMs} up to `at`, if it was
   * many; else what it answers.
   */
  readonly of: (key: string, at: Date, count: () => Promise<number>) => Promise<number>
  /** What is remembered for `key` at `at`, if anything is. */
  readonly known: (key: string, at: Date) => number | undefined
  /** Remembers what was counted for `key` at `at`, if it was many. */
  readonly keep: (key: string, at: Date, total: number) => void
}

/** How long a large count is cached. */
export const rememberedMs = 10_000

/** Fewer are counted each time. */
export const many = 1_000

const keysMax = 1_000

interface Remembered {
  readonly total: number
  readonly at: number
}

/** None is known yet. */
export const rememberedCounts = (): RememberedCounts => {
  const remembered = new Map<string, Remembered>()
  const known = (key: string, at: Date): number | undefined => {
    const before = remembered.get(key)
    const age = at.getTime() - (before?.at ?? 0)
    return before !== undefined && age >= 0 && age < rememberedMs ? before.total : undefined
  }
  const keep = (key: string, at: Date, total: number): void => {
    remembered.delete(key)
    if (total < many) return
    const [oldest] = remembered.keys()
    if (remembered.size >= keysMax && oldest !== undefined) remembered.delete(oldest)
    remembered.set(key, { total, at: at.getTime() })
  }
  return {
    of: async (key, at, count) => {
      const before = known(key, at)
      if (before !== undefined) return before
      const total = await count()
      keep(key, at, total)
      return total
    },
    known,
    keep,
  }
}
