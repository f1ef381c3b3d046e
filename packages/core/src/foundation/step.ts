import { Cause, Context, Effect, Effectable, Exit, Result } from "effect"
import { StorageFailed } from "./errors/refusals.ts"

type Anything = Effect.Effect<unknown, unknown, unknown>
type ErrorOf<Part> = Part extends Effect.Effect<infer _A, infer E, infer _R> ? E : never
type NeedsOf<Part> = Part extends Effect.Effect<infer _A, infer _E, infer R> ? R : never

/** What an effect reaches: its services by their keys. */
export type Around = Context.Context<never>

/** What an effect came to: at once if nothing had to be awaited. */
type Settled<A, E> = Exit.Exit<A, E> | Promise<Exit.Exit<A, E>>

/**
 * An effect that {@link settle} can run without a fiber. On a fiber it is the effect of
 * `asEffect`, so that it can be handed to anything that takes an effect.
 */
abstract class ByHand<A, E, R> extends Effectable.Class<A, E, R> {
  abstract settle(around: Around): Settled<A, E>
}

/**
 * The body of a step. `yield*` goes on in the body itself, so that a step in a step in a step costs
 * what its own parts cost.
 */
class Step<A, E, R> extends ByHand<A, E, R> {
  readonly begin: () => Generator<Anything, A, never>
  constructor(begin: () => Generator<Anything, A, never>) {
    super()
    this.begin = begin
  }
  override [Symbol.iterator](): Effect.EffectIterator<this> {
    return this.begin() as unknown as Effect.EffectIterator<this>
  }
  asEffect(): Effect.Effect<A, E, R> {
    return Effect.gen(this.begin) as Effect.Effect<A, E, R>
  }
  settle(around: Around): Settled<A, E> {
    return drive(this.begin(), around)
  }
}

/** A promise of somebody else, whose rejection is a {@link StorageFailed}. */
class Asked<A> extends ByHand<A, StorageFailed, never> {
  readonly ask: () => Promise<A> | A
  constructor(ask: () => Promise<A> | A) {
    super()
    this.ask = ask
  }
  asEffect(): Effect.Effect<A, StorageFailed> {
    return Effect.tryPromise({ try: async () => this.ask(), catch: failed })
  }
  async settle(): Promise<Exit.Exit<A, StorageFailed>> {
    try {
      return Exit.succeed(await this.ask())
    } catch (cause) {
      return Exit.fail(failed(cause))
    }
  }
}

const failed = (cause: unknown): StorageFailed => new StorageFailed({ cause })

/** A part of an operation that runs to its end once begun, whoever waits for it. */
class Whole<A, E, R> extends ByHand<A, E, R> {
  readonly run: (around: Around) => Promise<Exit.Exit<A, E>>
  constructor(run: (around: Around) => Promise<Exit.Exit<A, E>>) {
    super()
    this.run = run
  }
  settle(around: Around): Promise<Exit.Exit<A, E>> {
    return this.run(around).catch(Exit.die)
  }
  asEffect(): Effect.Effect<A, E, R> {
    const { run } = this
    return Effect.uninterruptible(
      Effect.gen(function* () {
        const around = yield* Effect.context<R>()
        return yield* yield* Effect.promise(() => run(around as Around))
      }),
    )
  }
}

/** An effect of whose refusal something else is made. */
class Judged<A, E, R, B, F> extends ByHand<B, F, R> {
  readonly effect: Effect.Effect<A, E, R>
  readonly judge: (result: Result.Result<A, E>) => Exit.Exit<B, F>
  constructor(
    effect: Effect.Effect<A, E, R>,
    judge: (result: Result.Result<A, E>) => Exit.Exit<B, F>,
  ) {
    super()
    this.effect = effect
    this.judge = judge
  }
  asEffect(): Effect.Effect<B, F, R> {
    return Effect.flatMap(Effect.result(this.effect), this.judge)
  }
  async settle(around: Around): Promise<Exit.Exit<B, F>> {
    const exit = await settle(this.effect, around)
    try {
      if (Exit.isSuccess(exit)) return this.judge(Result.succeed(exit.value))
      const refusal = Cause.findError(exit.cause)
      return Result.isSuccess(refusal)
        ? this.judge(Result.fail(refusal.success))
        : Exit.failCause(refusal.failure)
    } catch (defect) {
      return Exit.die(defect)
    }
  }
}

/**
 * A verb made of others, as `Effect.fnUntraced` makes it: a function whose answer is an effect, that
 * runs `body` anew each time.
 *
 * `body` catches nothing: what is refused or thrown in one step ends the whole, and no `catch` or
 * `finally` around it runs. Take {@link asResult} to judge a refusal.
 *
 * @example
 * const organizationOf = step(function* (slugOrUuid: string) {
 *   const tx = yield* Tx
 *   return (yield* tx.organizations.find(slugOrUuid)) ?? (yield* new NotFound({ what: "organization" }))
 * })
 */
export const step =
  <Part extends Anything, A, Input extends unknown[]>(
    body: (...input: Input) => Generator<Part, A, never>,
  ): ((...input: Input) => Effect.Effect<A, ErrorOf<Part>, NeedsOf<Part>>) =>
  (...input) =>
    new Step(() => body(...input))

/** Asks for a promise when it is this effect's turn; a rejection is a {@link StorageFailed}. */
export const asked = <A>(ask: () => Promise<A> | A): Effect.Effect<A, StorageFailed> =>
  new Asked(ask)

/** Runs `run` to its end once begun. It resolves with what comes of it; a rejection is a defect. */
export const whole = <A, E, R = never>(
  run: (around: Around) => Promise<Exit.Exit<A, E>>,
): Effect.Effect<A, E, R> => new Whole(run)

/** What `judge` makes of an effect's answer or refusal; a defect stays one. */
export const judged = <A, E, R, B, F = never>(
  effect: Effect.Effect<A, E, R>,
  judge: (result: Result.Result<A, E>) => Exit.Exit<B, F>,
): Effect.Effect<B, F, R> => new Judged(effect, judge)

/** What `make` makes of an effect's answer, as `Effect.map`. */
export const mapAnswer = <A, B, E, R>(
  effect: Effect.Effect<A, E, R>,
  make: (answer: A) => B,
): Effect.Effect<B, E, R> =>
  judged(effect, (result) =>
    Result.isSuccess(result) ? Exit.succeed(make(result.success)) : Exit.fail(result.failure),
  )

/**
 * Runs an effect and says what it came to, as `Effect.runPromiseExitWith` does; never rejects. A
 * step is driven here, part by part, and what is none of ours gets a fiber: a fiber for each
 * operation and transaction, and what it keeps of the context at each await, cost more than all
 * that most operations do.
 */
export const settle = <A, E, R>(effect: Effect.Effect<A, E, R>, around: Around): Settled<A, E> => {
  if (effect instanceof ByHand) return effect.settle(around)
  if (Exit.isExit(effect)) return effect as unknown as Exit.Exit<A, E>
  return Effect.runPromiseExitWith(around)(effect as Effect.Effect<A, E>)
}

/** Takes a body from part to part. What it or a part throws is a defect. */
const drive = async <A>(
  body: Generator<Anything, A, unknown>,
  around: Around,
): Promise<Exit.Exit<A, never>> => {
  let answer: unknown
  try {
    for (;;) {
      const turn = body.next(answer)
      if (turn.done === true) return Exit.succeed(turn.value)
      const part: unknown = turn.value
      if (part instanceof Asked) {
        try {
          const asked: unknown = part.ask()
          answer = asked instanceof Promise ? await asked : asked
        } catch (cause) {
          return refused(failed(cause))
        }
      } else if (Context.isKey(part)) answer = Context.getUnsafe(around, part)
      // A refusal is an error that can be yielded.
      else if (part instanceof Error) return refused(part)
      else {
        const settled = settle(part as Anything, around)
        const exit = settled instanceof Promise ? await settled : settled
        if (Exit.isFailure(exit)) return exit as Exit.Exit<never, never>
        answer = exit.value
      }
    }
  } catch (defect) {
    return Exit.die(defect)
  }
}

const refused = (refusal: unknown): Exit.Exit<never, never> => Exit.fail(refusal as never)
