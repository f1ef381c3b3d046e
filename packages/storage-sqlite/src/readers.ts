import type { Binding, Bindings } from "./binding.ts"
import { untilFree, type Patience } from "./busy.ts"
import { openReader, type Connection } from "./connection.ts"
import { giveTurns, watchTurns } from "./turns.ts"

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
 * they began in. The others are opened while reads that take long give the event loop its turns, so
 * that short ones need not wait for them.
 */
const readersMax = 8

/** Opens reading connections as they are needed. */
export const openReaders = (file: string, bindings: Bindings, patience: Patience): Readers => {
  const free: Reader[] = []
  const all: Reader[] = []
  const waiting: ((reader: Reader) => void)[] = []
  let running = 0
  let rested: (() => void) | undefined
  const turns = watchTurns()

  const open = (): Reader => {
    const connection = openReader(file)
    const reader = { connection, bind: bindings(connection, "read") }
    all.push(reader)
    return reader
  }

  /** A reader: at once where one is free and this turn has not been long. */
  const acquire = (): Reader | Promise<Reader> => {
    // Reads that follow one another without a pause would starve the event loop, since each ends in
    // the turn it began in.
    if (turns.isLong()) return giveTurns().then(acquireNow)
    return acquireNow()
  }

  const acquireNow = (): Reader | Promise<Reader> => {
    const idle = free.pop() ?? (all.length < readersMax ? open() : undefined)
    return idle ?? new Promise((resolve) => waiting.push(resolve))
  }

  const giveBack = (reader: Reader): void => {
    const next = waiting.shift()
    if (next === undefined) free.push(reader)
    else if (turns.isLong()) void giveTurns().then(() => next(reader))
    else next(reader)
  }

  const onSnapshot = async <A>(work: (binding: Binding) => Promise<A>): Promise<A> => {
    const acquired = acquire()
    const reader = acquired instanceof Promise ? await acquired : acquired
    const { connection } = reader
    const binding = reader.bind()
    try {
      const freed = untilFree(connection.beginRead, patience)
      if (freed !== undefined) await freed
      binding.executor.begin()
      return await work(binding)
    } finally {
      binding.executor.end()
      if (connection.database.inTransaction) connection.command("commit")
      giveBack(reader)
    }
  }

  return {
    read: async (work) => {
      running += 1
      try {
        return await onSnapshot(work)
      } finally {
        running -= 1
        if (running === 0) rested?.()
      }
    },
    close: async () => {
      while (running > 0) await new Promise<void>((resolve) => (rested = resolve))
      for (const { connection } of all) connection.close()
    },
  }
}
