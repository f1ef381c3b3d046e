import type { DoorOptions } from "../index.ts"
import type { HostStore } from "./host-store.ts"
import type { HostTimers } from "./platform.ts"

/** What a connected door is made of. */
export interface ConnectedDoorOptions {
  /** Where the service answers, without `/api/v1`. */
  readonly baseUrl: string
  /** The session's slug or UUID. */
  readonly session: string
  /** A door token of this session (`POST /sessions/{session_slug}/device-tokens`). */
  readonly token: string
  /** Sets this door's idempotency keys apart from those of others; at most 100 characters. */
  readonly deviceId: string
  /** Two texts, in two places: what the door admitted, and the roster. */
  readonly stores: { readonly door: HostStore; readonly roster: HostStore }
  /**
   * Pinned keys that verify manifests; no others are then accepted. Without them, the door uses the
   * keys that the service published at setup, and accepts a changed set over TLS alone.
   */
  readonly trustKeys?: DoorOptions["trustKeys"] | undefined
  /** Epoch milliseconds; default the platform's clock. */
  readonly now?: (() => number) | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly timers?: HostTimers | undefined
  readonly verify?: DoorOptions["verify"]
  readonly sha512?: DoorOptions["sha512"]
  /** How long a tap waits for the service before the door judges it itself; default 1,500. */
  readonly tapDeadlineMs?: number | undefined
  /** How long a call of the background waits; default 20,000. */
  readonly callDeadlineMs?: number | undefined
  /**
   * For this long, a repeated tap gets the same verdict without a new request; default 3,000.
   */
  readonly repeatMs?: number | undefined
  /** How often changes of the roster are fetched; default 60,000. */
  readonly deltaEveryMs?: number | undefined
  /** How often the whole manifest is fetched where there are no deltas; default 300,000. */
  readonly manifestEveryMs?: number | undefined
  /** How often the background looks whether there is something to do; default 1,000. */
  readonly beatMs?: number | undefined
  /** A text that no other start of this door has had; default random. */
  readonly startId?: string | undefined
}
