import type { Page, PageRequest } from "../foundation/kernel/page.ts"

/** What rows are sorted by: texts by code point, and `undefined` after everything else. */
export type SortKey = string | number | Date | undefined

/** Negative, 0 or positive, for `toSorted`. */
export const compare = (a: SortKey, b: SortKey): number => {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b)
  return Number(a) - Number(b)
}

// Strings compare by UTF-16 unit in JavaScript, by code point in a database.
const compareTexts = (a: string, b: string): number => {
  for (let index = 0; index < a.length && index < b.length; index += 1) {
    const difference = (a.codePointAt(index) ?? 0) - (b.codePointAt(index) ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** One page of `rows`: sorted by `keyOf`, ties by `idOf`, both in the order asked for. */
export const pageOf = <Row>(
  rows: readonly Row[],
  page: PageRequest,
  keyOf: (row: Row) => SortKey,
  idOf: (row: Row) => SortKey,
): Page<Row> => {
  const sign = page.sortOrder === "asc" ? 1 : -1
  const sorted = rows.toSorted(
    (a, b) => sign * (compare(keyOf(a), keyOf(b)) || compare(idOf(a), idOf(b))),
  )
  const from = (page.page - 1) * page.pageSize
  return { items: sorted.slice(from, from + page.pageSize), totalItems: rows.length }
}

/** The rows after `after`, in ascending order of `idOf`, at most `limit`. */
export const sliceOf = <Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  after: string | undefined,
  limit: number,
): readonly Row[] =>
  rows
    .filter((row) => after === undefined || compare(idOf(row), after) > 0)
    .toSorted((a, b) => compare(idOf(a), idOf(b)))
    .slice(0, limit)

/** The rows of `keys` that are there, each once. */
export const rowsOf = <Row>(
  get: (key: string) => Row | undefined,
  keys: readonly string[],
): readonly Row[] =>
  [...new Set(keys)].flatMap((key) => {
    const row = get(key)
    return row === undefined ? [] : [row]
  })
