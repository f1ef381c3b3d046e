import type { Person, Table } from "../src/door/people.ts"

/** The Map that a table of people is where they were enlisted one by one. */
export const mapOf = (table: Table): ReadonlyMap<string, Person> => {
  if (!(table instanceof Map)) throw new Error("These people stand in a text.")
  return table
}
