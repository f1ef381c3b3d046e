import * as z from "zod"

/**
 * Values by the name of the field they are for: things that exist, instead of made-up ones.
 * Undefined where there is none.
 */
export type Known = (name: string) => unknown

/**
 * A small value that a schema takes: what it requires, and as few of its other members as will do.
 *
 * @throws {Error} when none is found; its message says where an example belongs.
 */
export const sample = (schema: z.ZodType, known: Known, what: string): unknown => {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema
  let complaint = ""
  for (const value of valuesOf(root, { root, known }, undefined)) {
    const parsed = schema.safeParse(value)
    if (parsed.success) return value
    complaint ||= `${JSON.stringify(value)}: ${z.prettifyError(parsed.error)}`
  }
  throw new Error(
    `No sample was found for ${what}. Give the field that is refused an example in the contract, ` +
      `\`.meta({ example: ... })\` (it shows in the OpenAPI document too), or name a real thing for it in things.ts.\n${complaint}`,
  )
}

interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
  readonly example?: unknown
  readonly examples?: readonly unknown[]
}

interface Source {
  readonly root: JsonSchema
  readonly known: Known
}

/** Values worth trying, the smallest first. */
function* valuesOf(schema: JsonSchema, source: Source, name: string | undefined): Generator {
  const real = name === undefined ? undefined : source.known(name)
  if (real !== undefined) yield real
  if (schema.$ref !== undefined)
    return yield* valuesOf(referred(schema.$ref, source.root), source, name)
  if (schema.example !== undefined) yield schema.example
  if (schema.examples !== undefined) yield* schema.examples
  if (schema.const !== undefined) return yield schema.const
  if (schema.enum !== undefined) return yield* schema.enum
  for (const option of schema.anyOf ?? schema.oneOf ?? []) yield* valuesOf(option, source, name)
  if (schema.allOf?.[0] !== undefined) yield* valuesOf(schema.allOf[0], source, name)
  switch (schema.type) {
    case "object":
      return yield* objectsOf(schema, source)
    case "array":
      return yield Array.from({ length: schema.minItems ?? 0 }, () =>
        first(schema.items ?? {}, source, undefined),
      )
    case "string":
      return yield* textsOf(schema)
    case "integer":
    case "number":
      return yield Math.min(
        Math.max(1, schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1),
        schema.maximum ?? 1,
      )
    case "boolean":
      return yield* [true, false]
    case "null":
      return yield null
    default:
  }
}

const first = (schema: JsonSchema, source: Source, name: string | undefined): unknown =>
  valuesOf(schema, source, name).next().value

const referred = (ref: string, root: JsonSchema): JsonSchema =>
  ref === "#" ? root : (root.$defs?.[ref.replace("#/$defs/", "")] ?? {})

/**
 * What is required; then with one more, and with two: rules such as "exactly one of" are met by
 * trying. An empty change comes last.
 */
function* objectsOf({ properties = {}, required = [] }: JsonSchema, source: Source): Generator {
  const member = (name: string) => [name, first(properties[name] ?? {}, source, name)] as const
  const least = Object.fromEntries(required.map(member))
  const more = Object.keys(properties).filter((name) => !required.includes(name))
  if (required.length > 0 || more.length === 0) yield least
  for (const name of more) yield { ...least, ...Object.fromEntries([member(name)]) }
  for (const name of more)
    for (const other of more)
      if (name < other) yield { ...least, ...Object.fromEntries([member(name), member(other)]) }
  if (required.length === 0) yield least
  // A member with a rule of its own may want another value than the first that came to mind.
  for (const name of required)
    for (const value of valuesOf(properties[name] ?? {}, source, name))
      yield { ...least, ...Object.fromEntries([[name, value]]) }
}

/** Texts of many forms; the shortest that a schema's bounds allow comes first. */
const forms: readonly string[] = [
  "sample",
  "2026-11-22T10:00:00.000Z",
  "https://app.sample.test/",
  "sample@mail.test",
  "00000000-0000-7000-8000-000000000000",
  "Sample1",
  "S",
  "SAMPLE",
  "1",
]

const byFormat: Readonly<Record<string, string>> = {
  "date-time": "2026-11-22T10:00:00.000Z",
  date: "2026-11-22",
  uri: "https://app.sample.test/",
  email: "sample@mail.test",
  uuid: "00000000-0000-7000-8000-000000000000",
}

function* textsOf({ format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema): Generator {
  const named = format === undefined ? undefined : byFormat[format]
  if (named !== undefined) yield named
  const fits = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern).test(text))
  yield* forms.filter(fits)
  yield "x".repeat(Math.max(minLength, 1))
}
