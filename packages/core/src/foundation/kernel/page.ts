/** What a list call asks for: pages count from 1. */
export interface PageRequest<SortBy extends string = string> {
  readonly page: number
  readonly pageSize: number
  readonly sortBy: SortBy
  readonly sortOrder: "asc" | "desc"
}

/** One page of a list, and how many records the whole list has. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly totalItems: number
}

/** How many pages hold `totalItems` records; 0 when there are none. */
export const pageCount = (totalItems: number, pageSize: number): number =>
  Math.ceil(totalItems / pageSize)

/** A page with each of its items replaced. */
export const mapPage = <A, B>(page: Page<A>, change: (item: A) => B): Page<B> => ({
  items: page.items.map(change),
  totalItems: page.totalItems,
})
