import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { CommandFailed } from "./command.ts"
import type { StorageNote } from "./storage-note.ts"

/**
 * What servers and commands leave in a data directory for the commands that come after. All of it
 * may be missing.
 */
export interface DataDirNote {
  /**
   * Set by the first server and never changed: a signature for one network is not valid in the
   * other.
   */
  readonly network?: "main" | "test"
  /** Where the server was reached last. */
  readonly base_url?: string
  /** The address that the last server bound. */
  readonly listens_on?: string
  /** Where the data is. */
  readonly storage?: StorageNote
}

/** The database in a data directory, where it is SQLite. */
export const sqliteFileOf = (dataDir: string): string => join(dataDir, "symbolon.db")

/** The file of the keys that everything secret is sealed with. */
export const vaultFileOf = (dataDir: string): string => join(dataDir, "vault.key")

/** The folder of uploaded files in a data directory. No backup has them, no restore writes there. */
export const filesFolder = "files"

/** The directory of uploaded files. */
export const filesDirOf = (dataDir: string): string => join(dataDir, filesFolder)

/** The file in which a server stores its addresses and storage. */
export const noteFileOf = (dataDir: string): string => join(dataDir, "server.json")

/** The file with the credentials of a demo start. */
export const bootstrapFileOf = (dataDir: string): string => join(dataDir, "bootstrap.json")

/**
 * Makes the data directory, for its owner alone.
 *
 * @throws {CommandFailed} where it is no directory or cannot be made.
 */
export const makeDataDir = async (dataDir: string): Promise<void> => {
  await expectDirectory(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((reason: unknown) => {
    const what = reason instanceof Error ? reason.message : String(reason)
    throw new CommandFailed(`Could not make the data directory ${dataDir}: ${what}`)
  })
}

/** Does nothing for a directory and where there is nothing yet. */
const expectDirectory = async (dataDir: string): Promise<void> => {
  const what = await stat(dataDir).then(
    (there) => (there.isDirectory() ? undefined : "is a file, not a directory"),
    (reason: unknown) =>
      reason instanceof Error && "code" in reason && reason.code === "ENOTDIR"
        ? "is below a file"
        : undefined,
  )
  if (what !== undefined) throw new CommandFailed(`${dataDir} ${what}. Choose another --data-dir.`)
}

/** The note of a data directory; empty where there is none. */
export const readNote = async (dataDir: string): Promise<DataDirNote> => {
  await expectDirectory(dataDir)
  const text = await readFile(noteFileOf(dataDir), "utf8").catch((reason: unknown) => {
    if (reason instanceof Error && "code" in reason && reason.code === "ENOENT") return "{}"
    throw reason
  })
  try {
    return JSON.parse(text) as DataDirNote
  } catch {
    throw new CommandFailed(`${noteFileOf(dataDir)} is not JSON. Restore it from your backup.`)
  }
}

/**
 * Does nothing where a server may run on this network.
 *
 * @throws {CommandFailed} for a real service that is to become a test, and the other way round.
 */
export const expectNetwork = (
  dataDir: string,
  known: DataDirNote,
  network: "main" | "test",
): void => {
  if (known.network === undefined || known.network === network) return
  throw new CommandFailed(
    known.network === "test"
      ? `${dataDir} belongs to a server with a test clock. Start with --test-clock, or choose another --data-dir.`
      : `${dataDir} belongs to a server without a test clock, and must never get one. Choose another --data-dir.`,
  )
}

/** Updates the note; omitted fields keep their values. */
export const writeNote = async (dataDir: string, note: DataDirNote): Promise<void> => {
  const known = await readNote(dataDir)
  const draft = `${noteFileOf(dataDir)}.new`
  await writeFile(draft, `${JSON.stringify({ ...known, ...note }, null, 2)}\n`)
  await rename(draft, noteFileOf(dataDir))
}
