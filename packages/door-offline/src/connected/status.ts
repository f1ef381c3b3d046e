import type { RefusedUpload } from "./durable-record.ts"
import type { DoorStatus } from "../index.ts"
import type { ConnectedVerdict } from "./verdict.ts"

/**
 * How a connected door stands. `online`: the service judges. `offline`: the door judges by its
 * roster. `blind`: neither can; nobody is admitted. `locked`: the service refused the token, the
 * roster is gone; the uploads wait for a new token.
 */
export type ConnectedMode = "online" | "offline" | "blind" | "locked"

/** What a host shows of a connected door. */
export interface ConnectedStatus extends DoorStatus {
  readonly mode: ConnectedMode
  /** Epoch milliseconds at which the roster was last known to be current; null before that. */
  readonly last_sync_at: number | null
  /** Why the last attempt at something failed, for the staff to read out; null when it did not. */
  readonly last_problem: string | null
  /** Uploads that the service did not count, oldest first. */
  readonly refused_uploads: readonly RefusedUpload[]
}

/** What a connected door tells those who listen. */
export type ConnectedEvent =
  | { readonly type: "verdict"; readonly verdict: ConnectedVerdict }
  | { readonly type: "status"; readonly status: ConnectedStatus }
