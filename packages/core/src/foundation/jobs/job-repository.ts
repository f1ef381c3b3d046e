import type { ClaimedJob, Job } from "./job.ts"

/**
 * The one queue for all background work. All instants come from the clock port; a lease that ran
 * out gives the job to the next who asks.
 */
export interface JobRepository {
  /**
   * `false` when an unfinished job has that key; nothing is written then. A completed or buried job
   * has let go of its key.
   */
  readonly schedule: (job: Job) => Promise<boolean>
  /**
   * Takes at most `limit` jobs due at `now` (then included) that no worker holds, the longest due
   * first (ties by uuid), and answers them in that order; raises `attempts` and `token` by one (the
   * first token is 1). A lease has run out at `leaseUntil` itself.
   */
  readonly claim: (at: {
    readonly now: Date
    readonly leaseUntil: Date
    readonly limit: number
  }) => Promise<readonly ClaimedJob[]>
  /**
   * Removes a finished job; `false` when the lease was lost: another worker has a newer token, or
   * the job was given back, buried or completed. A lease that ran out is not lost until another
   * worker claims the job.
   */
  readonly complete: (uuid: string, token: number) => Promise<boolean>
  /**
   * Gives a job back to run again at `dueAt`, its attempts kept; `false` when the lease was lost.
   */
  readonly retry: (uuid: string, token: number, dueAt: Date, reason: string) => Promise<boolean>
  /**
   * Keeps a job for people to look at; it is never claimed again. `false` when the lease was lost.
   */
  readonly bury: (uuid: string, token: number, reason: string) => Promise<boolean>
  /**
   * When the next job can be claimed: its due time, or the end of its lease when it is taken;
   * buried ones do not count.
   */
  readonly nextDue: () => Promise<Date | undefined>
}
