import { type Setting, spellings } from "../config/settings.ts"
import type { Command } from "./command.ts"

type Row = readonly [left: string, right: string]

/** What `symbolon --help` says. */
export const generalHelp = (commands: readonly Command[], version: string): string =>
  page([
    section(`symbolon ${version}: memberships, rewards and attendance`, []),
    section("Examples", [
      ["symbolon serve --demo", "a server with a demo organization, on http://127.0.0.1:8080"],
      ["symbolon demo", "demonstrates the main features in the terminal"],
      ["symbolon doctor", "checks the installation"],
    ]),
    section(
      "Commands",
      commands.map(({ name, summary }) => [name, summary]),
    ),
    section("Every command", everywhere),
    "Settings come from flags, then SYMBOLON_* variables, then symbolon.config.json (or .js, .ts), then defaults.\nFor details, run symbolon COMMAND --help.",
  ])

/** What `symbolon GROUP --help` says: the commands that begin with these words. */
export const groupHelp = (group: string, commands: readonly Command[]): string =>
  page([
    `symbolon ${group}`,
    section(
      "Commands",
      commands.map(({ name, summary }) => [name, summary]),
    ),
    `For details, run symbolon ${commands[0]?.name ?? group} --help.`,
  ])

/** What `symbolon COMMAND --help` says, examples first. */
export const commandHelp = (command: Command): string => {
  const { name, summary, examples, positionals = [], flags = {}, settings = [] } = command
  return page([
    `symbolon ${[name, ...positionals].join(" ")}\n  ${summary}`,
    section(
      "Examples",
      examples.map((example) => [example, ""]),
    ),
    section(
      "Flags",
      Object.entries(flags).map(([flag, { hint, help, isRequired }]) => [
        `--${flag}${hint === undefined ? "" : ` ${hint}`}`,
        [...(isRequired === true ? ["required"] : []), ...(help === "" ? [] : [help])].join("; "),
      ]),
    ),
    section("Settings", settings.map(settingRow)),
    section("Every command", everywhere),
  ])
}

const everywhere: readonly Row[] = [
  ["--json", "the result as JSON"],
  ["--config FILE", "the configuration file to use"],
  ["-h, --help", "this help"],
]

const settingRow = (name: Setting): Row => {
  const { flag, env, hint, help } = spellings[name]
  return [`--${flag}${hint === "" ? "" : ` ${hint}`}`, `${help}; ${env.join(" or ")}`]
}

const section = (title: string, rows: readonly Row[]): string => {
  if (rows.length === 0) return title.includes(":") ? title : ""
  const width = Math.max(...rows.map(([left]) => left.length))
  return [
    title,
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()),
  ].join("\n")
}

const page = (parts: readonly string[]): string =>
  `${parts.filter((part) => part !== "").join("\n\n")}\n`
