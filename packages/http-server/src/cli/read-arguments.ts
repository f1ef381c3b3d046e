import { parseArgs } from "node:util"
import { didYouMean } from "@symbolon/core"
import { type Setting, spellings } from "../config/settings.ts"
import { type Command, type Invocation, UsageFault } from "./command.ts"

/** The arguments after the name of a command. */
export type Arguments = Pick<
  Invocation,
  "positionals" | "flags" | "settings" | "configFile" | "isJson"
>

interface Option {
  readonly type: "string" | "boolean"
  readonly multiple?: boolean
}

/** Options that every command takes. */
const everywhere: Readonly<Record<string, Option>> = {
  json: { type: "boolean" },
  config: { type: "string" },
}

/**
 * Reads the arguments of a command.
 *
 * @throws {UsageFault} for a flag it does not take, a value that is missing, or too many or too few
 * positionals.
 */
export const readArguments = (command: Command, args: readonly string[]): Arguments => {
  const options = optionsOf(command)
  const { values, positionals } = parsed(command, args, options)
  checkPositionals(command, positionals, values)
  for (const [name, { isRequired }] of Object.entries(command.flags ?? {}))
    if (isRequired === true && values[name] === undefined)
      throw new UsageFault(`--${name} is required.`)
  const settings = Object.fromEntries(
    (command.settings ?? []).flatMap((name) => {
      const value = values[spellings[name].flag]
      return value === undefined ? [] : [[name, value]]
    }),
  ) as Partial<Record<Setting, string | boolean>>
  const flags = Object.fromEntries(
    Object.keys(command.flags ?? {}).map((name) => [name, values[name]]),
  )
  return {
    positionals,
    flags,
    settings,
    configFile: values["config"] as string | undefined,
    isJson: values["json"] === true,
  }
}

const optionsOf = ({ flags = {}, settings = [] }: Command): Readonly<Record<string, Option>> => ({
  ...everywhere,
  ...Object.fromEntries(
    Object.entries(flags).map(([name, { kind }]) => [
      name,
      { type: kind === "switch" ? "boolean" : "string", multiple: kind === "list" },
    ]),
  ),
  ...Object.fromEntries(
    settings.map((name) => [
      spellings[name].flag,
      { type: spellings[name].kind === "switch" ? "boolean" : "string" },
    ]),
  ),
})

type Values = Readonly<Record<string, string | boolean | string[] | undefined>>

const parsed = (
  command: Command,
  args: readonly string[],
  options: Readonly<Record<string, Option>>,
): { readonly values: Values; readonly positionals: readonly string[] } => {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    allowNegative: true,
    tokens: true,
  })
  for (const token of tokens) if (token.kind === "option") checkOption(command, token, options)
  // With the value in one word, since a value that begins with a dash would be taken for a flag.
  const plain = tokens.flatMap((token) => {
    if (token.kind === "positional") return [token.value]
    if (token.kind === "option-terminator") return ["--"]
    return token.value === undefined ? [token.rawName] : [`${token.rawName}=${token.value}`]
  })
  const { values, positionals } = parseArgs({
    args: plain,
    options,
    allowPositionals: true,
    allowNegative: true,
  })
  return { values: values as Values, positionals }
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

/** A shorter flag is no name of a positional. */
const shortestName = 3

const checkOption = (
  command: Command,
  { name, rawName, value, inlineValue }: OptionToken,
  options: Readonly<Record<string, Option>>,
): void => {
  const negated = /^no-(.+)$/.exec(name)?.[1]
  const isNegation =
    negated !== undefined && Object.hasOwn(options, negated) && options[negated]?.type === "boolean"
  const option = isNegation
    ? options[negated]
    : Object.hasOwn(options, name)
      ? options[name]
      : undefined
  if (option === undefined) {
    const positional = command.positionals?.find((each) => each.toLowerCase().startsWith(name))
    const hint =
      positional === undefined || name.length < shortestName
        ? didYouMean(
            rawName,
            Object.keys(options).map((each) => `--${each}`),
          )
        : ` ${positional} stands without a flag: symbolon ${command.name} ${value ?? positional}.`
    throw new UsageFault(`symbolon ${command.name} has no flag ${rawName}.${hint}`)
  }
  if (option.type === "boolean") {
    if (value !== undefined) throw new UsageFault(`${rawName} takes no value. Leave out =${value}.`)
    return
  }
  if (value === undefined) throw new UsageFault(`${rawName} needs a value: ${rawName} VALUE.`)
  // A negative number is a value; whether it is a good one is for those to say who read it.
  if (inlineValue !== true && value.startsWith("-") && !/^-[\d.]/.test(value))
    throw new UsageFault(
      `${rawName} needs a value, and ${value} looks like another flag. If it is the value, write ${rawName}=${value}.`,
    )
}

const checkPositionals = (
  { name, positionals = [], flags = {} }: Command,
  given: readonly string[],
  values: Values,
): void => {
  const lacked = positionals.filter((each) => !each.startsWith("[")).slice(given.length)
  if (lacked.length > 0) throw new UsageFault(`symbolon ${name} needs ${lacked.join(" ")}.`)
  const extra = given[positionals.length]
  if (extra === undefined) return
  const lacking = Object.entries(flags).find(
    ([flag, { isRequired }]) => isRequired === true && values[flag] === undefined,
  )
  const [flag = "", { hint = "VALUE" } = {}] = lacking ?? []
  const told =
    positionals.length === 0
      ? ` Did you mean --${flag} ${extra}?`
      : ` Write symbolon ${name} ${positionals.join(" ")} --${flag} ${hint}.`
  throw new UsageFault(
    `symbolon ${name} takes no argument ${extra}.${lacking === undefined ? "" : told}`,
  )
}
