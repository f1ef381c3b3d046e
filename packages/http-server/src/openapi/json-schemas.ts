import * as z from "zod"

/** A JSON Schema of an OpenAPI 3.1 document. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Collects the named schemas of a document while its operations are written. */
export interface Components {
  /**
   * The schema of a value: a reference where it has a name. `input` is what a caller sends, before
   * defaults.
   */
  readonly schema: (of: z.ZodType, side: "input" | "output") => JsonSchema
  /** Everything that was named so far, by name. */
  readonly named: () => Readonly<Record<string, JsonSchema>>
}

const inDefs = "#/$defs/"
const inComponents = "#/components/schemas/"

/** An empty collection. */
export const openComponents = (): Components => {
  const named = new Map<string, string>()

  const keep = (name: string, schema: JsonSchema): void => {
    const text = JSON.stringify(schema)
    const known = named.get(name)
    if (known !== undefined && known !== text)
      throw new Error(`Two schemas of the document are called ${name}.`)
    named.set(name, text)
  }

  return {
    schema: (of, side) => {
      const {
        $schema: _,
        $defs = {},
        ...schema
      } = z.toJSONSchema(of, {
        io: side,
        unrepresentable: "any",
        ...(side === "output" ? { override: tolerant } : {}),
      }) as JsonSchema & {
        readonly $defs?: Readonly<Record<string, JsonSchema>>
      }
      for (const [name, definition] of Object.entries($defs)) keep(name, moved(definition))
      return moved(schema)
    },
    named: () =>
      Object.fromEntries(
        [...named]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, text]) => [name, JSON.parse(text) as JsonSchema]),
      ),
  }
}

/**
 * A response may carry more than today's fields: clients tolerate new ones, and validators built
 * from the document must too.
 */
const tolerant = ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

/** The schema with its references pointing into the document. */
const moved = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "$ref" && typeof value === "string" ? value.replace(inDefs, inComponents) : value,
  ) as JsonSchema
