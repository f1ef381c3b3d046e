import type { Allowance } from "./allowance.ts"
import type { Connection } from "./connection.ts"
import type { DurableDoor } from "./durable-door.ts"
import type { ConnectedDoorOptions } from "./options.ts"
import type { HostTimers } from "./platform.ts"
import type { Roster } from "./roster.ts"
import type { Service } from "./service.ts"
import type { ConnectedEvent, ConnectedMode } from "./status.ts"

/** The mutable inside of one connected door. */
export interface HostState {
  readonly options: ConnectedDoorOptions
  readonly now: () => number
  readonly timers: HostTimers
  readonly service: Service
  readonly door: DurableDoor
  readonly allowance: Allowance
  readonly connection: Connection
  readonly roster: Roster
  readonly callDeadlineMs: number
  readonly listeners: Set<(event: ConnectedEvent) => void>
  isLocked: boolean
  /** Whether the store still holds a roster that it must not hold. */
  owesWipe: boolean
  lastSyncAt: number | null
  lastLookAt: number | null
  lastProblem: string | null
}

/**
 * Notifies all listeners. A listener that throws stops neither the others nor the tap.
 */
export const emit = (state: HostState, event: ConnectedEvent): void => {
  for (const listener of state.listeners) {
    try {
      listener(event)
    } catch {
      // The listener's own matter.
    }
  }
}

/** The mode at this moment. */
export const modeOf = ({
  isLocked,
  connection,
  door,
}: Pick<HostState, "isLocked" | "connection" | "door">): ConnectedMode => {
  if (isLocked) return "locked"
  if (connection.isUp()) return "online"
  const { loaded, clock_ok: isClockGood, seconds_left: secondsLeft } = door.status()
  return loaded && isClockGood && (secondsLeft ?? 0) > 0 ? "offline" : "blind"
}

/**
 * The service said that this token opens nothing here: a lost device must not keep the roster. What
 * it admitted is still owed and stays (vectors/door/CASES.md, H60).
 */
export const lock = async (state: HostState, code: string): Promise<void> => {
  state.isLocked = true
  state.owesWipe = true
  state.lastProblem = code
  await wipe(state)
}

/** Wipes what a lock owes. A store that fails is tried again by the next beat. */
export const wipe = async (state: HostState): Promise<void> => {
  if (!state.owesWipe) return
  try {
    await state.roster.wipe()
    state.owesWipe = false
  } catch {
    // Still owed.
  }
}
