import type { Page, PageRequest } from "../kernel/page.ts"

/** What rows are sorted by. `undefined` stands last in ascending order, as in the SQL adapters. */
export type SortKey = string | number | Date | undefined

const compare = (a: SortKey, b: SortKey): number => {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1
  const [left, right] = [a instanceof Date ? a.getTime() : a, b instanceof Date ? b.getTime() : b]
  return left < right ? -1 : left > right ? 1 : 0
}

/** One page of `rows`: sorted by `keyOf`, ties by `idOf`, both in the order asked for. */
export const pageOf = <Row>(
  rows: readonly Row[],
  page: PageRequest,
  keyOf: (row: Row) => SortKey,
  idOf: (row: Row) => SortKey,
): Page<Row> => {
  const sign = page.sortOrder === "asc" ? 1 : -1
  const sorted = rows.toSorted((a, b) => sign * (compare(keyOf(a), keyOf(b)) || compare(idOf(a), idOf(b))))
  const from = (page.page - 1) * page.pageSize
  return { items: sorted.slice(from, from + page.pageSize), totalItems: rows.length }
}
