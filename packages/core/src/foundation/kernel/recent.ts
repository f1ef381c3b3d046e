import { LRUCache } from "lru-cache"

/**
 * A memory of what was used last: at most so many entries, the one that was not used for longest is
 * let go first.
 */
export interface Recent<Value> {
  /** Counts as use. */
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => void
  /** Forgets the entry; with `value` only where it is still that one. */
  readonly forget: (key: string, value?: Value) => void
  readonly size: () => number
}

/** Opens an empty memory of `most` entries, at least one. */
export const openRecent = <Value extends NonNullable<unknown>>(most: number): Recent<Value> => {
  // By size and not by number: a memory that is told a number sets places aside for all of them
  // when it is opened, 15 ms and some megabytes for a hundred thousand.
  const entries = new LRUCache<string, Value>({
    maxSize: Math.max(1, most),
    sizeCalculation: () => 1,
  })
  return {
    get: (key) => entries.get(key),
    set: (key, value) => void entries.set(key, value),
    forget: (key, value) => {
      if (value === undefined || entries.peek(key) === value) entries.delete(key)
    },
    size: () => entries.size,
  }
}
