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
export const openRecent = <Value>(most: number): Recent<Value> => {
  // A Map keeps the order of insertion: what was used last is put last, so the first is the one to
  // let go.
  const entries = new Map<string, Value>()
  const set = (key: string, value: Value): void => {
    entries.delete(key)
    entries.set(key, value)
    if (entries.size <= Math.max(1, most)) return
    for (const oldest of entries.keys()) {
      entries.delete(oldest)
      return
    }
  }
  return {
    get: (key) => {
      const value = entries.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
    forget: (key, value) => {
      if (value === undefined || entries.get(key) === value) entries.delete(key)
    },
    size: () => entries.size,
  }
}
