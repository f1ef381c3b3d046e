import type { Effect } from "effect"
import { type Caller, host } from "./foundation/access/caller.ts"
import type { Refusal } from "./foundation/errors/refusals.ts"
import type { CheckInput } from "./foundation/inputs/held-input.ts"
import { inputs } from "./foundation/inputs/inputs.ts"
import * as operations from "./operations/index.ts"
import type { Ports } from "./foundation/unit-of-work.ts"

type Operations = typeof operations

declare const refusals: unique symbol

/**
 * The promise of an operation: it resolves to `Result`, or rejects with one of `Refusals`, the
 * tagged errors of this package. Branch on `error._tag`.
 */
export interface Outcome<Result, Refusals> extends Promise<Result> {
  /** Carries {@link RefusalsOf} in the type. There is no such member. */
  readonly [refusals]?: Refusals
}

/**
 * What a method of the facade may refuse with, as a union of error classes.
 *
 * @example type Refused = RefusalsOf<typeof symbolon.memberships.join> // NotFound | Conflict | ...
 */
export type RefusalsOf<Method extends (input: never) => unknown> =
  ReturnType<Method> extends Outcome<infer _Result, infer Refusals> ? Refusals : never

/**
 * An operation as a plain function of its input; nothing for one that ends in what is no {@link
 * Refusal}.
 */
type Promised<Operation> = Operation extends (
  caller: Caller,
  input: infer Input,
) => Effect.Effect<infer Result, infer Refusals extends Refusal, infer _R>
  ? (input: Input) => Outcome<Result, ByTag<Refusals>[Refusals["_tag"]]>
  : never

/** Each refusal by itself, so that editors list them and no alias of ours. */
type ByTag<Refusals extends Refusal> = {
  readonly [Tag in Refusals["_tag"]]: Extract<Refusals, { readonly _tag: Tag }>
}

/**
 * What one can do, by noun, as plain functions that return Promises. They reject with the tagged
 * refusal itself: branch on `error._tag`, and see `foundation/errors/refusals.ts` for each.
 */
export type Facade = {
  readonly [Noun in keyof Operations]: {
    readonly [Verb in keyof Operations[Noun]]: Promised<Operations[Noun][Verb]>
  }
}

/** Every operation's input is judged: a verb without a row does not compile. */
const checks: {
  readonly [Noun in keyof Operations]: { readonly [Verb in keyof Operations[Noun]]: CheckInput }
} = inputs

/** Runs an operation; rejects with its refusal. */
export type Run = <A, E extends Refusal>(effect: Effect.Effect<A, E, Ports>) => Promise<A>

/** The operations on behalf of one caller. */
export const facadeOf = (run: Run, caller: Caller = host): Facade =>
  Object.fromEntries(
    Object.entries(operations).map(([noun, verbs]) => [
      noun,
      Object.fromEntries(
        Object.entries(
          verbs as Record<
            string,
            (caller: Caller, input: unknown) => Effect.Effect<unknown, Refusal, Ports>
          >,
        ).map(([verb, operation]) => [
          verb,
          judged(checkOf(noun, verb), (input) => run(operation(caller, input))),
        ]),
      ),
    ]),
  ) as unknown as Facade

const checkOf = (noun: string, verb: string): CheckInput => {
  const check = (checks as Readonly<Record<string, Readonly<Record<string, CheckInput>>>>)[noun]?.[
    verb
  ]
  if (check === undefined)
    throw new Error(`${noun}.${verb} has no row in foundation/inputs/inputs.ts.`)
  return check
}

/**
 * Refuses an input by the names of its fields before anything runs, as HTTP does; `async`, so that
 * a refusal is a rejection too.
 */
const judged =
  (check: CheckInput, operation: (input: unknown) => Promise<unknown>) =>
  async (input: unknown): Promise<unknown> => {
    const refusal = check(input)
    if (refusal !== undefined) throw refusal
    return operation(input)
  }
