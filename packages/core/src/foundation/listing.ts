import { Context, type Effect, Exit } from "effect"
import { askerOf, type Caller } from "./access/caller.ts"
import { Unavailable } from "./errors/refusals.ts"
import { settle, step, whole } from "./step.ts"
import { type ErrorOf, IsAbandoned, type NeedsOf, Ports } from "./unit-of-work.ts"

/**
 * An operation that answers a page of a list, made of others as {@link step} does. It runs when a place
 * is free and it is its caller's turn. Lists, and searches more than others, are what one caller can make last
 * long, and would else keep the connections and the processor from all others. The host takes no place.
 */
export const listing = <
  Part extends Effect.Effect<unknown, unknown, unknown>,
  A,
  Input extends object,
>(
  body: (caller: Caller, input: Input) => Generator<Part, A, never>,
): ((
  caller: Caller,
  input: Input,
) => Effect.Effect<A, ErrorOf<Part> | Unavailable, NeedsOf<Part> | Ports>) => {
  const list = step(body)
  return (caller, input) => {
    const who = askerOf(caller)
    if (who === undefined) return list(caller, input)
    return whole(async (around): Promise<Exit.Exit<A, ErrorOf<Part> | Unavailable>> => {
      const { lists, searches } = Context.getUnsafe(around, Ports)
      const { search }: { readonly search?: unknown } = input
      const places = search === undefined ? lists : searches
      try {
        return await places.take(
          who,
          async () => settle(list(caller, input), around),
          Context.get(around, IsAbandoned),
        )
      } catch (reason) {
        return reason instanceof Unavailable ? Exit.fail(reason) : Exit.die(reason)
      }
    })
  }
}
