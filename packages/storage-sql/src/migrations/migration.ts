import {
  sql,
  type Compilable,
  type CreateIndexBuilder,
  type CreateTableBuilder,
  type Kysely,
} from "kysely"
import type { Engine } from "../engine.ts"
import type { Executor } from "../executor.ts"
import type { AnyTables, Flavor } from "../flavor.ts"
import { isOptional, kindOf, type ColumnKind, type Kind } from "../schema/columns.ts"

/**
 * One step of the schema. After a release, it is never changed.
 */
export interface Migration {
  readonly name: string
  /**
   * Columns that the step adds to tables of earlier steps, before its other statements and only
   * where they are not there yet. A version before this one goes on writing rows without them, so
   * each may be empty, or says what is in it then.
   */
  readonly columns?: readonly AddedColumn[]
  /**
   * The statements that take the step, in order. Each may run again after a step that broke off.
   */
  readonly statements: (draft: Draft) => readonly Compilable[]
  /**
   * Writes rows of a new table that are made of rows that are there and that SQL cannot make. It
   * comes after the statements, and may run again as they may.
   */
  readonly fill?: (engine: Engine, tx: Executor) => Promise<void>
}

/** A column that a migration adds to a table, in snake case. */
export interface AddedColumn {
  readonly table: string
  readonly name: string
  readonly kind: Kind
  /** The table and column that it refers to, as `users.uuid`. */
  readonly references?: string
  /** What rows have that were, and are, written without it. Then the column is never empty. */
  readonly initially?: string | number
}

/** What migrations are written with. Names are those of the database, in snake case. */
export interface Draft {
  readonly db: Kysely<AnyTables>
  readonly flavor: Flavor
  readonly createTable: <Column extends string>(
    name: string,
    columns: Readonly<Record<Column, ColumnKind>>,
    constraints: (table: CreateTableBuilder<string, Column>) => CreateTableBuilder<string, Column>,
    close?: Flavor["closeTable"],
  ) => Compilable
  readonly createIndex: (
    name: string,
    table: string,
    columns: readonly string[],
  ) => CreateIndexBuilder<string>
  readonly createUniqueIndex: (
    name: string,
    table: string,
    columns: readonly string[],
  ) => CreateIndexBuilder<string>
}

/** A {@link Draft} for one flavor. */
export const draftOf = (db: Kysely<AnyTables>, flavor: Flavor): Draft => {
  const createIndex: Draft["createIndex"] = (name, table, columns) =>
    db.schema
      .createIndex(name)
      .ifNotExists()
      .on(table)
      .columns([...columns])
  return {
    db,
    flavor,
    createIndex,
    createUniqueIndex: (name, table, columns) => createIndex(name, table, columns).unique(),
    createTable: (name, columns, constraints, close = flavor.closeTable) => {
      const bare: CreateTableBuilder<string, never> = db.schema.createTable(name).ifNotExists()
      const entries: readonly (readonly [string, ColumnKind])[] = Object.entries(columns)
      const table = entries.reduce<CreateTableBuilder<string, string>>(
        (made, [column, kind]) =>
          made.addColumn(column, flavor.types[kindOf(kind)], (c) =>
            isOptional(kind) ? c : c.notNull(),
          ),
        bare,
      )
      return close(constraints(table))
    },
  }
}

/** Adds a column that may be empty, or has a first value. */
export const addColumn = (
  db: Kysely<AnyTables>,
  flavor: Flavor,
  { table, name, kind, references, initially }: AddedColumn,
): Compilable =>
  db.schema.alterTable(table).addColumn(name, flavor.types[kind], (column) => {
    const filled = initially === undefined ? column : column.notNull().defaultTo(initially)
    return references === undefined ? filled : filled.references(references)
  })

/** A condition of an index or a check, as it stands in the database. */
export const condition = (text: string) => sql<boolean>`${sql.raw(text)}`
