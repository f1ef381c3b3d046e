import { open, readFile, rename } from "node:fs/promises"
import { dirname } from "node:path"
import type { LogState } from "@symbolon/core/ledger"
import { CommandFailed } from "./command.ts"

/** The state of a witness for its log: the newest checkpoint that it cosigned. */
export interface WitnessState extends LogState {
  readonly origin: string
  /** With the cosignature. */
  readonly note: string
}

/**
 * Reads the state of a witness; undefined without a file.
 *
 * @throws {CommandFailed} if the file cannot be read. A new state would forget the last checkpoint.
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
 * Replaces the state file atomically and durably: after a crash, the file has the old or the new
 * state.
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
