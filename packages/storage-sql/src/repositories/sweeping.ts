import { sql } from "kysely"
import { statement } from "../statement.ts"

/** How many rows are forgotten at most: the oldest of those before a moment. */
export interface Sweep {
  readonly before: Date
  readonly limit: number
}

/**
 * Deletes the rows of `table` whose `moment` lies before a given one, the oldest first. What others
 * hold is passed over: it waits for the next sweep, and nobody for this one. Names are those of the
 * schema, in camel case.
 */
export const sweeping = (table: string, key: string, moment: string) =>
  statement<Sweep>()(({ anyTables, flavor }, p) => {
    const old = anyTables
      .selectFrom(table)
      .select(key)
      .where(sql.ref<Date>(moment), "<", p.before)
      .orderBy(sql.ref(moment))
      .limit(p.limit)
    return anyTables
      .deleteFrom(table)
      .where(flavor.amongFound(sql.ref<string>(key), flavor.lockedIfFree(old)))
  })
