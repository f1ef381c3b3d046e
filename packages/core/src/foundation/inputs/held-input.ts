import type * as z from "zod"
import { queryReader, reader, type Reading } from "../../contract/reading.ts"
import { Invalid } from "../errors/refusals.ts"
import { snakeCase } from "../kernel/snake-case.ts"

/**
 * Judges the input of an operation before it runs; undefined when the input is good. Errors name
 * the fields as the API and the rules do.
 */
export type CheckInput = (input: unknown) => Invalid | undefined

/** The schemas of an endpoint that an input is held to. */
interface Schemas {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
}

/**
 * Where an operation's input differs from its endpoint's. Everything else corresponds by name:
 * `priceCents` is `price_cents`.
 */
interface Differences {
  /** Wire names by the operation's, where they do not correspond. */
  readonly names?: Readonly<Record<string, string>>
  /** Members whose members stand on the wire by themselves. */
  readonly flat?: readonly string[]
  /** Those of `flat` that must be there, with the members that each must have. */
  readonly required?: Readonly<Record<string, readonly string[]>>
  /**
   * Members that are objects or lists of objects: the wire names inside of them, where those do not
   * correspond.
   */
  readonly nested?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Members inside of these that are JSON in the API's own words: they stay as they are. */
  readonly verbatim?: readonly string[]
  /** How a member is written on the wire, where that is another value. */
  readonly values?: Readonly<Record<string, (value: unknown) => unknown>>
  /** Members that only the library has, with their schemas. */
  readonly own?: Readonly<Record<string, z.ZodType>>
  /** Members that the endpoint requires and the library does not. */
  readonly optional?: readonly string[]
}

/**
 * Holds an operation's input to the contract of its endpoint: what HTTP refuses, the library
 * refuses too, by the same schema. The input itself reaches the operation as it was given.
 */
export const heldTo = (
  { params, query, body }: Schemas,
  differences: Differences = {},
): CheckInput => {
  const parts: readonly Part[] = [
    partOf(params, same),
    { ...partOf(query, inQuery), ...(query === undefined ? {} : { read: queryReader(query) }) },
    partOf(body, same),
  ]
  const wireName = wireNames(new Set(parts.flatMap(({ keys }) => [...keys])), differences)
  const flat = new Set(differences.flat)
  const own = Object.entries(differences.own ?? {}).map(
    ([name, schema]) => [name, reader(schema)] as const,
  )
  const ownNames = new Set(own.map(([name]) => name))
  const { required = {}, optional = [] } = differences
  const spellings = wireSpellings(differences.names)
  const verbatim = new Set(differences.verbatim)
  const nested = new Map(
    Object.entries(differences.nested ?? {}).map(([path, names]) => [path, wireSpellings(names)]),
  )

  /**
   * Where a member goes, by its path. What the endpoint does not know goes to the body, which
   * refuses it.
   */
  const placeOf = (path: string) => {
    const name = wireName(path)
    const part = parts.findIndex(({ keys }) => keys.has(name))
    return { name, part: part === -1 ? parts.length - 1 : part, isKnown: part !== -1 }
  }
  const known = new Map<string, ReturnType<typeof placeOf>>()

  const put = (held: Record<string, unknown>[], path: string, value: unknown): void => {
    if (value === undefined || ownNames.has(path)) return
    const place = known.get(path) ?? placeOf(path)
    if (place.isKnown) known.set(path, place)
    const to = (held[place.part] ??= {})
    to[place.name] = parts[place.part]?.write(written(path, value, differences))
  }

  return (input) => {
    if (!isRecord(input)) return new Invalid({ errors: { _root: "must be an object" } })
    const held: Record<string, unknown>[] = []
    const misspelt: Record<string, string> = {}
    const take = (name: string, path: string, value: unknown): void => {
      const complaint = ownNames.has(path) ? undefined : spellings(name)
      if (complaint !== undefined) return void (misspelt[path] = complaint)
      noteSpellings(misspelt, path, value, nested.get(path), verbatim)
      put(held, path, value)
    }
    for (const name in input) {
      const value = input[name]
      if (flat.has(name) && isRecord(value))
        for (const inner in value) take(inner, `${name}.${inner}`, value[inner])
      else take(name, name, value)
    }
    const errors: Record<string, string> = {}
    for (const name in required) noteRequired(errors, name, input[name], required[name] ?? [])
    for (const [name, read] of own)
      note(errors, read(input[name]), (path) =>
        path === "_root" ? snakeCase(name) : `${snakeCase(name)}.${path}`,
      )
    parts.forEach(({ read }, index) => {
      if (read !== undefined) note(errors, read(held[index] ?? {}), (path) => path)
      else for (const name in held[index]) errors[name] = unknown
    })
    for (const name of optional) if (input[name] === undefined) delete errors[wireName(name)]
    Object.assign(errors, misspelt)
    for (const _field in errors) return new Invalid({ errors })
    return undefined
  }
}

interface Part {
  readonly keys: ReadonlySet<string>
  readonly read: ((value: unknown) => Reading) | undefined
  readonly write: (value: unknown) => unknown
}

const partOf = (schema: z.ZodType | undefined, write: Part["write"]): Part => ({
  keys: new Set(
    schema !== undefined && "shape" in schema ? Object.keys(schema.shape as object) : [],
  ),
  read: schema === undefined ? undefined : reader(schema),
  write,
})

/** Judges an input that no endpoint has, by a schema in the operation's own names. */
export const ownInput = (schema: z.ZodType): CheckInput => {
  const read = reader(schema)
  return (input) => {
    if (input === undefined) return noInput()
    const reading = read(isRecord(input) ? withoutUndefined(input) : input)
    if (!("errors" in reading)) return undefined
    const errors: Record<string, string> = {}
    note(errors, reading, snakeCase)
    return new Invalid({ errors })
  }
}

const noInput = (): Invalid =>
  new Invalid({
    errors: { _root: "The input is missing: pass an object, {} where no field is needed." },
  })

/**
 * For operations of a protocol that judges its parameters itself and answers in its own words
 * (OAuth, passkeys, payment callbacks).
 */
export const judgedByItsProtocol: CheckInput = () => undefined

/**
 * An object of the library as the wire writes it: names in snake case, or as `names` says, and
 * moments in ISO 8601, at every depth.
 */
const wireOf = (
  value: unknown,
  names: Readonly<Record<string, string>>,
  verbatim: readonly string[] = [],
): unknown => {
  if (Array.isArray(value)) return value.map((each) => wireOf(each, names, verbatim))
  if (!isRecord(value)) return ofMoment(value)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      each === undefined
        ? []
        : [
            [
              names[name] ?? snakeCase(name),
              verbatim.includes(name) ? each : wireOf(each, names, verbatim),
            ],
          ],
    ),
  )
}

const unknown = "is not a field of this call"

/**
 * What is wrong with the name of a member that only the wire writes so: `price_cents`, or a wire
 * name that stands for a member of another name. Such a member is refused, since the operation
 * would not see it.
 */
const wireSpellings = (names: Readonly<Record<string, string>> = {}) => {
  const replaced = new Map(
    Object.entries(names).flatMap(([own, wire]) => (wire in names ? [] : [[wire, own]])),
  )
  return (name: string): string | undefined => {
    const own = replaced.get(name)
    if (own !== undefined) return `${unknown}; the library writes ${own}`
    return name.includes("_") ? `${unknown}; the library writes ${camel(name)}` : undefined
  }
}

/** Notes wire spellings at every depth of a member, as `cards.0.card_type`. */
const noteSpellings = (
  errors: Record<string, string>,
  path: string,
  value: unknown,
  spellings: ReturnType<typeof wireSpellings> | undefined,
  verbatim: ReadonlySet<string>,
): void => {
  if (spellings === undefined || typeof value !== "object" || value === null) return
  for (const [name, each] of Object.entries(value)) {
    const complaint = spellings(name)
    if (complaint !== undefined) errors[`${path}.${name}`] = complaint
    else if (!verbatim.has(name))
      noteSpellings(errors, `${path}.${name}`, each, spellings, verbatim)
  }
}

const noteRequired = (
  errors: Record<string, string>,
  name: string,
  value: unknown,
  members: readonly string[],
): void => {
  if (!isRecord(value)) {
    errors[name] = value === undefined ? "is required" : "must be an object"
    return
  }
  for (const member of members)
    if (value[member] === undefined) errors[`${name}.${member}`] = "is required"
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)

const withoutUndefined = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

const written = (
  path: string,
  value: unknown,
  { nested, values, verbatim }: Differences,
): unknown => {
  const names = nested?.[path]
  return names === undefined
    ? (values?.[path]?.(value) ?? ofMoment(value))
    : wireOf(value, names, verbatim)
}

const same = (value: unknown): unknown => value

/** A query carries texts. */
const inQuery = (value: unknown): unknown =>
  typeof value === "boolean" || typeof value === "number" ? String(value) : value

const ofMoment = (value: unknown): unknown => {
  if (!(value instanceof Date)) return value
  return Number.isNaN(value.getTime()) ? "" : value.toISOString()
}

const camel = (name: string): string =>
  name.replaceAll(/_+([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** `organization` names what the wire calls `organization_slug`. */
const endings = ["_slug", "_uuid", "_address", "_id"]

const wireNames = (known: ReadonlySet<string>, { names = {} }: Differences) => {
  return (path: string): string => {
    const name = names[path] ?? snakeCase(path.slice(path.lastIndexOf(".") + 1))
    return known.has(name)
      ? name
      : (endings.map((ending) => name + ending).find((each) => known.has(each)) ?? name)
  }
}

/** Notes what is wrong, under the names that `nameOf` gives. */
const note = (
  errors: Record<string, string>,
  reading: Reading,
  nameOf: (path: string) => string,
): void => {
  if (!("errors" in reading)) return
  for (const [path, message] of Object.entries(reading.errors)) errors[nameOf(path)] = message
}
