import type { WithResponse } from "./call.ts"

/** A page of a list. */
export interface Page<T> {
  readonly total_items: number
  readonly total_pages: number
  readonly current_page: number
  /** May be fewer than requested, or none, while later pages have more. */
  readonly items: readonly T[]
}

/**
 * A list. Await it to get the requested page, or iterate over it to get all items from there on.
 * Nothing is fetched before that, and then one page at a time.
 *
 * @example
 * ```ts
 * const firstPage = await client.wallets.listTransactions(address, { page_size: 50 })
 * for await (const transaction of client.wallets.listTransactions(address)) console.log(transaction.amount)
 * const latest = await client.wallets.listTransactions(address).toArray({ limit: 500 })
 * ```
 */
export interface List<T> extends AsyncIterable<T>, PromiseLike<Page<T>> {
  /** The requested page with status, headers, request id and rate limit. */
  readonly withResponse: () => Promise<WithResponse<Page<T>>>
  /** Iterates over the pages, from the requested one to the last. */
  readonly pages: () => AsyncGenerator<Page<T>, void, undefined>
  /** The items of all pages, or the first `limit` of them. */
  readonly toArray: (options?: { readonly limit?: number }) => Promise<T[]>
  readonly catch: <Caught = never>(
    onRejected?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ) => Promise<Page<T> | Caught>
  readonly finally: (onSettled?: (() => void) | null) => Promise<Page<T>>
}

/** Fetches one page; without `number`, the one that the caller requested. */
type FetchPage<T> = (number?: number) => Promise<WithResponse<Page<T>>>

/** Makes a list of a way to fetch its pages, of which the first is `firstPage`. */
export const toList = <T>(fetchPage: FetchPage<T>, firstPage = 1): List<T> => {
  let fetched: Promise<WithResponse<Page<T>>> | undefined
  const first = () => (fetched ??= fetchPage())
  const page = () => first().then(({ data }) => data)
  const list: List<T> = {
    then: (onFulfilled, onRejected) => page().then(onFulfilled, onRejected),
    catch: (onRejected) => page().catch(onRejected),
    finally: (onSettled) => page().finally(onSettled),
    withResponse: () => first().then((whole) => whole),
    pages: () => walk(fetchPage, firstPage),
    toArray: async ({ limit = Number.POSITIVE_INFINITY } = {}) => {
      const all: T[] = []
      if (limit <= 0) return all
      for await (const item of list) if (all.push(item) >= limit) break
      return all
    },
    async *[Symbol.asyncIterator]() {
      for await (const { items } of list.pages()) yield* items
    },
  }
  return list
}

/**
 * A page may be short or empty; only its number says whether it is the last. Numbers always grow,
 * so that the walk ends.
 */
async function* walk<T>(
  fetchPage: FetchPage<T>,
  firstPage: number,
): AsyncGenerator<Page<T>, void, undefined> {
  for (let number = firstPage; ; number++) {
    const { data } = await fetchPage(number)
    yield data
    number = Math.max(number, data.current_page)
    if (number >= data.total_pages) return
  }
}
