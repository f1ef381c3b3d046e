import { sql } from "kysely"
import { namesOf, type Columns } from "../schema/columns.ts"

/**
 * The columns of one of several tables that a statement joins. Each gets a name of its own
 * (`clientName` for `name` under `client`), since tables share names; `of` makes the table's row of
 * the statement's again.
 */
export const joined = <T extends object>(table: string, under: string, columns: Columns<T>) => {
  const fields = namesOf(columns).map((name) => ({
    name,
    alias: `${under}${name[0]?.toUpperCase()}${name.slice(1)}`,
  }))
  return {
    selection: fields.map(({ name, alias }) => sql.ref(`${table}.${name}`).as(alias)),
    of: (row: Readonly<Record<string, unknown>>): T => {
      const made: Record<string, unknown> = {}
      for (const { name, alias } of fields) made[name] = row[alias]
      return made as T
    },
  }
}
