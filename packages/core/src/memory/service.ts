import type { BuriedJob, Hold, Job } from "../foundation/jobs/job.ts"
import type { JobRepository } from "../foundation/jobs/job-repository.ts"
import type { ServiceKeyRepository } from "../service-keys/service-key-repository.ts"
import { compare } from "./page-of.ts"
import { withinCaps } from "../foundation/jobs/within-caps.ts"
import { addNew, type QueuedJob, type Tables } from "./tables.ts"

export const serviceKeys = (tables: Tables): ServiceKeyRepository => ({
  add: async (key) => tables.serviceKeys.add(key),
  list: async (purpose) =>
    tables.serviceKeys
      .rows()
      .filter((key) => key.purpose === purpose)
      .toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.keyId, b.keyId)),
  move: async (keyId, { from, to, at }) => {
    const key = tables.serviceKeys.get(keyId)
    if (key?.status !== from) return false
    tables.serviceKeys.put({ ...key, status: to, changedAt: at })
    return true
  },
})

export const jobs = (tables: Tables): JobRepository => {
  const unfinished = (queue: string) =>
    tables.jobs.rows().filter((job) => !job.isBuried && job.queue === queue)
  const held = ({ uuid, token }: Hold): QueuedJob | undefined => {
    const job = tables.jobs.get(uuid)
    return job?.token === token && job.leaseUntil !== undefined && !job.isBuried ? job : undefined
  }
  /** Changes the jobs still held; answers their uuids. */
  const eachHeld = <H extends Hold>(
    holds: readonly H[],
    change: (job: QueuedJob, hold: H) => void,
  ): ReadonlySet<string> => {
    const found = holds.flatMap((hold) => {
      const job = held(hold)
      return job === undefined ? [] : [{ job, hold }]
    })
    for (const { job, hold } of found) change(job, hold)
    return new Set(found.map(({ job }) => job.uuid))
  }
  return {
    schedule: async (job) => tables.jobs.add(queued(job)),
    scheduleAll: async (jobs) => {
      for (const job of jobs) addNew(tables.jobs, queued(job), "job")
    },
    claim: async ({ queue, now, leaseUntil, ...caps }) => {
      const free = unfinished(queue)
        .filter((job) => claimableAt(job) <= now)
        .toSorted((a, b) => compare(claimableAt(a), claimableAt(b)) || compare(a.uuid, b.uuid))
      return withinCaps(free, caps).map(({ isBuried, reason, ...job }) => {
        const claimed = { ...job, leaseUntil, attempts: job.attempts + 1, token: job.token + 1 }
        tables.jobs.put({ ...claimed, isBuried, reason })
        return claimed
      })
    },
    renew: async (holds, leaseUntil) =>
      eachHeld(holds, (job) => tables.jobs.put({ ...job, leaseUntil })),
    complete: async (holds) => eachHeld(holds, ({ uuid }) => tables.jobs.delete(uuid)),
    reschedule: async (jobs) =>
      eachHeld(jobs, (job, { queue, dueAt, attempts, reason }) =>
        tables.jobs.put({ ...job, queue, dueAt, attempts, reason, leaseUntil: undefined }),
      ),
    bury: async (hold, reason) =>
      eachHeld([hold], (job) =>
        tables.jobs.put({ ...job, isBuried: true, leaseUntil: undefined, reason }),
      ).size > 0,
    unfinished: async (keys) => unfinishedKeys(tables).filter((key) => keys.includes(key)),
    nextDue: async (queue) => {
      const [first] = unfinished(queue).map(claimableAt).toSorted(compare)
      return first
    },
    countDue: async (queue, now, limit) =>
      Math.min(unfinished(queue).filter((job) => claimableAt(job) <= now).length, limit),
    ...buriedJobs(tables),
  }
}

/** What is done with jobs that were given up. */
const buriedJobs = (tables: Tables): Pick<JobRepository, "buried" | "sweep" | "restore"> => ({
  buried: async (after, limit) =>
    tables.jobs
      .rows()
      .filter(({ isBuried, uuid }) => isBuried && (after === undefined || uuid > after))
      .toSorted((a, b) => compare(a.uuid, b.uuid))
      .slice(0, limit)
      .map(buriedJob),
  sweep: async (before, limit) => {
    const old = tables.jobs
      .rows()
      .filter(({ isBuried, dueAt }) => isBuried && dueAt < before)
      .toSorted((a, b) => compare(a.dueAt, b.dueAt))
      .slice(0, limit)
    for (const { uuid } of old) tables.jobs.delete(uuid)
    return old.length
  },
  restore: async (uuid, dueAt) => {
    const job = tables.jobs.get(uuid)
    if (job?.isBuried !== true) return false
    if (job.key !== undefined && unfinishedKeys(tables).includes(job.key)) return false
    tables.jobs.put({ ...job, isBuried: false, dueAt, attempts: 0, reason: undefined })
    return true
  },
})

const unfinishedKeys = (tables: Tables): readonly string[] =>
  tables.jobs.rows().flatMap(({ isBuried, key }) => (isBuried ? [] : (key ?? [])))

const buriedJob = ({
  isBuried: _,
  leaseUntil: __,
  token: ___,
  reason,
  ...job
}: QueuedJob): BuriedJob => ({ ...job, reason: reason ?? "" })

const queued = (job: Job): QueuedJob => ({
  ...job,
  leaseUntil: undefined,
  token: 0,
  isBuried: false,
  reason: undefined,
})

const claimableAt = ({ leaseUntil, dueAt }: QueuedJob): Date => leaseUntil ?? dueAt
