import {
  ReadOnly,
  TransactionOver,
  type Command,
  type Executor,
  type Row,
} from "@symbolon/storage-sql"
import type { PoolClient, QueryArrayConfig, QueryArrayResult } from "pg"
import { bind, camelCase, columnsOf, readRow } from "./codec.ts"
import { gatheringWrites } from "./gathered-writes.ts"

/** An executor that belongs to a connection and works while a transaction is open on it. */
export interface BoundExecutor extends Executor {
  /** From now on it works; what writes waits for `begun`. */
  readonly begin: (begun: Promise<unknown>) => void
  readonly end: () => void
  /**
   * What the first statement that failed was rejected with: after it the engine keeps nothing of
   * the transaction.
   */
  readonly failure: () => { readonly reason: unknown } | undefined
}

/** Caches statement data for all connections of a store. */
export interface Texts {
  /**
   * The name under which a connection keeps the text prepared; undefined where statements cannot
   * be.
   */
  readonly nameOf: (command: Command) => string | undefined
  /** The columns a text answers, in camel case. */
  readonly columnsOf: (
    text: string,
    fields: readonly { readonly name: string }[],
  ) => readonly string[]
}

/** A memory of texts. */
export const rememberTexts = (isPrepared: boolean): Texts => {
  const names = new Map<string, string>()
  const columns = new Map<string, readonly string[]>()
  return {
    nameOf: ({ text, isKept }) => {
      if (!isPrepared || !isKept) return undefined
      const known = names.get(text)
      if (known !== undefined) return known
      const name = `symbolon_${names.size + 1}`
      names.set(text, name)
      return name
    },
    columnsOf: (text, fields) => {
      const known = columns.get(text)
      if (known !== undefined) return known
      const made = fields.map(({ name }) => camelCase(name))
      columns.set(text, made)
      return made
    },
  }
}

/** The executor of a connection. */
export const executorOf = (
  client: PoolClient,
  mode: "read" | "write",
  texts: Texts,
): BoundExecutor => {
  const gather = gatheringWrites(client)
  let isOpen = false
  let hasBegun: Promise<unknown> = Promise.resolve()
  let failed: { readonly reason: unknown } | undefined

  const ask = async (
    command: Command,
    values: readonly unknown[],
  ): Promise<QueryArrayResult<unknown[]>> => {
    if (!isOpen) throw new TransactionOver()
    if (command.writes && mode === "read") throw new ReadOnly()
    if (command.writes) await hasBegun
    const name = texts.nameOf(command)
    const query: QueryArrayConfig<unknown[]> = {
      text: command.text,
      values: values.map(bind),
      rowMode: "array",
      ...(name === undefined ? {} : { name }),
    }
    gather()
    try {
      return await client.query<unknown[]>(query)
    } catch (reason) {
      failed ??= { reason }
      throw reason
    }
  }

  return {
    mode,
    begin: (begun) => {
      isOpen = true
      hasBegun = begun
      failed = undefined
    },
    end: () => {
      isOpen = false
    },
    failure: () => failed,
    run: async (command, values) => {
      const { rows, fields, rowCount } = await ask(command, values)
      const names = texts.columnsOf(command.text, fields)
      return { rows: rows.map((row): Row => readRow(names, row)), changed: rowCount ?? 0 }
    },
    runEach: async (command, rows) => (await ask(command, columnsOf(rows))).rowCount ?? 0,
  }
}
