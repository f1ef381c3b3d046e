import type { Repositories } from "../storage/storage.ts"
import type { ClaimedJob, QueueName } from "./job.ts"

/** When a job runs again, and where it waits until then. */
export interface Again {
  readonly dueAt: Date
  /** Undefined is the queue it was in. */
  readonly queue?: QueueName
}

/** What a job came to. */
export interface JobRun<Result> {
  readonly result: Result
  /** Undefined when it is done. */
  readonly again?: Again | undefined
}

/** A job that ended, with its result. */
export interface EndedJob<Result> {
  readonly job: ClaimedJob
  readonly result: Result
}

/**
 * How jobs of one kind are done: read in the transaction that claims them, run outside of any, and
 * written in the transaction that ends them. Each of the two transactions has many jobs.
 *
 * What `run` throws is retried with growing pauses, and given up after {@link attemptsMax}
 * attempts, counted anew whenever the job runs again because it wants to.
 */
export interface JobKind<Input, Result> {
  /** Reads what the jobs need, by their uuid. */
  readonly load?: (
    tx: Repositories,
    jobs: readonly ClaimedJob[],
  ) => Promise<ReadonlyMap<string, Input>>
  /** Does the job. The signal tells that another worker has it now, or that this process ends. */
  readonly run: (
    job: ClaimedJob,
    input: Input | undefined,
    signal: AbortSignal,
  ) => Promise<JobRun<Result>>
  /** Writes the results of jobs that this worker still holds, and of those alone. */
  readonly finish?: (tx: Repositories, ended: readonly EndedJob<Result>[]) => Promise<void>
}

/** A kind whose inputs and results are its own affair. */
export type AnyJobKind = JobKind<unknown, unknown>

/** Hides the types that only the kind itself knows. */
export const anyKind = <Input, Result>(kind: JobKind<Input, Result>): AnyJobKind =>
  kind as unknown as AnyJobKind

/** Does one job by itself. Answers when it wants to run again; undefined when it is done. */
export type JobHandler = (job: ClaimedJob) => Promise<Date | undefined>

/** A kind that reads and writes by itself. */
export const handledBy = (handler: JobHandler): AnyJobKind => ({
  run: async (job) => {
    const dueAt = await handler(job)
    return { result: undefined, again: dueAt && { dueAt } }
  },
})

/** How often a job that fails is tried. */
export const attemptsMax = 10
const pauseFirstMs = 1_000
const pauseMaxMs = 3_600_000

/** How long a failed job waits before it is tried again: doubling from one second to an hour. */
export const pauseAfter = (attempts: number): number =>
  Math.min(pauseFirstMs * 2 ** (attempts - 1), pauseMaxMs)
