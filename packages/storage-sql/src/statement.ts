import type { Compilable } from "kysely"
import type { Engine } from "./engine.ts"
import type { LookedUp, Met, Raised } from "./flavor.ts"
import type { Answer, Command, Executor } from "./executor.ts"
import {
  kindOf,
  namesOf,
  type ColumnKind,
  type Columns,
  type Kind,
  type Read,
  type Stored,
} from "./schema/columns.ts"

/** The place of a parameter in a statement that is compiled before its values are known. */
interface Place {
  readonly name: string
  readonly isJson: boolean
}

/** How to find each value of a compiled text among those handed in. */
type Slot = { readonly place: Place } | { readonly constant: unknown }

/** A statement of one engine: values in, rows out. */
export type Run<P, R> = (executor: Executor, values: P) => Promise<Answer<R>>

/** A statement run over many rows; answers how many rows were written. */
export type RunEach<P> = (executor: Executor, rows: readonly P[]) => Promise<number>

const places = new WeakSet<object>()

const placeOf = (name: string, isJson: boolean): Place => {
  const place: Place = { name, isJson }
  places.add(place)
  return place
}

const isPlace = (value: unknown): value is Place =>
  typeof value === "object" && value !== null && places.has(value)

/**
 * One SQL statement, written once with Kysely, compiled once per engine when the store opens, and
 * run by the adapter's executor.
 *
 * @example
 * const find = statement<{ uuid: string }>()(({ db }, p) =>
 *   db.selectFrom("tiers").selectAll().where("uuid", "=", p.uuid),
 * )
 */
export const statement =
  <P extends object>() =>
  <R>(build: (engine: Engine, p: Stored<P>) => Compilable<R>) =>
  (engine: Engine): Run<P, Read<R>> => {
    const named = new Proxy({}, { get: (_, name) => placeOf(String(name), false) })
    return runOf(build(engine, named as Stored<P>))
  }

/**
 * A {@link statement} whose values are a whole row: its places can be handed to `values` and `set`
 * as they are.
 */
export const rowStatement =
  <P extends object>(columns: Columns<P>) =>
  <R>(build: (engine: Engine, row: Stored<P>) => Compilable<R>) =>
  (engine: Engine): Run<P, Read<R>> =>
    runOf(build(engine, rowOf(kindsOf(columns)) as Stored<P>))

/**
 * Adds all rows to `table`; `met` says what becomes of those whose key is there already, which is
 * rejected without it. A column may be looked up.
 */
export const insertEach =
  <P extends object>(
    table: string,
    columns: Columns<P>,
    met?: Met,
    lookedUp?: LookedUp & { readonly by: keyof P },
  ) =>
  (engine: Engine): RunEach<P> => {
    const kinds = kindsOf(columns)
    const each = { table, kinds, places: rowOf(kinds) }
    return runEachOf(engine.flavor.insertEach(engine.anyTables, each, met, lookedUp))
  }

/**
 * Overwrites `columns` of the rows of `table` that have the same `key`, which is one of them; where
 * another is `raised`, only rows in which it is lower.
 */
export const updateEach =
  <P extends object>(
    table: string,
    columns: Columns<P>,
    key: keyof P & string,
    raised?: Raised & { readonly column: keyof P },
  ) =>
  (engine: Engine): RunEach<P> => {
    const kinds = kindsOf(columns)
    return runEachOf(
      engine.flavor.updateEach(
        engine.anyTables,
        { table, kinds, places: rowOf(kinds) },
        key,
        raised,
      ),
    )
  }

type Compiled<S extends Readonly<Record<string, (engine: Engine) => unknown>>> = {
  readonly [Name in keyof S]: ReturnType<S[Name]>
}

const alreadyCompiled = new WeakMap<Engine, WeakMap<object, unknown>>()

/**
 * Compiles every statement of a repository. Stores that share an engine share what was compiled for
 * it: to compile all repositories takes tens of milliseconds.
 */
export const compiled = <S extends Readonly<Record<string, (engine: Engine) => unknown>>>(
  statements: S,
  engine: Engine,
): Compiled<S> => {
  const ofEngine = alreadyCompiled.get(engine) ?? new WeakMap<object, unknown>()
  alreadyCompiled.set(engine, ofEngine)
  const known = ofEngine.get(statements) as Compiled<S> | undefined
  if (known !== undefined) return known
  const made = Object.fromEntries(
    Object.entries(statements).map(([name, compile]) => [name, compile(engine)]),
  ) as Compiled<S>
  ofEngine.set(statements, made)
  return made
}

/**
 * Runs what was built for this one call: lists with optional filters. The executor keeps statements
 * by their text.
 */
export const execute = async <R>(
  executor: Executor,
  query: Compilable<R>,
): Promise<Answer<Read<R>>> => {
  const { command, slots } = compile(query)
  return (await executor.run(
    command,
    slots.map((slot) => valueOf(slot, {})),
  )) as Answer<Read<R>>
}

/** Runs what is run once in the life of a store. */
export const executeOnce = async <R>(
  executor: Executor,
  query: Compilable<R>,
): Promise<Answer<Read<R>>> => {
  const { command, slots } = compile(query)
  return (await executor.run(
    { ...command, isKept: false },
    slots.map((slot) => valueOf(slot, {})),
  )) as Answer<Read<R>>
}

const kindsOf = (columns: object): Readonly<Record<string, Kind>> => {
  const entries: readonly (readonly [string, ColumnKind])[] = Object.entries(columns)
  return Object.fromEntries(entries.map(([name, column]) => [name, kindOf(column)]))
}

const rowOf = (kinds: Readonly<Record<string, Kind>>): Readonly<Record<string, Place>> =>
  Object.fromEntries(namesOf(kinds).map((name) => [name, placeOf(name, kinds[name] === "json")]))

const compile = (
  query: Compilable,
): { readonly command: Command; readonly slots: readonly Slot[] } => {
  const { sql, parameters, query: root } = query.compile()
  const slots = parameters.map(
    (value): Slot => (isPlace(value) ? { place: value } : { constant: value }),
  )
  return { command: { text: sql, writes: root.kind !== "SelectQueryNode", isKept: true }, slots }
}

const runOf = <P extends object, R>(query: Compilable<R>): Run<P, Read<R>> => {
  const { command, slots } = compile(query)
  return (executor, values) =>
    executor.run(
      command,
      slots.map((slot) => valueOf(slot, values)),
    ) as Promise<Answer<Read<R>>>
}

const runEachOf = <P extends object>(query: Compilable): RunEach<P> => {
  const { command, slots } = compile(query)
  return async (executor, rows) => {
    if (rows.length === 0) return 0
    return executor.runEach(
      command,
      rows.map((row) => slots.map((slot) => valueOf(slot, row))),
    )
  }
}

// JSON is text on its way in, whatever the engine: so an array that reaches the driver is always a
// set of keys.
const valueOf = (slot: Slot, values: object): unknown => {
  if ("constant" in slot) return slot.constant
  const { name, isJson } = slot.place
  const value: unknown = (values as Readonly<Record<string, unknown>>)[name]
  return isJson && value !== undefined ? JSON.stringify(value) : value
}
