import type * as z from "zod"
import { reader, type Reading } from "../contract/reading.ts"
import { Invalid } from "../errors/refusals.ts"

/** Judges the input of an operation before it runs; undefined when the input is good. Errors are named by the operation's own fields. */
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
  const wireNames = wireNamesOf(
    all.flatMap(({ keys }) => [...keys]),
    differences,
  )
  const own = Object.entries(differences.own ?? {}).map(([name, schema]) => [name, reader(schema)] as const)
  const ownNames = new Set(own.map(([name]) => name))

  return (input) => {
    if (!isRecord(input)) return new Invalid({ errors: { _root: "must be an object" } })
    const errors: Record<string, string> = {}
    for (const name of differences.required ?? [])
      if (!isRecord(input[name])) errors[name] = input[name] === undefined ? "is required" : "must be an object"
    for (const [name, read] of own) note(errors, read(input[name]), (path) => [name, path].filter((part) => part !== "_root").join("."))
    const given = new Map<string, Given>()
    for (const { path, value } of membersOf(input, differences.flat ?? []))
      if (value !== undefined && !ownNames.has(path)) given.set(wireNames.toWire(path), { path, value: written(path, value, differences) })
    for (const part of all) {
      const held: Record<string, unknown> = {}
      for (const [name, { value }] of given)
        if (part.keys.has(name) || (part === rest && !parts.some(({ keys }) => keys.has(name)))) held[name] = part.write(value)
      if (part.read === undefined) for (const name of Object.keys(held)) errors[given.get(name)?.path ?? name] = unknown
      else note(errors, part.read(held), (path) => wireNames.toField(path, given))
    }
    for (const name of differences.optional ?? []) if (input[name] === undefined) delete errors[name]
    return Object.keys(errors).length === 0 ? undefined : new Invalid({ errors })
  }
}

/** Judges an input that no endpoint has, by a schema in the operation's own names. */
export const ownInput = (schema: z.ZodType): CheckInput => {
  const read = reader(schema)
  return (input) => {
    const reading = read(isRecord(input) ? withoutUndefined(input) : input)
    return "errors" in reading ? new Invalid({ errors: reading.errors }) : undefined
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

interface Given {
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

const membersOf = (input: Readonly<Record<string, unknown>>, flat: readonly string[]): readonly Given[] =>
  Object.entries(input).flatMap(([name, value]): readonly Given[] => {
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
const camel = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** `organization` names what the wire calls `organization_slug`. */
const endings = ["_slug", "_uuid", "_address", "_id"]

const wireNamesOf = (keys: readonly string[], { names = {}, values = {} }: Differences) => {
  const known = new Set(keys)
  const toWire = (path: string): string => {
    const name = path.slice(path.lastIndexOf(".") + 1)
    const own = names[path] ?? snake(name)
    return known.has(own) ? own : (endings.map((ending) => own + ending).find((each) => known.has(each)) ?? own)
  }
  const back = new Map(Object.entries(names).map(([name, wire]) => [wire, name]))
  const fieldOf = (wire: string): string =>
    back.get(wire) ?? camel(wire.replace(/^(organization|activity|session|wallet|transaction|card)_(slug|uuid|address|id)$/, "$1"))
  const toField = (wirePath: string, given: ReadonlyMap<string, Given>): string => {
    const [wire = "", ...inner] = wirePath.split(".")
    const name = given.get(wire)?.path ?? fieldOf(wire)
    return [name, ...(name in values ? inner.map(camel) : inner)].join(".")
  }
  return { toWire, toField }
}

const note = (errors: Record<string, string>, reading: Reading, nameOf: (path: string) => string): void => {
  if (!("errors" in reading)) return
  for (const [path, message] of Object.entries(reading.errors)) errors[nameOf(path)] = message
}
