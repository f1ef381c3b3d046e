import * as z from "zod"
import { describe, expect, it } from "vitest"
import * as contract from "./index.ts"
import type { Endpoint } from "./endpoint.ts"

type AnyEndpoint = Endpoint<unknown, unknown, string>

const endpoints: readonly AnyEndpoint[] = Object.values(contract).flatMap((group) =>
  typeof group === "object"
    ? Object.values(group).filter(
        (value): value is AnyEndpoint => typeof value === "object" && "bucket" in value,
      )
    : [],
)

const upper = "019AB3F0-1C2D-7E4F-8A5B-6C7D8E9F0A1B"

/**
 * What is asked about, and filters. Everything else names what is then not found (404), or is
 * refused by name.
 */
const onlyUuids: ReadonlySet<string> = new Set([
  "entitlements.get params.user_uuid",
  "entitlements.check params.user_uuid",
  "entitlements.getMember params.user_uuid",
  "entitlements.checkMember params.user_uuid",
  "activities.list query.organization_uuid",
  "sessions.listForActivity query.series_uuid",
  "contacts.list query.activity_uuid",
])

/** A file that a body names: refused by its field, together with what else is wrong there. */
const isFile = (name: string) => name.endsWith("_file_uuid")

/** Every text of a request that may be a uuid, by its name: `user_uuid`, and the slugs of paths. */
const references = (
  schema: z.core.$ZodType | undefined,
  name: string,
): readonly (readonly [string, z.core.$ZodType])[] => {
  if (schema === undefined) return []
  const { def } = schema._zod
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([field, of]) => references(of, `${name}.${field}`))
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => references(option, name))
  if (schema instanceof z.ZodArray) return references(schema.element, name)
  if ("innerType" in def) return references(def.innerType as z.core.$ZodType, name)
  if (!(schema instanceof z.ZodString)) return []
  return /_uuids?$/.test(name) || /^params\.\w+_slug$/.test(name) ? [[name, schema]] : []
}

describe("a uuid is taken in any case, and is in lower case from there on:", () => {
  const all = endpoints.flatMap(({ name: endpoint, params, query, body }) =>
    [
      ...references(params, "params"),
      ...references(query, "query"),
      ...references(body, "body"),
    ].map(([name, schema]) => ({
      name: `${endpoint} ${name}`,
      schema,
    })),
  )
  it.each(all)("$name", ({ schema }) => expect(z.parse(schema, upper)).toBe(upper.toLowerCase()))
  it("what is no uuid stays as it is", () => {
    for (const { schema } of all.filter(({ name }) => !onlyUuids.has(name) && !isFile(name)))
      expect(z.parse(schema, "Harbour-Club")).toBe("Harbour-Club")
    expect(all.length).toBeGreaterThan(80)
  })
  it("where another text would find nothing and read as a no, it is refused", () => {
    const strict = all.filter(
      ({ schema }) => z.safeParse(schema, "ada").error?.issues[0]?.message === "is not a uuid",
    )
    const files = all.map(({ name }) => name).filter(isFile)
    expect(files.length).toBeGreaterThan(4)
    expect(new Set(strict.map(({ name }) => name))).toEqual(new Set([...onlyUuids, ...files]))
  })
})
