import { CommandFailed, type Flag, firstLine, type Invocation, UsageFault } from "./command.ts"

/** The flag of a command that asks before it does what cannot be undone. */
export const yes: Flag = {
  kind: "switch",
  help: "do it without a question; required where no terminal can answer",
}

/**
 * Asks on the terminal whether to do what cannot be undone. `--yes` answers; without it, a command
 * that nobody can answer is a {@link UsageFault}. Throws {@link CommandFailed} unless the answer is
 * `y` or `yes`.
 */
export const confirm = async (
  { flags, io }: Pick<Invocation, "flags" | "io">,
  question: string,
): Promise<void> => {
  if (flags["yes"] === true) return
  if (!io.canAnswer)
    throw new UsageFault(
      `${question} This cannot be undone, and there is no terminal to answer. Add --yes to do it.`,
    )
  io.err(`${question} This cannot be undone. [y/N] `)
  if (!/^y(es)?$/i.test((await firstLine(io)).trim()))
    throw new CommandFailed("Nothing was changed.")
}
