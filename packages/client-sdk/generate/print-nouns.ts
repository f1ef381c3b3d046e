import { bases } from "@symbolon/core/contract"
import type { Method } from "./read-contract.ts"
import { pascal, type Signature } from "./signatures.ts"
import { printComment } from "./print-type.ts"

/** The interfaces of the nouns, and `Nouns` that has them all. */
export const printNouns = (methods: readonly Method[]): string => {
  const [console, published] = [true, false].map((isConsole) =>
    printGroup(
      methods.filter((method) => method.isConsole === isConsole),
      isConsole ? "Console" : "",
    ),
  )
  return [
    published?.interfaces,
    console?.interfaces,
    `/** Every noun of \`client.console\`. */\nexport interface ConsoleNouns {\n${console?.members}}\n`,
    `/** Every noun of the client. */\nexport interface Nouns {\n${published?.members}  readonly console: ConsoleNouns\n}\n`,
  ].join("\n")
}

/** The interfaces of some nouns, and the members that lead to them. */
const printGroup = (methods: readonly Method[], prefix: "" | "Console") => {
  const nouns = [...new Set(methods.map(({ noun }) => noun))]
  const path = prefix === "" ? "client" : "client.console"
  const interfaces = nouns.map((noun) => {
    const own = methods.filter((method) => method.noun === noun)
    return `/** The calls of \`${path}.${noun}\`. */\nexport interface ${prefix}${interfaceOf(noun)} {\n${own.map(printMethod).join("\n")}}\n`
  })
  const members = nouns.map((noun) => `  readonly ${noun}: ${prefix}${interfaceOf(noun)}\n`)
  return { interfaces: interfaces.join("\n"), members: members.join("") }
}

/** The names of the types that the interfaces mention. */
export const typesIn = (text: string, known: ReadonlySet<string>): readonly string[] =>
  [...new Set(text.replace(/\/\*\*.*?\*\//gs, "").match(/\b[A-Z]\w*/g) ?? [])]
    .filter((name) => known.has(name))
    .toSorted()

/** Paths of the published API stand as in its documentation. */
const prefixes = { ...bases, api: "" } as const

const interfaceOf = (noun: string): string => `${pascal(noun)}Api`

const printMethod = (method: Method): string => {
  const { endpoint } = method
  const scope = endpoint.access?.scope
  const needs =
    endpoint.access === undefined
      ? "Takes no token."
      : scope === undefined
        ? undefined
        : `Scope \`${scope}\`.`
  const repeats =
    method.kind === "deduplicated" ? "Safe to repeat: the client retries it." : undefined
  const comment = [
    method.isText && endpoint.textMethod !== undefined
      ? `${endpoint.summary} As the text that was sent, to be verified as it is.`
      : endpoint.summary,
    ...(endpoint.description === undefined ? [] : ["", endpoint.description]),
    "",
    [`\`${endpoint.method} ${prefixes[endpoint.base]}${endpoint.path}\`.`, needs, repeats]
      .filter((part) => part !== undefined)
      .join(" "),
  ]
  return method.signatures
    .map((signature) => printComment(comment, "  ") + printSignature(method, signature))
    .join("")
}

const printSignature = (
  { name, params, isList }: Method,
  { input, isInputOptional, output }: Signature,
): string => {
  const taken = [
    ...params.map((param) => `${camel(param)}: string`),
    ...(input === undefined ? [] : [`input${isInputOptional ? "?" : ""}: ${input}`]),
    "options?: CallOptions",
  ]
  return `  ${name}(${taken.join(", ")}): ${isList ? "List" : "Call"}<${output}>\n`
}

const camel = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
