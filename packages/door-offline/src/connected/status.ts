import type { RefusedUpload } from "./durable-record.ts"
import type { DoorStatus } from "../index.ts"
import type { ConnectedVerdict } from "./verdict.ts"

/**
 * The mode of a connected door. `online`: the service decides. `offline`: the door decides by its
 * roster. `blind`: neither can decide, and no one is admitted. `locked`: the service refused the
 * token, the roster is wiped, and the uploads wait for a new token.
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

/** An event of a connected door. */
export type ConnectedEvent =
  | { readonly type: "verdict"; readonly verdict: ConnectedVerdict }
  | { readonly type: "status"; readonly status: ConnectedStatus }
