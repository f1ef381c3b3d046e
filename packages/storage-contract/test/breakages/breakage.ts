import { openMemory } from "@symbolon/core/memory"
import type { Page, PageRequest, Repositories, Storage } from "@symbolon/core/storage"

/** A storage with one deliberate mistake, and the name of a case that must notice it. */
export interface Breakage {
  readonly name: string
  readonly noticedBy: string
  readonly open: () => Promise<Storage>
}

type Change = (tx: Repositories) => Partial<Repositories>

/**
 * A storage whose verbs are those of memory but for the ones that `change` replaces; `change` is
 * made anew for each store.
 */
export const verbs = (name: string, noticedBy: string, change: () => Change): Breakage => ({
  name,
  noticedBy,
  open: async () => {
    const storage = openMemory()
    const changed = change()
    return {
      ...storage,
      transact: (mode, work) => storage.transact(mode, (tx) => work({ ...tx, ...changed(tx) })),
    }
  },
})

/** A storage whose `transact` or `close` is another. */
export const doors = (
  name: string,
  noticedBy: string,
  change: (storage: Storage) => Partial<Storage>,
): Breakage => ({
  name,
  noticedBy,
  open: async () => {
    const storage = openMemory()
    return { ...storage, ...change(storage) }
  },
})

/** A storage that changes every value that comes out of it. */
export const values = (
  name: string,
  noticedBy: string,
  change: (value: unknown) => unknown,
): Breakage =>
  doors(name, noticedBy, (storage) => ({
    transact: (mode, work) => storage.transact(mode, (tx) => work(answering(tx, change))),
  }))

const answering = (tx: Repositories, change: (value: unknown) => unknown): Repositories =>
  new Proxy(tx, {
    get: (nouns, noun) => {
      const repository: object = Reflect.get(nouns, noun)
      return new Proxy(repository, {
        get: (target, verb) => {
          const call: unknown = Reflect.get(target, verb)
          if (typeof call !== "function") return call
          return async (...input: unknown[]) =>
            deep(await Reflect.apply(call, target, input), change)
        },
      })
    },
  })

const deep = (value: unknown, change: (value: unknown) => unknown): unknown => {
  const changed = change(value)
  if (changed !== value || typeof value !== "object" || value === null || value instanceof Date)
    return changed
  if (value instanceof Map)
    return new Map([...value].map(([key, member]) => [key, deep(member, change)]))
  if (Array.isArray(value)) return value.map((item) => deep(item, change))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, deep(member, change)]),
  )
}

/** The same page of a list that sorts otherwise. */
export const resorted = async <SortBy extends string, Row>(
  list: (page: PageRequest<SortBy>) => Promise<Page<Row>>,
  page: PageRequest<SortBy>,
  sort: (rows: readonly Row[]) => readonly Row[],
): Promise<Page<Row>> => {
  const { items, totalItems } = await list({ ...page, page: 1, pageSize: 1_000_000 })
  return {
    items: sort(items).slice((page.page - 1) * page.pageSize, page.page * page.pageSize),
    totalItems,
  }
}

export const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)
