import { KEPT_FOR_ROSTER } from "./allowance.ts"
import { emit, type HostState, lock, modeOf, wipe } from "./host-state.ts"
import { startTimer } from "./platform.ts"
import { fetchTrustKeys } from "./roster.ts"
import type { ServiceAnswer } from "./service.ts"
import type { ConnectedStatus } from "./status.ts"
import { uploadOldest } from "./uploads.ts"

/** The background work of a connected door. */
export interface Background {
  readonly sync: () => Promise<void>
  readonly status: () => ConnectedStatus
  /** Notifies listeners if the status has changed. */
  readonly emitStatus: () => void
  readonly close: () => void
}

const DEFAULT_BEAT_MS = 1_000
const DEFAULT_DELTA_MS = 60_000
const DEFAULT_MANIFEST_MS = 300_000
/** The pause after a failure doubles up to this. */
const LONGEST_PAUSE_MS = 30_000

/**
 * Starts the background: a beat that looks every second whether something is due. Beats never
 * overlap.
 */
export const openBackground = (state: HostState): Background => {
  const { timers, now, options } = state
  let isClosed = false
  let stop = (): void => undefined
  let running: Promise<void> | undefined
  let failures = 0
  let quietUntil = 0
  let lastShown = ""

  const status = (): ConnectedStatus => ({
    ...state.door.status(),
    mode: modeOf(state),
    last_sync_at: state.lastSyncAt,
    last_problem: state.lastProblem,
    refused_uploads: state.door.refused(),
  })
  const emitStatus = (): void => {
    const current = status()
    const text = JSON.stringify(current)
    if (text === lastShown) return
    lastShown = text
    emit(state, { type: "status", status: current })
  }
  const round = async (isAsked: boolean): Promise<void> => {
    if (state.isLocked) return wipe(state)
    if (!isAsked && now() < quietUntil) return
    const problem = await workThrough(state, isAsked)
    failures = problem === undefined ? 0 : failures + 1
    quietUntil =
      problem === undefined
        ? 0
        : now() + Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** Math.min(failures, 10))
  }
  const sync = (isAsked: boolean): Promise<void> => {
    running ??= round(isAsked)
      .catch((error: unknown) => {
        state.lastProblem = error instanceof Error ? error.message : "unknown"
      })
      .finally(() => {
        running = undefined
        emitStatus()
      })
    return running
  }
  const beat = (): void => {
    if (isClosed) return
    void sync(false).finally(() => {
      if (!isClosed) stop = startTimer(timers, beat, options.beatMs ?? DEFAULT_BEAT_MS)
    })
  }
  stop = startTimer(timers, beat, 0)
  return {
    sync: async () => {
      // A beat under way may have begun before what the caller wants to be synced.
      await running
      await sync(true)
    },
    status,
    emitStatus,
    close: () => {
      isClosed = true
      stop()
    },
  }
}

/**
 * Uploads, then the roster, then a look whether the service is back. The problem that ended it, or
 * undefined.
 */
const workThrough = async (
  state: HostState,
  isAsked: boolean,
): Promise<ServiceAnswer | undefined> => {
  const problem =
    (await upload(state)) ?? (await refresh(state, isAsked)) ?? (await lookWhetherBack(state))
  if (problem?.kind === "unauthorised") await lock(state, problem.code)
  else if (problem?.kind === "limited") state.allowance.pause(problem.retryAfterMs)
  else if (problem !== undefined) {
    state.connection.failed()
    state.lastProblem =
      problem.kind === "unreachable"
        ? problem.reason
        : problem.kind === "refused"
          ? problem.code
          : problem.kind
  }
  return problem
}

const upload = async (state: HostState): Promise<ServiceAnswer | undefined> => {
  const { door, allowance, service, callDeadlineMs } = state
  while (door.status().pending_uploads > 0 && allowance.permits(KEPT_FOR_ROSTER)) {
    const { answer, done } = await uploadOldest(door, (body) => {
      // A list that has to be sent one by one may use up the allowance on the way.
      if (!allowance.permits(KEPT_FOR_ROSTER))
        return Promise.resolve({ kind: "limited", retryAfterMs: 0 })
      allowance.spend()
      return service.call({ path: "/admit", body, deadlineMs: callDeadlineMs })
    })
    if (answer !== undefined) return answer
    state.connection.succeeded()
    // Entries that the service could not judge just now stay; asking for them at once would go
    // round in circles.
    if (done === 0) return undefined
  }
  return undefined
}

const refresh = async (state: HostState, isAsked: boolean): Promise<ServiceAnswer | undefined> => {
  const { roster, options, allowance, lastLookAt, now } = state
  const isWhole = state.door.status().loaded && !roster.hasCursor()
  const everyMs = isWhole
    ? (options.manifestEveryMs ?? DEFAULT_MANIFEST_MS)
    : (options.deltaEveryMs ?? DEFAULT_DELTA_MS)
  // A clock that was set back must not put the next look off until it has caught up.
  const isDue = lastLookAt === null || now() - lastLookAt >= everyMs || now() < lastLookAt
  if ((!isDue && !isAsked) || !allowance.permits(0)) return undefined
  const outcome = await roster.refresh()
  if (outcome.kind === "failed") return outcome.answer
  state.connection.succeeded()
  // An untrusted manifest is not fetched again at once. It waits for the next turn, like a current
  // one.
  state.lastLookAt = now()
  if (outcome.kind === "current") state.lastSyncAt = now()
  state.lastProblem = outcome.kind === "rejected" ? outcome.reason : null
  return undefined
}

const lookWhetherBack = async (state: HostState): Promise<ServiceAnswer | undefined> => {
  if (state.connection.isUp()) return undefined
  let last: ServiceAnswer | undefined
  const keys = await fetchTrustKeys(
    async (path) => (last = await state.service.call({ path, deadlineMs: state.callDeadlineMs })),
  )
  if (keys !== undefined) state.connection.succeeded()
  return keys === undefined ? last : undefined
}
