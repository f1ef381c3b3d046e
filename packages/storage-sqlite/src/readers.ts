import type { Binding, Bindings } from "./binding.ts"
import { untilFree, type Patience } from "./busy.ts"
import { openReader, type Connection } from "./connection.ts"
import { nextTurn, watchTurns } from "./turns.ts"

/** A connection that reads. */
interface Reader {
  readonly connection: Connection
  readonly bind: () => Binding
}

/** Reads, each on a snapshot of its own. */
export interface Readers {
  readonly read: <A>(work: (binding: Binding) => Promise<A>) => Promise<A>
  /** Resolves when no read runs; the connections are closed then. */
  readonly close: () => Promise<void>
}

/**
 * Connections give snapshots, not parallelism: two are enough for reads that never leave the turn
 * they began in.
 */
const readersMax = 2

/** Opens reading connections as they are needed. */
export const openReaders = (file: string, bindings: Bindings, patience: Patience): Readers => {
  const free: Reader[] = []
  const all: Reader[] = []
  const waiting: ((reader: Reader) => void)[] = []
  const running = new Set<Promise<unknown>>()
  const turns = watchTurns()

  const open = (): Reader => {
    const connection = openReader(file)
    const reader = { connection, bind: bindings(connection, "read") }
    all.push(reader)
    return reader
  }

  const acquire = async (): Promise<Reader> => {
    // Reads that follow one another without a pause would starve the event loop, since each ends in
    // the turn it began in.
    if (turns.isLong()) await nextTurn()
    const idle = free.pop() ?? (all.length < readersMax ? open() : undefined)
    return idle ?? new Promise((resolve) => waiting.push(resolve))
  }

  const giveBack = (reader: Reader): void => {
    const next = waiting.shift()
    if (next === undefined) free.push(reader)
    else if (turns.isLong()) setImmediate(next, reader)
    else next(reader)
  }

  const onSnapshot = async <A>(work: (binding: Binding) => Promise<A>): Promise<A> => {
    const reader = await acquire()
    const { connection } = reader
    const binding = reader.bind()
    try {
      await untilFree(() => takeSnapshot(connection), patience)
      binding.executor.begin()
      return await work(binding)
    } finally {
      binding.executor.end()
      if (connection.database.inTransaction) connection.command("commit")
      giveBack(reader)
    }
  }

  return {
    read: (work) => {
      const reading = onSnapshot(work)
      running.add(reading)
      const forget = (): void => {
        running.delete(reading)
      }
      reading.then(forget, forget)
      return reading
    },
    close: async () => {
      while (running.size > 0) await Promise.allSettled(running)
      for (const { connection } of all) connection.close()
    },
  }
}

// A deferred transaction has its snapshot from its first read on, so that one is made at once.
const takeSnapshot = (connection: Connection): void => {
  if (!connection.database.inTransaction) connection.command("begin")
  connection.run(
    { text: "select 1 as one from sqlite_schema limit 1", writes: false, isKept: true },
    [],
  )
}
