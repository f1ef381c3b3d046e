import {
  sql,
  type Compilable,
  type CreateTableBuilder,
  type Dialect,
  type Expression,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from "kysely"
import type { Executor, Row } from "./executor.ts"
import type { Kind } from "./schema/columns.ts"

/**
 * A table whose name is not known to the type checker, for what is written the same way for all of
 * them.
 */
export interface AnyTables {
  readonly [table: string]: { readonly [column: string]: unknown }
}

/** The places of a set-shaped statement: one for each column, filled from each row. */
export interface Each {
  readonly table: string
  readonly kinds: Readonly<Record<string, Kind>>
  readonly places: Readonly<Record<string, unknown>>
}

/**
 * A column that a row takes from the row of another table whose `uuid` it names in its place `by`,
 * which is no column itself. Rows for which that is not there, or has no value, are left out.
 */
export interface LookedUp {
  readonly column: string
  readonly table: string
  readonly by: string
}

/** What becomes of a row whose key is there already. */
export interface Met<Column extends string = string> {
  /** The columns of the key. */
  readonly key: readonly Column[]
  /** Replaced, left out, or merged: then of some columns what each is set to, as SQL. */
  readonly then: "replace" | "skip" | Readonly<Partial<Record<Column, string>>>
}

/** What the columns of a row that is there are set to. */
export const merging = (
  columns: Readonly<Partial<Record<string, string>>>,
): Readonly<Record<string, RawBuilder<unknown>>> =>
  Object.fromEntries(Object.entries(columns).map(([name, text]) => [name, sql.raw(text ?? name)]))

/** A column that an update raises: by one, or by however much. */
export interface Raised {
  readonly column: string
  readonly by: "one" | "any"
}

/**
 * What an engine can do and how it says it: every difference between engines that SQL written once
 * has to know.
 */
export interface Flavor {
  /** Kysely's compiler and what goes with it; its driver is never used. */
  readonly grammar: Pick<Dialect, "createAdapter" | "createQueryCompiler">
  /** Where the tables are, if not in the connection's own schema. */
  readonly schema: string | undefined
  /** What must be there before the first table: the schema itself. */
  readonly prepareSchema: (db: Kysely<AnyTables>) => readonly Compilable[]
  /** Answers a row if the table is there. */
  readonly findTable: (db: Kysely<AnyTables>, name: string) => Compilable
  /** Answers a row if the table has the column. */
  readonly findColumn: (db: Kysely<AnyTables>, table: string, name: string) => Compilable
  /** Column types. */
  readonly types: Readonly<Record<Kind, RawBuilder<unknown>>>
  /** The text after the columns of a new table. */
  readonly closeTable: <Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
  ) => CreateTableBuilder<Table, Column>
  /**
   * The same for a table whose rows are kept in the order of its key, in the key's own index;
   * undefined where the engine keeps rows and keys apart.
   */
  readonly closeKeyedTable: Flavor["closeTable"] | undefined
  /**
   * Holds every row of a table that is there to a condition from now on. `row` is what the names of
   * columns in the condition begin with.
   */
  readonly addCheck: (
    db: Kysely<AnyTables>,
    check: {
      readonly table: string
      readonly name: string
      readonly condition: (row: string) => string
    },
  ) => readonly Compilable[]
  /**
   * Drops a constraint, where the engine can drop one from a table that is there; elsewhere it
   * stays.
   */
  readonly dropConstraint: (
    db: Kysely<AnyTables>,
    table: string,
    name: string,
  ) => readonly Compilable[]
  /**
   * Makes the table in which all processes of a store count limits together, unlogged where the
   * engine can; nothing where one process alone uses the store. The adapter writes and reads it.
   */
  readonly makeRateLimits: (db: Kysely<AnyTables>) => readonly Compilable[]
  /** Locks what is read until the transaction ends, but not against those who only refer to it. */
  readonly locked: <DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ) => SelectQueryBuilder<DB, TB, O>
  /**
   * Keeps what is read from being {@link locked} or changed until the transaction ends; many may
   * hold it at once.
   */
  readonly held: <DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ) => SelectQueryBuilder<DB, TB, O>
  /** As `locked`, passing over rows that others have locked. */
  readonly lockedIfFree: <DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ) => SelectQueryBuilder<DB, TB, O>
  /** Whether `column` is one of a set of keys, handed in as one value whatever their number. */
  readonly among: (
    column: Expression<string>,
    keys: Expression<readonly string[]>,
  ) => Expression<SqlBool>
  /** Whether a text is in the JSON list of a column. */
  readonly lists: (
    column: Expression<readonly string[]>,
    text: Expression<string>,
  ) => Expression<SqlBool>
  /**
   * Whether `column` is one of those that `query` finds, which is asked once and before anything
   * else.
   */
  readonly amongFound: (
    column: Expression<string>,
    query: Expression<unknown>,
  ) => Expression<SqlBool>
  /**
   * A column whose condition is looked at in rows that were found by another, for planners that
   * would else begin with it.
   */
  readonly aside: <T>(column: Expression<T>) => Expression<T>
  /**
   * Inserts all rows: one statement over arrays, or one run again for each row. Where `met` names
   * the columns of a key, a row whose key is there already takes the place of that row
   * (`replace`; no two of the rows may have the same key then), is left out (`skip`), or sets columns
   * of it.
   */
  readonly insertEach: (
    db: Kysely<AnyTables>,
    each: Each,
    met?: Met,
    lookedUp?: LookedUp,
  ) => Compilable
  /** Overwrites the rows of a given key; where a column is `raised`, only those in which it is lower. */
  readonly updateEach: (
    db: Kysely<AnyTables>,
    each: Each,
    key: string,
    raised: Raised | undefined,
  ) => Compilable
  /**
   * Opens a look over all rows of a table, in a transaction that reads: answers as many more rows
   * as are asked for, fewer only at the end. All of them must be read before another table is
   * opened.
   */
  readonly openPages: (
    db: Kysely<AnyTables>,
    tx: Executor,
    table: string,
    columns: readonly string[],
  ) => Promise<(most: number) => Promise<readonly Row[]>>
}
