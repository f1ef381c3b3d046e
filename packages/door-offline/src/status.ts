import { isClockTrusted } from "./clock.ts"
import { type DoorMemory, type LoadedManifest, readClock } from "./memory.ts"
import { countPending } from "./outbox.ts"

/** The status of a door. */
export interface DoorStatus {
  /** Whether a manifest was loaded since the door was made; it may have expired since. */
  readonly loaded: boolean
  readonly manifest_version: number | null
  /** As the manifest spells it. */
  readonly valid_until: string | null
  /** Whole seconds until then, 0 afterwards; null without a manifest. */
  readonly seconds_left: number | null
  /** False when `admit` would answer `clock_untrusted`. */
  readonly clock_ok: boolean
  readonly pending_uploads: number
  /** Seats free for people without a ticket; null when uncapped or without a manifest. */
  readonly seats_left: number | null
}

/** The status at the present moment. */
export const readStatus = (memory: DoorMemory): DoorStatus => {
  const { loaded } = memory
  const manifest = loaded === null ? null : loaded.open.manifest
  const now = readClock(memory)
  const msLeft =
    loaded === null ? 0 : loaded.open.valid_until - Math.max(now, memory.head.high_water)
  return {
    loaded: loaded !== null,
    manifest_version: manifest && manifest.manifest_version,
    valid_until: manifest && manifest.valid_until,
    seconds_left: manifest && (msLeft > 0 ? Math.floor(msLeft / 1000) : 0),
    clock_ok: loaded === null ? now === now : isClockTrusted(memory, loaded, now),
    pending_uploads: countPending(memory),
    seats_left: loaded && seatsLeft(loaded),
  }
}

const seatsLeft = ({ open, state }: LoadedManifest): number | null => {
  const seats = open.manifest.max_attendees
  return seats === null ? null : Math.max(0, seats - state.reserved - state.walk_ins)
}
