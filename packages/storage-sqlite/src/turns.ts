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

/** How long statements may run on end before the event loop gets turns. */
export const turnForMs = 5

/**
 * So many turns it gets then, unless others need it for as long: Node accepts one new connection in
 * each turn, and a turn in which nothing happens takes some ten microseconds.
 */
const turnsMax = 16

/** Gives the event loop turns after it was held for long. */
export const giveTurns = async (onEach: () => void = () => undefined): Promise<void> => {
  const until = performance.now() + turnForMs
  for (let turn = 0; turn < turnsMax && performance.now() < until; turn += 1) {
    onEach()
    await nextTurn()
  }
}

/** Gives the event loop a turn between two pieces of work, and more after one that took long. */
export const openTurnsBetween = (): (() => Promise<void>) => {
  let begunAt = Infinity
  return async () => {
    const isLong = performance.now() - begunAt >= turnForMs
    await (isLong ? giveTurns() : nextTurn())
    begunAt = performance.now()
  }
}

/**
 * Rejects as soon as `running` waits for something else than `turnsGiven` counts: everything a `work`
 * may await is answered within the turn of the event loop, or after one that the executor gave. What
 * goes on afterwards finds its transaction over.
 */
export const withinItsTurns = <A>(running: Promise<A>, turnsGiven: () => number): Promise<A> =>
  new Promise((resolve, reject) => {
    let seen = turnsGiven()
    const look = (): void => {
      if (turnsGiven() === seen) return reject(new WorkWaited())
      seen = turnsGiven()
      watch = setImmediate(look)
    }
    let watch = setImmediate(look)
    running.then(resolve, reject).finally(() => clearImmediate(watch))
  })

/** The turns that the event loop gets while a transaction is open. */
export interface WorkTurns {
  /** To be called when a transaction begins. */
  readonly begin: () => void
  /** Whether a statement may run at once: nothing waits, and the event loop was not held for long. */
  readonly isFree: () => boolean
  /** Runs `statement` when those before it have run, although some waited for a turn. */
  readonly inOrder: <A>(statement: () => Promise<A>) => Promise<A>
  /** Gives the event loop turns, if it was held for long. */
  readonly next: () => Promise<void> | undefined
  /** Grows with each turn that is given, and again when it is over. */
  readonly given: () => number
}

/** Turns of an executor. */
export const workTurns = (): WorkTurns => {
  let startedAt = 0
  let given = 0
  let last: Promise<void> | undefined
  const begin = (): void => {
    startedAt = performance.now()
  }
  const isLong = (): boolean => performance.now() - startedAt >= turnForMs
  const giveSome = async (): Promise<void> => {
    await giveTurns(() => (given += 1))
    given += 1
    begin()
  }
  return {
    begin,
    isFree: () => last === undefined && !isLong(),
    inOrder: async (statement) => {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      try {
        if (before !== undefined) await before
        return await statement()
      } finally {
        if (last === promise) last = undefined
        resolve()
      }
    },
    next: () => (isLong() ? giveSome() : undefined),
    given: () => given,
  }
}

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
