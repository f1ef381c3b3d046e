/**
 * What a column holds; `?` where it may hold nothing. Each flavor says how its engine stores a
 * kind.
 */
export type Kind = "text" | "integer" | "boolean" | "instant" | "json"
export type ColumnKind = Kind | `${Kind}?`

type Held<T> = [T] extends [string]
  ? "text"
  : [T] extends [number]
    ? "integer"
    : [T] extends [boolean]
      ? "boolean"
      : [T] extends [Date]
        ? "instant"
        : "json"

/**
 * The columns of the table that holds `T`: all of its fields, each with its kind. A field that the
 * core adds, renames or makes optional does not compile until it has a column here (and a test
 * compares these with what the migrations made).
 */
export type Columns<T> = {
  readonly [Field in keyof T]-?: undefined extends T[Field]
    ? `${Held<Exclude<T[Field], undefined>>}?`
    : Held<T[Field]>
}

/** A row as the database has it: null where the core says undefined. */
export type Stored<T> = {
  [Field in keyof T]-?: undefined extends T[Field] ? Exclude<T[Field], undefined> | null : T[Field]
}

/** A row as an executor answers it: undefined where the database says null. */
export type Read<R> = {
  [Field in keyof R]: null extends R[Field] ? Exclude<R[Field], null> | undefined : R[Field]
}

/** The names of the columns, for `select`. */
export const namesOf = <C extends object>(columns: C): readonly (keyof C & string)[] => {
  const isName = (name: string): name is keyof C & string => Object.hasOwn(columns, name)
  return Object.keys(columns).filter(isName)
}

/** The kind without its `?`. */
export const kindOf = (column: ColumnKind): Kind => {
  switch (column) {
    case "text?":
      return "text"
    case "integer?":
      return "integer"
    case "boolean?":
      return "boolean"
    case "instant?":
      return "instant"
    case "json?":
      return "json"
    default:
      return column
  }
}

/** Whether the column may hold nothing. */
export const isOptional = (column: ColumnKind): boolean => column.endsWith("?")
