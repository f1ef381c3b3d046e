import { bases } from "@symbolon/core/contract"
import type { Method } from "./read-contract.ts"
import { pascal, type Signature } from "./signatures.ts"
import { printComment } from "./print-type.ts"

/** The interfaces of the nouns, and `Nouns` that has them all. */
export const printNouns = (methods: readonly Method[]): string => {
  const nouns = [...new Set(methods.map(({ noun }) => noun))]
  const interfaces = nouns.map((noun) => {
    const own = methods.filter((method) => method.noun === noun)
    return `/** The calls of \`client.${noun}\`. */\nexport interface ${interfaceOf(noun)} {\n${own.map(printMethod).join("\n")}}\n`
  })
  const all = nouns.map((noun) => `  readonly ${noun}: ${interfaceOf(noun)}\n`).join("")
  return [
    ...interfaces,
    `/** Every noun of the client. */\nexport interface Nouns {\n${all}}\n`,
  ].join("\n")
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
    method.isText
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
