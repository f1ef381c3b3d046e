/** What a list call asks for: pages count from 1. */
export interface PageRequest<SortBy extends string = string> {
  /** Number of the page, from 1. */
  readonly page: number
  /** Items a page, 1 to 100. */
  readonly pageSize: number
  /** What the list is ordered by. */
  readonly sortBy: SortBy
  /** `asc` begins with the smallest or oldest. */
  readonly sortOrder: "asc" | "desc"
}

/** One page of a list, and how many records the whole list has. */
export interface Page<T> {
  /** The items of this page, in the order of the list. */
  readonly items: readonly T[]
  /** How many items the whole list has. */
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
