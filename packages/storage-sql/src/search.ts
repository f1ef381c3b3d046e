import type { PageRequest } from "@symbolon/core/storage"
import { sliceOf } from "./slices.ts"

/** A row that was found, by what puts it in the order of a page. */
export interface Key {
  readonly uuid: string
  readonly by: Date | undefined
}

/** The keys of what is found, a part after the other; none comes twice. */
export type Found = AsyncIterable<readonly Key[]>

/**
 * A list that is searched by the beginnings of words, of which a row has to have all. The rows are
 * those that the list has without the search; names are the entries of an index of words, which may
 * be those of all rows there are.
 */
export interface Search {
  readonly beginnings: readonly string[]
  /** How many names begin with each of them, counted up to `most`. */
  readonly namesUpTo: (most: number) => Promise<readonly number[]>
  /** How many rows there are, counted up to `most`. */
  readonly rowsUpTo: (most: number) => Promise<number>
  /** Names who has one of the words, `names` of them, and asks them for the others. */
  readonly byNames: (beginning: string, names: number) => Found
  /** Asks all rows for all words, `rows` of them, in any order. */
  readonly among: (rows: number) => Found
  /** The same in the order of the page, a slice of `most` first. */
  readonly inOrder: (most: number) => Found
}

/** So few are named without a look at how many rows there are. */
const few = 1_000

/** By how much more is looked for each time that neither the names nor the rows have ended. */
const further = 16

/** So few rows are gone through in the order of a page without a look at what else could be. */
const soFew = 10_000

/** How many a search finds, as far as it is remembered. */
export interface Total {
  /** How many it found a moment ago. */
  readonly known: number | undefined
  /** Told how many it finds when they were counted. */
  readonly keep: (counted: number) => void
  /** How many rows there are; may be remembered. */
  readonly rows: () => Promise<number>
}

/**
 * The page of a search, and how many are found in all.
 *
 * Words are those of everybody, not of one organization's members. So the rarest of the words is
 * named where fewer have it than there are rows, and those who have it are asked for the others;
 * else the rows are asked. Either way it costs no more than the shorter one of both, and nobody pays
 * for the names of others. Where the total is known, and the page is soon full, its rows are looked
 * for in the order of the page.
 */
export const findPage = async (
  search: Search,
  page: PageRequest<string>,
  { known, keep, rows: countRows }: Total,
): Promise<{ readonly uuids: readonly string[]; readonly total: number }> => {
  const inOrder = async (rows: number, total: number) => {
    const { keys } = await bestOf(search.inOrder(Math.min(sliceOf, rows)), page, true)
    return { uuids: uuidsOf(keys, page), total }
  }
  const expected =
    known === undefined ? Infinity : (page.page * page.pageSize * (await countRows())) / known
  // A little more than is expected to be enough.
  const enough = Math.ceil(expected * 1.25) + 10
  if (known !== undefined && expected <= soFew) return inOrder(enough, known)
  const { names = Infinity, rarest, rows } = await shorterOf(search)
  if (known !== undefined && expected < names) return inOrder(enough, known)
  const found = rarest === undefined ? search.among(rows) : search.byNames(rarest, names)
  const { keys, total } = await bestOf(found, page, false)
  keep(total)
  return { uuids: uuidsOf(keys, page), total }
}

/** The names of the word that fewest have, or all rows: which are fewer, found at the cost of either. */
const shorterOf = async (
  search: Search,
): Promise<
  | { readonly rarest: string; readonly names: number; readonly rows?: never }
  | { readonly rarest?: never; readonly names?: never; readonly rows: number }
> => {
  let [reach, most] = [few, few]
  for (;;) {
    const counts = await search.namesUpTo(most + 1)
    const names = Math.min(...counts)
    const rarest = search.beginnings[counts.indexOf(names)]
    if (rarest !== undefined && names <= most) return { rarest, names }
    if (most < reach) return { rows: most }
    reach *= further
    const rows = await search.rowsUpTo(reach)
    if (rows <= Math.max(most, sliceOf)) return { rows }
    most = rows
  }
}

/** The keys that a page may have, in its order, and how many were found. */
const bestOf = async (
  found: Found,
  { page, pageSize, sortOrder }: PageRequest<string>,
  isInOrder: boolean,
): Promise<{ readonly keys: readonly Key[]; readonly total: number }> => {
  const wanted = page * pageSize
  const compare = sortOrder === "asc" ? ascending : descending
  let keys: Key[] = []
  let total = 0
  for await (const part of found) {
    total += part.length
    for (const key of part) keys.push(key)
    if (isInOrder && keys.length >= wanted) break
    if (keys.length > 2 * wanted + spare) keys = keys.sort(compare).slice(0, wanted)
  }
  return { keys: keys.sort(compare), total }
}

/** Keys beyond those of a page that are kept until they are put in order. */
const spare = 10_000

const uuidsOf = (
  keys: readonly Key[],
  { page, pageSize }: PageRequest<string>,
): readonly string[] => keys.slice((page - 1) * pageSize, page * pageSize).map(({ uuid }) => uuid)

// A missing value stands after every other, and ties are broken in the same direction.
const ascending = (a: Key, b: Key): number => {
  const [one, other] = [a.by?.getTime() ?? Infinity, b.by?.getTime() ?? Infinity]
  if (one !== other) return one < other ? -1 : 1
  return a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0
}

const descending = (a: Key, b: Key): number => ascending(b, a)

/** Leaves out what came before, where a row may be found by more than one name. */
export async function* eachOnce(found: Found): AsyncGenerator<readonly Key[]> {
  const before = new Set<string>()
  for await (const part of found) {
    const fresh = part.filter(({ uuid }) => !before.has(uuid))
    for (const { uuid } of fresh) before.add(uuid)
    yield fresh
  }
}

/**
 * The beginnings without those that another one begins with, which say nothing more.
 */
export const tellingOf = (beginnings: readonly string[]): readonly string[] =>
  beginnings.filter(
    (one, n) =>
      !beginnings.some((other, m) => m !== n && other.startsWith(one) && (other !== one || m < n)),
  )
