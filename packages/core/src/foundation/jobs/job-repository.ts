import type { BuriedJob, ClaimedJob, Hold, Job, Occupant, QueueName } from "./job.ts"

/** Which jobs a worker asks for. */
export interface Claim {
  readonly queue: QueueName
  readonly now: Date
  readonly leaseUntil: Date
  /** How many places are free. */
  readonly limit: number
  /** How many jobs of one group the worker runs at once, with those it has already. */
  readonly perGroup: number
  /**
   * How many jobs of one organization the worker runs at once, as a share of the places that are
   * still free, rounded down, but at least one: each job that is taken leaves fewer. Infinity for
   * as many as there are.
   */
  readonly organizationShare: number
  /** The jobs of the queue that the worker runs now. */
  readonly running: readonly Occupant[]
}

/** How a held job goes on. */
export interface Rescheduling extends Hold {
  readonly queue: QueueName
  readonly dueAt: Date
  /** From which its attempts are counted on; 0 for a job that begins anew. */
  readonly attempts: number
  /** Why the last attempt failed; undefined when it did not. */
  readonly reason: string | undefined
}

/**
 * The one queue for all background work. All instants come from the clock port; a lease that ran
 * out gives the job to the next worker that claims it.
 *
 * A hold is lost when another worker has claimed the job, or the job was given back, buried or
 * completed. A lease that ran out is not lost until another worker claims the job.
 */
export interface JobRepository {
  /**
   * `false` when an unfinished job has that key; nothing is written then. A completed or buried job
   * has let go of its key.
   */
  readonly schedule: (job: Job) => Promise<boolean>
  /** Adds jobs that have no key. */
  readonly scheduleAll: (jobs: readonly Job[]) => Promise<void>
  /**
   * Takes jobs of the queue that can be claimed at `now` (then included): free ones from their due
   * time, leased ones from the end of their lease. The longest claimable first, ties by uuid, at
   * most `limit`, and of each group and each organization no more than its cap, those `running`
   * included: what a full one has due is passed over. Answers them in that order; raises `attempts` and `token` by one (the first
   * token is 1).
   */
  readonly claim: (claim: Claim) => Promise<readonly ClaimedJob[]>
  /** Extends the leases of those still held; answers their uuids. */
  readonly renew: (holds: readonly Hold[], leaseUntil: Date) => Promise<ReadonlySet<string>>
  /** Removes the jobs still held; answers their uuids. */
  readonly complete: (holds: readonly Hold[]) => Promise<ReadonlySet<string>>
  /** Gives back the jobs still held, to run again; answers their uuids. */
  readonly reschedule: (jobs: readonly Rescheduling[]) => Promise<ReadonlySet<string>>
  /**
   * Keeps a job for people to look at; it is not claimed again. `false` when the hold was lost.
   */
  readonly bury: (hold: Hold, reason: string) => Promise<boolean>
  /**
   * Which of these keys unfinished jobs have, in no order: waiting or held jobs, not buried ones.
   */
  readonly unfinished: (keys: readonly string[]) => Promise<readonly string[]>
  /**
   * When the next job of a queue can be claimed: its due time, or the end of its lease when it is
   * taken; buried ones do not count.
   */
  readonly nextDue: (queue: QueueName) => Promise<Date | undefined>
  /**
   * How many jobs of a queue can be claimed at `now` (then included), counted up to `limit`. Buried
   * jobs do not count, nor do jobs whose lease runs.
   */
  readonly countDue: (queue: QueueName, now: Date, limit: number) => Promise<number>
  /** Buried jobs in ascending order of uuid, after `after`, at most `limit`. */
  readonly buried: (after: string | undefined, limit: number) => Promise<readonly BuriedJob[]>
  /**
   * Puts a buried job back, due at `dueAt`, its attempts at 0; `false` when it is not buried, or an
   * unfinished job has its key.
   */
  readonly restore: (uuid: string, dueAt: Date) => Promise<boolean>
  /**
   * Removes the buried jobs that were due the longest ago, of those before `before`, at most
   * `limit`; answers how many.
   */
  readonly sweep: (before: Date, limit: number) => Promise<number>
}
