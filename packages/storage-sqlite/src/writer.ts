import { StorageUnavailable } from "@symbolon/core/storage"
import type { Binding } from "./binding.ts"
import { untilFree, type Patience } from "./busy.ts"
import type { Checkpoints } from "./checkpoints.ts"
import type { Connection } from "./connection.ts"
import { giveTurns, openTurnsBetween, turnForMs } from "./turns.ts"

/** The only writer. Waiting works share one commit. */
export interface Writer {
  /** Commits all of `work` or none of it. Resolves when the data is on disk. */
  readonly write: <A>(binding: Binding, work: (binding: Binding) => Promise<A>) => Promise<A>
  /** Resolves when nothing waits or runs. */
  readonly idle: () => Promise<void>
}

/** A place in the queue. */
interface Place {
  /** It is this work's turn; rejects when no turn can come. */
  readonly turn: PromiseWithResolvers<void>
  /** The work has run, and committed to its savepoint. */
  readonly left: PromiseWithResolvers<void>
  /** The group is on the disk; rejects when it was lost. */
  readonly committed: PromiseWithResolvers<void>
}

/** How long a group takes works in, and how many of them. */
const [groupForMs, groupMax] = [25, 64]

/**
 * Group commit: waiting works run one after the other between one `begin immediate` and one
 * `commit`, each under a savepoint of its own; so many share one sync of the disk. Nobody is
 * answered before the commit. A group ends when nothing waits, or when it is full. Between two
 * groups, and within a long one, the event loop gets a turn, without which a steady stream of
 * writes would starve timers and sockets; what comes in meanwhile joins the group.
 */
export const openWriterQueue = (
  connection: Connection,
  patience: Patience,
  checkpoints: Checkpoints,
): Writer => {
  const queue: Place[] = []
  let draining: Promise<void> | undefined

  const drain = async (): Promise<void> => {
    const turnBetween = openTurnsBetween()
    while (queue.length > 0) {
      await turnBetween()
      try {
        await checkpoints.room()
        await untilFree(() => connection.command("begin immediate"), patience)
        await commitGroup()
        checkpoints.afterCommit()
      } catch (reason) {
        for (const { turn } of queue.splice(0)) turn.reject(reason)
      }
    }
    draining = undefined
  }

  const commitGroup = async (): Promise<void> => {
    const group: Place[] = []
    const takes = openGroupTime(group)
    try {
      for (let place = queue.shift(); place !== undefined; ) {
        place.turn.resolve()
        await place.left.promise
        // Some faults, such as a full disk, make SQLite roll back the whole transaction. The work
        // with the fault gets its error; the others may be tried again.
        if (!connection.database.inTransaction) {
          place.committed.resolve()
          throw rolledBack()
        }
        group.push(place)
        place = queue.length > 0 && (await takes()) ? queue.shift() : undefined
      }
      connection.command("commit")
    } catch (reason) {
      for (const { committed } of group) committed.reject(reason)
      if (connection.database.inTransaction) connection.command("rollback")
      return
    }
    for (const { committed } of group) committed.resolve()
  }

  const queueUp = (): Place => {
    const place = {
      turn: Promise.withResolvers<void>(),
      left: Promise.withResolvers<void>(),
      committed: Promise.withResolvers<void>(),
    }
    queue.push(place)
    draining ??= drain()
    return place
  }

  return {
    // Each work is run from its caller's own call, not from the queue's, so that it sees the
    // caller's async context.
    write: async (binding, work) => {
      const { turn, left, committed } = queueUp()
      await turn.promise
      const [outcome] = await Promise.allSettled([underSavepoint(connection, binding, work)])
      left.resolve()
      await committed.promise
      if (outcome.status === "rejected") throw outcome.reason
      return outcome.value
    },
    idle: async () => {
      while (draining !== undefined) await draining
    },
  }
}

const rolledBack = () =>
  new StorageUnavailable(
    "SQLite rolled back the transaction that this write shared with others. Try again.",
  )

/**
 * Answers whether a group takes one more work, after a turn of the event loop where its works have
 * held that for long.
 */
const openGroupTime = (group: readonly Place[]): (() => Promise<boolean>) => {
  const until = performance.now() + groupForMs
  let turnUntil = performance.now() + turnForMs
  return async () => {
    if (group.length >= groupMax) return false
    if (performance.now() >= turnUntil) {
      await giveTurns()
      turnUntil = performance.now() + turnForMs
    }
    return performance.now() < until
  }
}

const underSavepoint = async <A>(
  connection: Connection,
  binding: Binding,
  work: (binding: Binding) => Promise<A>,
): Promise<A> => {
  const { executor } = binding
  connection.command("savepoint work")
  executor.begin()
  try {
    const answer = await work(binding)
    executor.end()
    // A work that swallowed an error must not be half committed, as on engines that roll back at
    // the first error.
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
