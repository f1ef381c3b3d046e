import type { DoorMemory, LoadedManifest } from "./memory.ts"
import { save } from "./memory.ts"

/** How far the high-water mark may run ahead of the store, below every sensible tolerance. */
const SAVE_AFTER_MS = 60_000

/**
 * Whether the door's clock can be believed at `now`: it agreed with the signed `generated_at` when
 * the manifest came, and it has not been set back since, neither before the manifest nor behind a
 * time already seen. How far it may run ahead is for `valid_until` to say. Equality passes. Source:
 * docs/door-protocol.md#clock.
 */
export const isClockTrusted = (
  memory: DoorMemory,
  loaded: LoadedManifest,
  now: number,
): boolean => {
  const { generated_at: generatedAt, clock_tolerance_ms: tolerance } = loaded.open
  return (
    Math.abs(loaded.skew_ms) <= tolerance &&
    now >= generatedAt - tolerance &&
    now >= memory.head.high_water - tolerance
  )
}

/**
 * Whether the manifest has run out. The mark counts too, so that a manifest once seen to be expired
 * stays so though the clock be set back by less than the tolerance.
 */
export const isExpired = (memory: DoorMemory, loaded: LoadedManifest, now: number): boolean =>
  !(Math.max(now, memory.head.high_water) < loaded.open.valid_until)

/**
 * Remembers a time read from a trusted clock. The mark never passes `valid_until`: more is not
 * needed to keep the manifest expired, and a clock that jumped to the next century would lock the
 * door until then.
 */
export const noteTime = (memory: DoorMemory, loaded: LoadedManifest, now: number): void => {
  const mark = Math.min(now, loaded.open.valid_until)
  if (mark <= memory.head.high_water) return
  memory.head = { ...memory.head, high_water: mark }
  if (mark < memory.saved_high_water + SAVE_AFTER_MS && mark < loaded.open.valid_until) return
  try {
    save(memory, memory.head, memory.journal)
  } catch {
    // The mark is only a help against a clock set back; it is written again with the next
    // admission.
  }
}
