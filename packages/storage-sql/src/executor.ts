/** A text to run, compiled once. */
export interface Command {
  readonly text: string
  /** Whether it changes anything: a "read" refuses it before the engine is asked. */
  readonly writes: boolean
  /** Whether it is worth keeping prepared; what migrates runs once. */
  readonly isKept: boolean
}

/** What a statement answers. */
export interface Answer<R> {
  readonly rows: readonly R[]
  /** How many rows were written. */
  readonly changed: number
}

export type Row = Readonly<Record<string, unknown>>

/**
 * Runs commands against one engine, inside one open transaction. It is the seam to the driver, and
 * all conversion is here.
 *
 * In: undefined is null; a Date keeps its milliseconds; an array of texts is a set of keys, for the
 * flavor's `among`. Out: names are camel case, null is undefined, instants are Dates, booleans are
 * booleans, JSON is parsed, and integers up to 2^53-1 are numbers.
 */
export interface Executor {
  readonly mode: "read" | "write"
  readonly run: (command: Command, values: readonly unknown[]) => Promise<Answer<Row>>
  /**
   * Runs a command of the flavor's `insertEach` or `updateEach` over all rows; answers how many
   * rows were written.
   */
  readonly runEach: (command: Command, rows: readonly (readonly unknown[])[]) => Promise<number>
}

/** A "read" met a statement that writes. */
export class ReadOnly extends Error {
  override readonly name = "ReadOnly"
  constructor() {
    super('A "read" cannot write: open the transaction with "write".')
  }
}

/** For verbs that write and may find that there is nothing to write. */
export const requireWrite = ({ mode }: Executor): void => {
  if (mode === "read") throw new ReadOnly()
}

/** A verb was called on a transaction that is over. */
export class TransactionOver extends Error {
  override readonly name = "TransactionOver"
  constructor() {
    super("This transaction is over: a verb was called after `work` had settled.")
  }
}

/** The first of the rows, if any. */
export const first = async <R>(answer: Promise<Answer<R>>): Promise<R | undefined> =>
  (await answer).rows[0]

/** All of the rows. */
export const rows = async <R>(answer: Promise<Answer<R>>): Promise<readonly R[]> =>
  (await answer).rows

/** Whether anything was written. */
export const did = async (answer: Promise<Answer<unknown>>): Promise<boolean> =>
  (await answer).changed > 0

/** For verbs that answer nothing. */
export const done = async (answer: Promise<unknown>): Promise<void> => {
  await answer
}
