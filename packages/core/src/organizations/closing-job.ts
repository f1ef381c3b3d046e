import { type CardsReached, type Closing, closingOf, type ClosingReached } from "./closing.ts"
import type { Clock } from "../foundation/ports/clock.ts"
import type { JobHandler } from "../foundation/jobs/job-kind.ts"

/**
 * How long it keeps others in the queue waiting: far less than a lease, which this clock counts
 * too.
 */
const turnMs = 5_000

/** What is left to do after an organization was deleted, batch by batch; run by the host. */
interface ClosingWork {
  readonly closeMemberships: (
    closing: Closing,
    from: ClosingReached | undefined,
    requestId: string | undefined,
  ) => Promise<ClosingReached | undefined>
  readonly closeCards: (
    closing: Closing,
    from: CardsReached | undefined,
    requestId: string | undefined,
  ) => Promise<CardsReached | undefined>
}

/**
 * Ends the memberships of an organization that was deleted, then what it did with its cards, and
 * gives way to other work now and then; it then begins anew, and passes over what has ended.
 */
export const organizationClosing =
  (clock: Clock, { closeMemberships, closeCards }: ClosingWork): JobHandler =>
  async (job) => {
    const closing = closingOf(job)
    const until = clock.now().getTime() + turnMs
    let reached: ClosingReached | undefined
    const isTimeLeft = () => clock.now().getTime() < until
    do {
      reached = await closeMemberships(closing, reached, job.requestId)
    } while (reached !== undefined && isTimeLeft())
    let cards: CardsReached | undefined = {}
    while (cards !== undefined && isTimeLeft())
      cards = await closeCards(closing, cards, job.requestId)
    return reached !== undefined || cards !== undefined ? clock.now() : undefined
  }
