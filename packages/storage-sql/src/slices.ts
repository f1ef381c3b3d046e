import {
  sql,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from "kysely"
import type { Engine } from "./engine.ts"
import type { Executor } from "./executor.ts"
import { execute } from "./statement.ts"

/**
 * A place in an index: a row, by the value of the column that orders it and of the one that breaks
 * ties; or an edge, below or above all rows of a value.
 */
export interface Place {
  readonly by: unknown
  readonly tie?: string
  readonly edge?: "below" | "above"
}

/** A part of an index: what stands behind `after`, up to `until` and with it. */
export interface Slice {
  /** Missing where it begins with the index. */
  readonly after?: Place | undefined
  /** Missing where it ends with the index. */
  readonly until?: Place | undefined
}

/** The order of an index: two columns, and the direction. */
export interface Along {
  readonly by: string
  readonly tie: string
  readonly order: "asc" | "desc"
  /** Of an optional column, whether those without a value are meant, or those with one. */
  readonly missing?: boolean
}

/** A part of an index of a certain order. */
export interface Stretch {
  readonly along: Along
  readonly part: Slice
}

/** Whether a row stands in a slice. */
export const isWithin = (along: Along, { after, until }: Slice): Expression<SqlBool> => {
  const { by, missing, order } = along
  const isThere =
    missing === undefined ? [] : [sql`${sql.ref(by)} is ${sql.raw(missing ? "" : "not ")}null`]
  const isUp = order === "asc"
  const bounds = [
    ...isThere,
    ...(after === undefined ? [] : [beyond(along, after, isUp ? ">" : "<")]),
    ...(until === undefined ? [] : [beyond(along, until, isUp ? "<=" : ">=")]),
  ]
  return bounds.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(bounds, sql` and `)}`
}

/** A bound: of a row, in the order of both columns; of an edge, by the value alone. */
const beyond = (
  { by, tie, missing }: Along,
  place: Place,
  compared: ">" | "<" | ">=" | "<=",
): RawBuilder<unknown> => {
  const [column, sign] = [sql.ref(by), sql.raw(compared)]
  if (place.edge !== undefined) {
    const isLower = compared.startsWith(">")
    const isIncluded = isLower === (place.edge === "below")
    return sql`${column} ${sql.raw(`${isLower ? ">" : "<"}${isIncluded ? "=" : ""}`)} ${place.by}`
  }
  return missing === true
    ? sql`${sql.ref(tie)} ${sign} ${place.tie}`
    : sql`(${column}, ${sql.ref(tie)}) ${sign} (${place.by}, ${place.tie})`
}

/**
 * A condition that no index is sought by, so that rows are sought by the others alone. A planner takes it
 * for one that half of the rows meet.
 */
export const isTrue = (condition: Expression<SqlBool>): Expression<SqlBool> =>
  sql<SqlBool>`case when ${condition} then true else false end`

/** How many rows one statement goes through, where it could go through more. */
export const sliceOf = 2_000

/**
 * The slices of what `query` finds in a part of an index, one after the other: of `first` rows, then
 * of twice as many, up to `most`. An engine that runs its statements on the thread of the event loop
 * gives that a turn between two of them.
 */
export async function* slicesOf<DB, TB extends keyof DB, O>(
  tx: Executor,
  query: SelectQueryBuilder<DB, TB, O>,
  { along, part }: Stretch,
  { first = sliceOf, most = sliceOf }: { readonly first?: number; readonly most?: number } = {},
): AsyncGenerator<Slice> {
  let { after } = part
  for (let size = first; ; size = Math.min(most, 2 * size)) {
    const ends = query
      .clearSelect()
      .select([sql`${sql.ref(along.by)}`.as("by"), sql`${sql.ref(along.tie)}`.as("tie")])
      .$castTo<Place>()
      .where(isWithin(along, { ...part, after }))
      .orderBy(sql.ref(along.by), along.order)
      .orderBy(sql.ref(along.tie), along.order)
      .limit(1)
      .offset(size - 1)
    const until: Place | undefined = (await execute(tx, ends)).rows[0]
    yield { after, until: until ?? part.until }
    if (until === undefined) return
    after = until
  }
}

/** The same, as one slice where it has no more rows than that, of which `total` are there. */
export async function* fewSlicesOf<DB, TB extends keyof DB, O>(
  tx: Executor,
  query: SelectQueryBuilder<DB, TB, O>,
  stretch: Stretch,
  total: number,
): AsyncGenerator<Slice> {
  if (total <= sliceOf) yield stretch.part
  else yield* slicesOf(tx, query, stretch)
}

/** How many rows one statement counts that reads nothing but an index. */
const countedAtOnce = 50_000

/** How many rows `query` finds in a part of an index, counted up to `most`. */
export const countUpTo = async <DB, TB extends keyof DB, O>(
  { anyTables }: Engine,
  tx: Executor,
  query: SelectQueryBuilder<DB, TB, O>,
  stretch: Stretch,
  most: number,
): Promise<number> => {
  const countIn = async (slice: Slice, limit: number): Promise<number> => {
    const some = query.where(isWithin(stretch.along, slice)).limit(limit)
    const total = sql<number>`(select count(*) from (${some}) as counted)`.as("total")
    return (await execute(tx, anyTables.selectNoFrom(total))).rows[0]?.total ?? 0
  }
  if (most <= countedAtOnce) return countIn(stretch.part, most)
  let total = 0
  const size = { first: countedAtOnce, most: countedAtOnce }
  for await (const slice of slicesOf(tx, query, stretch, size)) {
    if (slice.until === stretch.part.until) total += await countIn(slice, countedAtOnce)
    else total += countedAtOnce
    if (total >= most) return most
  }
  return total
}
