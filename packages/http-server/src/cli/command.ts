import { didYouMean } from "@symbolon/core"
import type { Setting } from "../config/settings.ts"

/** A flag of one command, beside the settings. */
export interface Flag {
  readonly kind: "text" | "switch" | "list"
  /** The placeholder for the value in help. */
  readonly hint?: string
  readonly help: string
  /** The command is refused without it, before anything is opened. */
  readonly isRequired?: true
}

/** What a command is run with. */
export interface Invocation {
  readonly positionals: readonly string[]
  /** The command's own flags on the command line. */
  readonly flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
  /** The settings on the command line. */
  readonly settings: Readonly<Partial<Record<Setting, string | boolean>>>
  /** The configuration file from `--config`. */
  readonly configFile: string | undefined
  /** Whether the result is to be JSON. */
  readonly isJson: boolean
  readonly io: Io
}

/** Where a command reads and writes. Results go out, everything else goes to err. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly readIn: () => AsyncIterable<string>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Whether a person reads along. */
  readonly isTerminal: boolean
  /** Whether a person can answer a question: input and messages are a terminal. */
  readonly canAnswer: boolean
  /** Resolves when the process receives SIGINT or SIGTERM. */
  readonly stopAsked: () => Promise<void>
}

/** A command: what it is called, how it is used, what it does. */
export interface Command {
  /** One to three words. */
  readonly name: string
  readonly summary: string
  /** Whole lines to copy, the most useful first. */
  readonly examples: readonly string[]
  /** Names of the positional arguments; those in brackets are optional. */
  readonly positionals?: readonly string[]
  readonly flags?: Readonly<Record<string, Flag>>
  readonly settings?: readonly Setting[]
  /** Answers the exit code: 0 done, 1 not done. Usage is checked before. */
  readonly run: (invocation: Invocation) => Promise<number>
}

/** A command that cannot be understood: exit code 2. */
export class UsageFault extends Error {
  override readonly name = "UsageFault"
}

/** An expected failure, printed without a stack: exit code 1. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed"
}

/** Returns the text of a flag, or undefined without the flag. */
export const textOf = ({ flags }: Pick<Invocation, "flags">, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === "string" ? value : undefined
}

/** The text of a flag that {@link Flag.isRequired}. */
export const requiredText = (invocation: Pick<Invocation, "flags">, name: string): string =>
  textOf(invocation, name) ?? ""

/** Returns all values of a repeatable flag. */
export const listOf = ({ flags }: Pick<Invocation, "flags">, name: string): readonly string[] => {
  const value = flags[name]
  return Array.isArray(value) ? (value as readonly string[]) : []
}

/**
 * Returns the member of `known` that `--flag` has; throws {@link UsageFault} for any other value.
 */
export const oneOf = <T extends string>(known: readonly T[], given: string, flag: string): T => {
  const found = known.find((each) => each === given)
  if (found === undefined)
    throw new UsageFault(
      `--${flag} ${given} must be one of ${known.join(", ")}.${didYouMean(given, known)}`,
    )
  return found
}

/** Prints a result: as JSON, or as the lines a person reads. */
export const print = (
  { isJson, io }: Pick<Invocation, "isJson" | "io">,
  result: unknown,
  lines: readonly string[],
): void =>
  io.out(
    isJson ? `${JSON.stringify(result, null, 2)}\n` : lines.map((line) => `${line}\n`).join(""),
  )

/**
 * Returns the first line of standard input. Secrets come this way, because all users of the machine
 * can see flags.
 */
export const firstLine = async ({ readIn }: Pick<Io, "readIn">): Promise<string> => {
  let text = ""
  for await (const chunk of readIn()) {
    text += chunk
    if (text.includes("\n")) break
  }
  return text.split(/\r?\n/)[0] ?? ""
}
