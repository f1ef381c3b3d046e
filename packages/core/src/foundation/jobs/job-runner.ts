import type { Clock } from "../ports/clock.ts"
import type { Logger } from "../ports/logger.ts"
import type { JobNote, Observer } from "../ports/observer.ts"
import { isStorageUnavailable } from "../kernel/storage-unavailable.ts"
import type { Repositories, Storage } from "../storage/storage.ts"
import {
  type Again,
  type AnyJobKind,
  attemptsMax,
  type EndedJob,
  type JobRun,
  pauseAfter,
} from "./job-kind.ts"
import type { Claim } from "./job-repository.ts"
import { type ClaimedJob, type Hold, originFields, type QueueName } from "./job.ts"

/** A job in this process, with what was read for it. */
export interface ClaimedWork {
  readonly job: ClaimedJob
  readonly kind: AnyJobKind | undefined
  readonly input: unknown
  /** Why its input could not be read; undefined when it was. */
  readonly failure?: string
}

/** What became of a job in this process. */
export type JobOutcome =
  | { readonly job: ClaimedJob; readonly kind: AnyJobKind; readonly ended: JobRun<unknown> }
  | {
      readonly job: ClaimedJob
      readonly kind: AnyJobKind | undefined
      readonly failure: string
    }

/** What is claimed of one queue. */
export type QueueClaim = Omit<Claim, "now" | "leaseUntil">

/** What a claim brought. */
export interface Claimed {
  readonly work: readonly ClaimedWork[]
  /** When the first job can be claimed of those queues that had fewer than were asked for. */
  readonly nextDue: Date | undefined
}

/** Claims, runs and ends jobs. Who calls it decides which and how many. */
export interface JobRunner {
  /**
   * Ends jobs and claims others of some queues, all in one transaction. What the ended ones came to
   * is written only where this process still holds them; what cannot be written is done again when
   * the lease has run out. Rejects when nothing could be claimed; the ended jobs are dealt with then
   * too.
   */
  readonly turn: (
    outcomes: readonly JobOutcome[],
    claims: readonly QueueClaim[],
  ) => Promise<Claimed>
  /** Runs one job, and renews its lease until it has ended in a turn. Never rejects. */
  readonly run: (work: ClaimedWork) => Promise<JobOutcome>
  /** Aborts the signals of all jobs that run now: the process ends. */
  readonly interrupt: () => void
}

const leaseMs = 60_000
const renewEveryMs = leaseMs / 3
const unavailablePauseMs = 500

interface RunnerParts {
  readonly storage: Storage
  readonly clock: Clock
  readonly kinds: ReadonlyMap<string, AnyJobKind>
  readonly observer?: Pick<Observer, "job">
  readonly logger: Logger | undefined
}

/** Opens the runner over the queue in storage. */
export const openJobRunner = (parts: RunnerParts): JobRunner => {
  const { storage, clock, logger } = parts
  const leaseUntil = () => new Date(clock.now().getTime() + leaseMs)
  const leases = openLeases(storage, leaseUntil)

  const run: JobRunner["run"] = async ({ job, kind, input, failure }) => {
    const signal = leases.hold(job)
    if (failure !== undefined) return { job, kind, failure }
    try {
      if (kind === undefined) throw new Error(`No handler for jobs of kind ${job.kind}.`)
      return { job, kind, ended: await kind.run(job, input, signal) }
    } catch (reason) {
      return { job, kind, failure: textOf(reason) }
    }
  }

  const turn: JobRunner["turn"] = async (outcomes, claims) => {
    for (const outcome of outcomes) if ("failure" in outcome) logFailure(logger, outcome)
    const now = clock.now()
    try {
      const { held, ...claimed } = await storage.transact("write", async (tx) => ({
        held: await writeOutcomes(tx, outcomes, now),
        ...(await claimAndLoad(tx, parts, claims, leaseUntil())),
      }))
      note(parts, outcomes, held)
      return claimed
    } catch (reason) {
      const isDown = isStorageUnavailable(reason)
      // Where there was nothing to claim, the ends are what could not be written.
      await end(outcomes, claims.length === 0 && !isDown ? reason : undefined)
      if (claims.length === 0) return nothingClaimed
      if (isDown) throw reason
      return await claimApart(parts, claims, leaseUntil())
    } finally {
      leases.release(outcomes.map(({ job }) => job))
    }
  }

  /**
   * Writes what jobs came to, together; where that cannot be written, each by itself. `failure` is
   * why writing them together failed, if it was tried.
   */
  const end = async (outcomes: readonly JobOutcome[], failure?: unknown): Promise<void> => {
    if (outcomes.length === 0) return
    const reason = failure ?? (await written(parts, outcomes))
    if (reason === undefined) return
    const [outcome] = outcomes
    if (outcomes.length > 1) for (const each of outcomes) await end([each])
    else if (outcome !== undefined && "ended" in outcome) {
      const failed = { job: outcome.job, kind: outcome.kind, failure: textOf(reason) }
      logFailure(logger, failed)
      await end([failed])
    } else logger?.error({ reason: textOf(reason) }, "the end of a job could not be stored")
  }

  return { turn, run, interrupt: leases.interrupt }
}

const nothingClaimed: Claimed = { work: [], nextDue: undefined }

/** Claims jobs, and reads what their kinds need, for many together. */
const claimAndLoad = async (
  tx: Repositories,
  { clock, kinds }: RunnerParts,
  claims: readonly QueueClaim[],
  leaseUntil: Date,
): Promise<Claimed> => {
  const jobs: ClaimedJob[] = []
  const emptied: QueueName[] = []
  for (const claim of claims) {
    const found = await tx.jobs.claim({ ...claim, now: clock.now(), leaseUntil })
    jobs.push(...found)
    if (found.length < claim.limit) emptied.push(claim.queue)
  }
  return { work: await loaded(tx, kinds, jobs), nextDue: await earliestDue(tx, emptied) }
}

/**
 * Claims each queue by itself and reads for each job by itself, after all of it together has
 * failed: a job whose input cannot be read fails alone, and a queue that cannot be claimed holds up
 * no other. Rejects when none can be.
 */
const claimApart = async (
  { storage, clock, kinds, logger }: RunnerParts,
  claims: readonly QueueClaim[],
  leaseUntil: Date,
): Promise<Claimed> => {
  const work: ClaimedWork[] = []
  const failures: unknown[] = []
  for (const claim of claims)
    try {
      const jobs = await storage.transact("write", (tx) =>
        tx.jobs.claim({ ...claim, now: clock.now(), leaseUntil }),
      )
      for (const job of jobs) work.push(await loadedAlone(storage, kinds, job))
    } catch (reason) {
      failures.push(reason)
      logger?.error({ queue: claim.queue, reason: textOf(reason) }, "a queue could not be claimed")
    }
  if (failures.length === claims.length) throw failures[0]
  return { work, nextDue: undefined }
}

const loadedAlone = async (
  storage: Storage,
  kinds: RunnerParts["kinds"],
  job: ClaimedJob,
): Promise<ClaimedWork> => {
  const kind = kinds.get(job.kind)
  try {
    const inputs = await storage.transact("read", async (tx) => kind?.load?.(tx, [job]))
    return { job, kind, input: inputs?.get(job.uuid) }
  } catch (reason) {
    return { job, kind, input: undefined, failure: textOf(reason) }
  }
}

/** Jobs with what their kinds read for them, in their order. */
const loaded = async (
  tx: Repositories,
  kinds: RunnerParts["kinds"],
  jobs: readonly ClaimedJob[],
): Promise<readonly ClaimedWork[]> => {
  const inputs = new Map<string, unknown>()
  for (const [name, ofKind] of Map.groupBy(jobs, (job) => job.kind))
    for (const [uuid, input] of (await kinds.get(name)?.load?.(tx, ofKind)) ?? [])
      inputs.set(uuid, input)
  return jobs.map((job) => ({ job, kind: kinds.get(job.kind), input: inputs.get(job.uuid) }))
}

/** When the first job of the queues can be claimed. */
export const earliestDue = async (
  tx: Repositories,
  queues: readonly QueueName[],
): Promise<Date | undefined> => {
  let earliest: Date | undefined
  for (const queue of queues) {
    const due = await tx.jobs.nextDue(queue)
    if (due !== undefined && (earliest === undefined || due < earliest)) earliest = due
  }
  return earliest
}

/** Writes what jobs came to; answers why it could not. A store that is down is waited for. */
const written = async (parts: RunnerParts, outcomes: readonly JobOutcome[]): Promise<unknown> => {
  const { storage, clock } = parts
  const now = clock.now()
  for (;;)
    try {
      note(
        parts,
        outcomes,
        await storage.transact("write", (tx) => writeOutcomes(tx, outcomes, now)),
      )
      return undefined
    } catch (reason) {
      const isWaitedFor =
        isStorageUnavailable(reason) && outcomes.some(({ job }) => job.leaseUntil > clock.now())
      if (!isWaitedFor) return reason ?? new Error("unknown")
      await new Promise((resolve) => setTimeout(resolve, unavailablePauseMs))
    }
}

/** Whether a job will not run again, because it ended well or failed for the last time. */
const isDone = (outcome: JobOutcome): boolean =>
  "ended" in outcome && outcome.ended.again === undefined
const isHopeless = (outcome: JobOutcome): boolean =>
  "failure" in outcome && outcome.job.attempts >= attemptsMax

/** Writes what jobs came to; answers the uuids of those that were still held. */
const writeOutcomes = async (
  tx: Repositories,
  outcomes: readonly JobOutcome[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  const done = outcomes.filter(isDone)
  const hopeless = outcomes.filter(isHopeless)
  const back = outcomes.filter((outcome) => !isDone(outcome) && !isHopeless(outcome))
  const held = new Set([
    ...(done.length === 0 ? [] : await tx.jobs.complete(done.map(({ job }) => job))),
    ...(back.length === 0
      ? []
      : await tx.jobs.reschedule(back.map((outcome) => rescheduled(outcome, now)))),
  ])
  for (const outcome of hopeless)
    if ("failure" in outcome && (await tx.jobs.bury(outcome.job, outcome.failure)))
      held.add(outcome.job.uuid)
  const ended = outcomes.flatMap((outcome) =>
    "ended" in outcome && held.has(outcome.job.uuid) ? [outcome] : [],
  )
  for (const [kind, ofKind] of Map.groupBy(ended, (outcome) => outcome.kind))
    await kind.finish?.(tx, ofKind.map(endedJob))
  return held
}

const note = (
  { observer }: RunnerParts,
  outcomes: readonly JobOutcome[],
  held: ReadonlySet<string>,
): void => {
  for (const outcome of outcomes) observer?.job(noteOf(outcome, held))
}

const noteOf = (outcome: JobOutcome, held: ReadonlySet<string>): JobNote => {
  const kind = outcome.kind === undefined ? "unknown" : outcome.job.kind
  if (!held.has(outcome.job.uuid)) return { kind, outcome: "lost" }
  if ("failure" in outcome) return { kind, outcome: isHopeless(outcome) ? "buried" : "failed" }
  return { kind, outcome: isDone(outcome) ? "done" : "again" }
}

const endedJob = ({
  job,
  ended,
}: Extract<JobOutcome, { readonly ended: unknown }>): EndedJob<unknown> => ({
  job,
  result: ended.result,
})

const rescheduled = (outcome: JobOutcome, now: Date) => {
  const { uuid, token, queue, attempts } = outcome.job
  const hold = { uuid, token }
  if ("failure" in outcome) {
    const dueAt = new Date(now.getTime() + pauseAfter(attempts))
    return { ...hold, queue, dueAt, attempts, reason: outcome.failure }
  }
  // With the attempts of this run it would be given up one day at its first failure.
  const again: Again = outcome.ended.again ?? { dueAt: now }
  return {
    ...hold,
    queue: again.queue ?? queue,
    dueAt: again.dueAt,
    attempts: 0,
    reason: undefined,
  }
}

const logFailure = (
  logger: Logger | undefined,
  { job, failure }: Extract<JobOutcome, { readonly failure: string }>,
): void => {
  const { uuid, kind, attempts } = job
  logger?.error(
    { job: uuid, kind, attempts, ...originFields(job), reason: failure },
    "a job failed",
  )
}

const textOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message : String(reason)

const holdOf = ({ uuid, token }: Hold): string => `${uuid}:${token}`

/** The leases of the jobs in this process, renewed while there are any. */
const openLeases = (storage: Storage, leaseUntil: () => Date) => {
  const held = new Map<string, { readonly job: ClaimedJob; readonly over: AbortController }>()
  let timer: ReturnType<typeof setInterval> | undefined

  const renew = async (): Promise<void> => {
    const jobs = [...held.values()].map(({ job }) => job)
    const still = await storage.transact("write", (tx) => tx.jobs.renew(jobs, leaseUntil()))
    for (const job of jobs) if (!still.has(job.uuid)) held.get(holdOf(job))?.over.abort()
  }
  return {
    hold: (job: ClaimedJob): AbortSignal => {
      const over = new AbortController()
      held.set(holdOf(job), { job, over })
      // A store that is down is asked again next time: the fencing token is what decides.
      timer ??= setInterval(() => void renew().catch(() => undefined), renewEveryMs).unref()
      return over.signal
    },
    interrupt: (): void => {
      for (const { over } of held.values()) over.abort()
    },
    release: (jobs: readonly ClaimedJob[]): void => {
      for (const job of jobs) held.delete(holdOf(job))
      if (held.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
