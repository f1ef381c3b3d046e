import { createRequire } from "node:module"
import { didYouMean, isSymbolonError, type Refusal, StaleSchema, toEnvelope } from "@symbolon/core"
import { ConfigRefused } from "../config.ts"
import { NotADemo } from "../demo/bootstrap.ts"
import { type Command, CommandFailed, type Io, UsageFault } from "./command.ts"
import { allCommands } from "./all-commands.ts"
import { commandHelp, generalHelp, groupHelp } from "./help.ts"
import { nodeIo } from "./node-io.ts"
import { notFound } from "./not-found.ts"
import { readArguments } from "./read-arguments.ts"

const usage = 2
const failed = 1

/**
 * Runs a command line; answers its exit code: 0 done, 1 not done, 2 not understood (`verify-ledger`
 * has more). Never rejects.
 */
export const main = async (args: readonly string[], io: Io = nodeIo()): Promise<number> => {
  try {
    return await run(args, io)
  } catch (reason) {
    io.err(`${messageOf(reason, io)}\n`)
    return reason instanceof UsageFault || reason instanceof ConfigRefused ? usage : failed
  }
}

const run = async (args: readonly string[], io: Io): Promise<number> => {
  const [first] = args
  if (first === "--version" || first === "-v") return say(io, `${version()}\n`)
  if (first === "help" && args.length > 1) return run([...args.slice(1), "--help"], io)
  if (first === undefined || isHelp(first) || first === "help")
    return say(io, generalHelp(allCommands, version()))
  const group = args.slice(0, args.findIndex(isHelp)).join(" ")
  const members = args.some(isHelp)
    ? allCommands.filter(({ name }) => name.startsWith(`${group} `))
    : []
  if (members.length > 0) return say(io, groupHelp(group, members))
  const command = find(args, first)
  const rest = args.slice(command.name.split(" ").length)
  if (rest.some(isHelp)) return say(io, commandHelp(command))
  const read = readArguments(command, rest)
  return command.run({ ...read, io }).catch((reason: unknown) => {
    throw (isSymbolonError(reason) ? notFound(reason, command, read) : undefined) ?? reason
  })
}

const say = (io: Io, text: string): number => {
  io.out(text)
  return 0
}

const isHelp = (arg: string): boolean => arg === "--help" || arg === "-h"

/** The command that a line begins with; the longest name wins. */
const find = (args: readonly string[], first: string): Command => {
  const words = (count: number) => args.slice(0, count).join(" ")
  const exact = [3, 2, 1].flatMap(
    (count) => allCommands.find(({ name }) => name === words(count)) ?? [],
  )[0]
  if (exact !== undefined) return exact
  const below = (group: string) =>
    allCommands.filter(({ name }) => name.startsWith(`${group} `)).map(({ name }) => name)
  const depth = below(words(2)).length > 0 ? 2 : 1
  const [group, next, under] = [words(depth), args[depth], below(words(depth))]
  if (under.length > 0 && (next === undefined || next.startsWith("-")))
    throw new UsageFault(`symbolon ${group} needs a subcommand: ${under.join(", ")}.`)
  const said = under.length > 0 ? `${group} ${next}` : first
  const names =
    under.length > 0 ? under : allCommands.flatMap(({ name }) => [name, name.split(" ")[0] ?? name])
  throw new UsageFault(
    `symbolon has no command ${said}.${didYouMean(said, names)} See symbolon --help.`,
  )
}

/** By the package's own name, since the file that asks is another one once it is built. */
const version = (): string =>
  (
    createRequire(import.meta.url)("@symbolon/http-server/package.json") as {
      readonly version: string
    }
  ).version

const messageOf = (reason: unknown, { env }: Io): string => {
  if (isSymbolonError(reason)) return refusalText(reason)
  if (!(reason instanceof Error)) return String(reason)
  if (
    reason instanceof UsageFault ||
    reason instanceof CommandFailed ||
    reason instanceof ConfigRefused ||
    reason instanceof NotADemo
  )
    return reason.message
  if (reason instanceof StaleSchema)
    return `The database schema is older than this version. Pending migrations: ${reason.pending.join(", ")}.\nRun symbolon migrate up, or start with --migrate.`
  return env["SYMBOLON_LOG_LEVEL"] === "debug" || env["SYMBOLON_LOG_LEVEL"] === "trace"
    ? (reason.stack ?? reason.message)
    : reason.message
}

const refusalText = (refusal: Refusal): string => {
  if (refusal._tag === "StorageFailed") return refusal.message
  const { body } = toEnvelope(refusal)
  const fields = Object.entries(body.errors).filter(([field]) => field !== "_root")
  return [body.message, ...fields.map(([field, message]) => `  ${field}: ${message}`)].join("\n")
}
