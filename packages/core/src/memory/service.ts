import type { JobRepository } from "../foundation/jobs/job-repository.ts"
import type { ServiceKeyRepository } from "../service-keys/service-key-repository.ts"
import { compare } from "./page-of.ts"
import type { QueuedJob, Tables } from "./tables.ts"

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
  const unfinished = () => tables.jobs.rows().filter(({ isBuried }) => !isBuried)
  const held = (uuid: string, token: number): QueuedJob | undefined => {
    const job = tables.jobs.get(uuid)
    return job?.token === token && job.leaseUntil !== undefined && !job.isBuried ? job : undefined
  }
  return {
    schedule: async (job) =>
      tables.jobs.add({ ...job, leaseUntil: undefined, token: 0, isBuried: false }),
    claim: async ({ now, leaseUntil, limit }) => {
      const free = unfinished().filter(
        (job) => job.dueAt <= now && (job.leaseUntil === undefined || job.leaseUntil <= now),
      )
      const taken = free
        .toSorted((a, b) => compare(a.dueAt, b.dueAt) || compare(a.uuid, b.uuid))
        .slice(0, limit)
      return taken.map(({ isBuried, ...job }) => {
        const claimed = { ...job, leaseUntil, attempts: job.attempts + 1, token: job.token + 1 }
        tables.jobs.put({ ...claimed, isBuried })
        return claimed
      })
    },
    complete: async (uuid, token) => {
      if (held(uuid, token) === undefined) return false
      tables.jobs.delete(uuid)
      return true
    },
    retry: async (uuid, token, dueAt) => {
      const job = held(uuid, token)
      if (job === undefined) return false
      tables.jobs.put({ ...job, dueAt, leaseUntil: undefined })
      return true
    },
    bury: async (uuid, token) => {
      const job = held(uuid, token)
      if (job === undefined) return false
      tables.jobs.put({ ...job, isBuried: true })
      return true
    },
    nextDue: async () => {
      const [first] = unfinished()
        .map(({ dueAt, leaseUntil }) => leaseUntil ?? dueAt)
        .toSorted(compare)
      return first
    },
  }
}
