import { open, readFile, rename } from "node:fs/promises"
import { dirname } from "node:path"
import type { LogState } from "@symbolon/core/ledger"
import { CommandFailed } from "./command.ts"

/** What a witness keeps of the one log it looks after: the newest checkpoint that it cosigned. */
export interface WitnessState extends LogState {
  readonly origin: string
  /** With the cosignature. */
  readonly note: string
}

/**
 * Reads what was kept; undefined when there is no file yet.
 *
 * @throws {CommandFailed} when there is one that cannot be read: to begin anew would forget what
 * the log had promised.
 */
export const readState = async (file: string): Promise<WitnessState | undefined> => {
  let text: string
  try {
    text = await readFile(file, "utf8")
  } catch (reason) {
    if (reason instanceof Error && "code" in reason && reason.code === "ENOENT") return undefined
    throw new CommandFailed(
      `${file} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`,
    )
  }
  const state = parsed(text)
  if (state === undefined)
    throw new CommandFailed(`${file} is not a witness state file. Nothing was cosigned.`)
  return state
}

/**
 * Keeps the state: the old one or the new one is there whenever the machine stops, and the new one
 * once this resolves.
 */
export const keepState = async (file: string, state: WitnessState): Promise<void> => {
  const beside = `${file}.new`
  const written = await open(beside, "w", 0o600)
  try {
    await written.writeFile(`${JSON.stringify(state, null, 2)}\n`)
    await written.sync()
  } finally {
    await written.close()
  }
  await rename(beside, file)
  const folder = await open(dirname(file), "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const parsed = (text: string): WitnessState | undefined => {
  try {
    const { origin, size, root, note } = JSON.parse(text) as Partial<WitnessState>
    const isWhole =
      typeof origin === "string" &&
      Number.isSafeInteger(size) &&
      /^[0-9a-f]{64}$/.test(root ?? "") &&
      typeof note === "string"
    return isWhole ? { origin, size: size ?? 0, root: root ?? "", note } : undefined
  } catch {
    return undefined
  }
}
