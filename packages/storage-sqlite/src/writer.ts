import type { Binding } from "./binding.ts"
import { untilFree, type Patience } from "./busy.ts"
import type { Connection } from "./connection.ts"
import { nextTurn, turnForMs } from "./turns.ts"

interface Waiting {
  /** Runs the work under its savepoint; what it answers tells the caller, and is called once all is durable. */
  readonly run: () => Promise<() => void>
  readonly reject: (reason: unknown) => void
}

/** The one way to write: whoever waits shares a commit with those who wait beside them. */
export interface Writer {
  /** All of `work` is kept or none of it; answers when it is on the disk. */
  readonly write: <A>(binding: Binding, work: (binding: Binding) => Promise<A>) => Promise<A>
  /** Resolves when nothing waits or runs. */
  readonly idle: () => Promise<void>
}

/**
 * Group commit: waiting works run one after the other between one `begin immediate` and one `commit`, each under a savepoint
 * of its own, for at most a few milliseconds; so many share one sync of the disk. Nobody is answered before the commit. Between
 * two commits the event loop gets a turn, without which a steady stream of writes would starve timers and sockets.
 */
export const openWriterQueue = (connection: Connection, patience: Patience): Writer => {
  const queue: Waiting[] = []
  let draining: Promise<void> | undefined

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      await nextTurn()
      try {
        await untilFree(() => connection.command("begin immediate"), patience)
        await commitGroup()
      } catch (reason) {
        for (const { reject } of queue.splice(0)) reject(reason)
      }
    }
    draining = undefined
  }

  const commitGroup = async (): Promise<void> => {
    const settled: { readonly keep: () => void; readonly reject: Waiting["reject"] }[] = []
    const until = performance.now() + turnForMs
    try {
      for (let one = queue.shift(); one !== undefined; one = performance.now() < until ? queue.shift() : undefined) {
        const keep = await one.run()
        // A full disk or the like makes SQLite undo everything by itself. Whoever met it knows why; the others did nothing wrong.
        if (!connection.database.inTransaction) {
          keep()
          throw new Error("SQLite gave up the transaction that this write shared with others. It may be tried again.")
        }
        settled.push({ keep, reject: one.reject })
      }
      connection.command("commit")
    } catch (reason) {
      for (const { reject } of settled) reject(reason)
      if (connection.database.inTransaction) connection.command("rollback")
      return
    }
    for (const { keep } of settled) keep()
  }

  const underSavepoint = async <A>(binding: Binding, work: (binding: Binding) => Promise<A>): Promise<A> => {
    const { executor } = binding
    connection.command("savepoint work")
    executor.begin()
    try {
      const answer = await work(binding)
      executor.end()
      // As on engines that undo a transaction at its first error: who swallowed one must not find half of the work kept.
      const failure = executor.failure()
      if (failure !== undefined) throw failure.reason
      connection.command("release work")
      return answer
    } catch (reason) {
      executor.end()
      if (connection.database.inTransaction) {
        connection.command("rollback to work")
        connection.command("release work")
      }
      throw reason
    }
  }

  return {
    write: (binding, work) =>
      new Promise((resolve, reject) => {
        const run = async (): Promise<() => void> => {
          try {
            const answer = await underSavepoint(binding, work)
            return () => resolve(answer)
          } catch (reason) {
            return () => reject(reason)
          }
        }
        queue.push({ run, reject })
        draining ??= drain()
      }),
    idle: async () => {
      while (draining !== undefined) await draining
    },
  }
}
