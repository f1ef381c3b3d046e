/**
 * Why a door refuses what it was given. After `resync_required` a whole new manifest helps.
 * `store_corrupt` comes from the constructor, when the store holds a text that this package has not
 * written: going on would forget uploads that are still owed, so the host has to decide.
 */
export type DoorErrorCode =
  | "manifest_malformed"
  | "manifest_untrusted"
  | "manifest_rolled_back"
  | "manifest_expired"
  | "resync_required"
  | "store_corrupt"

/** The error of {@link Door}. Whenever it is thrown, the door is as it was before. */
export class DoorError extends Error {
  declare readonly code: DoorErrorCode

  /** `hint` says in a word or two what was amiss; firmware is counted in bytes. */
  constructor(code: DoorErrorCode, hint: string) {
    super(`${code}: ${hint}`)
    this.name = "DoorError"
    this.code = code
  }
}
