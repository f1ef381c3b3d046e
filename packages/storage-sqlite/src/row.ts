import { kindsByName, type Row } from "@symbolon/storage-sql"

/** A value as SQLite holds it. */
export type Bound = string | number | null

type Decode = (value: unknown) => unknown

/**
 * How a prepared statement's rows are read: the name of each column, and what makes of its value
 * what the core knows.
 */
export interface RowShape {
  readonly names: readonly string[]
  readonly decoders: readonly (Decode | undefined)[]
}

const decoders: Readonly<Record<string, Decode>> = {
  instant: (value) => new Date(Number(value)),
  boolean: (value) => value !== 0,
  json: (value) => jsonOf(String(value)),
}

// Most lists are empty or have one plain text, such as the card of a person: by hand a whole roster
// of them is read in a fraction of the time.
const jsonOf = (text: string): unknown => {
  if (text === "[]") return []
  const isOneText =
    text.startsWith('["') &&
    text.indexOf('"', 2) === text.length - 2 &&
    text.endsWith("]") &&
    !text.includes("\\")
  return isOneText ? [text.slice(2, -2)] : JSON.parse(text)
}

/**
 * The shape of rows with these columns. SQLite does not tell what an integer stands for, so the
 * name of the table's column does, and where there is none behind it, as behind an expression, the
 * name that the statement gives it.
 */
export const shapeOf = (
  columns: readonly { readonly name: string; readonly column: string | null }[],
): RowShape => ({
  names: columns.map(({ name }) => camelCase(name)),
  decoders: columns.map(
    ({ name, column }) => decoders[kindsByName.get(camelCase(column ?? name)) ?? "text"],
  ),
})

/** A row as the core knows it: null is undefined. */
export const readRow = ({ names, decoders: read }: RowShape, values: readonly unknown[]): Row => {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i]
    if (name === undefined) continue
    const value = values[i]
    const decode = read[i]
    row[name] = value === null ? undefined : decode === undefined ? value : decode(value)
  }
  return row
}

/** A value as SQLite takes it. An array is a set of keys, which the flavor takes apart again. */
export const bind = (value: unknown): Bound => {
  switch (typeof value) {
    case "string":
    case "number":
      return value
    case "boolean":
      return value ? 1 : 0
    case "undefined":
      return null
    case "object":
      if (value === null) return null
      if (value instanceof Date) return value.getTime()
      if (Array.isArray(value)) return JSON.stringify(value)
      break
    default:
  }
  throw new TypeError(`SQLite cannot store a ${typeof value}`)
}

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
