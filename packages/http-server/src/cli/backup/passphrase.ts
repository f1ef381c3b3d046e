import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { type Flag, type Invocation, textOf, UsageFault } from "../command.ts"

const shortest = 12

/**
 * Reads the passphrase from a file, because all users of the machine can see flags.
 */
export const passphraseFlag: Flag = {
  kind: "text",
  hint: "FILE",
  help: `a file whose first line is the passphrase, at least ${shortest} characters`,
}

/** The passphrase out of the file that was named; undefined when none was. */
export const passphraseOf = async (invocation: Invocation): Promise<string | undefined> => {
  const named = textOf(invocation, "passphrase-file")
  if (named === undefined) return undefined
  const text = await readFile(resolve(invocation.io.cwd, named), "utf8").catch(
    (reason: unknown) => {
      throw new UsageFault(
        `--passphrase-file ${named} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`,
      )
    },
  )
  const [passphrase = ""] = text.split(/\r?\n/)
  if (passphrase.length < shortest)
    throw new UsageFault(
      `--passphrase-file ${named} must begin with a line of at least ${shortest} characters.`,
    )
  return passphrase
}
