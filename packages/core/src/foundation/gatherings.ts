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
      /** Whether it lets those who are not patient go first, and comes along with them. */
      readonly isPatient?: boolean
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
  /** How many places may be waited for in a queue, by the patient and by all others. */
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
  readonly patient: Waiting[]
  readonly large: Waiting[]
  /** Whether the last run took a large one. */
  wasLarge: boolean
  /** How many places are waited for. */
  readonly places: { patient: number; others: number }
  done: Promise<void>
}

/** What takes more places than this is large: it takes turns with all that does not. */
const smallMax = 8

/** How much of a run those have who go first, while patient ones wait. */
const firstShare = 0.75

/** Opens queues by name; a queue is gone when nothing waits in it. */
export const openGatherings = (limits: Limits): Gatherings => {
  const queues = new Map<string, Queue>()

  const work = async (name: string, queue: Queue): Promise<void> => {
    while (queue.small.length + queue.patient.length + queue.large.length > 0) {
      // Who comes in the same turn of the event loop comes along; and over a synchronous driver a
      // chain of promises alone would starve it.
      await new Promise((next) => setImmediate(next))
      await settle(nextOf(queue, limits.together))
    }
    queues.delete(name)
  }

  return {
    join: (name, one, { size, isPatient = false, run, isForAll }) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(name) ?? newQueue()
        const kind = isPatient ? "patient" : "others"
        if (queue.places[kind] + size > limits.waiting && queue.places[kind] > 0)
          return reject(
            new Unavailable({ reason: "Too many calls wait here.", retryAfterSeconds: 1 }),
          )
        queue.places[kind] += size
        const notPatient = size > smallMax ? queue.large : queue.small
        const waiting = isPatient ? queue.patient : notPatient
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
  patient: [],
  large: [],
  wasLarge: true,
  places: { patient: 0, others: 0 },
  done: Promise.resolve(),
})

/**
 * Takes those who come first, as many as there are places; at least one. Small and large ones take
 * turns, so that whoever brings long lists does not keep the others waiting. Patient ones have the
 * places that small ones leave, and a share of each run, so that they wait, and not for ever.
 */
const nextOf = (queue: Queue, places: number): readonly Waiting[] => {
  const { small, patient, large } = queue
  const isLarge = large.length > 0 && (!queue.wasLarge || small.length + patient.length === 0)
  queue.wasLarge = isLarge
  if (isLarge) return taken(queue, "others", large, places)
  const first = taken(
    queue,
    "others",
    small,
    patient.length > 0 ? Math.ceil(places * firstShare) : places,
  )
  const left = places - sizeOf(first)
  return left > 0 ? [...first, ...taken(queue, "patient", patient, left, first.length)] : first
}

/** Takes as many as there are places; one at least, where nobody is `ahead`. */
const taken = (
  queue: Queue,
  kind: "patient" | "others",
  waiting: Waiting[],
  places: number,
  ahead = 0,
): readonly Waiting[] => {
  let count = 0
  for (let size = 0; count < waiting.length; count += 1) {
    size += waiting[count]?.size ?? 0
    if (size > places && count + ahead > 0) break
  }
  const all = waiting.splice(0, count)
  queue.places[kind] -= sizeOf(all)
  return all
}

const sizeOf = (all: readonly Waiting[]): number => all.reduce((sum, { size }) => sum + size, 0)

/** Runs some together; each alone after that failed for a reason that need not concern them all. */
const settle = async (all: readonly Waiting[]): Promise<void> => {
  const [first] = all
  if (first === undefined) return
  try {
    const answers = await first.run(all.map(({ one }) => one as never))
    all.forEach(({ resolve }, place) => resolve(answers[place] as never))
  } catch (reason) {
    if (all.length === 1 || first.isForAll(reason)) for (const { reject } of all) reject(reason)
    else await settleEach(all)
  }
}

/** Runs each alone, until one fails for a reason that concerns them all. */
const settleEach = async (all: readonly Waiting[]): Promise<void> => {
  for (const [place, { one, run, isForAll, resolve, reject }] of all.entries())
    try {
      const [answer] = await run([one as never])
      resolve(answer as never)
    } catch (reason) {
      reject(reason)
      if (!isForAll(reason)) continue
      for (const left of all.slice(place + 1)) left.reject(reason)
      return
    }
}
