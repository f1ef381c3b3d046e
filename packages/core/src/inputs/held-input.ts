import type * as z from "zod"
import { reader, type Reading } from "../contract/reading.ts"
import { Invalid } from "../errors/refusals.ts"

/** Judges the input of an operation before it runs; undefined when the input is good. Errors name the fields as the API and the rules do. */
export type CheckInput = (input: unknown) => Invalid | undefined

/** The schemas of an endpoint that an input is held to. */
interface Schemas {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
}

/** Where an operation's input differs from its endpoint's. Everything else corresponds by name: `priceCents` is `price_cents`. */
interface Differences {
  /** Wire names by the operation's, where they do not correspond. */
  readonly names?: Readonly<Record<string, string>>
  /** Members whose members stand on the wire by themselves; those in `required` must be there. */
  readonly flat?: readonly string[]
  readonly required?: readonly string[]
  /** How a member is written on the wire, where that is another value. Names inside of it are written in snake case by {@link wireOf}. */
  readonly values?: Readonly<Record<string, (value: unknown) => unknown>>
  /** Members that only the library has, with their schemas. */
  readonly own?: Readonly<Record<string, z.ZodType>>
  /** Members that the endpoint requires and the library does not. */
  readonly optional?: readonly string[]
}

/**
 * Holds an operation's input to the contract of its endpoint: what HTTP refuses, the library refuses too, by the same schema. The input
 * itself reaches the operation as it was given.
 */
export const heldTo = ({ params, query, body }: Schemas, differences: Differences = {}): CheckInput => {
  const parts = [
    { keys: keysOf(params), read: readerOf(params), write: same },
    { keys: keysOf(query), read: readerOf(query), write: inQuery },
  ]
  const rest = { keys: keysOf(body), read: readerOf(body), write: same }
  const all = [...parts, rest]
  const wireName = wireNames(new Set(all.flatMap(({ keys }) => [...keys])), differences)
  const own = Object.entries(differences.own ?? {}).map(([name, schema]) => [name, reader(schema)] as const)
  const ownNames = new Set(own.map(([name]) => name))

  return (input) => {
    if (!isRecord(input)) return new Invalid({ errors: { _root: "must be an object" } })
    const errors: Record<string, string> = {}
    for (const name of differences.required ?? [])
      if (!isRecord(input[name])) errors[name] = input[name] === undefined ? "is required" : "must be an object"
    for (const [name, read] of own) note(errors, read(input[name]), (path) => (path === "_root" ? snake(name) : `${snake(name)}.${path}`))
    const sent = new Map<string, unknown>()
    for (const { path, value } of membersOf(input, differences.flat ?? []))
      if (value !== undefined && !ownNames.has(path)) sent.set(wireName(path), written(path, value, differences))
    for (const part of all) {
      const held = Object.fromEntries(
        [...sent].flatMap(([name, value]) =>
          part.keys.has(name) || (part === rest && !parts.some(({ keys }) => keys.has(name))) ? [[name, part.write(value)]] : [],
        ),
      )
      if (part.read !== undefined) note(errors, part.read(held), (path) => path)
      else for (const name of Object.keys(held)) errors[name] = unknown
    }
    for (const name of differences.optional ?? []) if (input[name] === undefined) delete errors[wireName(name)]
    return Object.keys(errors).length === 0 ? undefined : new Invalid({ errors })
  }
}

/** Judges an input that no endpoint has, by a schema in the operation's own names. */
export const ownInput = (schema: z.ZodType): CheckInput => {
  const read = reader(schema)
  return (input) => {
    const reading = read(isRecord(input) ? withoutUndefined(input) : input)
    if (!("errors" in reading)) return undefined
    const errors: Record<string, string> = {}
    note(errors, reading, snake)
    return new Invalid({ errors })
  }
}

/** For operations of a protocol that judges its parameters itself and answers in its own words (OAuth, passkeys, payment callbacks). */
export const judgedByItsProtocol: CheckInput = () => undefined

/** An object of the library as the wire writes it: names in snake case, moments in ISO 8601, at every depth. */
export const wireOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(wireOf)
  if (!isRecord(value)) return ofMoment(value)
  return Object.fromEntries(Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[snake(name), wireOf(each)]])))
}

const unknown = "is not a field of this call"

interface Member {
  /** The operation's name for it: `settings.maxAttendees`. */
  readonly path: string
  readonly value: unknown
}

const readerOf = (schema: z.ZodType | undefined): ((value: unknown) => Reading) | undefined =>
  schema === undefined ? undefined : reader(schema)

const keysOf = (schema: z.ZodType | undefined): ReadonlySet<string> =>
  new Set(schema !== undefined && "shape" in schema ? Object.keys(schema.shape as object) : [])

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)

const withoutUndefined = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

const membersOf = (input: Readonly<Record<string, unknown>>, flat: readonly string[]): readonly Member[] =>
  Object.entries(input).flatMap(([name, value]): readonly Member[] => {
    if (!flat.includes(name) || !isRecord(value)) return [{ path: name, value }]
    return Object.entries(value).map(([inner, each]) => ({ path: `${name}.${inner}`, value: each }))
  })

const written = (path: string, value: unknown, { values = {} }: Differences): unknown => values[path]?.(value) ?? ofMoment(value)

const same = (value: unknown): unknown => value

/** A query carries texts. */
const inQuery = (value: unknown): unknown => (typeof value === "boolean" || typeof value === "number" ? String(value) : value)

const ofMoment = (value: unknown): unknown => {
  if (!(value instanceof Date)) return value
  return Number.isNaN(value.getTime()) ? "" : value.toISOString()
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `organization` names what the wire calls `organization_slug`. */
const endings = ["_slug", "_uuid", "_address", "_id"]

const wireNames = (known: ReadonlySet<string>, { names = {} }: Differences) => {
  return (path: string): string => {
    const name = names[path] ?? snake(path.slice(path.lastIndexOf(".") + 1))
    return known.has(name) ? name : (endings.map((ending) => name + ending).find((each) => known.has(each)) ?? name)
  }
}

const note = (errors: Record<string, string>, reading: Reading, nameOf: (path: string) => string): void => {
  if (!("errors" in reading)) return
  for (const [path, message] of Object.entries(reading.errors)) errors[nameOf(path)] = message
}
