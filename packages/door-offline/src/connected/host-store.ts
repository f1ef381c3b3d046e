/**
 * Where a host keeps one text, at once or after a while. Every {@link DoorStore} is one.
 *
 * `write` is done when the text would survive a loss of power; a write that fails must leave the old text.
 */
export interface HostStore {
  /** The last text written, or null when there is none. */
  readonly read: () => string | null | Promise<string | null>
  readonly write: (text: string) => void | Promise<void>
}
