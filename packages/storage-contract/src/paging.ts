import type { Page, PageRequest, Repositories, Storage } from "@symbolon/core/storage"
import { same } from "./claims.ts"
import { read } from "./storage-case.ts"

/** A list verb with everything but its page filled in. */
export type List<SortBy extends string, Row> = (
  tx: Repositories,
  page: PageRequest<SortBy>,
) => Promise<Page<Row>>

/**
 * Claims that a list answers `ascending` in that order and, asked for descending, in the reverse;
 * cut into pages of every size up to its length, with the right total, and empty past its end.
 */
export const sortsBy = async <SortBy extends string, Row>(
  storage: Storage,
  list: List<SortBy, Row>,
  sortBy: SortBy,
  ascending: readonly Row[],
): Promise<void> => {
  for (const sortOrder of ["asc", "desc"] as const) {
    const rows = sortOrder === "asc" ? ascending : ascending.toReversed()
    for (let pageSize = 1; pageSize <= rows.length + 1; pageSize += 1) {
      for (let page = 1; page <= Math.ceil(rows.length / pageSize) + 1; page += 1) {
        const found = await read(storage, (tx) => list(tx, { page, pageSize, sortBy, sortOrder }))
        const expected = {
          items: rows.slice((page - 1) * pageSize, page * pageSize),
          totalItems: rows.length,
        }
        same(found, expected, `page ${page} of size ${pageSize} by ${sortBy} ${sortOrder}`)
      }
    }
  }
}

/** All rows of a list, by `sortBy` ascending. */
export const allOf = async <SortBy extends string, Row>(
  storage: Storage,
  list: List<SortBy, Row>,
  sortBy: SortBy,
): Promise<readonly Row[]> =>
  (await read(storage, (tx) => list(tx, { page: 1, pageSize: 1000, sortBy, sortOrder: "asc" })))
    .items
