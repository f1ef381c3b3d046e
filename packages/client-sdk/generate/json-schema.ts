/** The part of JSON Schema 2020-12 that the contract's schemas come out as. */
export interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly description?: string
  readonly format?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** What a zod schema can do for us, without importing zod. */
interface Described {
  readonly toJSONSchema: (options: {
    readonly io: "input" | "output"
    readonly unrepresentable: "any"
  }) => unknown
}

/**
 * Converts a zod schema to JSON Schema: `input` for requests (defaults are optional), `output` for
 * answers.
 */
export const toJsonSchema = (schema: Described, io: "input" | "output"): JsonSchema =>
  schema.toJSONSchema({ io, unrepresentable: "any" }) as JsonSchema

/** The name a `$ref` points at. */
export const refName = (ref: string): string =>
  decodeURIComponent(ref.slice(ref.lastIndexOf("/") + 1))

/** The options of a union, or the schema alone. */
export const optionsOf = (schema: JsonSchema): readonly JsonSchema[] =>
  schema.anyOf ?? schema.oneOf ?? [schema]

/** What a schema stands for, when it is but a reference into its root. */
export const resolve = (schema: JsonSchema, root: JsonSchema): JsonSchema =>
  schema.$ref === undefined ? schema : (root.$defs?.[refName(schema.$ref)] ?? {})

/** The named schemas of a root, to go with one of its parts. */
export const defsOf = (root: JsonSchema | undefined): JsonSchema =>
  root?.$defs === undefined ? {} : { $defs: root.$defs }
