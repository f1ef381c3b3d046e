import { setTimeout as pause } from "node:timers/promises"
import { startPostgres } from "../../../storage-postgres/test/server.ts"
import { type Cluster, startCluster } from "./cluster.ts"
import { startLoad } from "./load.ts"
import { type Verdict, verdictOf } from "./verdict.ts"

export interface SoakPlan {
  readonly seconds: number
  /** Decides when the second server ends, and how. */
  readonly seed: number
  readonly clients: number
  /** How long a client rests between one person and the next. */
  readonly restMs: number
  /** The longest time between two ends. */
  readonly restartWithinSeconds: number
  readonly say: (text: string) => void
}

/** What a soak saw. */
export interface SoakReport {
  readonly verdict: Verdict
  readonly stopped: number
  readonly killed: number
  /** Of the first server, which runs all the time: after a fifth of the time, and at the end. */
  readonly usage: readonly [Usage, Usage]
}

type Usage = ReturnType<Cluster["servers"][0]["usage"]>

/**
 * Two servers on one PostgreSQL under mixed load. The second is stopped or killed at times that the
 * seed decides, and started again.
 */
export const soak = async ({
  seconds,
  seed,
  clients,
  restMs,
  restartWithinSeconds,
  say,
}: SoakPlan): Promise<SoakReport> => {
  const postgres = await startPostgres()
  try {
    await using cluster = await startCluster({ databaseUrl: postgres.url })
    await using load = await startLoad(cluster, { clients, restMs, insists: true })
    const random = randomFrom(seed)
    const endsAt = Date.now() + seconds * 1000
    const firstUsageAt = Date.now() + seconds * 200
    const [steady, restarted] = cluster.servers
    const ends = { SIGTERM: 0, SIGKILL: 0 }
    let early: Usage | undefined
    while (Date.now() < endsAt) {
      const shareOfTime = 0.5 + random() / 2
      await pause(Math.min(shareOfTime * restartWithinSeconds * 1000, endsAt - Date.now()))
      if (Date.now() >= firstUsageAt) early ??= steady.usage()
      const signal = random() < 0.5 ? "SIGTERM" : "SIGKILL"
      await restarted.end(signal)
      await restarted.start()
      ends[signal] += 1
      const { memoryMb, files } = steady.usage()
      say(`${signal}: ${load.requests()} requests; ${memoryMb} MB, ${files} files open`)
    }
    const late = steady.usage()
    await load.stop()
    return {
      verdict: await verdictOf(load, postgres.url),
      stopped: ends.SIGTERM,
      killed: ends.SIGKILL,
      usage: [early ?? late, late],
    }
  } finally {
    await postgres.stop()
  }
}

/** What is wrong with a soak, in words. */
export const faultsOf = ({ verdict, usage: [early, late] }: SoakReport): readonly string[] => [
  ...verdict.failures.map((each) => `failed: ${each}`),
  ...verdict.lost.map((each) => `lost: ${each}`),
  ...verdict.doubled.map((each) => `doubled: ${each}`),
  ...verdict.undelivered.map((each) => `not delivered: ${each}`),
  ...(late.memoryMb > early.memoryMb * 1.5 + 50
    ? [`memory grew from ${early.memoryMb} MB to ${late.memoryMb} MB`]
    : []),
  ...(late.files > early.files + 50
    ? [`open files grew from ${early.files} to ${late.files}`]
    : []),
]

/** Numbers from 0 to 1 by a seed (mulberry32). */
const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
