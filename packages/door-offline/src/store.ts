/**
 * Where a door keeps what must survive a restart: one text, replaced as a whole.
 *
 * `write` returns when the text is safe, or throws; the door then behaves as though nothing had
 * happened. A torn write must leave the old text (write a second file, then rename).
 */
export interface DoorStore {
  /** The last text written. `null`, `undefined` and `""` say that there is none yet. */
  readonly read: () => string | null | undefined
  readonly write: (text: string) => void
}
