import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { CommandFailed } from "./command.ts"

/** What a server leaves in its data directory for the commands beside it. */
export interface ServerNote {
  /** Decided by the first start, for ever: nothing signed for one is good in the other. */
  readonly network: "main" | "test"
  /** Where it was reached last. */
  readonly base_url: string
}

const fileOf = (dataDir: string): string => join(dataDir, "server.json")

/** Makes the data directory, for its owner alone. */
export const makeDataDir = async (dataDir: string): Promise<void> => void (await mkdir(dataDir, { recursive: true, mode: 0o700 }))

/** The note of the last server; undefined before the first one. */
export const readNote = async (dataDir: string): Promise<ServerNote | undefined> => {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), "utf8")) as ServerNote
  } catch (reason) {
    if (reason instanceof Error && "code" in reason && reason.code === "ENOENT") return undefined
    throw reason
  }
}

/** Writes the note. Refuses to turn a real service into a test, and the other way round. */
export const writeNote = async (dataDir: string, note: ServerNote): Promise<void> => {
  const known = await readNote(dataDir)
  if (known !== undefined && known.network !== note.network)
    throw new CommandFailed(
      known.network === "test"
        ? `${dataDir} belongs to a server with a test clock. Start with --test-clock, or choose another --data-dir.`
        : `${dataDir} belongs to a server without a test clock, and must never get one. Choose another --data-dir.`,
    )
  await writeFile(`${fileOf(dataDir)}.new`, `${JSON.stringify(note, null, 2)}\n`)
  await rename(`${fileOf(dataDir)}.new`, fileOf(dataDir))
}
