import { closeSync, existsSync, openSync } from "node:fs"
import { dirname } from "node:path"
import {
  ReadOnly,
  TransactionOver,
  type Answer,
  type Command,
  type Executor,
  type Row,
} from "@symbolon/storage-sql"
import Database from "better-sqlite3"
import { bind, readRow, shapeOf, type RowShape } from "./row.ts"
import { workTurns } from "./turns.ts"

interface Prepared {
  readonly statement: Database.Statement<unknown[]>
  /** Undefined when it answers no rows. */
  readonly shape: RowShape | undefined
}

/** One connection to the file, with a cached prepared statement for each query text. */
export interface Connection {
  readonly database: Database.Database
  /** Runs a text without values or rows, prepared as well. */
  readonly command: (text: string) => void
  /**
   * Begins a transaction that reads, on the snapshot of this moment: a deferred transaction has its
   * own from its first read on, so that one is made at once.
   */
  readonly beginRead: () => void
  readonly run: (command: Command, values: readonly unknown[]) => Answer<Row>
  readonly runEach: (command: Command, rows: readonly (readonly unknown[])[]) => number
  readonly close: () => void
}

/**
 * How long opening may wait for another process that is just making the file; afterwards nothing
 * waits inside SQLite.
 */
const openWithinMs = 5_000

/**
 * Pages that a connection keeps, in KiB: 64 MiB, taken as they are needed. With the default of 2
 * MiB a write to a file of a hundred thousand people fetches most pages of its indexes anew.
 */
const cacheKib = 65_536

/**
 * The writer's connection. It makes the file if it is missing, and chooses WAL and a sync of the
 * disk with every commit. The bytes of a file are opened in memory.
 */
export const openWriter = (file: string | Buffer): Connection => {
  if (typeof file === "string") {
    expectFolder(file)
    makeForOwner(file)
  }
  const connection = connect(file, { timeout: openWithinMs })
  const journal = connection.database.pragma("journal_mode = WAL", { simple: true })
  if (journal !== "wal" && journal !== "memory")
    throw new Error(`SQLite cannot use a write-ahead log at ${String(file)}. Use a local disk.`)
  connection.database.pragma("synchronous = FULL")
  connection.database.pragma("busy_timeout = 0")
  return connection
}

/** Makes a missing file that its owner alone reads. SQLite gives the files beside it the same mode. */
const makeForOwner = (file: string): void => {
  if (file !== ":memory:" && !existsSync(file)) closeSync(openSync(file, "a", 0o600))
}

/** @throws if the directory of a file is not there: SQLite makes the file alone. */
const expectFolder = (file: string): void => {
  const folder = dirname(file)
  if (!existsSync(folder))
    throw new Error(
      `SQLite cannot open ${file}: the directory ${folder} does not exist. Create it first.`,
    )
}

/** A connection that reads. */
export const openReader = (file: string): Connection => {
  const connection = connect(file, { timeout: 0, fileMustExist: true })
  connection.database.pragma("query_only = ON")
  return connection
}

const connect = (file: string | Buffer, options: Database.Options): Connection => {
  const database = new Database(file, options)
  database.pragma("foreign_keys = ON")
  database.pragma(`cache_size = -${cacheKib}`)
  const statements = new Map<string, Prepared>()

  const prepare = ({ text, isKept }: Pick<Command, "text" | "isKept">): Prepared => {
    const known = statements.get(text)
    if (known !== undefined) return known
    const statement = database.prepare<unknown[]>(text)
    const prepared = {
      statement: statement.reader ? statement.raw(true) : statement,
      shape: statement.reader ? shapeOf(statement.columns()) : undefined,
    }
    if (isKept) statements.set(text, prepared)
    return prepared
  }

  const begin = database.prepare("begin")
  const look = database.prepare("select 1 from sqlite_schema limit 1").pluck()
  return {
    database,
    beginRead: () => {
      if (!database.inTransaction) begin.run()
      look.get()
    },
    command: (text) => {
      prepare({ text, isKept: true }).statement.run()
    },
    run: (command, values) => {
      const { statement, shape } = prepare(command)
      const bound = values.map(bind)
      if (shape === undefined) return { rows: [], changed: statement.run(...bound).changes }
      const rows = statement.all(...bound).map((row) => readRow(shape, valuesOf(row)))
      return { rows, changed: rows.length }
    },
    runEach: (command, rows) => {
      const { statement } = prepare(command)
      let changed = 0
      for (const values of rows) changed += statement.run(...values.map(bind)).changes
      return changed
    },
    close: () => {
      database.close()
    },
  }
}

const valuesOf = (row: unknown): readonly unknown[] => {
  if (Array.isArray(row)) return row
  throw new TypeError("better-sqlite3 was told to answer arrays")
}

/** An executor whose life is one transaction. */
export interface BoundExecutor extends Executor {
  /** From now on every verb rejects. */
  readonly end: () => void
  /** From now on verbs run again. */
  readonly begin: () => void
  /** Grows whenever the event loop got a turn between two statements. */
  readonly turnsGiven: () => number
  /** What the first statement that failed in this transaction was rejected with. */
  readonly failure: () => { readonly reason: unknown } | undefined
}

/** Rows that are written before it is looked whether the event loop needs a turn. */
const rowsAtOnce = 64

/**
 * The executor of a connection. It runs at once. A transaction has the connection for itself, and
 * gives the event loop a turn between two statements when it has held it for long.
 */
export const executorOf = (connection: Connection, mode: "read" | "write"): BoundExecutor => {
  const turns = workTurns()
  // One executor serves transaction after transaction: what comes back from a turn must find its own.
  let transaction = 0
  let isOpen = false
  let failed: { readonly reason: unknown } | undefined
  const guard = ({ writes }: Command, mine: number): void => {
    if (!isOpen || transaction !== mine) throw new TransactionOver()
    if (writes && mode === "read") throw new ReadOnly()
  }
  const noting = <A>(statement: () => A): A => {
    try {
      return statement()
    } catch (reason) {
      failed ??= { reason }
      throw reason
    }
  }
  return {
    mode,
    begin: () => {
      isOpen = true
      transaction += 1
      failed = undefined
      turns.begin()
    },
    end: () => {
      isOpen = false
    },
    turnsGiven: turns.given,
    failure: () => failed,
    run: async (command, values) => {
      const mine = transaction
      guard(command, mine)
      const statement = () => {
        guard(command, mine)
        return noting(() => connection.run(command, values))
      }
      return turns.isFree()
        ? statement()
        : turns.inOrder(async () => {
            await turns.next()
            return statement()
          })
    },
    runEach: async (command, rows) => {
      const mine = transaction
      guard(command, mine)
      return turns.inOrder(async () => {
        let changed = 0
        for (let from = 0; from < rows.length; from += rowsAtOnce) {
          await turns.next()
          guard(command, mine)
          changed += noting(() => connection.runEach(command, rows.slice(from, from + rowsAtOnce)))
        }
        return changed
      })
    },
  }
}
