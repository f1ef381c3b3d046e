import { limits } from "../kernel/limits.ts"
import type { Clock } from "../ports/clock.ts"
import type { Settings } from "../ports/ports.ts"
import { newRoster } from "../../manifest/rosters/roster.ts"
import type { Repositories, Storage } from "../storage/storage.ts"
import type { RateLimiter } from "../../rate-limits/rate-limiter.ts"
import { daily } from "./daily.ts"
import type { JobHandler } from "./job-kind.ts"

export const sweepKind = "sweep"

const dayMs = 86_400_000
const sliceMax = 1000
const loginLongestDays = 8

/**
 * Once a day: forgets sessions, sign-ins, links, invitations, door tokens and access keys of
 * contents that ended long ago, deliveries of webhooks that finished and the events that no delivery
 * sends, jobs that were given up, manifests past the time in which a door may still upload, and
 * limits that count nothing.
 */
export const sweep = (
  storage: Storage,
  clock: Clock,
  limiter: Pick<RateLimiter, "sweep">,
  { deliveriesDays, failedJobsDays }: Settings["keeping"],
): JobHandler =>
  daily(clock, async () => {
    const now = clock.now().getTime()
    const before = (days: number) => new Date(now - days * dayMs)
    await drained(() =>
      storage.transact("write", (tx) => tx.oauthChallenges.sweep(before(1), sliceMax)),
    )
    await drained(() => storage.transact("write", (tx) => tx.oauthCodes.sweep(before(1), sliceMax)))
    await drained(() =>
      storage.transact("write", (tx) => tx.refreshTokens.sweep(before(1), sliceMax)),
    )
    // Last: what hangs on a session is gone by now.
    await drained(() =>
      storage.transact("write", (tx) => tx.oauthSessions.sweep(before(1), sliceMax)),
    )
    await drained(() =>
      storage.transact("write", (tx) => tx.invitations.sweep(before(30), sliceMax)),
    )
    await drained(() =>
      storage.transact("write", (tx) => tx.logins.sweep(before(loginLongestDays), sliceMax)),
    )
    await drained(() =>
      storage.transact("write", (tx) => tx.oneTimeTokens.sweep(before(1), sliceMax)),
    )
    await drained(() =>
      storage.transact("write", (tx) => tx.contents.sweepAccess(before(1), sliceMax)),
    )
    await drained(() => storage.transact("write", (tx) => tx.devices.sweep(before(1), sliceMax)))
    await drained(() =>
      storage.transact("write", (tx) => tx.deliveries.sweep(before(deliveriesDays), sliceMax)),
    )
    await drained(() =>
      storage.transact("write", (tx) => tx.jobs.sweep(before(failedJobsDays), sliceMax)),
    )
    // Events after deliveries: one that a delivery sends stays.
    await drained(() =>
      storage.transact("write", (tx) => tx.outbox.sweep(before(deliveriesDays), sliceMax)),
    )
    await drained(() =>
      storage.transact("write", (tx) =>
        tx.manifests.sweep(before(limits.uploadHorizonDays), sliceMax),
      ),
    )
    await drained(() => storage.transact("write", (tx) => tx.rosters.sweep(sliceMax)))
    await forgetIdleRosters(storage)
    await drained(() => limiter.sweep(before(0), sliceMax))
    return "done"
  })

/**
 * Marks a roster whose entries are being deleted: a door that asks meanwhile has every person
 * judged again, and the deletion stops.
 */
const forgotten = "forgotten"

/**
 * Deletes the rosters of sessions that no door has asked for in a week, but not their versions; the
 * next delta has every person judged again.
 */
const forgetIdleRosters = async (storage: Storage): Promise<void> => {
  for (;;) {
    const idle = await storage.transact("read", (tx) => tx.rosters.idle(sliceMax))
    for (const sessionUuid of idle)
      await drained(() => storage.transact("write", (tx) => forgetSome(tx, sessionUuid)))
    if (idle.length < sliceMax) return
  }
}

/** Holds the roster's row, as a transaction that writes lines does. */
const forgetSome = async (tx: Repositories, sessionUuid: string): Promise<number> => {
  const roster = await tx.rosters.lock(sessionUuid)
  if (
    roster === undefined ||
    roster.basis === "" ||
    (await tx.manifests.newest(sessionUuid)) !== undefined
  )
    return 0
  if (roster.passedUntil !== undefined && roster.basis !== forgotten) return 0
  const gone = await tx.rosters.forgetEntries(sessionUuid, sliceMax)
  const { manifestVersion } = roster
  await tx.rosters.change({
    ...newRoster(sessionUuid),
    manifestVersion,
    basis: gone === sliceMax ? forgotten : "",
  })
  return gone
}

/** Slice by slice, so that no transaction is long. */
const drained = async (slice: () => Promise<number>): Promise<void> => {
  while ((await slice()) === sliceMax) continue
}
