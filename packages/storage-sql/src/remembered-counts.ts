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
  const known = new Map<string, Remembered>()
  return {
    of: async (key, at, count) => {
      const before = known.get(key)
      const age = at.getTime() - (before?.at ?? 0)
      if (before !== undefined && age >= 0 && age < rememberedMs) return before.total
      const total = await count()
      known.delete(key)
      if (total < many) return total
      const [oldest] = known.keys()
      if (known.size >= keysMax && oldest !== undefined) known.delete(oldest)
      known.set(key, { total, at: at.getTime() })
      return total
    },
  }
}
