import { step } from "../../foundation/step.ts"
import { Ports, RequestId, Tx } from "../../foundation/unit-of-work.ts"
import { count, countingKeys } from "./count.ts"
import {
  countingJobs,
  firingJob,
  type Happening,
  heardBy,
  type HeardHappening,
  keysOf,
} from "./happening.ts"

/**
 * Notes what happened in the transaction that made it happen, for the triggers that listen to it
 * now: a job counts it. Where no trigger listens it is one question to the store.
 */
export const noteHappenings = step(function* (happenings: readonly Happening[], now: Date) {
  yield* noteHappeningsOf([{ happenings, requestId: yield* RequestId }], now)
})

/** As {@link noteHappenings}, of many requests at once. */
export const noteHappeningsOf = step(function* (
  requests: readonly {
    readonly happenings: readonly Happening[]
    readonly requestId: string | undefined
  }[],
  now: Date,
) {
  const all = requests.flatMap(({ happenings }) => happenings)
  if (all.length === 0) return
  const tx = yield* Tx
  const { ids } = yield* Ports
  const listeners = yield* tx.rewardTriggers.listening(keysOf(all))
  const jobs = requests.flatMap(({ happenings, requestId }) => {
    const heard = heardBy(happenings, listeners)
    return heard.length === 0 ? [] : countingJobs(heard, ids, now, requestId)
  })
  if (jobs.length > 0) yield* tx.jobs.scheduleAll(jobs)
})

/**
 * Counts what was heard, and writes which triggers fired, each with the job that issues its reward at
 * `issueAt`. The triggers are locked meanwhile. Answers the firings.
 */
export const countHeard = step(function* (
  heard: readonly HeardHappening[],
  now: Date,
  issueAt: Date,
) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const requestId = yield* RequestId
  const triggers = yield* tx.rewardTriggers.lockAll([
    ...new Set(heard.flatMap((happening) => happening.triggers)),
  ])
  const deep = yield* withDepth(yield* completed(heard))
  const keys = countingKeys(triggers, deep)
  const known = {
    events: yield* tx.rewardTriggers.events(keys.events),
    tallies: yield* tx.rewardTriggers.tallies(keys.tallies),
    windows: yield* tx.rewardTriggers.windows(keys.windows),
  }
  const counted = count(triggers, deep, known, now, ids.uuid)
  if (counted.events.length > 0) yield* tx.rewardTriggers.record(counted)
  const pending = counted.firings.filter(({ outcome }) => outcome === "pending")
  if (pending.length > 0)
    yield* tx.jobs.scheduleAll(
      pending.map((firing) => firingJob(ids.uuid(), firing, issueAt, requestId)),
    )
  return counted.firings
})

/** The happenings without those that complete an activity and do not yet. */
const completed = step(function* (heard: readonly HeardHappening[]) {
  const tx = yield* Tx
  const addressIn = ({ subject }: HeardHappening) => subject.walletAddress ?? ""
  const asked = Map.groupBy(heard, ({ completes }) => completes)
  const done = new Map<string | undefined, ReadonlySet<string>>()
  for (const [activityUuid, those] of asked)
    if (activityUuid !== undefined)
      done.set(activityUuid, new Set(yield* tx.presences.atAll(activityUuid, those.map(addressIn))))
  return heard.filter(
    (happening) =>
      happening.completes === undefined ||
      done.get(happening.completes)?.has(addressIn(happening)) === true,
  )
})

/** Happenings with how many rewards by triggers led to them. */
const withDepth = step(function* (heard: readonly HeardHappening[]) {
  const tx = yield* Tx
  const keys = heard.flatMap(({ issueKey }) => issueKey ?? [])
  const causes = keys.length === 0 ? [] : yield* tx.rewardTriggers.firingsByKey(keys)
  const depths = new Map(causes.map(({ key, depth }) => [key, depth + 1]))
  return heard.map((happening) => ({
    ...happening,
    depth: depths.get(happening.issueKey ?? "") ?? 0,
  }))
})
