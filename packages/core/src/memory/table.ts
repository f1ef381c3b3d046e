/** How to take back what the running transaction wrote, oldest first. */
export interface UndoLog {
  readonly note: (undo: () => void) => void
}

/**
 * Rows by key. A row may also take *places*: texts that no other row of the table has, which is how
 * the table holds what must be unique, and how a row is found by something else than its key. Rows
 * are replaced, never changed.
 */
export interface Table<Row> {
  readonly get: (key: string) => Row | undefined
  /** The row that takes a place. */
  readonly at: (place: string) => Row | undefined
  readonly rows: () => readonly Row[]
  /** `false`, and nothing is written, when the key or one of the places is taken. */
  readonly add: (row: Row) => boolean
  /** Whether no other row has one of its places. */
  readonly hasRoomFor: (row: Row) => boolean
  /** Writes the row over the one of the same key; throws when another row has one of its places. */
  readonly put: (row: Row) => void
  readonly delete: (key: string) => void
}

/** A place, or a key, made of several parts. */
export const place = (...parts: readonly (string | number)[]): string => parts.join("\u0000")

export const table = <Row>(
  log: UndoLog,
  keyOf: (row: Row) => string,
  placesOf: (row: Row) => readonly string[] = () => [],
): Table<Row> => {
  const rows = new Map<string, Row>()
  const holders = new Map<string, string>()

  const swap = (key: string, before: Row | undefined, after: Row | undefined): void => {
    for (const taken of before === undefined ? [] : placesOf(before)) holders.delete(taken)
    for (const taken of after === undefined ? [] : placesOf(after)) holders.set(taken, key)
    if (after === undefined) rows.delete(key)
    else rows.set(key, after)
  }
  const change = (key: string, after: Row | undefined): void => {
    const before = rows.get(key)
    swap(key, before, after)
    log.note(() => swap(key, after, before))
  }
  const isFree = (row: Row): boolean =>
    placesOf(row).every((wanted) => (holders.get(wanted) ?? keyOf(row)) === keyOf(row))

  return {
    get: (key) => rows.get(key),
    at: (wanted) => {
      const key = holders.get(wanted)
      return key === undefined ? undefined : rows.get(key)
    },
    rows: () => [...rows.values()],
    hasRoomFor: isFree,
    add: (row) => {
      if (rows.has(keyOf(row)) || !isFree(row)) return false
      change(keyOf(row), row)
      return true
    },
    put: (row) => {
      if (!isFree(row)) throw new Error(`Another row has a place of ${keyOf(row)}.`)
      change(keyOf(row), row)
    },
    delete: (key) => change(key, undefined),
  }
}
