import { openAllowance } from "./allowance.ts"
import { openBackground } from "./background.ts"
import { openConnection } from "./connection.ts"
import { openDurableDoor } from "./durable-door.ts"
import { checkBaseUrl, firstTrustKeys } from "./first-start.ts"
import type { HostState } from "./host-state.ts"
import type { ConnectedDoorOptions } from "./options.ts"
import { platformTimers } from "./platform.ts"
import { openRoster, restoreRoster } from "./roster.ts"
import { readRoster, type RosterRecord } from "./roster-record.ts"
import { openService } from "./service.ts"
import type { ConnectedEvent, ConnectedStatus } from "./status.ts"
import { type AdmitAtDoor, openTaps } from "./taps.ts"

/** A door with a network that comes and goes. */
export interface ConnectedDoor {
  /**
   * Judges one tap: by the service when it answers in time, by the roster otherwise. Never rejects.
   */
  readonly admit: AdmitAtDoor
  readonly status: () => ConnectedStatus
  /** Calls back on every verdict and on every change of the status; the result ends it. */
  readonly subscribe: (listener: (event: ConnectedEvent) => void) => () => void
  /**
   * Does now what the background would do in its time: uploads, the roster, a look whether the
   * service is back.
   */
  readonly sync: () => Promise<void>
  /** The platform's network state. `true` is only a hint, so the door still asks the service. */
  readonly networkChanged: (isThere: boolean) => void
  /** Takes a new token after the old one was refused. */
  readonly renew: (token: string) => Promise<void>
  /** Stops the background work. Pending uploads stay in the store. */
  readonly close: () => void
}

/**
 * Opens a door over its stores. Resolves when it can decide by its stored state; it then asks the
 * service in the background. Only the first start waits for the service, because it needs the trust
 * keys. Rejects if it cannot get them (the error names URL, status and session; `cause` has the
 * reason), with `TypeError` if an option is missing or `baseUrl` ends with `/api/v1`, and with `DoorError` `store_corrupt`.
 *
 * @example
 * const stores = { door: fileStore("a.json"), roster: fileStore("b.json") }
 * const door = await openConnectedDoor({ baseUrl, session, token, deviceId: "pier", stores })
 * const { decision, blocked_reason, error_code } = await door.admit("04A1B2C3")
 */
export const openConnectedDoor = async (options: ConnectedDoorOptions): Promise<ConnectedDoor> => {
  checkBaseUrl(options)
  const {
    now = Date.now,
    timers = platformTimers,
    fetch = globalThis.fetch.bind(globalThis),
    callDeadlineMs = 20_000,
  } = options
  const allowance = openAllowance(now)
  const service = openService({ ...options, fetch, timers, onAllowance: allowance.note })
  const call = (path: string, etag?: string) =>
    service.call({ path, etag, deadlineMs: callDeadlineMs })
  const storedRoster = readRoster(await options.stores.roster.read(), options.session)
  const trustKeys =
    options.trustKeys ?? storedRoster?.trustKeys ?? (await firstTrustKeys(options, call))
  const { stores, deviceId, verify, sha512 } = options
  const door = await openDurableDoor({
    trustKeys,
    now,
    deviceId,
    verify,
    sha512,
    store: stores.door,
  })
  const record: RosterRecord =
    storedRoster === undefined
      ? emptyRoster(options.session, trustKeys)
      : { ...storedRoster, trustKeys }
  await restoreRoster(door, record)
  const chargedCall = (path: string, etag?: string) => {
    allowance.spend()
    return call(path, etag)
  }
  const rosterCall = (path: string, etag?: string) =>
    (path.endsWith("/trust-keys") ? call : chargedCall)(path, etag)
  const parts = {
    session: options.session,
    door,
    store: stores.roster,
    call: rosterCall,
    isPinned: options.trustKeys !== undefined,
  }
  const state: HostState = {
    options,
    now,
    timers,
    service,
    door,
    allowance,
    connection: openConnection(),
    roster: openRoster(parts, record),
    callDeadlineMs,
    listeners: new Set(),
    isLocked: false,
    owesWipe: false,
    lastSyncAt: null,
    lastLookAt: null,
    lastProblem: null,
  }
  return connect(state)
}

const connect = (state: HostState): ConnectedDoor => {
  const background = openBackground(state)
  return {
    admit: openTaps(state, background),
    status: background.status,
    subscribe: (listener) => {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    sync: background.sync,
    networkChanged: (isThere) => {
      if (isThere) void background.sync()
      else {
        state.connection.cut()
        background.emitStatus()
      }
    },
    renew: async (token) => {
      state.service.renew(token)
      state.isLocked = false
      state.owesWipe = false
      await background.sync()
    },
    close: background.close,
  }
}

const emptyRoster = (session: string, trustKeys: RosterRecord["trustKeys"]): RosterRecord => ({
  session,
  trustKeys,
  manifest: undefined,
  deltas: [],
  cursor: undefined,
  etag: undefined,
})
