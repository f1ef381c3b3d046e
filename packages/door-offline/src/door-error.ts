/**
 * Why a door refuses its input. After `resync_required`, load a whole new manifest. The constructor
 * throws `store_corrupt` if the store contains text that this package has not written. Continuing
 * would lose pending uploads, so the host has to decide.
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

  /** `hint` names the fault in one or two words, to keep the firmware small. */
  constructor(code: DoorErrorCode, hint: string) {
    super(`${code}: ${hint}`)
    this.name = "DoorError"
    this.code = code
  }
}
