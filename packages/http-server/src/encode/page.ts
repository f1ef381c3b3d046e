import { type Page, pageCount, type PageRequest } from "@symbolon/core"

/** The paginated envelope of the specification. */
export interface WirePage<Item> {
  readonly total_items: number
  readonly total_pages: number
  readonly current_page: number
  readonly items: Item[]
}

/** A page on the wire. */
export const encodePage = <Row, Item>(page: Page<Row>, asked: PageRequest, encode: (row: Row) => Item): WirePage<Item> => ({
  total_items: page.totalItems,
  total_pages: pageCount(page.totalItems, asked.pageSize),
  current_page: asked.page,
  items: page.items.map(encode),
})

/** The list parameters of a request, in the domain's words. */
export const decodePage = <SortBy extends string>(query: {
  readonly page: number
  readonly page_size: number
  readonly sort_by: SortBy
  readonly sort_order: "asc" | "desc"
}): PageRequest<SortBy> => ({ page: query.page, pageSize: query.page_size, sortBy: query.sort_by, sortOrder: query.sort_order })
