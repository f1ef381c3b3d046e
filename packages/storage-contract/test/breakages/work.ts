import type { ClaimedJob } from "@symbolon/core/storage"
import { type Breakage, verbs } from "./breakage.ts"

export const ofWork: readonly Breakage[] = [
  verbs(
    "claim ignores leases",
    "jobs: a leased job is nobody else's until its lease has run out",
    () => {
      let held: readonly ClaimedJob[] = []
      return (tx) => ({
        jobs: {
          ...tx.jobs,
          claim: async (at) => {
            await tx.jobs.reschedule(held.map((one) => ({ ...one, reason: "taken away" })))
            held = await tx.jobs.claim(at)
            return held
          },
        },
      })
    },
  ),
  verbs(
    "complete ignores the token",
    "jobs: whoever lost the lease can neither complete, give back nor bury",
    () => {
      const newest = new Map<string, number>()
      return (tx) => ({
        jobs: {
          ...tx.jobs,
          claim: async (at) => {
            const claimed = await tx.jobs.claim(at)
            for (const { uuid, token } of claimed) newest.set(uuid, token)
            return claimed
          },
          complete: (holds) =>
            tx.jobs.complete(
              holds.map(({ uuid, token }) => ({ uuid, token: newest.get(uuid) ?? token })),
            ),
        },
      })
    },
  ),
  verbs(
    "a lease that ran out is lost at once",
    "jobs: a lease that ran out is not lost until somebody else claims",
    () => (tx) => ({
      jobs: {
        ...tx.jobs,
        complete: async (holds) => {
          const next = await tx.jobs.nextDue("work")
          return next !== undefined && next.getTime() % 1000 === 200
            ? new Set()
            : tx.jobs.complete(holds)
        },
      },
    }),
  ),
  verbs(
    "jobs are claimed in any order",
    "jobs: only due jobs are claimed, the longest due first, ties by uuid, at most as many as asked for",
    () => (tx) => ({
      jobs: { ...tx.jobs, claim: async (at) => (await tx.jobs.claim(at)).toReversed() },
    }),
  ),
  verbs(
    "a claim does not count",
    "jobs: a claimed job is the one that was scheduled, with its lease, attempts and token raised by one",
    () => (tx) => ({
      jobs: {
        ...tx.jobs,
        claim: async (at) =>
          (await tx.jobs.claim(at)).map((one) => ({ ...one, attempts: one.attempts - 1 })),
      },
    }),
  ),
  verbs(
    "a key is never free again",
    "jobs: a key is free again when its job was completed or buried",
    () => {
      const used = new Set<string>()
      return (tx) => ({
        jobs: {
          ...tx.jobs,
          schedule: async (job) => {
            if (job.key === undefined) return tx.jobs.schedule(job)
            if (used.has(job.key)) return false
            used.add(job.key)
            return tx.jobs.schedule(job)
          },
        },
      })
    },
  ),
  verbs(
    "nextDue does not know of leases",
    "jobs: nextDue is the earliest of due times and ends of leases",
    () => {
      const held = new Map<string, ClaimedJob>()
      return (tx) => ({
        jobs: {
          ...tx.jobs,
          claim: async (at) => {
            const claimed = await tx.jobs.claim(at)
            for (const one of claimed) held.set(one.uuid, one)
            return claimed
          },
          nextDue: async (queue) => {
            const times = [
              await tx.jobs.nextDue(queue),
              ...[...held.values()].map(({ dueAt }) => dueAt),
            ].flatMap((one) => one?.getTime() ?? [])
            return times.length === 0 ? undefined : new Date(Math.min(...times))
          },
        },
      })
    },
  ),
  verbs(
    "events come in the order of writing",
    "outbox: events come back as they were written, in order of uuid",
    () => {
      const order: string[] = []
      return (tx) => ({
        outbox: {
          ...tx.outbox,
          append: async (events) => {
            order.push(...events.map(({ uuid }) => uuid))
            return tx.outbox.append(events)
          },
          list: async (after, limit) =>
            (await tx.outbox.list(after, limit)).toSorted(
              (a, b) => order.indexOf(a.uuid) - order.indexOf(b.uuid),
            ),
        },
      })
    },
  ),
  verbs(
    "an event that is there is ignored",
    "outbox: the same event cannot be appended again, and none of its batch is",
    () => (tx) => ({
      outbox: {
        ...tx.outbox,
        append: async (events) => {
          const known = new Set(
            (await tx.outbox.list(undefined, 1_000_000)).map(({ uuid }) => uuid),
          )
          return tx.outbox.append(events.filter(({ uuid }) => !known.has(uuid)))
        },
      },
    }),
  ),
]
