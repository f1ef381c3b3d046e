/** `work` awaited something besides `tx`. */
export class WorkWaited extends Error {
  override readonly name = "WorkWaited"
  constructor() {
    super(
      "A transaction awaited something other than `tx`. Hash, wrap keys and fetch before the transaction begins.",
    )
  }
}

/** Gives the event loop a turn: timers fire and sockets are read. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** How long statements may run on end before the event loop gets a turn. */
export const turnForMs = 5

/**
 * Rejects as soon as `running` outlives this turn of the event loop: everything a `work` may await
 * is answered within it. What goes on afterwards finds its transaction over.
 */
export const withinOneTurn = <A>(running: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const watch = setImmediate(() => reject(new WorkWaited()))
    running.then(resolve, reject).finally(() => clearImmediate(watch))
  })

/** Keeps an eye on how long this turn has been going on. */
export interface TurnWatch {
  readonly isLong: () => boolean
}

/** A watch that starts at the first look in each turn. */
export const watchTurns = (): TurnWatch => {
  let startedAt: number | undefined
  return {
    isLong: () => {
      if (startedAt !== undefined) return performance.now() - startedAt > turnForMs
      startedAt = performance.now()
      setImmediate(() => {
        startedAt = undefined
      })
      return false
    },
  }
}
