/** What a table wrote in the running transaction, newest last: how to take it back. */
export interface UndoLog {
  readonly note: (undo: () => void) => void
  readonly mustWrite: () => void
}

/** Rows by key. Rows are never changed, only replaced, so that undoing is putting the old one back. */
export interface Table<Row> {
  readonly get: (key: string) => Row | undefined
  readonly has: (key: string) => boolean
  readonly set: (key: string, row: Row) => void
  readonly delete: (key: string) => void
  readonly rows: () => readonly Row[]
}

export const table = <Row>(log: UndoLog): Table<Row> => {
  const rows = new Map<string, Row>()
  const restore = (key: string) => {
    const before = rows.get(key)
    const existed = rows.has(key)
    log.note(() => (existed && before !== undefined ? rows.set(key, before) : rows.delete(key)))
  }
  return {
    get: (key) => rows.get(key),
    has: (key) => rows.has(key),
    set: (key, row) => {
      log.mustWrite()
      restore(key)
      rows.set(key, row)
    },
    delete: (key) => {
      log.mustWrite()
      restore(key)
      rows.delete(key)
    },
    rows: () => [...rows.values()],
  }
}
