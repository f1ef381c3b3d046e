import type { Joiner } from "./benches.ts"

/** A row as a driver gives and takes it. */
export type Row = Readonly<Record<string, unknown>>

/** A database by hand, as far as writing again what somebody wrote takes it. */
export interface RawRows {
  readonly tables: () => Promise<readonly string[]>
  readonly all: (table: string) => Promise<readonly Row[]>
}

/** The rows that one call added, in the order in which they can be added again. */
export interface Writes {
  /** The same rows for somebody else: whatever named the first ones names new ones. */
  readonly again: (joiner: Joiner) => readonly (readonly [table: string, row: Row])[]
}

/**
 * Finds out what `act` writes, on a database that is still small: the rows that are there
 * afterwards and were not before. Throws where it did anything else than add.
 */
export const learnWrites = async (
  raw: RawRows,
  first: Joiner,
  act: () => Promise<unknown>,
): Promise<Writes> => {
  const before = await allOf(raw)
  await act()
  const added = [...(await allOf(raw))].map(([table, rows]) => {
    const had = new Set((before.get(table) ?? []).map(textOf))
    const fresh = rows.filter((row) => !had.has(textOf(row)))
    if (fresh.length !== rows.length - had.size)
      throw new Error(`${table} was changed, not only added to.`)
    return [table, fresh] as const
  })
  // References go up: to users and organizations, which are there, and to memberships.
  const rank = (table: string) => (table === "memberships" ? 0 : 1)
  const rows = added
    .flatMap(([table, fresh]) => fresh.map((row) => [table, row] as const))
    .toSorted(([a], [b]) => rank(a) - rank(b))
  const ids = [
    ...new Set(
      rows
        .flatMap(([, row]) => [row["uuid"], row["address"], row["kid"]])
        .filter((id) => typeof id === "string"),
    ),
  ]
  let count = 0
  return {
    again: ({ place, userUuid }) => {
      count += 1
      const mark = count.toString(36).padStart(8, "0")
      const names = new Map([
        ...ids.map((id) => [id, `${id.slice(0, -8)}${mark}`] as const),
        [first.userUuid, userUuid],
        [first.place.uuid, place.uuid],
        [first.place.friendUuid, place.friendUuid],
      ])
      return rows.map(([table, row]) => [table, renamed(row, names)])
    },
  }
}

const allOf = async (raw: RawRows): Promise<ReadonlyMap<string, readonly Row[]>> => {
  const all = new Map<string, readonly Row[]>()
  for (const table of await raw.tables()) all.set(table, await raw.all(table))
  return all
}

const textOf = (row: Row): string => JSON.stringify(row)

const renamed = (row: Row, names: ReadonlyMap<string, string>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === "string" ? renamedText(value, names) : value,
    ]),
  )

const renamedText = (text: string, names: ReadonlyMap<string, string>): string => {
  const whole = names.get(text)
  if (whole !== undefined || !text.startsWith("{")) return whole ?? text
  return [...names].reduce((changed, [from, to]) => changed.replaceAll(from, to), text)
}
