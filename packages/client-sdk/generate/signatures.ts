import { defsOf, type JsonSchema, optionsOf, resolve } from "./json-schema.ts"
import type { TypeBook } from "./type-book.ts"

/**
 * One signature of a method. A method has several when what it answers depends on which form of
 * body it is sent.
 */
export interface Signature {
  /** The type of the query and body together; undefined when there is neither. */
  readonly input: string | undefined
  readonly isInputOptional: boolean
  /** The type of the answer, or of an item for a list. */
  readonly output: string
}

/** The schemas of one endpoint. */
interface Shape {
  readonly id: string
  /** `noun.method`, for the comments. */
  readonly name: string
  readonly query: JsonSchema | undefined
  readonly body: JsonSchema | undefined
  readonly response: JsonSchema
  /** For a list, what its pages are made of. */
  readonly item: JsonSchema | undefined
}

/**
 * The signatures of a method. A union of bodies with a union of as many answers is one signature
 * each: the n-th answers the n-th.
 */
export const readSignatures = (shape: Shape, book: TypeBook): readonly Signature[] => {
  const { id, name, body, response, item } = shape
  if (item !== undefined) {
    const output = book.type(
      { ...item, ...defsOf(response) },
      `${pascal(id)}Item`,
      "output",
      `An item of \`${name}\`.`,
    )
    return [{ ...readInput(shape, body, "", book), output }]
  }
  const bodies = body === undefined ? [undefined] : optionsOf(body)
  const answers = bodies.length === 1 ? [response] : optionsOf(response)
  if (bodies.length !== answers.length)
    throw new Error(`${id}: ${bodies.length} forms of body, ${answers.length} of answer`)
  const isPaired = bodies.length > 1
  return answers.map((answer, i) => {
    const option = bodies[i]
    const outputName = `${pascal(id)}${isPaired ? distinct(answer) : ""}Response`
    return {
      ...readInput(
        shape,
        option && { ...option, ...defsOf(body) },
        isPaired ? distinct(option) : "",
        book,
      ),
      output: book.type(
        { ...answer, ...defsOf(response) },
        outputName,
        "output",
        `What \`${name}\` answers.`,
      ),
    }
  })
}

const readInput = (
  { id, name, query }: Shape,
  body: JsonSchema | undefined,
  suffix: string,
  book: TypeBook,
): Omit<Signature, "output"> => {
  const parts = [query, body].filter((part) => part !== undefined)
  const whole = parts.map((part) => resolve(part, part))
  const properties: Readonly<Record<string, JsonSchema>> = Object.assign(
    {},
    ...whole.map((part) => part.properties ?? {}),
  )
  const isRecord = whole.some((part) => typeof part.additionalProperties === "object")
  if (Object.keys(properties).length === 0 && !isRecord)
    return { input: undefined, isInputOptional: true }
  const required = whole.flatMap((part) => part.required ?? [])
  const $defs: Readonly<Record<string, JsonSchema>> = Object.assign(
    {},
    ...parts.map((part) => part.$defs ?? {}),
  )
  const schema: JsonSchema =
    parts.length === 1 ? (parts[0] ?? {}) : { type: "object", properties, required, $defs }
  const input = book.type(schema, `${pascal(id)}${suffix}Input`, "input", `What \`${name}\` takes.`)
  return { input, isInputOptional: required.length === 0 }
}

/** What tells one form of a body or an answer from the others: its first member. */
const distinct = (schema: JsonSchema | undefined): string =>
  pascal(Object.keys(schema?.properties ?? {})[0] ?? "")

/** `admit_results` as `AdmitResults`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
