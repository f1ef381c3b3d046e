import { type Page, type PageRequest, pageCount } from "@symbolon/core"

interface ListInput<SortBy extends string> {
  readonly page: number
  readonly page_size: number
  readonly sort_by: SortBy
  readonly sort_order: "asc" | "desc"
}

/** The list parameters of a query, as operations take them. */
export const pageRequest = <SortBy extends string>(
  input: ListInput<SortBy>,
): PageRequest<SortBy> => ({
  page: input.page,
  pageSize: input.page_size,
  sortBy: input.sort_by,
  sortOrder: input.sort_order,
})

/** The envelope of a page. */
export const encodePage = <A, B>(
  input: { readonly page: number; readonly page_size: number },
  page: Page<A>,
  encode: (item: A) => B,
) => ({
  total_items: page.totalItems,
  total_pages: pageCount(page.totalItems, input.page_size),
  current_page: input.page,
  items: page.items.map(encode),
})
