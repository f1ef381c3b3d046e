import type { Clock } from "../ports/clock.ts"
import type { Logger } from "../ports/logger.ts"
import type { Worker } from "./worker.ts"

const minuteMs = 60_000
const lookEveryMs = minuteMs
/** Longer than a server takes to restart, and than a few failed attempts at one job. */
const overdueAfterMs = 5 * minuteMs
const warnAgainAfterMs = 60 * minuteMs

interface OverdueParts {
  readonly work: Pick<Worker, "nextDue">
  readonly clock: Clock
  /** Whether this process runs the work. */
  readonly isRunning: () => boolean
  readonly warn: Logger["warn"]
}

/** A look at the queue once a minute. */
export interface OverdueWatch {
  /**
   * Looks now; warns when work is overdue and no warning was given within the last hour. Never
   * rejects.
   */
  readonly look: () => Promise<void>
  /** Ends the looks; resolves when none is under way. */
  readonly stop: () => Promise<void>
}

/**
 * Warns while background work has been due for more than five minutes. Memberships that move,
 * organizations that close, keys that rotate and holds that expire all wait in one queue, and a
 * program that never runs it would not notice. Keeps no process alive.
 */
export const watchOverdue = ({ work, clock, isRunning, warn }: OverdueParts): OverdueWatch => {
  let warnedAt: number | undefined
  let looking: Promise<void> = Promise.resolve()

  const lookOnce = async (): Promise<void> => {
    const due = await work.nextDue()
    const now = clock.now().getTime()
    if (due === undefined || now - due.getTime() < overdueAfterMs) return
    if (warnedAt !== undefined && now - warnedAt < warnAgainAfterMs) return
    warnedAt = now
    warn({ due_since: due.toISOString() }, isRunning() ? behind : idle)
  }
  const look = (): Promise<void> => {
    // A store that does not answer is for those to say who wanted something of it.
    looking = looking.then(lookOnce).catch(() => undefined)
    return looking
  }
  const timer = lookNowAndThen(new WeakRef(look))
  return {
    look,
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

/**
 * The timer keeps nothing in memory: a Symbolon that was let go of without `close`, as in many a
 * test, is collected, and its looks end with it. A function of its own, for a closure holds all that
 * stands around it.
 */
const lookNowAndThen = (held: WeakRef<OverdueWatch["look"]>): ReturnType<typeof setInterval> => {
  const timer = setInterval(() => {
    const look = held.deref()
    if (look === undefined) clearInterval(timer)
    else void look()
  }, lookEveryMs)
  return timer.unref()
}

const idle =
  "Background work is overdue, and no process runs it. Call runWork() on this Symbolon in one process, or run `symbolon serve` on the same database."
const behind =
  "Background work is overdue although this process runs it. Check the log for jobs that fail or take long."
