import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import type { DoorStore } from "../index.ts"

/**
 * Keeps a door's text in one file (Node). `write` returns when the text is on the disk: it is
 * written to `<path>.new`, flushed, renamed over the old one, and the directory is flushed too, so
 * that a loss of power at any point leaves either the old text or the new one. The file is readable
 * by its owner alone, since it names cards.
 *
 * One process per file: two doors on one file would overwrite each other's admissions.
 *
 * @example
 * const door = new Door({ trustKeys, now: Date.now, store: fileStore("/var/lib/door/pier.json") })
 */
export const fileStore = (path: string): DoorStore => ({
  read: () => {
    try {
      return readFileSync(path, "utf8")
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null
      throw error
    }
  },
  write: (text) => {
    const draft = `${path}.new`
    const file = openSync(draft, "w", 0o600)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, path)
    flushDirectory(dirname(path))
  },
})

/**
 * Without this the rename itself may be lost. Windows cannot open a directory, and keeps its own
 * journal of names.
 */
const flushDirectory = (path: string): void => {
  if (process.platform === "win32") return
  const directory = openSync(path, "r")
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
