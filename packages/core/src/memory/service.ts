import type { ClaimedJob } from "../jobs/job.ts"
import type { JobRepository } from "../jobs/job-repository.ts"
import type { OauthClientRepository, OauthSessionRepository } from "../oauth/oauth-repository.ts"
import type { ServiceKeyRepository } from "../service-keys/service-key-repository.ts"
import type { QueuedJob, Tables } from "./tables.ts"

export const oauthClients = (tables: Tables): OauthClientRepository => ({
  add: async (client) => tables.oauthClients.set(client.clientId, client),
  find: async (clientId) => tables.oauthClients.get(clientId),
  all: async (uuid) => tables.oauthClients.rows().filter(({ organizationUuid }) => organizationUuid === uuid),
})

export const oauthSessions = (tables: Tables): OauthSessionRepository => ({
  open: async (session) => tables.oauthSessions.set(session.sid, session),
  find: async (sid) => {
    const session = tables.oauthSessions.get(sid)
    const client = session === undefined ? undefined : tables.oauthClients.get(session.clientId)
    return session === undefined || client === undefined ? undefined : { session, client }
  },
  end: async (sid, at) => {
    const session = tables.oauthSessions.get(sid)
    if (session === undefined || session.revokedAt !== undefined) return false
    tables.oauthSessions.set(sid, { ...session, revokedAt: at })
    return true
  },
  sweep: async (before, limit) => {
    const old = tables.oauthSessions
      .rows()
      .filter(({ expiresAt }) => expiresAt < before)
      .slice(0, limit)
    for (const { sid } of old) tables.oauthSessions.delete(sid)
    return old.length
  },
})

export const serviceKeys = (tables: Tables): ServiceKeyRepository => ({
  addActive: async (key) => {
    if (tables.serviceKeys.rows().some(({ purpose, status }) => purpose === key.purpose && status === "active")) return false
    tables.serviceKeys.set(key.keyId, key)
    return true
  },
  list: async (purpose) => tables.serviceKeys.rows().filter((key) => key.purpose === purpose),
})

const claimableAt = ({ dueAt, leaseUntil }: QueuedJob): Date => (leaseUntil !== undefined && leaseUntil > dueAt ? leaseUntil : dueAt)

export const jobs = (tables: Tables): JobRepository => {
  const waiting = () => tables.jobs.rows().filter(({ isBuried }) => !isBuried)
  const held = (uuid: string, token: number): QueuedJob | undefined => {
    const job = tables.jobs.get(uuid)
    return job?.token === token && !job.isBuried && job.leaseUntil !== undefined ? job : undefined
  }
  return {
    schedule: async (job) => {
      if (job.key !== undefined && waiting().some(({ key }) => key === job.key)) return false
      tables.jobs.set(job.uuid, { ...job, leaseUntil: undefined, token: 0, isBuried: false })
      return true
    },
    claim: async ({ now, leaseUntil, limit }) => {
      const due = waiting()
        .filter((job) => job.dueAt <= now && (job.leaseUntil === undefined || job.leaseUntil <= now))
        .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.uuid < b.uuid ? -1 : 1))
        .slice(0, limit)
      return due.map((job): ClaimedJob => {
        const claimed = { ...job, leaseUntil, attempts: job.attempts + 1, token: job.token + 1 }
        tables.jobs.set(job.uuid, claimed)
        const { isBuried: _, ...shown } = claimed
        return shown
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
      tables.jobs.set(uuid, { ...job, dueAt, leaseUntil: undefined })
      return true
    },
    bury: async (uuid, token) => {
      const job = held(uuid, token)
      if (job === undefined) return false
      tables.jobs.set(uuid, { ...job, isBuried: true })
      return true
    },
    nextDue: async () => {
      const [first] = waiting()
        .map(claimableAt)
        .toSorted((a, b) => a.getTime() - b.getTime())
      return first
    },
  }
}
