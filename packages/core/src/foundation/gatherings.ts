import { Unavailable } from "./errors/refusals.ts"

/** Calls that wait for the same thing and are answered together. */
export interface Gatherings {
  /**
   * Hands `one` to `run` together with whatever else waits in the queue `name`: at once when none is
   * running, else with one of the next. Resolves with the answer in its place.
   *
   * Rejects with {@link Unavailable} when too many wait. A run that fails is tried again with each
   * alone, so that nobody fails for another's sake, unless `isForAll` says that it would fail for
   * each.
   */
  readonly join: <One, Answer>(
    name: string,
    one: One,
    how: {
      /** How many places it takes. */
      readonly size: number
      /** Answers all in their order. All callers of a queue bring the same. */
      readonly run: (all: readonly One[]) => Promise<readonly Answer[]>
      readonly isForAll: (reason: unknown) => boolean
    },
  ) => Promise<Answer>
  /** Resolves when nothing waits any more. */
  readonly idle: () => Promise<void>
}

interface Limits {
  /** How many places a run has; a call that takes more runs alone. */
  readonly together: number
  /** How many places may be waited for in a queue. */
  readonly waiting: number
}

interface Waiting {
  readonly one: unknown
  readonly size: number
  readonly run: (all: readonly never[]) => Promise<readonly unknown[]>
  readonly isForAll: (reason: unknown) => boolean
  readonly resolve: (answer: never) => void
  readonly reject: (reason: unknown) => void
}

interface Queue {
  /** Those that take few places, in the order they came. */
  readonly small: Waiting[]
  readonly large: Waiting[]
  /** Which of them the last run took. */
  last: "small" | "large"
  places: number
  done: Promise<void>
}

/** What takes more places than this is large: it takes turns with all that does not. */
const smallMax = 8

/** Opens queues by name; a queue is gone when nothing waits in it. */
export const openGatherings = (limits: Limits): Gatherings => {
  const queues = new Map<string, Queue>()

  const work = async (name: string, queue: Queue): Promise<void> => {
    while (queue.small.length + queue.large.length > 0) {
      // Who comes in the same turn of the event loop comes along; and over a synchronous driver a
      // chain of promises alone would starve it.
      await new Promise((next) => setImmediate(next))
      await settle(nextOf(queue, limits.together))
    }
    queues.delete(name)
  }

  return {
    join: (name, one, { size, run, isForAll }) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(name) ?? newQueue()
        if (queue.places + size > limits.waiting && queue.places > 0)
          return reject(
            new Unavailable({ reason: "Too many calls wait here.", retryAfterSeconds: 1 }),
          )
        queue.places += size
        const waiting = size > smallMax ? queue.large : queue.small
        waiting.push({ one, size, run, isForAll, resolve, reject })
        if (queues.has(name)) return
        queues.set(name, queue)
        queue.done = work(name, queue)
      }),
    idle: async () => {
      while (queues.size > 0) await Promise.all([...queues.values()].map(({ done }) => done))
    },
  }
}

const newQueue = (): Queue => ({
  small: [],
  large: [],
  last: "large",
  places: 0,
  done: Promise.resolve(),
})

/**
 * Takes those who come first, as many as there are places; at least one. Small and large ones take
 * turns, so that whoever brings long lists does not keep the others waiting.
 */
const nextOf = (queue: Queue, places: number): readonly Waiting[] => {
  const other = queue.last === "small" ? "large" : "small"
  queue.last = queue[other].length > 0 ? other : queue.last
  const waiting = queue[queue.last]
  let taken = 0
  let count = 0
  for (const { size } of waiting) {
    if (count > 0 && taken + size > places) break
    taken += size
    count += 1
  }
  queue.places -= taken
  return waiting.splice(0, count)
}

/** Runs some together; each alone after that failed for a reason that need not concern them all. */
const settle = async (all: readonly Waiting[]): Promise<void> => {
  const [first] = all
  if (first === undefined) return
  try {
    const answers = await first.run(all.map(({ one }) => one as never))
    all.forEach(({ resolve }, place) => resolve(answers[place] as never))
  } catch (reason) {
    if (all.length === 1 || first.isForAll(reason)) for (const { reject } of all) reject(reason)
    else for (const one of all) await settle([one])
  }
}
