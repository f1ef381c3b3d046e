import type { SessionInput } from "../foundation/kernel/inputs.ts"

/** What a door has, to learn what changed since. */
export interface CheckinManifestDeltaInput extends SessionInput {
  /** The cursor of the manifest or delta that the door applied last. */
  readonly cursor: string
}
