import type { Page, PageRequest } from "@symbolon/core/storage"
import { sql, type SelectQueryBuilder } from "kysely"
import type { Executor } from "./executor.ts"
import { isOptional, type ColumnKind, type Read } from "./schema/columns.ts"
import { execute } from "./statement.ts"

/** What a list may be sorted by: the wire's name and the column it means. */
export interface Sorting<SortBy extends string> {
  readonly columns: Readonly<Record<string, ColumnKind>>
  readonly by: Readonly<Record<SortBy, string>>
  /** The column that breaks ties, where it is not `uuid`. */
  readonly tie?: string
}

/**
 * One page of `query`, and how many rows it has in all, as `count` says where that is found out in
 * another way than by counting them here. Ties are broken in the same direction, by uuid mostly,
 * and a missing value stands after every other.
 */
export const readPage = async <DB, TB extends keyof DB, O, SortBy extends string>(
  executor: Executor,
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageRequest<SortBy>,
  sorting: Sorting<SortBy>,
  count: () => Promise<number> = () => countOf(executor, query),
): Promise<Page<Read<O>>> => {
  const reading = ordered(query, page, sorting)
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  const [totalItems, { rows: items }] = await Promise.all([count(), execute(executor, reading)])
  return { items, totalItems }
}

/** A query that has no rows of another part, and how many it has. */
export interface Part<DB, TB extends keyof DB, O> {
  readonly query: SelectQueryBuilder<DB, TB, O>
  readonly count: () => Promise<number>
}

/**
 * The rows of a page of all parts, one part after the other; each in the order of the page. A part
 * is counted only where the page begins behind it.
 */
export const readParts = async <DB, TB extends keyof DB, O, SortBy extends string>(
  executor: Executor,
  parts: readonly Part<DB, TB, O>[],
  page: PageRequest<SortBy>,
  sorting: Sorting<SortBy>,
): Promise<readonly Read<O>[]> => {
  const items: Read<O>[] = []
  let skip = (page.page - 1) * page.pageSize
  for (const [n, { query, count }] of parts.entries()) {
    const reading = ordered(query, page, sorting)
      .limit(page.pageSize - items.length)
      .offset(skip)
    const { rows } = await execute(executor, reading)
    items.push(...rows)
    if (items.length === page.pageSize || n === parts.length - 1) return items
    skip = items.length > 0 || skip === 0 ? 0 : Math.max(0, skip - (await count()))
  }
  return items
}

const ordered = <DB, TB extends keyof DB, O, SortBy extends string>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageRequest<SortBy>,
  { columns, by, tie = "uuid" }: Sorting<SortBy>,
) => {
  const column = by[page.sortBy]
  return query
    .orderBy(sql.ref(column), (order) => {
      const directed = page.sortOrder === "asc" ? order.asc() : order.desc()
      // Said only where it matters: SQLite walks no index for an order whose nulls it must move.
      if (!isOptional(columns[column] ?? "text")) return directed
      return page.sortOrder === "asc" ? directed.nullsLast() : directed.nullsFirst()
    })
    .orderBy(sql.ref(tie), page.sortOrder)
}

/** How many rows a query has. */
export const countOf = async <DB, TB extends keyof DB, O>(
  executor: Executor,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> => {
  const counting = query
    .clearSelect()
    .select(sql<number>`count(*)`.as("total"))
    .$castTo<{ total: number }>()
  return (await execute(executor, counting)).rows[0]?.total ?? 0
}

/** Rows in the order of these uuids. */
export const inOrderOf = <R extends { readonly uuid: string }>(
  rows: readonly R[],
  uuids: readonly string[],
): readonly R[] => {
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  return uuids.flatMap((uuid) => byUuid.get(uuid) ?? [])
}
