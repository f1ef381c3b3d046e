import type { DoorStore } from "../index.ts"

/**
 * A store that forgets with the process, for tests and for trying things out; `text` is what it
 * held before.
 */
export const memoryStore = (text: string | null = null): DoorStore => {
  let stored = text
  return {
    read: () => stored,
    write: (next) => {
      stored = next
    },
  }
}
