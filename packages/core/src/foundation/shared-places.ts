import { Unavailable } from "./errors/refusals.ts"

/** A few places for what may take long, shared among those who ask for them. */
export interface SharedPlaces {
  /**
   * Runs `work` when a place is free and it is the turn of `who`, who has one place at a time. What is
   * abandoned by then, since nobody waits for its answer any more, is not run.
   *
   * Rejects with {@link Unavailable} when too much of theirs waits and where it was abandoned, else as
   * `work` does.
   */
  readonly take: <A>(who: string, work: () => Promise<A>, isAbandoned?: () => boolean) => Promise<A>
}

interface Limits {
  readonly places: number
  /** How much may wait of each. */
  readonly waiting: number
}

interface Waiting {
  readonly serve: () => void
  readonly drop: () => void
  readonly isAbandoned: () => boolean
}

interface Asker {
  isServed: boolean
  waiting: Waiting[]
}

/**
 * Opens places. Those who ask are served in turns, so that one who asks for much waits for themself
 * and not before others.
 */
export const openSharedPlaces = ({ places, waiting: waitingMax }: Limits): SharedPlaces => {
  /** Who was served last stands last. */
  const askers = new Map<string, Asker>()
  let free = places

  const serve = (): void => {
    for (const [who, asker] of askers) {
      if (free === 0) return
      if (asker.isServed) continue
      dropAbandoned(asker)
      const next = asker.waiting.shift()
      if (next === undefined) {
        // All of it was abandoned.
        askers.delete(who)
        continue
      }
      free -= 1
      asker.isServed = true
      next.serve()
    }
  }

  const leave = (who: string, asker: Asker): void => {
    free += 1
    asker.isServed = false
    askers.delete(who)
    if (asker.waiting.length > 0) askers.set(who, asker)
    serve()
  }

  return {
    take: async (who, work, isAbandoned = isWaitedFor) => {
      const asker = askers.get(who) ?? { isServed: false, waiting: [] }
      if (asker.waiting.length >= waitingMax) dropAbandoned(asker)
      if (asker.waiting.length >= waitingMax)
        throw new Unavailable({
          reason: "Too many of your lists and searches wait. Wait for their answers first.",
          retryAfterSeconds: 1,
        })
      askers.set(who, asker)
      await new Promise<void>((served, dropped) => {
        asker.waiting.push({ serve: served, drop: () => dropped(abandoned()), isAbandoned })
        serve()
      })
      try {
        return await work()
      } finally {
        leave(who, asker)
      }
    },
  }
}

const isWaitedFor = (): boolean => false

const abandoned = (): Unavailable =>
  new Unavailable({
    reason: "The caller went away before it was their turn.",
    retryAfterSeconds: 1,
  })

const dropAbandoned = (asker: Asker): void => {
  const gone = asker.waiting.filter(({ isAbandoned }) => isAbandoned())
  if (gone.length === 0) return
  asker.waiting = asker.waiting.filter((one) => !gone.includes(one))
  for (const { drop } of gone) drop()
}
