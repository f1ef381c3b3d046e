/**
 * Where a host keeps one text, at once or after a while. Every {@link DoorStore} is one.
 *
 * `write` is done when the text would survive a loss of power; a write that fails must leave the
 * old text.
 */
export interface HostStore {
  /** The last text written. `null`, `undefined` and `""` say that there is none yet. */
  readonly read: () => string | null | undefined | Promise<string | null | undefined>
  readonly write: (text: string) => void | Promise<void>
}
